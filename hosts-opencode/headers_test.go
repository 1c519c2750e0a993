// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

const someHeaders = `[["X-Client","a"],["authorization","Bearer x"],["x-api-key","x"],["cookie","x"],["x-goog-signature","x"],["empty",""]]`

// TestHeadersAreInspectedWithTheBody: all but those that carry credentials, beside any
// body, also one that no model reads.
func TestHeadersAreInspectedWithTheBody(t *testing.T) {
	want := []core.Leaf{
		{ID: core.LeafID{Pointer: "headers/0"}, Text: "X-Client: a"},
		{ID: core.LeafID{Pointer: "headers/5"}, Text: "empty: "},
	}
	for body, texts := range map[string]int{`[["/messages/0/content","x"]]`: 1, `[["/jsonrpc","2.0"],["/method","x"]]`: 0, `[]`: 0} {
		r, err := Parse(request(t, fetch, fields{"leaves": body, "headers": someHeaders}))
		require.NoError(t, err)
		require.Len(t, r.Event.Leaves, texts+len(want))
		require.Equal(t, want, r.Event.Leaves[texts:], body)
		require.Empty(t, r.unread)
	}
}

// TestAHeaderThatWouldChangeIsADenial: no token could stand there.
func TestAHeaderThatWouldChangeIsADenial(t *testing.T) {
	r, err := Parse(request(t, fetch, fields{"leaves": `[["/messages/0/content","x"]]`, "headers": someHeaders}))
	require.NoError(t, err)
	r.Hold("E")
	line, err := r.Answer(core.Verdict{Patches: []core.Patch{patch("/messages/0/content", "y"), patch("headers/0", "X-Client: b")}})
	require.NoError(t, err)
	require.Equal(t, `{"v":1,"id":7,"decision":"deny","reason":"a header of the request holds personal data","remedy":"see which plugin or setting adds it"}`+"\n", string(line))
	line, err = r.Answer(core.Verdict{Patches: []core.Patch{patch("/messages/0/content", "y")}})
	require.NoError(t, err)
	require.Equal(t, "rewrite", decode(t, line).Decision)
}

func TestHeadersOfAnotherShape(t *testing.T) {
	for _, headers := range []string{`{}`, `"x"`, `["x"]`, `[["x"]]`, `[["x","y","key"]]`, `[["x",1]]`, `[[1,"x"]]`, `[["x","y"],null]`} {
		_, err := Parse(request(t, fetch, fields{"headers": headers}))
		var bad *EventError
		require.ErrorAs(t, err, &bad, headers)
		assert.Contains(t, bad.Field, "headers", headers)
	}
	for event := range everyEvent {
		_, err := Parse(request(t, event, fields{"headers": `[]`}))
		assert.Equal(t, event == fetch, err == nil, event)
	}
}
