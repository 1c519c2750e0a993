// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// planted is put at any place of any input. It is no identifier, so it cannot be
// a member's name in a withheld result.
const planted = "Zq8-XkV3.wJp0@Ty"

// partLen is how many bytes of a planted value in a row no message may hold.
const partLen = 6

// holdsPart says whether text holds partLen bytes of the planted value in a row.
func holdsPart(text string) bool {
	for i := range len(planted) - partLen + 1 {
		if strings.Contains(text, planted[i:i+partLen]) {
			return true
		}
	}
	return false
}

// addCaptured gives the captured events to add.
func addCaptured(f *testing.F, add func(raw []byte)) {
	f.Helper()
	paths, err := filepath.Glob(filepath.Join(captured, "*.in.json"))
	require.NoError(f, err)
	require.NotEmpty(f, paths)
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		require.NoError(f, err)
		add(raw)
	}
}

// FuzzErrorHoldsNoValue: whatever the input, neither an error nor a refusal nor
// a denial holds a part of it, and every reply is JSON or an exit code 2.
func FuzzErrorHoldsNoValue(f *testing.F) {
	addCaptured(f, func(raw []byte) {
		for _, at := range []uint{0, uint(len(raw) / 3), uint(len(raw) / 2), uint(len(raw) - 20)} {
			f.Add(raw, at)
		}
	})
	f.Fuzz(func(t *testing.T, raw []byte, at uint) {
		if holdsPart(string(raw)) {
			t.Skip()
		}
		i := int(at % uint(len(raw)+1))
		raw = []byte(string(raw[:i]) + planted + string(raw[i:]))
		for _, r := range denials(t, raw) {
			if holdsPart(string(r.Stdout)) || holdsPart(r.Stderr) {
				t.Fatal("a denial holds a part of the input")
			}
			if len(r.Stdout) == 0 && r.Exit != exitBlock || len(r.Stdout) > 0 && !json.Valid(r.Stdout) {
				t.Fatal("a denial that the host does not understand")
			}
		}
	})
}

// denials returns the replies that stop the event, for whatever reason. It fails
// if an error holds a part of it.
func denials(t *testing.T, raw []byte) []Reply {
	t.Helper()
	list := []Reply{Refuse(raw, core.Reason{Text: "a cause"})}
	h, err := Parse(raw)
	if err != nil {
		if holdsPart(err.Error()) || holdsPart(core.ReasonOf(err).Line()) {
			t.Fatal("an error holds a part of the input")
		}
		return list
	}
	for _, v := range []core.Verdict{
		{Decision: core.Deny, Reasons: because("a cause", "a remedy")},
		{Decision: core.Deny},
		{Decision: core.Ask, Reasons: because("a cause", "a remedy")},
		{Patches: []core.Patch{{Leaf: core.LeafID{Pointer: "/there/is/none"}, New: "x"}}},
	} {
		r, err := h.Reply(v)
		if err != nil && holdsPart(err.Error()) {
			t.Fatal("an error holds a part of the input")
		}
		if h.Event.Name != messageDisplay { // there a denial is to say nothing
			list = append(list, r)
		}
	}
	return list
}
