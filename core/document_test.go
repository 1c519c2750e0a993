// SPDX-License-Identifier: Apache-2.0

package core

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core/laws"
)

func parse(t *testing.T, raw string) Value {
	t.Helper()
	d, err := ParseDocument([]byte(raw))
	require.NoError(t, err)
	return d.Root()
}

func TestLeaves(t *testing.T) {
	got := parse(t, `{"a/b~": ["x\u00f1", {"": 9007199254740993}], "t":true, "n":null}`).Leaves()
	require.Equal(t, []Leaf{
		{ID: LeafID{"/a~1b~0", true}, Text: "a/b~"},
		{ID: LeafID{"/a~1b~0/0", false}, Text: "xñ"},
		{ID: LeafID{"/a~1b~0/1/", true}, Text: ""},
		{ID: LeafID{"/a~1b~0/1/", false}, Text: "9007199254740993", Number: true},
		{ID: LeafID{"/t", true}, Text: "t"},
		{ID: LeafID{"/n", true}, Text: "n"},
	}, got)
}

func TestParseDocumentRefuses(t *testing.T) {
	tests := []struct{ name, in, problem string }{
		{"empty", "", "empty input"},
		{"blank", " \n", "empty input"},
		{"truncated", `{"a":"b`, "JSON ends too early"},
		{"two values", `{} {}`, "not JSON"},
		{"not JSON", `hello`, "not JSON"},
		{"NUL byte", "{\"a\":\"\x00\"}", "not JSON"},
		{"invalid UTF-8", "{\"a\":\"\xff\"}", "not valid UTF-8"},
		{"name twice", `{"a":1,"a":2}`, "a member name occurs twice"},
		{"name twice by an escape", `{"a":1,"\u0061":2}`, "a member name occurs twice"},
		{"name twice among many", manyMembers(40, "m7"), "a member name occurs twice"},
		{"too deep", strings.Repeat("[", 80) + strings.Repeat("]", 80), "nested too deeply"},
		{"too deep for the stack", strings.Repeat("[", 1<<20), "nested too deeply"},
		{"too large", `"` + strings.Repeat("a", MaxDocument) + `"`, "larger than 8 MiB"},
		{"long name above many leaves", `{"` + strings.Repeat("k", 1<<20) + `":[` + strings.Repeat("1,", 1<<19) + `1]}`, "member names are too long for the number of values below them"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			_, err := ParseDocument([]byte(tc.in))
			var refused *DocumentError
			require.ErrorAs(t, err, &refused)
			require.Equal(t, tc.problem, refused.Problem)
			require.LessOrEqual(t, refused.Offset, len(tc.in))
		})
	}
}

func TestTooLarge(t *testing.T) {
	for text, want := range map[string]bool{`"` + strings.Repeat("a", MaxDocument) + `"`: true, "{": false} {
		_, err := ParseDocument([]byte(text))
		var e *DocumentError
		require.ErrorAs(t, err, &e)
		require.Equal(t, want, e.TooLarge())
	}
}

func manyMembers(n int, twice string) string {
	var b strings.Builder
	b.WriteString("{")
	for i := range n {
		fmt.Fprintf(&b, `"m%d":%d,`, i, i)
	}
	return b.String() + `"` + twice + `":0}`
}

func TestSpliceKeepsEveryOtherByte(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", `{ "b":1.0 , "a":"x 12345678Z" }`, `{ "b":1.0 , "a":"x [DNI-001]" }`},
		{"odd escapes stay", `{"a":"\u0041\/ 12345678Z \ud800 \u00e9"}`, `{"a":"\u0041\/ [DNI-001] \ud800 \u00e9"}`},
		{"value written with escapes", `["\u0031\u0032345678\u005A!"]`, `["[DNI-001]!"]`},
		{"two in one leaf", `["12345678Z\n12345678Z"]`, `["[DNI-001]\n[DNI-001]"]`},
		{"name", `{"12345678Z":9007199254740993}`, `{"[DNI-001]":9007199254740993}`},
		{"surrogate pair beside it", `["\ud83d\ude0012345678Z"]`, `["\ud83d\ude00[DNI-001]"]`},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			root := parse(t, tc.in)
			got, err := root.Splice(hideAll(root, "12345678Z", "[DNI-001]"))
			require.NoError(t, err)
			require.Equal(t, tc.want, string(got))
		})
	}
}

