// SPDX-License-Identifier: Apache-2.0

package core

// The hosts that veil has an adapter for, by the names in [Host.Name].
const (
	ClaudeCode = "claude-code"
	// ClaudeCodeMod is Claude Code that asks veil by the plugin's mod: the event
	// itself shows that the mod runs.
	ClaudeCodeMod = "claude-code+mod"
	OpenCode      = "opencode"
)

// Matrix returns the capability matrix: what the hosts let a guard do through
// the hooks that veil uses today. The first versions are those of the hosts'
// changelogs; the powers were measured on Claude Code 2.1.332 and OpenCode
// 1.18.33. A power that is not listed is refused.
func Matrix() Capabilities {
	var m Capabilities
	m = append(m, claudeCodeHooks()...)
	m = append(m, claudeCodeMod()...)
	return append(m, openCodePlugin()...)
}

// claudeCodeHooks is what command hooks can do on Claude Code.
func claudeCodeHooks() Capabilities {
	row := func(from string, s Surface, p Power, means, caveat string) Capability {
		return Capability{ClaudeCode, VersionRange{From: from}, s, p, means, caveat, "TestClaudeCodeCapabilities/" + string(s) + "/" + string(p)}
	}
	const (
		prompt  = "UserPromptSubmit"
		pre     = "PreToolUse"
		post    = "PostToolUse"
		display = "MessageDisplay"
	)
	return Capabilities{
		row("", Prompt, Observe, prompt, "images are not seen"),
		row("", Prompt, Block, prompt, "pasted images are not seen; veil reads files named with @ and the text of commands itself"),
		row("", ToolInput, Observe, pre, "not before the host has checked it"),
		row("", ToolInput, Block, pre, ""),
		row("2.0.10", ToolInput, Rewrite, pre, "an Edit with a token in old_string fails before the hook runs"),
		row("2.1.0", ToolInput, AskPerson, pre, "under -p the call is refused"),
		row("", ToolOutput, Observe, post, ""),
		row("2.1.121", ToolOutput, Block, post, "withheld by replacing its text; WebFetch is denied"),
		row("2.1.121", ToolOutput, Rewrite, post, "images are withheld; WebFetch, which sends the page before, is denied"),
		row("", FailedOutput, Observe, "PostToolUseFailure, PostToolBatch", "veil stops the session instead"),
		row("2.1.152", Display, Observe, display, "the assistant's text only"),
		row("2.1.152", Display, Rewrite, display, "the assistant's text only"),
	}
}

// claudeCodeMod is what the mod of a plugin can do on Claude Code. It is the same
// under -p and on the screen, but for the display.
func claudeCodeMod() Capabilities {
	row := func(s Surface, p Power, means, caveat string) Capability {
		return Capability{ClaudeCodeMod, VersionRange{From: "2.1.332"}, s, p, means, caveat, "TestClaudeCodeModCapabilities/" + string(s) + "/" + string(p)}
	}
	const (
		prompt = "prompt.submit"
		call   = "tool.call"
		rows   = "session.append"
		fetch  = "http.fetch"
		draw   = "ui.render"
	)
	return Capabilities{
		row(Prompt, Observe, prompt, "images are not seen"),
		row(Prompt, Block, prompt, ""),
		row(Prompt, Rewrite, prompt, "images are withheld; a slash command is blocked instead"),
		row(ToolInput, Observe, call, ""),
		row(ToolInput, Block, call, ""),
		row(ToolInput, Rewrite, call, ""),
		row(ToolOutput, Observe, rows, ""),
		row(ToolOutput, Block, rows, "the tool has run"),
		row(ToolOutput, Rewrite, rows, "images are withheld; the local transcript keeps what the tool gave"),
		row(FailedOutput, Observe, rows, ""),
		row(FailedOutput, Block, rows, "the tool has run"),
		row(FailedOutput, Rewrite, rows, ""),
		row(History, Observe, rows, ""),
		row(History, Block, fetch, "the request is not sent"),
		row(History, Rewrite, rows+", "+fetch, "images are withheld"),
		row(System, Observe, fetch, ""),
		row(System, Block, fetch, "the request is not sent"),
		row(System, Rewrite, fetch, "names of tools and of their arguments pass unread"),
		row(Display, Observe, draw, "on the terminal's screen only"),
		row(Display, Block, draw, "on the terminal's screen only; nothing is drawn there"),
		row(Display, Rewrite, draw, "on the terminal's screen only; what a failed call says keeps tokens there"),
	}
}

// openCodePlugin is what a plugin of OpenCode's first plugin API can do.
func openCodePlugin() Capabilities {
	row := func(s Surface, p Power, means, caveat, proof string) Capability {
		return Capability{OpenCode, VersionRange{From: "1.18.33", Before: "2"}, s, p, means, caveat, proof}
	}
	const (
		prompt   = "chat.message"
		before   = "tool.execute.before"
		after    = "tool.execute.after"
		messages = "experimental.chat.messages.transform"
		system   = "experimental.chat.system.transform"
		display  = "experimental.text.complete"
		fetch    = "fetch" // that of the process, which the plugin wraps
	)
	const each = "TestOpenCodeCapabilities"
	return Capabilities{
		row(Prompt, Observe, prompt, "", each),
		row(Prompt, Block, prompt, "the reason is shown by "+system, each),
		row(Prompt, Rewrite, prompt, "images and PDFs pass unread", "TestBattery"),
		row(ToolInput, Observe, before, "", each),
		row(ToolInput, Block, before, "", each),
		row(ToolInput, Rewrite, before, "", "TestOpenCode"),
		row(ToolOutput, Observe, after, "", each),
		row(ToolOutput, Block, after, "the tool has run", each),
		row(ToolOutput, Rewrite, after, "images and PDFs pass unread; OpenCode's own database keeps streamed output", "TestBattery"),
		row(FailedOutput, Observe, messages, "", each),
		row(FailedOutput, Block, messages, "the reason is shown by "+system, each),
		row(FailedOutput, Rewrite, messages, "rewritten when it is sent, not where OpenCode stores it", "TestBattery"),
		row(History, Observe, messages, "", each),
		row(History, Block, messages, "the reason is shown by "+system, each),
		row(History, Rewrite, messages+", "+fetch, "images and PDFs pass unread", "TestBattery"),
		row(System, Observe, system, "", each),
		row(System, Block, system+", "+fetch, "the request is not sent", each),
		row(System, Rewrite, system+", "+fetch, "names of tools and of their arguments pass unread", "TestBattery"),
		row(Display, Observe, display, "when a reply is finished", each),
		row(Display, Rewrite, display, "on the terminal's screen only, when a reply is finished", "TestScreen"),
	}
}
