// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"testing"

	"github.com/stretchr/testify/require"
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