// hideAll returns the patches that put with in place of what in every leaf.
func hideAll(v Value, what, with string) []Patch {
	var list []Patch
	for _, l := range v.Leaves() {
		var edits []Edit
		for at := 0; ; {
			i := strings.Index(l.Text[at:], what)
			if i < 0 {
				break
			}
			edits = append(edits, Edit{at + i, at + i + len(what), with})
			at += i + len(what)
		}
		if len(edits) > 0 {
			list = append(list, Patch{l.ID, Hide, ApplyEdits(l.Text, edits), edits})
		}
	}
	return list
}

func TestSpliceNumberBecomesText(t *testing.T) {
	root := parse(t, `{"n":612345678}`)
	got, err := root.Splice([]Patch{{Leaf: LeafID{Pointer: "/n"}, New: "[TEL-001]"}})
	require.NoError(t, err)
	require.Equal(t, `{"n":"[TEL-001]"}`, string(got))
}

func TestSpliceBelow(t *testing.T) {
	input := parse(t, `{"tool_input":{"x": "y"},"z":1}`).Get("tool_input")
	got, err := input.Splice([]Patch{{Leaf: LeafID{Pointer: "/x"}, New: "line\n\"q\" \x01 é"}})
	require.NoError(t, err)
	require.Equal(t, `{"x": "line\n\"q\" \u0001 é"}`, string(got))
}

func TestSpliceRefuses(t *testing.T) {
	root := parse(t, `["a\u00e9b"]`)
	leaf := LeafID{Pointer: "/0"}
	tests := []struct {
		name string
		p    Patch
		want error
	}{
		{"no such leaf", Patch{Leaf: LeafID{Pointer: "/1"}}, ErrNoLeaf},
		{"cuts a character", Patch{Leaf: leaf, Edits: []Edit{{2, 3, ""}}}, ErrBadEdit},
		{"behind the end", Patch{Leaf: leaf, Edits: []Edit{{4, 9, ""}}}, ErrBadEdit},
		{"out of order", Patch{Leaf: leaf, Edits: []Edit{{3, 4, ""}, {0, 1, ""}}}, ErrBadEdit},
		{"not UTF-8", Patch{Leaf: leaf, New: "\xff"}, ErrNotText},
		{"not UTF-8 in an edit", Patch{Leaf: leaf, Edits: []Edit{{0, 1, "\xff"}}}, ErrNotText},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			_, err := root.Splice([]Patch{tc.p})
			require.ErrorIs(t, err, tc.want)
		})
	}
}

// randomJSON writes a random document, with all that JSON allows in white
// space, escapes and numbers.
func randomJSON(r *rand.Rand, depth int) string {
	space := func() string { return []string{"", " ", "\n\t", "\r\n "}[r.IntN(4)] }
	switch n := r.IntN(8); {
	case n < 2 && depth > 0:
		members := make([]string, r.IntN(4))
		for i := range members {
			members[i] = space() + fmt.Sprintf(`"%d%s"`, i, randomText(r)) + space() + ":" + space() + randomJSON(r, depth-1) + space()
		}
		return "{" + strings.Join(members, ",") + "}"
	case n < 4 && depth > 0:
		elements := make([]string, r.IntN(4))
		for i := range elements {
			elements[i] = space() + randomJSON(r, depth-1) + space()
		}
		return "[" + strings.Join(elements, ",") + "]"
	case n == 4:
		return []string{"0", "-1.50e+3", "9007199254740993", "1E400", "12345678"}[r.IntN(5)]
	case n == 5:
		return []string{"true", "false", "null"}[r.IntN(3)]
	default:
		return `"` + randomText(r) + `"`
	}
}

func randomText(r *rand.Rand) string {
	parts := []string{"a", "VALUE", `\n`, `\"`, `\\`, `\/`, `\u0041`, `\ud800`, `\udc00x`, `\ud83d\ude00`, "ñ", "😀", " ", `\u0000`}
	var b strings.Builder
	for range r.IntN(6) {
		b.WriteString(parts[r.IntN(len(parts))])
	}
	return b.String()
}

