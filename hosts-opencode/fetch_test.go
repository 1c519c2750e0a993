// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// TestFetchInspectsModelRequests: what may be read by a model is inspected, whatever
// else stands in it.
func TestFetchInspectsModelRequests(t *testing.T) {
	const text = `["/messages/0/content","DNI"]`
	tests := []struct {
		name, leaves string
		inspected    bool
	}{
		{"a chat", `[["/model","m"],` + text + `]`, true},
		{"unknown JSON", `[["/whatever","x"]]`, true},
		{"no JSON", `[["","DNI 12345678Z"]]`, true},
		{"a call of an MCP server", `[["/jsonrpc","2.0"],["/method","tools/call"],["/params/arguments/q","x"]]`, false},
		{"an answer to an MCP server", `[["/jsonrpc","2.0"],["/result/a","x"]]`, true},
		{"another JSON-RPC", `[["/jsonrpc","1.0"],["/method","x"]]`, true},
		{"a chat that looks like one", `[["/jsonrpc","2.0"],["/method","x"],` + text + `]`, true},
		{"a chat below input", `[["/grant_type","refresh_token"],["/input/0/content","x"]]`, true},
		{"a token request", `[["/grant_type","refresh_token"],["/refresh_token","x"]]`, false},
		{"the form of one", `[["","grant_type=refresh_token&refresh_token=abc"]]`, false},
		{"a text that mentions it", `[["","see grant_type=x, it is 12345678Z"]]`, true},
		{"an empty one", `[["","grant_type=&x=12345678Z"]]`, true},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r, err := Parse(request(t, fetch, fields{"leaves": tc.leaves}))
			require.NoError(t, err)
			require.Equal(t, tc.inspected, len(r.Event.Leaves) > 0)
		})
	}
	r, err := Parse(request(t, messagesTransform, fields{"leaves": `[["/jsonrpc","2.0"],["/method","x"]]`}))
	require.NoError(t, err)
	require.Len(t, r.Event.Leaves, 2, "no other event leaves anything out")
}

// TestFetchLeavesOut: what the provider wants back byte for byte is not inspected;
// what only has such a name is.
func TestFetchLeavesOut(t *testing.T) {
	tests := []struct {
		name, pointer string
		inspected     bool
	}{
		{"text", "/messages/0/content", true},
		{"the id of a call", "/messages/0/tool_calls/0/id", false},
		{"what answers a call", "/messages/1/tool_call_id", false},
		{"an argument called id", "/messages/0/content/0/input/id", true},
		{"an argument called signature", "/contents/0/parts/0/functionCall/args/signature", true},
		{"a description of a member called id", "/tools/0/function/parameters/properties/id/description", true},
		{"an item's id", "/input/0/id", false},
		{"encrypted reasoning", "/input/0/encrypted_content", false},
		{"a signature", "/messages/0/content/0/signature", false},
		{"redacted thinking", "/messages/2/content/0/data", false},
		{"encrypted details", "/messages/2/reasoning_details/0/data", false},
		{"other data", "/messages/2/content/1/data", true},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			leaves := `[["` + tc.pointer + `","12345678Z"],["/messages/2/content/0/type","redacted_thinking"],["/messages/2/content/1/type","x"],["/messages/2/reasoning_details/0/type","reasoning.encrypted"]]`
			r, err := Parse(request(t, fetch, fields{"leaves": leaves}))
			require.NoError(t, err)
			require.Equal(t, tc.inspected, r.Event.Leaves[0].ID.Pointer == tc.pointer)
		})
	}
}

// TestFetchInspectsNames: a name is inspected wherever it stands in a model's request, also
// one that a text would not be inspected by, and says nothing about what the body is.
func TestFetchInspectsNames(t *testing.T) {
	const names = `["/jsonrpc","jsonrpc","key"],["/method","method","key"],["/tools/0/properties/id","id","key"],["/tools/0/properties/type","12345678Z","key"],` +
		`["/messages/0/content/0/type","type","key"],["/messages/0/content/0/type","redacted_thinking"],["/messages/0/content/0/data","x"]`
	r, err := Parse(request(t, fetch, fields{"leaves": `[` + names + `]`}))
	require.NoError(t, err)
	var read []string
	for _, l := range r.Event.Leaves {
		if l.ID.Key {
			read = append(read, l.Text)
		}
	}
	require.Equal(t, []string{"jsonrpc", "method", "id", "12345678Z", "type"}, read)
	require.Len(t, r.Event.Leaves, len(read)+1, "the type of the block still says what it is")

	r, err = Parse(request(t, fetch, fields{"leaves": `[["/jsonrpc","2.0"],["/jsonrpc","jsonrpc","key"],["/method","tools/call"],["/params/arguments/12345678Z","12345678Z","key"]]`}))
	require.NoError(t, err)
	require.Empty(t, r.Event.Leaves, "a call of an MCP server")
}

// TestANameThatWouldChangeIsADenial: nobody would know the member by a token.
func TestANameThatWouldChangeIsADenial(t *testing.T) {
	const leaves = `[["/tools/0/properties/12345678Z","12345678Z","key"],["/messages/0/content","x"]]`
	name := core.Patch{Leaf: core.LeafID{Pointer: "/tools/0/properties/12345678Z", Key: true}, New: "[DNI-001]"}
	r, err := Parse(request(t, fetch, fields{"leaves": leaves}))
	require.NoError(t, err)
	r.Hold("E")
	line, err := r.Answer(core.Verdict{Patches: []core.Patch{patch("/messages/0/content", "y"), name}})
	require.NoError(t, err)
	require.Equal(t, `{"v":1,"id":7,"decision":"deny","reason":"the name of a property in a tool's or an answer's schema is personal data",`+
		`"remedy":"rename it, or leave out the MCP server or the option that brings it"}`+"\n", string(line))
	line, err = r.Answer(core.Verdict{Patches: []core.Patch{patch("/messages/0/content", "y")}})
	require.NoError(t, err)
	require.Equal(t, "rewrite", decode(t, line).Decision)
}
