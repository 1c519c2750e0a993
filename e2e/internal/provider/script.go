// SPDX-License-Identifier: Apache-2.0

// Package provider plays a model's provider on loopback. It answers with
// scripted turns and records every request.
package provider

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

// player gives out the turns of a script.
type player struct {
	mu     sync.Mutex
	script Script
	aside  string // "" for the usual one
}

// next returns the answer to a request: whether it offers tools, and the text
// of its user messages.
func (p *player) next(tools bool, user string) Turn {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !tools {
		return Say(cmp.Or(p.aside, aside))
	}
	lane := &p.script.Main
	if p.script.SubMark != "" && strings.Contains(user, p.script.SubMark) {
		lane = &p.script.Sub
	}
	if len(*lane) == 0 {
		return Say("(end of script)")
	}
	turn := (*lane)[0]
	*lane = (*lane)[1:]
	return turn
}

// then adds turns to the conversation, and says what is answered aside from now on.
func (p *player) then(aside string, turns []Turn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.script.Main = append(p.script.Main, turns...)
	p.aside = aside
}

// play puts turns in the place of those that are left.
func (p *player) play(turns []Turn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.script.Main = turns
}

// left is the number of turns that were not used.
func (p *player) left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.script.Main) + len(p.script.Sub)
}
