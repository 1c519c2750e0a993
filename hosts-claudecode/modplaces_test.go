// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// leafTexts are the texts of the leaves of a request's body.
func leafTexts(t *testing.T, body string) []string {
	t.Helper()
	r, err := ParseMod([]byte(modLine("http.fetch", "", body)))
	require.NoError(t, err)
	var got []string
	for _, l := range r.Event.Leaves {
		got = append(got, l.Text)
	}
	return got
}

// The names that the API leaves out at its own places mean nothing where anybody may
// have chosen them.
func TestNamesOfTheAPIBelowAnybodysText(t *testing.T) {
	names := []string{"id", "model", "role", "type", "signature", "data", "metadata", "thinking", "name", "tool_use_id",
		"file_id", "media_type", "cache_control", "encrypted_content", "encrypted_index", "encrypted_stdout"}
	places := []struct{ name, body string }{
		{"a tool's schema", `{"messages":[],"tools":[{"name":"a","input_schema":{"type":"object","properties":{%q:{"description":"planted"}}}}]}`},
		{"a text of a tool's schema", `{"messages":[],"tools":[{"name":"a","input_schema":{"type":"thinking",%q:"planted"}}]}`},
		{"an example of a tool's arguments", `{"messages":[],"tools":[{"name":"a","input_schema":{},"input_examples":[{"type":"thinking",%q:"planted"}]}]}`},
		{"an answer's schema", `{"messages":[],"output_config":{"format":{"type":"json_schema","schema":{"properties":{%q:{"const":"planted"}}}}}}`},
		{"arguments of a call", `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"b","input":{"x":{"type":"thinking",%q:"planted"}}}]}]}`},
		{"a result's unknown member", `{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","extra":{%q:"planted"}}]}]}]}`},
		{"another request", `{"events":[{"type":"thinking",%q:"planted"}]}`},
	}
	for _, place := range places {
		for _, name := range names {
			body := place.body
			if name == "type" {
				body = strings.Replace(body, `"type":"thinking",%q`, "%q", 1)
			}
			assert.Contains(t, leafTexts(t, fmt.Sprintf(body, name)), "planted", "%s: %s", place.name, name)
		}
	}
	for _, name := range []string{"signature", "encrypted_content", "data", "thinking"} { // the provider's own, in its own message only
		const body = `{"messages":[{"role":%q,"content":[{"type":%q,%q:"planted"}]}]}`
		for _, kind := range []string{"thinking", "redacted_thinking", "base64", "text"} {
			assert.Contains(t, leafTexts(t, fmt.Sprintf(body, "user", kind, name)), "planted", "%s: %s", kind, name)
		}
	}
}

// A property's name is a leaf; no other name can be given to it.
func TestNameInASchemaStopsTheRequest(t *testing.T) {
	r, err := ParseMod([]byte(modLine("http.fetch", "", `{"messages":[],"tools":[{"name":"a","input_schema":{"properties":{"12345678Z":{}}}}]}`)))
	require.NoError(t, err)
	name := core.LeafID{Pointer: "/tools/0/input_schema/properties/12345678Z", Key: true}
	require.Contains(t, r.Event.Leaves, core.Leaf{ID: name, Text: "12345678Z"})
	line, err := r.Answer(core.Verdict{Patches: []core.Patch{{Leaf: core.LeafID{Pointer: "/system"}, New: "x"}, {Leaf: name, New: "[DNI-001]"}}})
	require.NoError(t, err)
	require.Equal(t, `{"v":1,"id":7,"decision":"deny","reason":"the name of a property in a tool's or an answer's schema is personal data",`+
		`"remedy":"rename it, or leave out the MCP server or the option that brings it"}`+"\n", string(line))
}

// What is packed in base64 is read if it is no picture, and packed again.
func TestPackedDocument(t *testing.T) {
	const body = `{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"base64","media_type":%q,"data":%q}}]}]}`
	pack := base64.StdEncoding.EncodeToString
	tests := []struct{ name, media, data, want string }{
		{"a text", "text/plain", "DNI 12345678Z", "DNI 12345678Z"},
		{"a drawing", "image/svg+xml", "<svg/>", "<svg/>"},
		{"a text called a picture", "image/png", "DNI 12345678Z", "DNI 12345678Z"},
		{"a text called a PDF", "application/pdf", "DNI 12345678Z", "DNI 12345678Z"},
		{"no text", "application/zip", "PK\x03\x04\xff", "PK\x03\x04\xff"},
		{"a picture", "image/png", "\x89PNG\r\n", ""},
		{"a PDF", "application/pdf", "%PDF-1.4 12345678Z", ""},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			got := leafTexts(t, fmt.Sprintf(body, tc.media, pack([]byte(tc.data))))
			if tc.want == "" {
				require.NotContains(t, got, tc.data)
				return
			}
			require.Contains(t, got, tc.want)
		})
	}
	require.True(t, beginsText([]byte("ñ"[:1])), "a letter that is cut")

	r, err := ParseMod([]byte(modLine("http.fetch", "", fmt.Sprintf(body, "text/plain", pack([]byte("a"))))))
	require.NoError(t, err)
	const at = "/messages/0/content/0/source/data"
	line, err := r.Answer(core.Verdict{Patches: []core.Patch{{Leaf: core.LeafID{Pointer: at}, New: "[DNI-001]"}}})
	require.NoError(t, err)
	require.Equal(t, `{"v":1,"id":7,"decision":"rewrite","patches":[["`+at+`","`+pack([]byte("[DNI-001]"))+`"]]}`+"\n", string(line))

	_, err = ParseMod([]byte(modLine("http.fetch", "", fmt.Sprintf(body, "text/plain", "?"))))
	require.ErrorIs(t, err, ErrNotBase64)
}
