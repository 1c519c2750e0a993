// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

func patch(pointer, text string) core.Patch {
	return core.Patch{Leaf: core.LeafID{Pointer: pointer}, New: text}
}

func TestAnswer(t *testing.T) {
	because := []core.Reason{{Rule: "a", Text: "cause", Remedy: "do this"}}
	two := append(because, core.Reason{Rule: "b", Text: "other", Remedy: "do this"})
	key := core.Patch{Leaf: core.LeafID{Pointer: "/k", Key: true}, New: "n"}
	tests := []struct {
		name    string
		verdict core.Verdict
		want    string
	}{
		{"allow", core.Verdict{}, `{"v":1,"id":7,"decision":"allow"}`},
		{"allow with a notice", core.Verdict{Reasons: because}, `{"v":1,"id":7,"decision":"allow","notice":"cause; do this"}`},
		{"rewrite", core.Verdict{Patches: []core.Patch{patch("/a", "x"), patch("", "")}}, `{"v":1,"id":7,"decision":"rewrite","patches":[["/a","x"],["",""]]}`},
		{"rewrite of a key", core.Verdict{Patches: []core.Patch{key}}, `{"v":1,"id":7,"decision":"rewrite","patches":[["/k","n","key"]]}`},
		{"no HTML escapes", core.Verdict{Patches: []core.Patch{patch("/a", "<&>\"\\\n\x00")}}, `{"v":1,"id":7,"decision":"rewrite","patches":[["/a","<&>\"\\\n\u0000"]]}`},
		{"ask", core.Verdict{Decision: core.Ask, Reasons: because}, `{"v":1,"id":7,"decision":"ask","reason":"cause","remedy":"do this"}`},
		{"ask with patches", core.Verdict{Decision: core.Ask, Patches: []core.Patch{patch("/a", "x")}}, `{"v":1,"id":7,"decision":"ask","patches":[["/a","x"]]}`},
		{"deny for two reasons", core.Verdict{Decision: core.Deny, Reasons: two}, `{"v":1,"id":7,"decision":"deny","reason":"cause; other","remedy":"do this"}`},
		{"a denial carries no patches", core.Verdict{Decision: core.Deny, Patches: []core.Patch{patch("/a", "x")}}, `{"v":1,"id":7,"decision":"deny"}`},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r, err := Parse(request(t, toolBefore, nil))
			require.NoError(t, err)
			got, err := r.Answer(tc.verdict)
			require.NoError(t, err)
			require.Equal(t, tc.want+"\n", string(got))
		})
	}
}

func TestAnswerIsAnErrorForBytesThatAreNotText(t *testing.T) {
	r := &Request{ID: []byte("7")}
	_, err := r.Answer(core.Verdict{Patches: []core.Patch{patch("/a", "\xff")}})
	require.ErrorIs(t, err, core.ErrNotText)
}

func TestRefuse(t *testing.T) {
	reason := core.Reason{Text: "cause", Remedy: "do this"}
	tests := []struct{ name, line, wantID string }{
		{"id is echoed byte for byte", `{"id":9007199254740993}`, "9007199254740993"},
		{"also an odd one", `{"id":-1.50e+2,"v":9}`, "-1.50e+2"},
		{"id is text", `{"id":"7"}`, "null"},
		{"no object", `[7]`, "null"},
		{"no JSON", `{"id":7`, "null"},
		{"too large", `{"v":1,"id":7,"x":"` + strings.Repeat("x", core.MaxDocument) + `"}`, "7"},
		{"too large, the id elsewhere", `{"v":1,"x":"` + strings.Repeat("x", core.MaxDocument) + `","id":7}`, "null"},
		{"the beginning of one that is longer still", `{"v":1,"id":-1.5e+2,"event":"fet`, "-1.5e+2"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			got := Refuse([]byte(tc.line), reason)
			require.Equal(t, `{"v":1,"id":`+tc.wantID+`,"decision":"deny","reason":"cause","remedy":"do this"}`+"\n", string(got))
		})
	}
	got := decode(t, Refuse([]byte(`{"id":7}`), core.Reason{Text: "\xff"}))
	require.Equal(t, "deny", got.Decision)
	require.NotEmpty(t, got.Reason)
}

// TestRoundTrip: what a request says arrives and goes back unchanged, for any
// id and any text, lone surrogates included.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 2))
	units := []string{`a`, `\ud83d\ude00`, `\ud800`, `\udfff`, `\u0000`, `\"`, `\\`, `\n`, `\/`, `<`, `ñ`, `😀`, `[DNI-001]`, `\u2028`}
	for range 500 {
		literal := ""
		for range rng.IntN(12) {
			literal += units[rng.IntN(len(units))]
		}
		id := fmt.Sprintf("%d", rng.Int64())
		r, err := Parse(request(t, toolAfter, fields{"id": id, "leaves": `[["/a","` + literal + `"]]`}))
		require.NoError(t, err)
		text := r.Event.Leaves[0].Text
		line, err := r.Answer(core.Verdict{Patches: []core.Patch{patch("/a", text)}})
		require.NoError(t, err)
		answer, err := core.ParseDocument(line)
		require.NoError(t, err)
		assert.Equal(t, id, string(answer.Root().Get("id").Raw()))
		require.Equal(t, text, answer.Root().Get("patches").Leaves()[1].Text)
	}
}

func BenchmarkParse(b *testing.B) {
	text := make([]byte, 64<<10)
	for i := range text {
		text[i] = 'a' + byte(i%26)
	}
	line := request(b, toolAfter, fields{"leaves": `[["/output","` + string(text) + `"]]`})
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		if _, err := Parse(line); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAnswer(b *testing.B) {
	text := strings.Repeat("una línea con [DNI-001] y \"comillas\"\n", 2000)
	r, err := Parse(request(b, toolAfter, fields{"leaves": `[["/output","x"]]`}))
	if err != nil {
		b.Fatal(err)
	}
	v := core.Verdict{Patches: []core.Patch{{Leaf: core.LeafID{Pointer: "/output"}, New: text}}}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := r.Answer(v); err != nil {
			b.Fatal(err)
		}
	}
}
