// SPDX-License-Identifier: Apache-2.0

// Package provider plays a model's provider on loopback. It answers with
// scripted turns and records every request.
package provider

import (
	"strings"
	"sync"
)

// Call is a tool call that the model makes. Input is its arguments, as JSON.
type Call struct {
	Tool  string
	Input map[string]any
}

// Turn is one answer of the model: text, then tool calls.
type Turn struct {
	Text  string
	Calls []Call
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
}

// next returns the answer to a request: whether it offers tools, and the text
// of its user messages.
func (p *player) next(tools bool, user string) Turn {
	if !tools {
		return Say(aside)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
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

// left is the number of turns that were not used.
func (p *player) left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.script.Main) + len(p.script.Sub)
}
