// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// captured are the events as the real host wrote them. A golden beside each
// holds the replies to it, one verdict a line.
const captured = "testdata/2.1.332"

var update = flag.Bool("update", false, "write the replies beside the captured events")

// eachCapture calls f with every captured event whose file name has the prefix.
func eachCapture(t *testing.T, prefix string, f func(t *testing.T, path string, raw []byte)) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(captured, prefix+"*.in.json"))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		t.Run(filepath.Base(path), func(t *testing.T) { f(t, path, raw) })
	}
}

func golden(in string) string { return strings.TrimSuffix(in, ".in.json") + ".out.json" }

func TestGoldens(t *testing.T) {
	eachCapture(t, "", func(t *testing.T, path string, raw []byte) {
		got := replies(t, raw)
		require.True(t, json.Valid(got))
		if *update {
			require.NoError(t, os.WriteFile(golden(path), got, 0o644))
		}
		want, err := os.ReadFile(golden(path))
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got))
	})
}

// replies renders the replies to one event as JSON, one verdict a line.
func replies(t *testing.T, raw []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	line := func(name string, r Reply) {
		fmt.Fprintf(&b, "%s%q:{\"exit\":%d", map[bool]string{true: "{", false: ",\n"}[b.Len() == 0], name, r.Exit)
		if len(r.Stdout) > 0 {
			fmt.Fprintf(&b, ",\"stdout\":%s", r.Stdout)
		}
		if r.Stderr != "" {
			fmt.Fprintf(&b, ",\"stderr\":%s", quote(r.Stderr))
		}
		b.WriteString("}")
	}
	h, err := Parse(raw)
	if err != nil {
		line("refuse", Refuse(raw, core.ReasonOf(err)))
	} else {
		reasons := because("a cause", "a remedy")
		for _, v := range []core.Verdict{
			{},
			{Patches: rewriting(h.Event)},
			{Decision: core.Ask, Reasons: reasons, Patches: rewriting(h.Event)},
			{Decision: core.Deny, Reasons: reasons},
		} {
			name := v.Decision.String()
			if v.Decision == core.Allow && v.Patches != nil {
				name = "rewrite"
			}
			if b.Len() > 0 && name == "allow" {
				continue // there is nothing to rewrite
			}
			r, err := h.Reply(v)
			if h.Event.Power == core.Rewrite {
				require.NoError(t, err)
			}
			line(name, r)
		}
		line("refuse", Refuse(raw, reasons[0]))
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// An "allow" would skip the person's own permission rules.
func TestNoReplyEverAllows(t *testing.T) {
	eachCapture(t, "", func(t *testing.T, path string, _ []byte) {
		out, err := os.ReadFile(golden(path))
		require.NoError(t, err)
		assert.NotContains(t, strings.ReplaceAll(string(out), " ", ""), `Decision":"allow"`)
		assert.NotContains(t, strings.ReplaceAll(string(out), " ", ""), `"approve"`)
	})
}

func TestNoValueLeavesInAResult(t *testing.T) {
	for _, prefix := range []string{"PostToolUse-", "UserPromptSubmit"} {
		eachCapture(t, prefix, func(t *testing.T, path string, _ []byte) {
			out, err := os.ReadFile(golden(path))
			require.NoError(t, err)
			for _, p := range pairs() {
				assert.NotContains(t, string(out), p.value)
			}
		})
	}
}
