// SPDX-License-Identifier: Apache-2.0

package opencode

import "github.com/veil-guard/veil/core"

// Tools returns the tools that OpenCode 1.18.33 brings along, as its endpoint
// /experimental/tool lists them with every experimental switch on (measured,
// 2026-11-29). Any other name is a tool of an MCP server, of a plugin or of
// the project: what it does is unknown, so its arguments count as leaving the
// machine. Names that only other versions have (list, patch, todoread,
// codesearch, multiedit) are not here for that reason.
//
// todowrite, question and plan_exit go to the agent itself or to the person:
// tokens stay and values are hidden, as for another agent.
func Tools() []core.ToolSpec {
	path := []string{"filePath"}
	return []core.ToolSpec{
		{Name: "read", Effects: core.PAT, Sink: core.SinkRead, PathFields: path},
		{Name: "glob", Effects: core.PAT, Sink: core.SinkRead, PathFields: []string{"path"}, PatternFields: []string{"pattern"}, GlobFields: []string{"pattern"}},
		{Name: "grep", Effects: core.PAT, Sink: core.SinkRead, PathFields: []string{"path", "include"}, PatternFields: []string{"pattern"}, GlobFields: []string{"include"}},
		{Name: "lsp", Effects: core.PAT, Sink: core.SinkRead, PathFields: path, ContentFields: []string{"query"}},
		{Name: "skill", Effects: core.EIT, Sink: core.SinkRead},
		{Name: "write", Effects: core.MUT, Sink: core.SinkFile, PathFields: path, ContentFields: []string{"content"}},
		{Name: "edit", Effects: core.PAT | core.MUT, Sink: core.SinkFile, PathFields: path, ContentFields: []string{"oldString", "newString"}},
		{Name: "apply_patch", Effects: core.PAT | core.MUT, Sink: core.SinkFile, ContentFields: []string{"patchText"}, PatchFields: []string{"patchText"}},
		{Name: "bash", Effects: core.EIT | core.PAT | core.NAT | core.MUT | core.EXEC, Sink: core.SinkShell, PathFields: []string{"workdir"}, CommandFields: []string{"command"}},
		{Name: "execute", Effects: core.EIT | core.PAT | core.NAT | core.MUT | core.EXEC, Sink: core.SinkEgress},
		{Name: "webfetch", Effects: core.EIT | core.NAT, Sink: core.SinkEgress},
		{Name: "websearch", Effects: core.EIT | core.NAT, Sink: core.SinkEgress},
		{Name: "task", Effects: core.DELEGATE, Sink: core.SinkDelegate, ContentFields: []string{"prompt", "description"}},
		{Name: "todowrite", Effects: core.MUT, Sink: core.SinkDelegate},
		{Name: "question", Effects: core.EIT, Sink: core.SinkDelegate},
		{Name: "plan_exit", Sink: core.SinkDelegate},
		{Name: "invalid", Sink: core.SinkDelegate},
	}
}
