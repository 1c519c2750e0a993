// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veil-guard/veil/core"
)

// planted is put at any place of any input. It is no identifier, so it cannot be
// a member's name in a withheld result.
const planted = "Zq8-XkV3.wJp0@Ty"

// holdsPart says whether text holds six bytes of the planted value in a row.
func holdsPart(text string) bool {
	for i := range len(planted) - 5 {
		if strings.Contains(text, planted[i:i+6]) {
			return true
		}
	}
	return false
}

// FuzzParse: whatever the input, neither a panic, nor an error or a refusal that
// holds a part of it, nor a reply that is not JSON.
func FuzzParse(f *testing.F) {
	paths, err := filepath.Glob(filepath.Join(captured, "*.in.json"))
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, at := range []uint{0, uint(len(raw) / 3), uint(len(raw) / 2), uint(len(raw) - 20)} {
			f.Add(raw, at)
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte, at uint) {
		if holdsPart(string(raw)) {
			t.Skip()
		}
		i := int(at % uint(len(raw)+1))
		raw = []byte(string(raw[:i]) + planted + string(raw[i:]))
		h, err := Parse(raw)
		if err != nil && holdsPart(err.Error()) {
			t.Fatal("an error holds a part of the input")
		}
		replies := []Reply{Refuse(raw, core.Reason{Text: "a cause"})}
		if err == nil {
			for _, d := range []core.Decision{core.Allow, core.Ask, core.Deny} {
				r, err := h.Reply(core.Verdict{Decision: d})
				if err != nil {
					t.Fatal("a verdict without patches cannot be written")
				}
				replies = append(replies, r)
			}
		}
		for _, r := range replies {
			if len(r.Stdout) > 0 && !json.Valid(r.Stdout) {
				t.Fatal("a reply is not JSON")
			}
			if strings.Contains(string(r.Stdout), planted) {
				t.Fatal("a denial holds the input")
			}
		}
	})
}