func TestSpliceOfRandomDocuments(t *testing.T) {
	patched := 0
	for seed := range laws.Seeds(t, 1) {
		r := rand.New(rand.NewPCG(5+seed, 6))
		for range 5000 {
			raw := randomJSON(r, 4)
			root := parse(t, raw)
			patches := hideAll(root, "VALUE", "[DNI-001]")
			patched += len(patches)
			got, err := root.Splice(patches)
			require.NoError(t, err)
			// VALUE is never written with escapes here, so splicing must equal a
			// replacement in the raw bytes: nothing else may have moved.
			require.Equal(t, strings.ReplaceAll(raw, "VALUE", "[DNI-001]"), string(got))
		}
	}
	require.Greater(t, patched, 1000)
}

func TestUnquoteReadsWhatTheStandardLibraryReads(t *testing.T) {
	for seed := range laws.Seeds(t, 1) {
		r := rand.New(rand.NewPCG(7+seed, 8))
		for range 5000 {
			literal := `"` + randomText(r) + `"`
			var want string
			require.NoError(t, json.Unmarshal([]byte(literal), &want))
			got := unquote([]byte(literal))
			// The standard library writes U+FFFD for a lone surrogate.
			require.Equal(t, want, strings.ToValidUTF8(strings.NewReplacer("\xed\xa0\x80", "�", "\xed\xb0\x80", "�").Replace(got), "?"))
			quoted, ok := appendQuoted(nil, got)
			require.True(t, ok)
			require.Equal(t, got, unquote([]byte(`"`+string(quoted)+`"`)), "a round trip keeps the text")
		}
	}
}

func FuzzParseDocument(f *testing.F) {
	for _, seed := range []string{`{"a":["b",1,null,{"c":"\ud800"}]}`, `[`, `"\u0000"`, `{"a":1,"a":2}`, "\xff", `-0.1e5`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		d, err := ParseDocument(raw)
		if err != nil {
			return
		}
		require.True(t, json.Valid(raw))
		leaves := d.Root().Leaves()
		patches := make([]Patch, len(leaves))
		for i, l := range leaves {
			patches[i] = Patch{Leaf: l.ID, New: l.Text}
		}
		got, err := d.Root().Splice(patches)
		require.NoError(t, err)
		again, err := ParseDocument(got)
		require.NoError(t, err)
		for i, l := range again.Root().Leaves() {
			require.Equal(t, leaves[i].ID, l.ID)
			require.Equal(t, leaves[i].Text, l.Text)
		}
	})
}

// The baseline decodes the same bytes into maps, as a naive guard would.
func BenchmarkParseDocument(b *testing.B) {
	var doc strings.Builder
	doc.WriteString("[")
	for i := range 4000 {
		fmt.Fprintf(&doc, `{"role":"user","id":%d,"content":[{"type":"text","text":"line one\nline \"two\" of a message that goes on for a while, as they do, %d"}]},`, i, i)
	}
	raw := []byte(doc.String() + "0]")
	b.Run("baseline-unmarshal", func(b *testing.B) {
		b.SetBytes(int64(len(raw)))
		for b.Loop() {
			var v any
			require.NoError(b, json.Unmarshal(raw, &v))
		}
	})
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(raw)))
		for b.Loop() {
			_, err := ParseDocument(raw)
			require.NoError(b, err)
		}
	})
	b.Run("parse-and-leaves", func(b *testing.B) {
		b.SetBytes(int64(len(raw)))
		for b.Loop() {
			d, err := ParseDocument(raw)
			require.NoError(b, err)
			d.Root().Leaves()
		}
	})
}

// The cost of splicing grows with the bytes, not with bytes times edits: the
// baseline is the same text with a tenth of the edits.
func BenchmarkSplice(b *testing.B) {
	for _, every := range []int{10, 1} {
		text := strings.Repeat("12345678Z ", 100_000)
		d, err := ParseDocument([]byte(`"` + text + `"`))
		require.NoError(b, err)
		var edits []Edit
		for i := 0; i < len(text); i += 10 * every {
			edits = append(edits, Edit{i, i + 9, "[DNI-001]"})
		}
		patches := []Patch{{Leaf: LeafID{}, Edits: edits}}
		b.Run(fmt.Sprintf("edits-%d", len(edits)), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				_, err := d.Root().Splice(patches)
				require.NoError(b, err)
			}
		})
	}
}
