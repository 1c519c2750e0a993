// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// result is a PostToolUse event.
func result(t *testing.T, tool, response string) *Hook {
	t.Helper()
	return parse(t, `{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"`+tool+`","tool_input":{},"tool_response":`+response+`}`)
}

func TestMediaAreWithheldOrPass(t *testing.T) {
	const text = `{"type":"text","file":{"filePath":"` + mediaNotice + `","content":"` + mediaNotice + `","numLines":1,"startLine":1,"totalLines":1}}`
	const block = `{"type":"text","text":"` + mediaNotice + `"}`
	tests := []struct{ name, tool, in, want string }{
		{"a picture that Read gives", "Read", `{"type":"image","file":{"base64":"AA==","type":"image/png"}}`, text},
		{"a PDF that Read gives", "Read", `{"type":"pdf","file":{"base64":"AA=="}}`, text},
		{"a picture in a notebook", "Read", `{"type":"notebook","file":{"cells":[{"outputs":[{"image":{"image_data":"AA=="}}]}]}}`, text},
		{"a picture of MCP, and text", "mcp__a__b", `[{"type":"image","data":"AA==","mimeType":"image/png"}, {"type":"text","text":"x"} ]`, `[` + block + `,{"type":"text","text":"x"}]`},
		{"a picture as it is sent", "mcp__a__b", `[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}]`, `[` + block + `]`},
		{"a file of MCP", "mcp__a__b", `[{"type":"resource","resource":{"uri":"a:b","blob":"AA=="}}]`, `[` + block + `]`},
		{"an object of MCP", "mcp__a__b", `{"content":[{"type":"image","data":"AA=="}]}`, `[` + block + `]`},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			h := result(t, tc.tool, tc.in)
			require.True(t, h.HoldsMedia())
			for _, l := range h.Event.Leaves {
				require.NotContains(t, []string{"AA==", "iVBORw0KGgo="}, l.Text)
			}
			r, err := h.Reply(core.Verdict{})
			require.NoError(t, err)
			require.Equal(t, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":`+tc.want+`}}`, string(r.Stdout))
			h.PassMedia = true
			require.False(t, h.HoldsMedia())
			r, err = h.Reply(core.Verdict{})
			require.NoError(t, err)
			require.Empty(t, r.Stdout)
		})
	}
}

// What stands beside a picture is read and rewritten, whether the picture goes on or not.
func TestTextBesideAPicture(t *testing.T) {
	const in = `[{"type":"image","data":"AA==","title":"de 12345678Z"},{"type":"text","text":"12345678Z"}]`
	patches := []core.Patch{
		{Leaf: core.LeafID{Pointer: "/0/title"}, New: "de [DNI-001]"}, {Leaf: core.LeafID{Pointer: "/1/text"}, New: "[DNI-001]"},
	}
	h := result(t, "mcp__a__b", in)
	r, err := h.Reply(core.Verdict{Patches: patches})
	require.NoError(t, err)
	require.NotContains(t, string(r.Stdout), "12345678Z")
	require.NotContains(t, string(r.Stdout), "AA==")
	require.Contains(t, string(r.Stdout), `{"type":"text","text":"[DNI-001]"}`)
	h.PassMedia = true
	r, err = h.Reply(core.Verdict{Patches: patches})
	require.NoError(t, err)
	require.NotContains(t, string(r.Stdout), "12345678Z")
	require.Contains(t, string(r.Stdout), `"data":"AA=="`)
}

func TestTextIsNoMedium(t *testing.T) {
	for _, in := range []string{
		`{"type":"text","file":{"content":"a"}}`, `{"type":"image"}`, `[{"type":"document","source":{"type":"text","data":"a"}}]`,
		`[{"type":"document","source":{"type":"base64","media_type":"text/plain","data":"YQ=="}}]`, `[{"type":"image","source":{"type":"url","url":"https://a"}}]`, `[{"type":"resource","resource":{"uri":"a:b","text":"c"}}]`, `"image"`, `null`,
	} {
		require.False(t, result(t, "mcp__a__b", in).HoldsMedia(), in)
	}
}

func TestModWithholdsMedia(t *testing.T) {
	ask := func(event, part string) *ModRequest {
		r, err := ParseMod([]byte(`{"v":1,"id":1,"event":"` + event + `","version":"2.1.332","session":"s","part":` + part + `}`))
		require.NoError(t, err)
		return r
	}
	const picture = `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}`
	tests := []struct{ name, event, part, pointer string }{
		{"in a row", "session.append", `[{"type":"text","text":"a"},` + picture + `]`, "/1"},
		{"in a result", "session.append", `[{"type":"tool_result","content":[` + picture + `]}]`, "/0/content/0"},
		{"in a request", "http.fetch", `{"messages":[{"role":"user","content":[` + picture + `]}]}`, "/messages/0/content/0"},
		{"a document", "http.fetch", `{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"JVBERi0xLjQ="}}]}]}`, "/messages/0/content/0"},
		{"a picture in a document", "http.fetch", `{"system":"a","messages":[{"role":"user","content":[{"type":"document","source":{"type":"content","content":[` + picture + `]}}]}]}`, "/messages/0/content/0/source/content/0"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r := ask(tc.event, tc.part)
			line, err := r.Answer(core.Verdict{})
			require.NoError(t, err)
			require.Equal(t, `{"v":1,"id":1,"decision":"rewrite","patches":[["`+tc.pointer+`","`+mediaNotice+`"]]}`+"\n", string(line))
			line, err = r.Answer(core.Denied(core.Reason{Text: "a"}))
			require.NoError(t, err)
			require.NotContains(t, string(line), "patches")
			r.PassMedia = true
			line, err = r.Answer(core.Verdict{})
			require.NoError(t, err)
			require.Equal(t, `{"v":1,"id":1,"decision":"allow"}`+"\n", string(line))
		})
	}
}

// What only looks like a picture is the model's own, or read as the text that it is.
func TestModLeavesOtherBlocks(t *testing.T) {
	const picture = `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}`
	for _, body := range []string{
		`{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"b","input":` + picture + `}]}]}`,
		`{"messages":[],"tools":[{"name":"a","input_schema":` + picture + `}]}`,
		`{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"RE5J"}}]}]}`,
	} {
		r, err := ParseMod([]byte(`{"v":1,"id":1,"event":"http.fetch","version":"2.1.332","session":"s","part":` + body + `}`))
		require.NoError(t, err)
		line, err := r.Answer(core.Verdict{})
		require.NoError(t, err)
		require.Equal(t, `{"v":1,"id":1,"decision":"allow"}`+"\n", string(line), body)
	}
}
