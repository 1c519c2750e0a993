// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

// planted is put at any place of any input.
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

// addRequests gives requests of every event to add.
func addRequests(f *testing.F, add func(line []byte)) {
	f.Helper()
	paths, err := filepath.Glob("testdata/*/*.in.json")
	require.NoError(f, err)
	require.NotEmpty(f, paths)
	for _, path := range paths {
		line, err := os.ReadFile(path)
		require.NoError(f, err)
		add(line)
	}
	for event := range everyEvent {
		add(request(f, event, nil))
		add(request(f, event, fields{"id": "-1.50e20", "leaves": `[["/a","\ud800"],["/a","a","key"],["/n","1E+2","number"]]`}))
	}
	add(request(f, fetch, fields{"headers": `[["x-client","\ud800"],["cookie","a"]]`}))
	add([]byte("\x00"))
}

// FuzzErrorHoldsNoValue: whatever the input, neither an error nor a refusal nor
// a denial holds a part of it, and each of them is one line of the protocol.
func FuzzErrorHoldsNoValue(f *testing.F) {
	addRequests(f, func(line []byte) {
		for _, at := range []uint{0, uint(len(line) / 3), uint(len(line) / 2), uint(len(line) - 1)} {
			f.Add(line, at)
		}
	})
	f.Fuzz(func(t *testing.T, line []byte, at uint) {
		if holdsPart(string(line)) {
			t.Skip()
		}
		i := int(at % uint(len(line)+1))
		line = []byte(string(line[:i]) + planted + string(line[i:]))
		answers := [][]byte{Refuse(line, core.Reason{Text: "a cause", Remedy: "a remedy"})}
		r, err := Parse(line)
		if err != nil {
			require.False(t, holdsPart(err.Error()+core.ReasonOf(err).Line()), "an error holds a part of the input")
		} else {
			answer, err := r.Answer(core.Verdict{Decision: core.Deny, Reasons: []core.Reason{{Text: "a cause"}}})
			require.NoError(t, err)
			answers = append(answers, answer)
		}
		for _, answer := range answers {
			require.False(t, holdsPart(string(answer)), "a denial holds a part of the input")
			require.Equal(t, "deny", decode(t, answer).Decision)
		}
	})
}

// FuzzEventRoundTrip: the answer repeats the bytes of the request's id, names
// only leaves that the request sent, and carries each text unchanged, lone
// surrogates included. What it does not name stays as the shim has it.
func FuzzEventRoundTrip(f *testing.F) {
	addRequests(f, func(line []byte) { f.Add(line, uint64(1)) })
	f.Fuzz(func(t *testing.T, line []byte, seed uint64) {
		r, err := Parse(line)
		if err != nil {
			require.Nil(t, r)
			return
		}
		require.NotEmpty(t, r.Event.Session)
		var sent map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(line, &sent))
		var leaves []core.Leaf
		rng := rand.New(rand.NewPCG(seed, 1))
		for _, l := range r.Event.Leaves {
			if of := (core.Patch{Leaf: l.ID}); rng.IntN(2) == 0 && !inHeader(of) && (!r.IsLastGate() || !inName(of)) { // these are not replaced
				l.Text = []string{l.Text, "", "[DNI-001]", l.Text + "\x01\"\\ñ😀", afterHighSurrogate(l.Text)}[rng.IntN(5)]
				leaves = append(leaves, l)
			}
		}
		var v core.Verdict
		for _, l := range leaves {
			v.Patches = append(v.Patches, core.Patch{Leaf: l.ID, New: l.Text})
		}
		answer, err := r.Answer(v)
		require.NoError(t, err)
		got, ok := patchesOf(t, answer, sent["id"])
		require.True(t, ok)
		require.Len(t, got, len(leaves))
		for i, l := range leaves {
			require.Equal(t, core.Leaf{ID: l.ID, Text: l.Text}, got[i])
		}
	})
}

// afterHighSurrogate puts a lone high surrogate before text, in the three bytes of
// WTF-8. Before a lone low one it would not be lone: the two are one character.
func afterHighSurrogate(text string) string {
	if len(text) > 1 && text[0] == 0xED && text[1] >= 0xB0 {
		return text
	}
	return "\xed\xa0\x80" + text
}

// patchesOf reads the patches of an answer line that allows, and says whether it
// has the id and no other members than such a line may have.
func patchesOf(t *testing.T, answer []byte, id []byte) ([]core.Leaf, bool) {
	t.Helper()
	doc, err := core.ParseDocument(answer)
	require.NoError(t, err)
	var leaves []core.Leaf
	ok := string(doc.Root().Get("id").Raw()) == string(id) && string(doc.Root().Get("v").Raw()) == "1"
	for name, member := range doc.Root().Members {
		switch name {
		case "v", "id":
		case "decision":
			ok = ok && member.Text() == map[bool]string{true: "rewrite", false: "allow"}[doc.Root().Get("patches").Exists()]
		case "patches":
			for _, patch := range member.Members {
				leaf, whole := leafOf(patch)
				ok = ok && whole
				leaves = append(leaves, leaf)
			}
		default:
			ok = false
		}
	}
	return leaves, ok
}
