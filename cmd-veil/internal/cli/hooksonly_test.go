// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/pseudonymstore"
)

// claudeIn is an event of Claude Code in a project.
func claudeIn(t *testing.T, project, name, rest string) string {
	t.Helper()
	return fmt.Sprintf(`{"session_id":"s1","transcript_path":%s,"cwd":%s,"hook_event_name":%q,%s}`,
		quote(transcript(t, "2.1.332")), quote(project), name, rest)
}

// failed is the batch of a command that failed after it had printed the text.
func failed(text string) string {
	return `"tool_calls":[{"tool_name":"Bash","tool_input":{"command":"cat f; exit 3"},"tool_response":` + quote("Exit code 3\n"+text) + `}]`
}

// said runs a hook, which must end well, and returns what it says; "" is nothing.
func said(t *testing.T, event string) string {
	t.Helper()
	r := veil(t, event, "claude-code")
	require.Equal(t, 0, r.code, r.err)
	require.Empty(t, r.err)
	require.NotContains(t, r.stdout, "12345678Z")
	require.NotContains(t, r.stdout, `"continue"`)
	return r.stdout
}

func TestResidueStopsTheSession(t *testing.T) {
	project := newHome(t)
	notAnAgent(t)
	event := func(name, rest string) string { return claudeIn(t, project, name, rest) }
	require.Contains(t, said(t, event("UserPromptSubmit", `"prompt":"hola"`)), "systemMessage")
	require.Empty(t, said(t, event("PostToolBatch", failed("nada"))))
	require.Empty(t, said(t, event("UserPromptSubmit", `"prompt":"hola"`)))
	output := event("PostToolUse", `"tool_name":"Bash","tool_input":{},"tool_response":{"stdout":"12345678Z"}`)
	require.Contains(t, said(t, output), "[DNI-001]")
	require.Empty(t, said(t, event("PostToolBatch", failed("de [DNI-001]"))), "the token is veil's own")

	stopped := said(t, event("PostToolBatch", failed("DNI 12345678Z")))
	require.Contains(t, stopped, `{"decision":"block","reason":"veil: stopped: the result of a tool cannot be rewritten here: it holds personal data (1 DNI); begin a new one with /clear, or send it all the same: veil sessions release `)
	for name, rest := range map[string]string{
		"UserPromptSubmit": `"prompt":"hola"`, "PreCompact": `"custom_instructions":null`, "PostToolBatch": failed("nada"),
		"UserPromptExpansion": `"expansion_type":"slash_command","command_name":"init","command_source":"builtin","prompt":"/init"`,
	} {
		assert.Contains(t, said(t, event(name, rest)), `"decision":"block","reason":"veil: this session is stopped`, name)
	}
	other := strings.Replace(event("UserPromptSubmit", `"prompt":"hola"`), `"s1"`, `"s2"`, 1)
	require.Contains(t, said(t, other), "systemMessage", "another session goes on")

	_, id, _ := strings.Cut(stopped, "veil sessions release ")
	require.Contains(t, veil(t, "", "sessions", "list").stdout, "stopped")
	r := veil(t, "", "sessions", "release", "--yes", id[:shortID])
	require.Equal(t, result{exitOK, "session " + id[:shortID] + " goes on\n", ""}, r)
	require.Empty(t, said(t, event("UserPromptSubmit", `"prompt":"hola"`)))
	require.Contains(t, veil(t, "", "sessions", "release", "--yes", id[:shortID]).stdout, "was not stopped")
}

// What could not be inspected is in the conversation as well.
func TestWhatCannotBeInspectedStopsTheSession(t *testing.T) {
	tests := []struct {
		name  string
		event func(project string) string
	}{
		{"cut", func(p string) string { e := claudeIn(t, p, "PostToolBatch", failed("a")); return e[:len(e)-9] }},
		{"of the wrong type", func(p string) string { return claudeIn(t, p, "PostToolBatch", `"tool_calls":"a"`) }},
		{"binary", func(p string) string { return claudeIn(t, p, "PostToolBatch", failed("a\x00b")) }},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			project := newHome(t)
			require.Contains(t, said(t, tc.event(project)), `"decision":"block"`)
			require.Contains(t, said(t, claudeIn(t, project, "UserPromptSubmit", `"prompt":"hola"`)), "this session is stopped")
		})
	}
}

