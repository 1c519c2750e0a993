// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// benchEvent is a result of a little over 64 KiB with one value a line.
func benchEvent() []byte {
	text := strings.Repeat(`una l\u00ednea con 12345678Z dentro\n`, 2000)
	return fmt.Appendf(nil, `{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"Bash","tool_input":{"command":"cat a"},"tool_response":{"stdout":"%s","stderr":""}}`, text)
}

func BenchmarkParse(b *testing.B) {
	raw := benchEvent()
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if _, err := Parse(raw); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReply(b *testing.B) {
	raw := benchEvent()
	h, err := Parse(raw)
	require.NoError(b, err)
	v := core.Verdict{Patches: rewriting(h.Event)}
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if _, err := h.Reply(v); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRefuse(b *testing.B) {
	raw := benchEvent()
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if r := Refuse(raw, core.Reason{Text: "a cause"}); r.Exit != 0 {
			b.Fatal("the result is not withheld")
		}
	}
}
