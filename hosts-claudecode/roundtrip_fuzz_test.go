// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/veil-guard/veil/core"
)

// replacements are new texts and how JSON must spell them.
var replacements = [][2]string{
	{"[DNI-001]", "[DNI-001]"}, {"12345678Z", "12345678Z"}, {"María <&>", "María <&>"},
	{"o\"b\\c", `o\"b\\c`}, {"\x01\n", `\u0001\n`}, {"\u2028😀", "\u2028😀"},
}

// FuzzEventRoundTrip: a rewritten event differs from what the host wrote inside
// the edited ranges only. Unknown members, their order, white space, the spelling
// of numbers and escapes survive, byte for byte.
func FuzzEventRoundTrip(f *testing.F) {
	addCaptured(f, func(raw []byte) {
		f.Add(raw, uint64(1))
		f.Add(raw, uint64(2))
	})
	f.Fuzz(func(t *testing.T, raw []byte, seed uint64) {
		h, err := Parse(raw)
		if err != nil || h.Event.Power != core.Rewrite { // it is stopped or goes on as it is
			return
		}
		h.PassMedia = true // else their result is withheld
		patches, want := anyPatches(t, h, rand.New(rand.NewPCG(seed, 1)))
		if len(patches) == 0 {
			return
		}
		before := map[string]string{
			PreToolUse:     `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":`,
			postToolUse:    `{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":`,
			messageDisplay: `{"hookSpecificOutput":{"hookEventName":"MessageDisplay","displayContent":`,
		}[h.Event.Name]
		got, err := h.Reply(core.Verdict{Patches: patches})
		if err != nil {
			t.Fatalf("a patch that fits was refused: %v", err)
		}
		if string(got.Stdout) != before+want+"}}" {
			t.Fatalf("seed %d\nwant %q\ngot  %q", seed, before+want+"}}", got.Stdout)
		}
	})
}

// anyPatches returns patches of some texts in the event's body and what the body
// must become, worked out from its bytes alone.
func anyPatches(t *testing.T, h *Hook, r *rand.Rand) ([]core.Patch, string) {
	t.Helper()
	body := string(h.body.Raw())
	spans, all := scalars(body), h.body.Leaves()
	if len(spans) != len(all) {
		t.Fatalf("%d leaves in a body with %d strings and numbers", len(all), len(spans))
	}
	for i := len(all) - 1; i >= 0; i-- { // the bytes of pictures are no leaves of the event
		if slices.ContainsFunc(h.media, func(m medium) bool { return m.bytes == all[i].ID.Pointer && !all[i].ID.Key }) {
			spans, all = slices.Delete(spans, i, i+1), slices.Delete(all, i, i+1)
		}
	}
	if !slices.Equal(all, h.Event.Leaves) {
		t.Fatalf("%d leaves, and %d strings and numbers but for pictures", len(h.Event.Leaves), len(all))
	}
	var patches []core.Patch
	var want strings.Builder
	at := 0
	for i, l := range h.Event.Leaves {
		member := l.ID.Pointer[strings.LastIndexByte(l.ID.Pointer, '/')+1:]
		if l.Number || l.ID.Key || isDiscriminator(member, l.Text) || r.IntN(2) == 0 {
			continue // structure: a patch there withholds a result
		}
		start, end := spans[i][0]+1, spans[i][1]-1
		edits, inner := anyEdits(t, l.Text, body[start:end], r)
		if len(edits) == 0 {
			continue
		}
		patches = append(patches, core.Patch{Leaf: l.ID, New: core.ApplyEdits(l.Text, edits), Edits: edits})
		want.WriteString(body[at:start] + inner)
		at = end
	}
	return patches, want.String() + body[at:]
}

// anyEdits returns edits of a text and the literal of the result, given the
// text's own literal. Both are without quotes.
func anyEdits(t *testing.T, text, literal string, r *rand.Rand) (edits []core.Edit, inner string) {
	t.Helper()
	decoded := 0
	var out strings.Builder
	for literal != "" {
		length, width := unit(literal)
		if r.IntN(4) == 0 {
			n := replacements[r.IntN(len(replacements))]
			edits = append(edits, core.Edit{Start: decoded, End: decoded + width, New: n[0]})
			out.WriteString(n[1])
		} else {
			out.WriteString(literal[:length])
		}
		decoded, literal = decoded+width, literal[length:]
	}
	if decoded != len(text) {
		t.Fatalf("the leaf has %d bytes, its literal %d", len(text), decoded)
	}
	return edits, out.String()
}

// unit returns the length of the character that a literal begins with, and that
// of its text in bytes. A lone surrogate counts as three.
func unit(literal string) (length, width int) {
	if literal[0] != '\\' {
		_, n := utf8.DecodeRuneInString(literal)
		return n, n
	}
	if literal[1] != 'u' {
		return 2, 1
	}
	code := strings.ToLower(literal[2:6])
	switch {
	case code >= "d800" && code < "dc00" && len(literal) >= 12 && literal[6:8] == `\u`:
		if low := strings.ToLower(literal[8:12]); low >= "dc00" && low < "e000" {
			return 12, 4
		}
		return 6, 3
	case code < "0080":
		return 6, 1
	case code < "0800":
		return 6, 2
	default:
		return 6, 3
	}
}

// scalars returns where the strings and numbers stand in valid JSON.
func scalars(text string) [][2]int {
	var spans [][2]int
	for i := 0; i < len(text); i++ {
		start := i
		switch c := text[i]; {
		case c == '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case c == '-' || '0' <= c && c <= '9':
			for i+1 < len(text) && strings.IndexByte("+-.eE0123456789", text[i+1]) >= 0 {
				i++
			}
		default:
			continue
		}
		spans = append(spans, [2]int{start, i + 1})
	}
	return spans
}
