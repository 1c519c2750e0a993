// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// TestEpochIsForWhatIsResent: no other event may leave anything out.
func TestEpochIsForWhatIsResent(t *testing.T) {
	for event := range everyEvent {
		r, err := Parse(request(t, event, fields{"epoch": `"e1"`}))
		if event == messagesTransform || event == systemTransform || event == fetch {
			require.NoError(t, err, event)
			require.Equal(t, "e1", r.Epoch)
			continue
		}
		require.ErrorIs(t, err, ErrShape, event)
	}
	_, err := Parse(request(t, fetch, fields{"epoch": `1`}))
	require.ErrorIs(t, err, ErrShape)
}

// TestAnswerNamesItsEpoch: an answer that relies on another epoch, or on one that nobody
// vouches for, is a denial.
func TestAnswerNamesItsEpoch(t *testing.T) {
	rewritten := core.Verdict{Patches: []core.Patch{patch("/a", "x")}}
	denied := core.Denied(core.Reason{Text: "cause", Remedy: "do this"})
	const (
		patched = `{"v":1,"id":7,"decision":"rewrite","patches":[["/a","x"]]`
		resend  = `{"v":1,"id":7,"decision":"deny","reason":"not analysed: the plugin left out texts that have to be inspected again","remedy":"send the whole text"}`
	)
	tests := []struct {
		name, event, relies, holds string
		verdict                    core.Verdict
		want                       string
	}{
		{"nothing is remembered", messagesTransform, "", "", rewritten, patched + `}`},
		{"the first answer", messagesTransform, "", "e1", rewritten, patched + `,"epoch":"e1"}`},
		{"the system prompt", systemTransform, "", "e1", core.Verdict{}, `{"v":1,"id":7,"decision":"allow","epoch":"e1"}`},
		{"the same epoch", messagesTransform, "e1", "e1", rewritten, patched + `,"epoch":"e1"}`},
		{"another epoch", messagesTransform, "e1", "e2", rewritten, resend},
		{"another epoch and nothing to rewrite", fetch, "e1", "e2", core.Verdict{}, resend},
		{"an epoch of another process", fetch, "e1", "", core.Verdict{}, resend},
		{"a denial", messagesTransform, "e1", "e1", denied, `{"v":1,"id":7,"decision":"deny","reason":"cause","remedy":"do this"}`},
		{"a denial in another epoch", messagesTransform, "e1", "", denied, `{"v":1,"id":7,"decision":"deny","reason":"cause","remedy":"do this"}`},
		{"an event that is sent once", chatMessage, "", "e1", rewritten, patched + `}`},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			change := fields{}
			if tc.relies != "" {
				change["epoch"] = `"` + tc.relies + `"`
			}
			r, err := Parse(request(t, tc.event, change))
			require.NoError(t, err)
			r.Hold(tc.holds)
			line, err := r.Answer(tc.verdict)
			require.NoError(t, err)
			require.Equal(t, tc.want+"\n", string(line))
		})
	}
}

// TestUnreadIsNotAnswered: what veil left out of a body is named, if the plugin could
// remember it: the same text elsewhere is one that a model reads.
func TestUnreadIsNotAnswered(t *testing.T) {
	long, short := strings.Repeat("x", minKept), strings.Repeat("x", minKept-1)
	leaves := func(list ...[2]string) string {
		text, err := json.Marshal(list)
		require.NoError(t, err)
		return string(text)
	}
	signature, call := [2]string{"/messages/0/content/0/signature", long}, [2]string{"/messages/0/content/1/id", short}
	said := [2]string{"/messages/0/content/0/text", long}
	tests := []struct {
		name, leaves string
		want         []string
	}{
		{"a signature", leaves(said, signature, call), []string{signature[0]}},
		{"nothing", leaves(said, call), nil},
		{"a call of an MCP server", leaves([2]string{"/jsonrpc", "2.0"}, [2]string{"/method", "x"}, [2]string{"/params/q", long}), []string{"/params/q"}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r, err := Parse(request(t, fetch, fields{"leaves": tc.leaves}))
			require.NoError(t, err)
			r.Hold("e1")
			line, err := r.Answer(core.Verdict{})
			require.NoError(t, err)
			var got struct{ Unread []string }
			require.NoError(t, json.Unmarshal(line, &got))
			assert.Equal(t, tc.want, got.Unread)
		})
	}
}
