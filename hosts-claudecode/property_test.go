// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// marker stands in random JSON where a patch goes.
const marker = "[DNI-001]"

// anyJSON writes a random value with odd white space, spellings and escapes.
func anyJSON(r *rand.Rand, depth int) string {
	blank := func() string { return strings.Repeat(" ", r.IntN(2)) + strings.Repeat("\n\t", r.IntN(2)) }
	kind := r.IntN(7)
	if depth == 0 {
		kind = r.IntN(5)
	}
	switch kind {
	case 0:
		return []string{"1.0", "9007199254740993", "-0", "1E+2", "true", "null"}[r.IntN(6)]
	case 5:
		items := make([]string, r.IntN(4))
		for i := range items {
			items[i] = blank() + anyJSON(r, depth-1) + blank()
		}
		return "[" + blank() + strings.Join(items, ",") + "]"
	case 6:
		return anyObject(r, depth, blank)
	default:
		return anyString(r)
	}
}

func anyObject(r *rand.Rand, depth int, blank func() string) string {
	members := make([]string, r.IntN(4))
	for i := range members {
		name := []string{"b", "a~", "c/d", "", `\u0065`, "ñ"}[r.IntN(6)]
		members[i] = fmt.Sprintf(`%s"%s%d"%s:%s%s`, blank(), name, i, blank(), blank(), anyJSON(r, depth-1))
	}
	return "{" + strings.Join(members, ",") + blank() + "}"
}

func anyString(r *rand.Rand) string {
	pieces := []string{"a", "<&>", `\n`, `\/`, `\u00e1`, `\ud83d\ude00`, `\ud800`, "ñ", `\"`, marker, marker}
	var b strings.Builder
	for range r.IntN(6) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return `"` + b.String() + `"`
}

func TestReplyChangesNoOtherByte(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	patched := 0
	for range 3000 {
		input := anyObject(r, 4, func() string { return " " })
		for _, tc := range []struct{ event, rest, before string }{
			{PreToolUse, `"tool_name":"Write","tool_input": ` + input, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":`},
			{messageDisplay, `"delta": ` + anyString(r), `{"hookSpecificOutput":{"hookEventName":"MessageDisplay","displayContent":`},
		} {
			h := parse(t, fmt.Sprintf(`{"hook_event_name":%q,"session_id":"s",%s}`, tc.event, tc.rest))
			patches := rewriting(h.Event)
			body := string(h.body.Raw())
			require.Equal(t, strings.Contains(body, marker), len(patches) > 0)
			got, err := h.Reply(core.Verdict{Patches: patches})
			require.NoError(t, err)
			if len(patches) == 0 {
				require.Empty(t, got.Stdout)
				continue
			}
			patched++
			require.Equal(t, tc.before+strings.ReplaceAll(body, marker, "12345678Z")+"}}", string(got.Stdout))
		}
	}
	assert.Greater(t, patched, 1000)
}
