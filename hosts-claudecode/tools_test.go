// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

func fields(s core.ToolSpec) []string {
	return slices.Concat(s.PathFields, s.ContentFields, s.PatternFields, s.GlobFields, s.CommandFields)
}

func TestToolNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range Tools() {
		assert.NotEmpty(t, s.Name)
		assert.False(t, seen[s.Name], s.Name)
		assert.NotEqual(t, core.SinkUnknown, s.Sink, s.Name)
		seen[s.Name] = true
	}
}

// TestToolFields: every field is an argument of a captured call, except those
// that a call may leave out and the captured ones do.
func TestToolFields(t *testing.T) {
	leftOut := map[string][]string{"Grep": {"path", "glob"}, "Glob": {"path"}}
	captures := map[string]map[string]bool{}
	eachCapture(t, "PreToolUse-", func(t *testing.T, _ string, raw []byte) {
		h := parse(t, string(raw))
		if captures[h.Event.Tool.Name] == nil {
			captures[h.Event.Tool.Name] = map[string]bool{}
		}
		for name := range h.body.Members {
			captures[h.Event.Tool.Name][name] = true
		}
	})
	for _, name := range []string{"Read", "Write", "Edit", "NotebookEdit", "Bash", "Grep", "Glob", "Agent"} {
		require.Contains(t, captures, name)
	}
	for _, s := range Tools() {
		for _, f := range fields(s) {
			if captures[s.Name] != nil && !slices.Contains(leftOut[s.Name], f) {
				assert.True(t, captures[s.Name][f], "%s: %s", s.Name, f)
			}
		}
	}
}

func TestToolSinks(t *testing.T) {
	tests := []struct {
		tool string
		want core.Sink
	}{
		{"Write", core.SinkFile}, {"Edit", core.SinkFile}, {"MultiEdit", core.SinkFile}, {"NotebookEdit", core.SinkFile},
		{"Read", core.SinkRead}, {"Grep", core.SinkRead}, {"Glob", core.SinkRead}, {"LS", core.SinkRead},
		{"Bash", core.SinkShell}, {"PowerShell", core.SinkShell},
		{"WebFetch", core.SinkEgress}, {"WebSearch", core.SinkEgress}, {"ReadMcpResourceTool", core.SinkEgress},
		{"Agent", core.SinkDelegate}, {"Task", core.SinkDelegate}, {"SendMessage", core.SinkDelegate}, {"TodoWrite", core.SinkDelegate},
		{"mcp__mail__send", core.SinkUnknown}, {"write", core.SinkUnknown}, {"", core.SinkUnknown},
	}
	for _, tc := range tests {
		assert.Equal(t, tc.want, core.FindTool(Tools(), tc.tool).Sink, tc.tool)
	}
}

// What is a regular expression gets values whose signs stand for themselves, and so
// does a pattern of file names.
func TestPatternsOfTools(t *testing.T) {
	tools := Tools()
	assert.Equal(t, []string{"pattern"}, core.FindTool(tools, "Grep").PatternFields)
	assert.Equal(t, []string{"glob"}, core.FindTool(tools, "Grep").GlobFields)
	assert.Equal(t, []string{"pattern"}, core.FindTool(tools, "Glob").GlobFields)
}

// Only these may put real values where a model's words say.
func TestOnlyFileAndReadToolsRestoreValues(t *testing.T) {
	var restoring []string
	for _, s := range Tools() {
		if s.Sink == core.SinkFile || s.Sink == core.SinkRead {
			restoring = append(restoring, s.Name)
			assert.Zero(t, s.Effects&(core.NAT|core.EXEC|core.DELEGATE), s.Name)
		}
	}
	require.Equal(t, []string{"Read", "Grep", "Glob", "LS", "LSP", "Write", "Edit", "MultiEdit", "NotebookEdit", "BashOutput"}, restoring)
}
