// SPDX-License-Identifier: Apache-2.0

package cli

import "maps"

// The versions of the hosts in the demonstration.
const (
	demoClaudeCode = "2.1.332"
	demoOpenCode   = "1.18.33"
)

type members = map[string]any

// with returns m with more members.
func with(m, more members) members {
	all := maps.Clone(m)
	maps.Copy(all, more)
	return all
}

// hookOf is an event of Claude Code's command hooks.
func hookOf(name string, more members) demoEvent {
	return demoEvent{adapter: claudeCode{}, version: demoClaudeCode, members: with(members{
		"hook_event_name": name, "session_id": "demo", "cwd": demoProject,
	}, more)}
}

// callOf is an event about a call of a tool of Claude Code's.
func callOf(name, tool string, input, more members) demoEvent {
	return hookOf(name, with(members{"tool_name": tool, "tool_use_id": "call", "tool_input": input}, more))
}

// fileRead is Claude Code's result of reading a file.
func fileRead(path, content string) demoEvent {
	return callOf("PostToolUse", "Read", members{"file_path": path}, members{"tool_response": members{
		"type": "text",
		"file": members{"filePath": path, "content": content, "numLines": 1, "startLine": 1, "totalLines": 1},
	}})
}

// commandOutput is Claude Code's result of a shell command.
func commandOutput(command, output string) demoEvent {
	return callOf("PostToolUse", "Bash", members{"command": command}, members{"tool_response": members{
		"stdout": output, "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false,
	}})
}

// modOf is an event of the mod of Claude Code's plugin.
func modOf(name string, part any) demoEvent {
	return demoEvent{adapter: claudeCodeMod{}, members: members{
		"v": 1, "id": 1, "event": name, "version": demoClaudeCode, "session": "demo", "cwd": demoProject, "part": part,
	}}
}

// pluginOf is an event of OpenCode's plugin.
func pluginOf(name string, more members) demoEvent {
	return demoEvent{adapter: openCode{}, members: with(members{
		"v": 1, "id": 1, "event": name, "host": members{"name": "opencode", "version": demoOpenCode},
		"session": "demo", "root": "demo", "cwd": demoProject,
	}, more)}
}

// pluginCall is a call of a tool of OpenCode's with one argument.
func pluginCall(tool, argument, text string) demoEvent {
	return pluginOf("tool.execute.before", members{"tool": tool, "call": "call", "leaves": leavesOf("/"+argument, text)})
}

// leavesOf are leaves by pointers and texts.
func leavesOf(pairs ...string) [][]string {
	var leaves [][]string
	for i := 0; i < len(pairs); i += 2 {
		leaves = append(leaves, pairs[i:i+2])
	}
	return leaves
}
