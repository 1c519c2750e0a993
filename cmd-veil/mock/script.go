// SPDX-License-Identifier: Apache-2.0

package mock

import (
	"cmp"
	"strings"
	"sync"
)

// Call is a tool call that the model makes. Input is its arguments, as JSON.
type Call struct {
	Tool  string
	Input map[string]any
}

// Turn is one answer of the model: its reasoning (OpenAI only), text, then tool calls;
// or the failure of the provider.
type Turn struct {
	Reasoning string
	Text      string
	Calls     []Call
	Status    int // of HTTP; 0 for an answer
}

// Use is a turn of a single tool call.
func Use(tool string, input map[string]any) Turn {
	return Turn{Calls: []Call{{Tool: tool, Input: input}}}
}

// Say is a turn of text alone.
func Say(text string) Turn { return Turn{Text: text} }

// Script holds the answers of the model: Main for the conversation, Sub for the
// one conversation, a sub-agent's, in whose user messages SubMark stands.
type Script struct {
	Main    []Turn
	Sub     []Turn
	SubMark string
}

// aside answers requests that are not part of a conversation, such as those for
// a title. They use up no turns.
const aside = "Un título"

// Player gives out the turns of a script. It is safe for concurrent use.
type Player struct {
	mu     sync.Mutex
	script Script
	aside  string // "" for the usual one
}

// NewPlayer returns a player of the script.
func NewPlayer(script Script) *Player { return &Player{script: script} }

// Next is the [Play] of the script.
func (p *Player) Next(q Question) Turn {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !q.Tools {
		return Say(cmp.Or(p.aside, aside))
	}
	lane := &p.script.Main
	if p.script.SubMark != "" && strings.Contains(q.User, p.script.SubMark) {
		lane = &p.script.Sub
	}
	if len(*lane) == 0 {
		return Say("(end of script)")
	}
	turn := (*lane)[0]
	*lane = (*lane)[1:]
	return turn
}

// Then adds turns to the conversation, and says what is answered aside from now on; ""
// stands for the usual answer.
func (p *Player) Then(aside string, turns ...Turn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.script.Main = append(p.script.Main, turns...)
	p.aside = aside
}

// Replace puts turns in the place of those that are left.
func (p *Player) Replace(turns ...Turn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.script.Main = turns
}

// Left is the number of turns that were not used.
func (p *Player) Left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.script.Main) + len(p.script.Sub)
}
