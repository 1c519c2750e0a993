// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
	claudecode "github.com/veil-guard/veil/hosts-claudecode"
)

// expanded judges the text that a command or a skill puts into the conversation: no
// event holds it. What belongs to Claude Code itself or to a plugin is not the person's
// data and is let pass.
func (q claudeCodeInquiry) expanded(ctx context.Context, s scene) (core.Verdict, error) {
	c := q.hook.Command
	switch {
	case c.Name == "":
		return core.Verdict{}, nil
	case c.Shell:
		return core.Denied(core.Reason{
			Rule:   "skill_shell",
			Text:   "the output of a shell command in a skill would be sent as it is",
			Remedy: "have the agent run it with its Bash tool",
		}), nil
	case c.MCP:
		return core.Denied(core.Reason{
			Rule:   "mcp_prompt",
			Text:   "the text of an MCP server's prompt would be sent as it is: no hook sees it",
			Remedy: "say in your own words what you want of the server",
		}), nil
	}
	found := false
	for _, path := range claudecode.CommandFiles(configDirectory(s.setup.Dirs.Home), q.asked.Cwd, c.Name) {
		text, err := config.ReadRegular(path, maxMentioned)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return core.Denied(unreadable(c.Name, config.Cause(err))), nil
		}
		found = true
		v, err := q.inspectContent(ctx, s, "the text of /"+c.Name, string(text))
		if err == nil && v.Decision != core.Deny {
			v, err = q.mentionsIn(ctx, s, string(text))
		}
		if err != nil || v.Decision == core.Deny {
			return v, err
		}
	}
	if !found && q.asked.Name == claudecode.UserPromptExpansion && !isShipped(c.Source) {
		return core.Denied(unreadable(c.Name, "its file is not where veil looks")), nil
	}
	return core.Verdict{}, nil
}

// isShipped says whether a command comes with Claude Code or with a plugin.
func isShipped(source string) bool {
	return source == "builtin" || source == "bundled" || source == "plugin"
}

func unreadable(command, why string) core.Reason {
	return core.Reason{
		Rule:   "command_unread",
		Text:   "the text of /" + clean(command) + " would be sent and cannot be checked: " + why,
		Remedy: "say in your own words what you want",
	}
}

// configDirectory is Claude Code's own; "" if unknown.
func configDirectory(home string) string {
	if dir := os.Getenv("CLAUDE_CONFIG_DIR"); filepath.IsAbs(dir) {
		return dir
	}
	if home == "" {
		return ""
	}
	return filepath.Join(home, ".claude")
}
