// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/text/unicode/norm"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors/kit"
)

// A value is found in each disguise, in full and in part, with the same canonical
// value, and reads plainly as it did.
func TestDisguisedValuesAreFound(t *testing.T) {
	s := kitSet(t)
	for _, whole := range disguises() {
		for _, d := range []disguiser{whole, whole.partly(2), whole.partly(5)} {
			if d.name != whole.name && whole.inFull {
				continue
			}
			t.Run(d.name, func(t *testing.T) {
				for _, c := range kitCases(t) {
					if len(c.Spans) > 0 && !isEncoded(c) && !isWrapped(c) {
						assertFoundIn(t, s, c, d)
					}
				}
			})
		}
	}
}

// isEncoded says whether a value of the case is encoded data, or a credential that
// stands on more than a prefix: those are found in their own spelling only.
func isEncoded(c kit.Case) bool {
	return c.Kind == core.Blob || c.Kind == core.Secreto && (!strings.Contains(c.Why, "GitHub") || strings.Contains(c.Why, "URL"))
}

// assertFoundIn asserts that what is found of a case is found in disguise too.
func assertFoundIn(t *testing.T, s *Set, c kit.Case, d disguiser) {
	text, want := disguised(c, d)
	plain := ofKind(s.Find(nil, []byte(c.Text)), c.Kind)
	if len(plain) != len(want) || slices.ContainsFunc(plain, func(f core.Finding) bool { return f.Plain != "" }) {
		return // it is disguised as it stands
	}
	got := ofKind(s.Find(nil, []byte(text)), c.Kind)
	if !assert.Equal(t, want, spansOf(got, ""), "%s, %s: %q", c.Kind, c.Why, text) || text == c.Text {
		return
	}
	for i, f := range got {
		assert.Equal(t, plain[i].Value, f.Value, "%s, %s", c.Kind, c.Why)
		if want := reads(c.Text[plain[i].Start:plain[i].End]); reads(text[f.Start:f.End]) != want {
			assert.Equal(t, want, reads(f.Plain), "%s, %s", c.Kind, c.Why)
		}
	}
}

// reads is a text as it reads: hyphens of typesetting are hyphens, and a tab in a
// name is a blank.
func reads(s string) string {
	return norm.NFC.String(strings.NewReplacer("\u2011", "-", "\t", " ").Replace(s))
}

func ofKind(found []core.Finding, kind core.Kind) []core.Finding {
	var out []core.Finding
	for _, f := range found {
		if f.Kind == kind {
			out = append(out, f)
		}
	}
	return out
}

// disguised returns a case with its values in disguise.
func disguised(c kit.Case, d disguiser) (string, []kit.Span) {
	var b strings.Builder
	var spans []kit.Span
	at := 0
	for _, s := range c.Spans {
		b.WriteString(c.Text[at:s.Start])
		start := b.Len()
		b.WriteString(d.do(c.Text[s.Start:s.End]))
		spans = append(spans, kit.Span{Start: start, End: b.Len()})
		at = s.End
	}
	return b.String() + c.Text[at:], spans
}

// isWrapped says whether a value of the case has a line end in it, or a backslash
// beside it.
func isWrapped(c kit.Case) bool {
	for _, s := range c.Spans {
		if strings.ContainsAny(c.Text[max(0, s.Start-1):s.End], "\n\r\\<") {
			return true
		}
	}
	return false
}