func TestReleaseIsForPersons(t *testing.T) {
	newHome(t)
	notAnAgent(t)
	require.Equal(t, exitUsage, veil(t, "", "sessions", "release").code)
	require.Equal(t, exitUsage, veil(t, "", "sessions", "release", "abc", "--yes").code)
	id := filepath.Base(remember(t, "one"))
	require.NoError(t, pseudonymstore.SetMark(stateOf(), "one", pseudonymstore.Stopped))
	r := veil(t, "", "sessions", "release", id)
	require.Equal(t, result{exitUsage, "", "veil: there is no terminal to ask at\nveil: hint: add --yes if you are sure\n"}, r)
	t.Setenv("CLAUDECODE", "1")
	require.Equal(t, exitDenied, veil(t, "", "sessions", "release", id, "--yes").code)
}

func TestMentionedFiles(t *testing.T) {
	project := newHome(t)
	notAnAgent(t)
	home := os.Getenv("HOME")
	for name, text := range map[string]string{
		"d.txt": "DNI 12345678Z\n", "mis datos.txt": "DNI 12345678Z\n", "ok.txt": "nada\n", "bin": "a\x00b", ".env": "KEY=a\n",
		"dir/12345678Z.txt": "", "clean/a.txt": "DNI 12345678Z\n", "large.txt": strings.Repeat("hola\n", maxMentioned/5+1),
	} {
		writeFile(t, filepath.Join(project, name), text)
	}
	writeFile(t, filepath.Join(home, "h.txt"), "DNI 12345678Z\n")
	require.NoError(t, os.Symlink(filepath.Join(home, "h.txt"), filepath.Join(project, "link.txt")))
	require.NoError(t, os.Symlink("loop", filepath.Join(project, "loop")))
	const pii = "it holds personal data (1 DNI)"
	tests := []struct{ name, prompt, want string }{
		{"plain", "mira @d.txt", "@d.txt would be sent as it is: " + pii},
		{"punctuation", "mira (@d.txt).", "@d.txt would be sent as it is: " + pii},
		{"quoted", `mira @"mis datos.txt"`, "@mis datos.txt would be sent as it is: " + pii},
		{"range", "mira @d.txt#L1-2", "@d.txt would be sent as it is: " + pii},
		{"absolute", "mira @" + filepath.Join(project, "d.txt"), pii},
		{"home", "mira @~/h.txt", "@~/h.txt would be sent as it is: " + pii},
		{"link", "mira @link.txt", "@link.txt would be sent as it is: " + pii},
		{"loop", "mira @loop", "@loop would be sent as it is: too many levels of symbolic links"},
		{"folder with such a name in it", "mira @dir", "@dir would be sent as it is: " + pii},
		{"folder whose files hold some", "mira @clean/", ""},
		{"clean", "mira @ok.txt y @ok.txt", ""},
		{"missing", "mira @no.txt, @param, @media", ""},
		{"below a file", "mira @ok.txt/x", ""},
		{"binary", "mira @bin", "@bin would be sent as it is: the text is binary"},
		{"too large", "mira @large.txt", "@large.txt would be sent as it is: it is too large to be checked (more than 4 MiB with the other files)"},
		{"device", "mira @/dev/zero", "@/dev/zero would be sent as it is: it is no plain file"},
		{"secrets", "mira @.env", "names an environment file"},
		{"the second", "mira @ok.txt y @d.txt", "@d.txt would be sent as it is: " + pii},
		{"resource", "mira @lab:note://1", "names a resource of an MCP server"},
		{"a name that is long", "@" + strings.Repeat("x", 5000), ""},
		{"many", strings.Repeat("@ok.txt ", 50) + "@d.txt", pii},
		{"too many", manyMentions(maxMentions + 1), "more than 1000 names with @"},
	}
	said(t, claudeIn(t, project, "UserPromptSubmit", `"prompt":"hola"`))
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			got := said(t, claudeIn(t, project, "UserPromptSubmit", `"prompt":`+quote(tc.prompt)))
			if tc.want == "" {
				require.Empty(t, got)
				return
			}
			require.Contains(t, got, `"decision":"block"`)
			require.Contains(t, got, `"suppressOriginalPrompt":true`)
			require.Contains(t, got, tc.want)
			require.Equal(t, 1, strings.Count(got, "veil: "), "one line")
		})
	}
}

