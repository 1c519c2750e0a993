// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// pair is a synthetic value of the goldens and its token.
type pair struct{ value, token string }

func pairs() []pair {
	return []pair{
		{"12345678Z", "[DNI-001]"},
		{"ES91 2100 0418 4502 0005 1332", "[IBAN-001]"},
		{"ES9121000418450200051332", "[IBAN-001]"},
		{"ana.prueba@example.org", "[EMAIL-001]"},
	}
}

func parse(t *testing.T, raw string) *Hook {
	t.Helper()
	h, err := Parse([]byte(raw))
	require.NoError(t, err)
	return h
}

// rewriting returns the patches that a guard would give: tokens become values in
// a file and on the screen, values become tokens everywhere else.
func rewriting(ev core.Event) []core.Patch {
	reveal := ev.Tool.Sink == core.SinkFile && ev.Surface == core.ToolInput || ev.Surface == core.Display
	var patches []core.Patch
	for _, l := range ev.Leaves {
		var edits []core.Edit
		for at := 0; at < len(l.Text); at++ {
			for _, p := range pairs() {
				from, to := p.value, p.token
				if reveal {
					from, to = to, from
				}
				if strings.HasPrefix(l.Text[at:], from) {
					edits = append(edits, core.Edit{Start: at, End: at + len(from), New: to})
					at += len(from) - 1
					break
				}
			}
		}
		if len(edits) > 0 {
			patches = append(patches, core.Patch{Leaf: l.ID, New: core.ApplyEdits(l.Text, edits), Edits: edits})
		}
	}
	return patches
}

func because(text, remedy string) []core.Reason {
	return []core.Reason{{Rule: "test", Text: text, Remedy: remedy}}
}
