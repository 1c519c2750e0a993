// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/veil-guard/veil/core"
)

func TestTools(t *testing.T) {
	tests := []struct {
		name string
		sink core.Sink
	}{
		{"read", core.SinkRead}, {"glob", core.SinkRead}, {"grep", core.SinkRead}, {"lsp", core.SinkRead}, {"skill", core.SinkRead},
		{"write", core.SinkFile}, {"edit", core.SinkFile}, {"apply_patch", core.SinkFile},
		{"bash", core.SinkShell},
		{"webfetch", core.SinkEgress}, {"websearch", core.SinkEgress}, {"execute", core.SinkEgress},
		{"task", core.SinkDelegate}, {"todowrite", core.SinkDelegate}, {"question", core.SinkDelegate}, {"plan_exit", core.SinkDelegate}, {"invalid", core.SinkDelegate},
	}
	tools := Tools()
	assert.Len(t, tools, len(tests), "a tool is listed once, and tested")
	for _, tc := range tests {
		assert.Equal(t, tc.sink, core.FindTool(tools, tc.name).Sink, tc.name)
	}
}

// What is a regular expression gets values whose signs stand for themselves, and so
// does a pattern of file names.
func TestPatternsOfTools(t *testing.T) {
	tools := Tools()
	assert.Equal(t, []string{"pattern"}, core.FindTool(tools, "grep").PatternFields)
	assert.Equal(t, []string{"include"}, core.FindTool(tools, "grep").GlobFields)
	assert.Equal(t, []string{"pattern"}, core.FindTool(tools, "glob").GlobFields)
	assert.Empty(t, core.FindTool(tools, "lsp").PatternFields, "its query is plain text")
}

// TestToolsThatReceiveValues: a token is put back only where the tool cannot
// take it further. Each of these reaches neither the network nor a shell.
func TestToolsThatReceiveValues(t *testing.T) {
	for _, tool := range Tools() {
		if tool.Sink == core.SinkFile || tool.Sink == core.SinkRead {
			assert.Zero(t, tool.Effects&(core.NAT|core.EXEC|core.DELEGATE), tool.Name)
		}
		if tool.Sink == core.SinkFile {
			assert.NotZero(t, tool.Effects&core.MUT, tool.Name)
			assert.NotEmpty(t, tool.ContentFields, tool.Name)
		}
	}
}
