// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// awkward restores one token as a text that every encoding writes in another way.
type awkward struct{ fakePseudonyms }

func (awkward) Reveal(_ context.Context, texts []string) ([]Rewriting, error) {
	out := make([]Rewriting, len(texts))
	for i, t := range texts {
		for _, s := range FindTokens(nil, t) {
			out[i].Edits = append(out[i].Edits, Edit{s.Start, s.End, `a.b "&ñ`})
		}
	}
	return out, nil
}

func TestRevealInTheEncodingOfTheToken(t *testing.T) {
	tests := []struct{ name, field, in, want string }{
		{"plain", "content", "[DNI-001]", `a.b "&ñ`},
		{"percent", "content", "?q=%5BDNI-001%5D", "?q=a.b%20%22%26%C3%B1"},
		{"entity", "content", "<b>&#91;DNI-001&#93;</b>", "<b>a.b &quot;&amp;ñ</b>"},
		{"JSON", "content", `"\u005bDNI-001\u005d"`, `"a.b \"&ñ"`},
		{"escaped in a text", "content", `\[DNI-001\]`, `a.b "&ñ`},
		{"escaped in a pattern", "pattern", `\[DNI-001\]`, `a\.b "&ñ`},
		{"plain in a pattern", "pattern", `[DNI-001]`, `a\.b "&ñ`},
		{"plain in a pattern of file names", "glob", `*[DNI-001]*`, `*a.b "&ñ*`},
		{"several", "content", "[DNI-001]%5BDNI-001%5D", `a.b "&ña.b%20%22%26%C3%B1`},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			g := newGuard()
			g.Pseudonyms = awkward{}
			ev := openCode(ToolInput, textLeaf("/"+tc.field, tc.in))
			ev.Tool = ToolSpec{Name: "t", Sink: SinkRead, PatternFields: []string{"pattern"}, GlobFields: []string{"glob"}}
			v := inspect(t, g, ev)
			require.Equal(t, tc.want, ev.with(v.Patches).Leaves[0].Text)
		})
	}
}

// A value in a pattern stands for itself, whatever signs it holds.
func TestRevealSignsInPatterns(t *testing.T) {
	tests := []struct{ name, field, value, in, want string }{
		{"a telephone number", "pattern", "+34 600 11 22 33", "[TEL-001]|x", `\+34 600 11 22 33|x`},
		{"a firm", "pattern", "Acme (Sur) [2]", "[NOMBRE-001]", `Acme \(Sur\) \[2\]`},
		{"a firm among files", "glob", "Acme (Sur) [2]*", "**/[NOMBRE-001]*", `**/Acme (Sur) \[2\]\**`},
		{"a path", "path", "Acme (Sur) [2]*", "/a/[NOMBRE-001]", `/a/Acme (Sur) [2]*`},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			g := newGuard()
			g.Pseudonyms = fixed{value: tc.value}
			ev := openCode(ToolInput, textLeaf("/"+tc.field, tc.in))
			ev.Tool = ToolSpec{Name: "grep", Sink: SinkRead, PathFields: []string{"path", "glob"}, PatternFields: []string{"pattern"}, GlobFields: []string{"glob"}}
			v := inspect(t, g, ev)
			require.Equal(t, tc.want, ev.with(v.Patches).Leaves[0].Text)
		})
	}
}

// fixed reveals every token as one value.
type fixed struct {
	fakePseudonyms
	value string
}

func (f fixed) Reveal(_ context.Context, texts []string) ([]Rewriting, error) {
	out := make([]Rewriting, len(texts))
	for i, t := range texts {
		for _, s := range FindTokens(nil, t) {
			out[i].Edits = append(out[i].Edits, Edit{s.Start, s.End, f.value})
		}
	}
	return out, nil
}

func TestWriteThatWouldBreakJSON(t *testing.T) {
	tests := []struct {
		name, path, content string
		want                Decision
	}{
		{"a value that must be escaped", "/a/b.json", `{"dni":"[DNI-001]"}`, Deny},
		{"in any case of the name", "/a/B.JSON", `["[DNI-001]"]`, Deny},
		{"escaped by its encoding", "/a/b.json", `{"dni":"\u005bDNI-001\u005d"}`, Allow},
		{"no JSON before", "/a/b.json", `{"dni":"[DNI-001]",}`, Allow},
		{"another file", "/a/b.txt", `{"dni":"[DNI-001]"}`, Allow},
		{"without a token", "/a/b.json", `{"dni":""}`, Allow},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			g := newGuard()
			g.Pseudonyms = awkward{}
			ev := openCode(ToolInput, textLeaf("/path", tc.path), textLeaf("/content", tc.content))
			ev.Tool = ToolSpec{Name: "write", Sink: SinkFile, PathFields: []string{"path"}, ContentFields: []string{"content"}}
			v := inspect(t, g, ev)
			require.Equal(t, tc.want, v.Decision)
			if tc.want == Deny {
				require.Equal(t, "json_broken", v.Reasons[0].Rule)
			}
		})
	}
}

// linesPseudonyms reveal a value of two lines.
type linesPseudonyms struct{ fakePseudonyms }

func (linesPseudonyms) Reveal(_ context.Context, texts []string) ([]Rewriting, error) {
	out := make([]Rewriting, len(texts))
	for i, text := range texts {
		for _, s := range FindTokens(nil, text) {
			out[i].Edits = append(out[i].Edits, Edit{s.Start, s.End, "Ana\r\nRuiz"})
		}
	}
	return out, nil
}

// Every line of a patch begins with a sign, and so do those that a value brings.
func TestValueOfSeveralLinesInAPatch(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"an added line", "@@\n+a [NOMBRE-001] b\n", "@@\n+a Ana\r\n+Ruiz b\n"},
		{"a removed line", "@@\n-[NOMBRE-001]", "@@\n-Ana\r\n-Ruiz"},
		{"a line of the context", "@@\n [NOMBRE-001] [NOMBRE-001]\n x", "@@\n Ana\r\n Ruiz Ana\r\n Ruiz\n x"},
		{"where the hunk is", "@@ def [NOMBRE-001]:\n+x", ""},
		{"a file", "*** Update File: [NOMBRE-001].txt\n+x", ""},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			g := newGuard()
			g.Pseudonyms = linesPseudonyms{}
			ev := call(ToolSpec{Name: "apply_patch", Sink: SinkFile, ContentFields: []string{"patch"}, PatchFields: []string{"patch"}}, "/patch", tc.in)
			v := inspect(t, g, ev)
			if tc.want == "" {
				require.Equal(t, Deny, v.Decision)
				require.Equal(t, "lines_in_patch", v.Reasons[0].Rule)
				return
			}
			require.Equal(t, tc.want, ev.with(v.Patches).Leaves[0].Text)
		})
	}
}
