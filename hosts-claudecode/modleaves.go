// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"encoding/base64"
	"strings"

	"github.com/veil-guard/veil/core"
)

// modRule says what an event of the mod is about: the surface, the JSON type of
// its part, and how its leaves are read.
type modRule struct {
	surface core.Surface
	is      func(part core.Value) bool
	read    func(read *reading, part core.Value)
}

// modRules are the events that the mod asks about.
func modRules() map[string]modRule {
	whole := func(read *reading, part core.Value) { read.leaves = part.Leaves() }
	return map[string]modRule{
		promptSubmit:  {core.Prompt, core.Value.IsString, whole},
		sessionAppend: {core.History, core.Value.IsArray, (*reading).row},
		toolCall:      {core.ToolInput, core.Value.IsObject, whole},
		httpFetch:     {core.History, core.Value.IsObject, func(read *reading, body core.Value) { read.texts(body, "", inRequest) }},
		modReport:     {"", core.Value.Exists, func(*reading, core.Value) {}},
		uiRender:      {core.Display, core.Value.IsObject, func(read *reading, props core.Value) { read.texts(props, "", free) }},
	}
}

// reading is what has been read of a part.
type reading struct {
	leaves []core.Leaf
	packed map[string]bool // the pointers of leaves that the part holds in base64
	err    error           // the first thing that cannot be read
}

// row reads the texts of a row of the conversation that the host lets a mod
// rewrite. It puts back whatever a mod changes of the others: the model's own calls
// and its thinking.
func (read *reading) row(content core.Value) {
	for index, block := range content.Members {
		switch block.Get("type").Text() {
		case "text":
			read.texts(block.Get("text"), "/"+index+"/text", free)
		case "tool_result":
			read.texts(block.Get("content"), "/"+index+"/content", inBlocks)
		}
	}
}

// texts reads the strings at and below a value, but for what its place leaves out.
// Numbers are not among them, and names of members only in a schema: a mod cannot
// rewrite them, and elsewhere they are the model's own.
func (read *reading) texts(v core.Value, pointer string, at place) {
	if v.IsString() {
		read.text(v.Text(), pointer, at)
		return
	}
	for name, member := range v.Members {
		below := at.member(name, v)
		if below == leftOut {
			continue
		}
		to := pointer + "/" + escapePointer(name)
		if at == inSchema && v.IsObject() {
			read.leaves = append(read.leaves, core.Leaf{ID: core.LeafID{Pointer: to, Key: true}, Text: name})
		}
		read.texts(member, to, below)
	}
}

func (read *reading) text(text, pointer string, at place) {
	if at == inBase64 {
		bytes, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			read.err = ErrNotBase64 // its own text quotes nothing, but says no more
			return
		}
		if read.packed == nil {
			read.packed = map[string]bool{}
		}
		text, read.packed[pointer] = string(bytes), true
	}
	read.leaves = append(read.leaves, core.Leaf{ID: core.LeafID{Pointer: pointer}, Text: text})
}

// hasFailed says whether a row holds the result of a call that failed.
func hasFailed(content core.Value) bool {
	for _, block := range content.Members {
		if string(block.Get("is_error").Raw()) == "true" {
			return true
		}
	}
	return false
}

// escapePointer writes a member's name as a part of a JSON Pointer (RFC 6901).
func escapePointer(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}
