// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"net/url"
	"slices"
	"strings"

	"github.com/veil-guard/veil/core"
)

// readable returns the leaves of a request's body that a model may read. What is left
// out is the provider's own: names of calls and messages, and what is signed or
// encrypted, which it wants back byte for byte. unread are the pointers of those that the
// plugin could remember: it must not take them for answered.
func readable(body []core.Leaf) (read []core.Leaf, unread []string) {
	isRead := func(core.Leaf) bool { return false }
	if isModelRequest(body) {
		isRead = readableIn(body)
	}
	for _, l := range body {
		switch {
		case l.Text == "": // it was left out, or says nothing
		case isRead(l):
			read = append(read, l)
		case len(l.Text) >= minKept && !l.ID.Key:
			unread = append(unread, l.ID.Pointer)
		}
	}
	return read, unread
}

// readableIn says which leaves of a model request's body the model may read.
func readableIn(body []core.Leaf) func(core.Leaf) bool {
	kinds := map[string]string{} // the text of a member "type", by the pointer of its object
	for _, l := range body {
		if object, ok := strings.CutSuffix(l.ID.Pointer, "/type"); ok && !l.ID.Key {
			kinds[object] = l.Text
		}
	}
	return func(l core.Leaf) bool {
		if l.ID.Key {
			return true
		}
		names := strings.Split(l.ID.Pointer, "/")
		last := len(names) - 1
		if last > 2 && slices.ContainsFunc(names[2:last], isFree) { // names[1] is a member of the body itself
			return true
		}
		kind := kinds[strings.TrimSuffix(l.ID.Pointer, "/"+names[last])]
		return !isOpaque(names[last], kind)
	}
}

// isFree says whether a member of a provider's format holds what anybody may have put
// together: a schema, the arguments of a call. The names in it mean nothing.
func isFree(name string) bool {
	switch name {
	case "input_schema", "inputSchema", "schema", "parameters", "properties", "input", "args", "arguments", "response":
		return true
	}
	return false
}

// isOpaque says whether a text is not for the model to read. kind is the type of the
// object that it stands in.
func isOpaque(name, kind string) bool {
	switch name {
	case "id", "tool_call_id", "tool_use_id", "call_id", "item_id", "previous_response_id", "prompt_cache_key", "promptCacheKey":
		return true
	case "signature", "thoughtSignature", "thought_signature", "encrypted_content", "reasoning_opaque":
		return true
	case "data":
		return strings.HasPrefix(kind, "redacted_thinking") || strings.HasSuffix(kind, "encrypted")
	}
	return false
}

// isModelRequest says whether the body of a request may be one that a model reads.
// Two others are known. A call of an MCP server (JSON-RPC 2.0) has passed
// tool.execute.before, which may have given it values on purpose. A request for an
// OAuth token (RFC 6749) carries credentials that are meant for that server. Both are
// recognised by what they are and by having no member that holds a conversation.
func isModelRequest(body []core.Leaf) bool {
	if len(body) == 1 && body[0].ID.Pointer == "" {
		return !isTokenForm(body[0].Text)
	}
	rpc, method, grant := false, false, false
	for _, l := range body {
		first, _, _ := strings.Cut(strings.TrimPrefix(l.ID.Pointer, "/"), "/")
		switch {
		case slices.Contains(conversations(), first):
			return true
		case l.ID.Key:
		case l.ID.Pointer == "/jsonrpc":
			rpc = l.Text == "2.0"
		case l.ID.Pointer == "/method":
			method = true
		case l.ID.Pointer == "/grant_type":
			grant = true
		}
	}
	return (!rpc || !method) && !grant
}

// conversations are the members in which the providers' formats hold text for a model.
func conversations() []string {
	return []string{"messages", "contents", "input", "inputs", "prompt", "system", "systemInstruction", "instructions", "request"}
}

// isTokenForm says whether a body is the form of a request for an OAuth token.
func isTokenForm(body string) bool {
	if strings.ContainsAny(body, " \n{") {
		return false
	}
	form, err := url.ParseQuery(body)
	return err == nil && form.Get("grant_type") != ""
}

// inName says whether a text that would be replaced is what a member is called.
func inName(p core.Patch) bool { return p.Leaf.Key }

// nameDenied is the denial of a request with a value in a name: the host would not know
// the member by another, and the provider takes no brackets in it.
func nameDenied() core.Verdict {
	return core.Denied(core.Reason{
		Rule:   "value_in_name",
		Text:   "the name of a property in a tool's or an answer's schema is personal data",
		Remedy: "rename it, or leave out the MCP server or the option that brings it",
	})
}
