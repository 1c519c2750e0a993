// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"strings"

	"github.com/veil-guard/veil/core"
)

// modRule says what an event of the mod is about: the surface, the JSON type of
// its part, and which of its leaves count.
type modRule struct {
	surface core.Surface
	is      func(part core.Value) bool
	leaves  func(part core.Value) []core.Leaf
}

// modRules are the events that the mod asks about.
func modRules() map[string]modRule {
	return map[string]modRule{
		promptSubmit:  {core.Prompt, core.Value.IsString, core.Value.Leaves},
		sessionAppend: {core.History, core.Value.IsArray, rowLeaves},
		toolCall:      {core.ToolInput, core.Value.IsObject, core.Value.Leaves},
		httpFetch:     {core.History, core.Value.IsObject, func(body core.Value) []core.Leaf { return texts(nil, body, "", isSent) }},
		modReport:     {"", core.Value.Exists, func(core.Value) []core.Leaf { return nil }},
		uiRender:      {core.Display, core.Value.IsObject, func(props core.Value) []core.Leaf { return texts(nil, props, "", isAny) }},
	}
}

// rowLeaves are the texts of a row of the conversation that the host lets a mod
// rewrite. It puts back whatever a mod changes of the others: the model's own calls
// and its thinking.
func rowLeaves(content core.Value) []core.Leaf {
	var leaves []core.Leaf
	for index, block := range content.Members {
		switch block.Get("type").Text() {
		case "text":
			leaves = texts(leaves, block.Get("text"), "/"+index+"/text", isSent)
		case "tool_result":
			leaves = texts(leaves, block.Get("content"), "/"+index+"/content", isSent)
		}
	}
	return leaves
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

// sendRule says which rule holds for the members of a member; nil leaves it out.
type sendRule func(name string, parent core.Value) sendRule

// texts appends the strings at and below a value, but for what the rule leaves out.
// Names of members and numbers are not among them: in what is sent again they are the
// model's own or a tool's schema.
func texts(leaves []core.Leaf, v core.Value, pointer string, rule sendRule) []core.Leaf {
	if v.IsString() {
		return append(leaves, core.Leaf{ID: core.LeafID{Pointer: pointer}, Text: v.Text()})
	}
	for name, member := range v.Members {
		if below := rule(name, v); below != nil {
			leaves = texts(leaves, member, pointer+"/"+escapePointer(name), below)
		}
	}
	return leaves
}

// escapePointer writes a member's name as a part of a JSON Pointer (RFC 6901).
func escapePointer(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

func isAny(string, core.Value) sendRule { return isAny }

// isSent leaves out of a request's body what no model reads: it names or enumerates
// something, or is signed or encrypted by the provider, which wants it back byte for
// byte. Pictures are left out because veil cannot read them. The arguments of a call
// are the model's own text, whatever they are called.
func isSent(name string, parent core.Value) sendRule {
	if parent.IsArray() {
		return isSent
	}
	kind := parent.Get("type").Text()
	out := false
	switch name {
	case "input":
		return isAny
	case "thinking":
		out = kind == "thinking"
	case "data":
		out = kind == "redacted_thinking" || kind == "base64"
	case "signature", "encrypted_content", "encrypted_index", "encrypted_stdout",
		"type", "role", "model", "id", "tool_use_id", "file_id", "media_type", "cache_control":
		out = true
	case "metadata": // of the request: the host's own ids
		out = parent.Get("messages").Exists()
	case "name": // of a tool, which the host finds it by
		out = kind == "tool_use" || kind == "server_tool_use" || parent.Get("input_schema").Exists()
	}
	if out {
		return nil
	}
	return isSent
}