func manyMentions(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "@f%d ", i)
	}
	return b.String()
}

func TestCommandsByName(t *testing.T) {
	project := newHome(t)
	notAnAgent(t)
	for path, text := range map[string]string{
		"commands/ok.md": "hola", "commands/sub/ok.md": "hola", "commands/pii.md": "DNI 12345678Z", "commands/ref.md": "mira @d.txt",
		"skills/mi/SKILL.md": "hola", "skills/pii/SKILL.md": "DNI 12345678Z",
	} {
		writeFile(t, filepath.Join(project, ".claude", path), text)
	}
	writeFile(t, filepath.Join(os.Getenv("HOME"), ".claude", "commands", "mine.md"), "DNI 12345678Z")
	writeFile(t, filepath.Join(project, "d.txt"), "DNI 12345678Z")
	expansion := func(name, kind, source string) string {
		return claudeIn(t, project, "UserPromptExpansion", fmt.Sprintf(`"expansion_type":%q,"command_name":%q,"command_source":%q,"prompt":"/x"`, kind, name, source))
	}
	skill := func(name string) string {
		return claudeIn(t, project, "PreToolUse", `"tool_name":"Skill","tool_input":{"skill":`+quote(name)+`}`)
	}
	const slash, own = "slash_command", "projectSettings"
	tests := []struct{ name, event, want string }{
		{"clean", expansion("ok", slash, own), ""},
		{"in a folder", expansion("sub:ok", slash, own), ""},
		{"a skill", expansion("mi", slash, own), ""},
		{"with a value", expansion("pii", slash, own), "the text of /pii would be sent as it is: it holds personal data (1 DNI)"},
		{"with a file", expansion("ref", slash, own), "@d.txt would be sent as it is"},
		{"of the person", expansion("mine", slash, "userSettings"), "the text of /mine would be sent"},
		{"not found", expansion("none", slash, own), "the text of /none would be sent and cannot be checked"},
		{"out of its folder", expansion("..:..:x", slash, own), "cannot be checked"},
		{"Claude Code's own", expansion("init", slash, "builtin"), ""},
		{"a plugin's", expansion("p:x", slash, "plugin"), ""},
		{"of an MCP server", expansion("mcp__lab__ask", "mcp_prompt", "mcp"), "the text of an MCP server's prompt"},
		{"skill tool", skill("mi"), ""},
		{"skill tool, a value", skill("pii"), "the text of /pii would be sent"},
		{"skill tool, unknown", skill("none"), ""},
		{"shell command in a skill", claudeIn(t, project, "PreSkillShellCommand", `"tool_name":"Bash","tool_input":{"command":"ls"},"command_name":"ok"`), "the output of a shell command in a skill"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			got := said(t, tc.event)
			if tc.want == "" {
				require.Empty(t, got)
				return
			}
			require.Contains(t, got, tc.want)
			require.Regexp(t, `"decision":"block"|"permissionDecision":"deny"`, got)
		})
	}
}

func TestCompactionOfASessionWithValues(t *testing.T) {
	project := newHome(t)
	compact := func(instructions string) string {
		return said(t, claudeIn(t, project, "PreCompact", `"trigger":"manual","custom_instructions":`+instructions))
	}
	require.Empty(t, compact(`null`))
	require.Empty(t, compact(`"sé breve"`))
	require.Contains(t, compact(`"guarda 12345678Z"`), "it holds personal data (1 DNI)")
	require.Contains(t, compact(`null`), "sends files again that no hook sees")
}

// A page reaches a model before any hook sees it. With the mod its requests are covered.
func TestWebFetchWithHooksAlone(t *testing.T) {
	project := newHome(t)
	call := func(tool string) string {
		return claudeIn(t, project, "PreToolUse", `"tool_name":"`+tool+`","tool_use_id":"t1","tool_input":{"url":"https://example.org/","prompt":"resume"}`)
	}
	require.Contains(t, said(t, call("WebFetch")), `"permissionDecision":"deny","permissionDecisionReason":"veil: WebFetch gives the page to a model before any hook sees it; fetch it with curl in Bash`)
	require.Empty(t, said(t, call("WebSearch")))
}
