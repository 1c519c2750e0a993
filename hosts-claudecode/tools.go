// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"slices"

	"github.com/veil-guard/veil/core"
)

// Tools returns Claude Code's built-in tools, as of 2.1.332 and, where a name
// has gone, of older versions. A tool that is not in it, an MCP server's above
// all, is unknown and so treated as one that sends its arguments away.
//
// Effects are what a call can do at most by itself; what a shell command does
// depends on its text and is not judged here.
func Tools() []core.ToolSpec {
	return slices.Concat(fileTools(), shellTools(), outboundTools(), localTools())
}

// fileTools read and write local files.
func fileTools() []core.ToolSpec {
	read := func(name string, paths, patterns, globs []string) core.ToolSpec {
		return core.ToolSpec{Name: name, Effects: core.PAT, Sink: core.SinkRead, PathFields: paths, PatternFields: patterns, GlobFields: globs}
	}
	write := func(name, path string, content ...string) core.ToolSpec {
		return core.ToolSpec{Name: name, Effects: core.MUT, Sink: core.SinkFile, PathFields: []string{path}, ContentFields: content}
	}
	return []core.ToolSpec{
		read("Read", []string{"file_path"}, nil, nil),
		read("Grep", []string{"path", "glob"}, []string{"pattern"}, []string{"glob"}),
		read("Glob", []string{"path"}, []string{"pattern"}, []string{"pattern"}),
		read("LS", []string{"path"}, []string{"ignore"}, []string{"ignore"}),
		read("LSP", []string{"filePath"}, nil, nil),
		write("Write", "file_path", "content"),
		write("Edit", "file_path", "old_string", "new_string"),
		write("MultiEdit", "file_path", "edits/*/old_string", "edits/*/new_string"),
		write("NotebookEdit", "notebook_path", "new_source"),
	}
}

// shellTools run commands, or look after commands that run.
func shellTools() []core.ToolSpec {
	run := func(name string) core.ToolSpec {
		return core.ToolSpec{Name: name, Effects: core.EXEC, Sink: core.SinkShell, CommandFields: []string{"command"}}
	}
	return []core.ToolSpec{
		run("Bash"),
		run("PowerShell"),
		run("Monitor"),
		{Name: "BashOutput", Effects: core.PAT, Sink: core.SinkRead, PatternFields: []string{"filter"}},
		local("TaskOutput", core.PAT),
		local("KillShell", 0),
		local("TaskStop", 0),
	}
}

// outboundTools send their arguments off the machine.
func outboundTools() []core.ToolSpec {
	send := func(name string) core.ToolSpec {
		return core.ToolSpec{Name: name, Effects: core.EIT | core.NAT, Sink: core.SinkEgress}
	}
	return []core.ToolSpec{
		send(webFetch),
		send("WebSearch"),
		send("ReadMcpResourceTool"),
		send("ListMcpResourcesTool"),
	}
}

// localTools stay within the conversation: its sub-agents, its to-do list, its
// questions to the person.
func localTools() []core.ToolSpec {
	tools := []core.ToolSpec{
		local("Agent", core.DELEGATE),
		local("Task", core.DELEGATE),
		local("SendMessage", core.DELEGATE),
		local("Skill", core.DELEGATE),
		local("SlashCommand", core.DELEGATE),
	}
	for _, name := range []string{
		"TodoWrite", "TaskCreate", "TaskUpdate", "TaskGet", "TaskList",
		"EnterPlanMode", "ExitPlanMode", "AskUserQuestion", "ToolSearch",
	} {
		tools = append(tools, local(name, 0))
	}
	return tools
}

// local is a tool whose arguments the model reads again: tokens must stay, and
// nothing leaves the machine that was not going to the model anyway.
func local(name string, effects core.Effect) core.ToolSpec {
	return core.ToolSpec{Name: name, Effects: effects, Sink: core.SinkDelegate}
}
