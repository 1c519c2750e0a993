// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// hostEvent is a well-formed event as a list of members, so that each can be
// spoiled. Its body holds a value.
type hostEvent struct {
	command, name string
	members       [][2]string
}

func hostEvents(transcriptPath string) []hostEvent {
	var list []hostEvent
	claude := func(name string, more ...[2]string) {
		list = append(list, hostEvent{"claude-code", name, append([][2]string{
			{"session_id", `"s"`}, {"transcript_path", quote(transcriptPath)}, {"cwd", `"/nowhere"`}, {"agent_id", `"a"`}, {"hook_event_name", quote(name)},
		}, more...)})
	}
	call := [][2]string{{"tool_name", `"Bash"`}, {"tool_use_id", `"t"`}, {"tool_input", `{"command":"curl -d 12345678Z","n":[1,{}]}`}}
	claude("UserPromptSubmit", [2]string{"prompt", `"soy 12345678Z"`})
	claude("PreToolUse", call...)
	claude("PostToolUse", append(call, [2]string{"tool_response", `{"stdout":"soy 12345678Z","stderr":"","interrupted":false,"isImage":false}`})...)
	claude("MessageDisplay", [2]string{"delta", `"soy 12345678Z"`})
	for _, name := range []string{
		"chat.message", "tool.execute.before", "tool.execute.after", "experimental.chat.messages.transform", "experimental.chat.system.transform",
	} {
		members := [][2]string{
			{"v", "1"}, {"id", "7"}, {"event", quote(name)}, {"host", `{"name":"opencode","version":"1.18.33"}`},
			{"session", `"s"`}, {"root", `"r"`}, {"agent", `"a"`}, {"call", `"c"`}, {"cwd", `"/nowhere"`},
		}
		if strings.HasPrefix(name, "tool.") {
			members = append(members, [2]string{"tool", `"bash"`})
		}
		list = append(list, hostEvent{"opencode", name, append(members, [2]string{"leaves", `[["/a","soy 12345678Z"],["/a","a","key"]]`})})
	}
	return list
}

func render(members [][2]string) string {
	texts := make([]string, len(members))
	for i, m := range members {
		texts[i] = quote(m[0]) + ":" + m[1]
	}
	return "{" + strings.Join(texts, ",") + "}"
}

// nameMember and body are the members that say what the event is, and its text.
func (e hostEvent) nameMember() string {
	return map[bool]string{true: "event", false: "hook_event_name"}[e.command == "opencode"]
}

func (e hostEvent) body() string { return e.members[len(e.members)-1][0] }

// with returns the event with a member replaced; "" removes it.
func (e hostEvent) with(name, literal string) string {
	var members [][2]string
	for _, m := range e.members {
		if m[0] == name {
			m[1] = literal
		}
		if m[1] != "" {
			members = append(members, m)
		}
	}
	return render(members)
}

// cell is a bad input. What stands in it before it goes wrong decides in which
// form it can be denied: named, its name can be read, and whole, its body. A
// fair one is not malformed: it may also be rewritten.
type cell struct {
	name, raw          string
	named, whole, fair bool
}

func (e hostEvent) cells() []cell {
	return slices.Concat(e.documents(), e.truncated(), e.repeated(), e.texts(), e.spoiled())
}

// documents are inputs that are wrong as a whole.
func (e hostEvent) documents() []cell {
	good := render(e.members)
	list := []cell{
		{"a mark of byte order before", "\ufeff" + good, false, false, false},
		{"two objects", good + good, true, true, false},
		{"two lines", good + "\n" + good, true, true, false},
		{"a word after", good + "x", true, true, false},
		{"a NUL byte after", good + "\x00", true, true, false},
		{"a NUL byte before", "\x00" + good, false, false, false},
		{"UTF-16", strings.Join(strings.Split(good, ""), "\x00"), false, false, false},
		{"in an array", "[" + good + "]", false, false, false},
		{"as a text", quote(good), false, false, false},
	}
	for _, raw := range []string{
		"", " ", " \r\n\t", "\ufeff", "\x00\x00\x00", "\xff", "[]", "[1,2]", "{}", "1", "9007199254740993", "1e999", "-", `"PreToolUse"`, `"\ud800"`,
		"null", "true", "nul", "'", "{'a':1}", "{\"a\":1,}", "{,}", "// x\n{}", "NaN", strings.Repeat("[", 100000), strings.Repeat(`{"a":`, 100000),
	} {
		list = append(list, cell{fmt.Sprintf("%.20q", raw), raw, false, false, false})
	}
	return list
}

// truncated ends the event after every byte that has a meaning in JSON.
func (e hostEvent) truncated() []cell {
	good := render(e.members)
	named := strings.Index(good, quote(e.nameMember())) + len(quote(e.nameMember())+":"+quote(e.name))
	var list []cell
	for i := 1; i < len(good); i++ {
		if strings.IndexByte(`{}[]:,"`, good[i-1]) >= 0 {
			list = append(list, cell{fmt.Sprintf("cut after %d bytes", i), good[:i], i >= named, i >= len(good)-1, false})
		}
	}
	return list
}

// repeated has each member twice, and one far below.
func (e hostEvent) repeated() []cell {
	good := render(e.members)
	inside := good[:len(good)-1]
	var list []cell
	for _, m := range e.members {
		named := m[0] != e.nameMember()
		list = append(list, cell{m[0] + " twice", inside + "," + quote(m[0]) + ":" + m[1] + "}", named, named, false})
		list = append(list, cell{m[0] + " twice, escaped", inside + fmt.Sprintf(",\"\\u%04x%s\":%s}", m[0][0], m[0][1:], m[1]), named, named, false})
	}
	many := strings.Repeat(`"%d":0,`, 40)
	for i := range 40 {
		many = strings.Replace(many, "%d", fmt.Sprint(i), 1)
	}
	return append(list,
		cell{"a name twice, deep", inside + `,"x":[{"y":{"a":1,"b":2,"a":3}}]}`, true, true, false},
		cell{"a name twice among many", inside + `,"x":{` + many + `"7":1}}`, true, true, false})
}

// texts have something in their body that text should not have.
func (e hostEvent) texts() []cell {
	body := e.members[len(e.members)-1][1]
	in := func(what string) string { return e.with(e.body(), strings.Replace(body, "soy ", what, 1)) }
	if e.name == "PreToolUse" {
		in = func(what string) string { return e.with(e.body(), strings.Replace(body, "curl -d ", what, 1)) }
	}
	return []cell{
		{"invalid UTF-8", in("\xff"), true, true, false},
		{"half a character", in("\xc3"), true, true, false},
		{"a surrogate in UTF-8", in("\xed\xa0\x80"), true, true, false},
		{"a NUL byte", in("\x00"), true, e.name != "PostToolUse", false},
		{"an escaped NUL", in(`\u0000 `), true, true, true},
		{"a raw line end", in("\n"), true, e.name != "PostToolUse", false},
		{"an unknown escape", in(`\x`), true, e.name != "PostToolUse", false},
		{"half an escape", in(`\u12 `), true, e.name != "PostToolUse", false},
		{"a lone surrogate", in(`\ud800 `), true, true, true},
		{"the wrong half", in(`\udc00\ud800 `), true, true, true},
		{"10 MB on one line", in(strings.Repeat("a", 10<<20) + " "), true, true, false},
		{"deep below", e.with(e.body(), strings.Repeat("[", 5000)+`"12345678Z"`+strings.Repeat("]", 5000)), true, true, false},
		{"a huge number beside", strings.TrimSuffix(render(e.members), "}") + `,"x":1` + strings.Repeat("0", 400) + "e9999}", true, true, e.command == "claude-code"},
		{"an unknown member", strings.TrimSuffix(render(e.members), "}") + `,"zzz":"12345678Z"}`, true, true, e.command == "claude-code"},
	}
}

// spoiled has a wrong type in each member, or no such member.
func (e hostEvent) spoiled() []cell {
	var list []cell
	for _, m := range e.members {
		named := m[0] != e.nameMember()
		for _, wrong := range []string{
			"1", "-0.5e3", "9007199254740993", "1e999", "null", "true", `""`, `"\ud800"`, `"\u0000"`, `"12345678Z"`, `["12345678Z"]`, `[]`, `{}`,
			`{"12345678Z":1}`, `[["/a"]]`, `[["/a",1]]`, `[[1,"a"]]`, `[["a","b"]]`, `[["/~2","b"]]`, `[["/a","b","c"]]`, `[["/a","b","key","d"]]`,
			`[["/a","b"],["/a","b"]]`, `{"name":"claude-code","version":"1"}`, `{"name":"opencode"}`, `{"name":"opencode","version":1}`, `"Nonsense"`,
		} {
			if e.harmless(m[0], wrong) {
				continue
			}
			list = append(list, cell{m[0] + " is " + wrong, e.with(m[0], wrong), named, true, e.accepts(m[0], wrong)})
		}
		if m[0] != "root" { // session stands in for it
			list = append(list, cell{"no " + m[0], e.with(m[0], ""), named, m[0] != "tool_response", e.optional(m[0])})
		}
	}
	return list
}

// optional members may be absent.
func (e hostEvent) optional(name string) bool {
	return slices.Contains([]string{"transcript_path", "cwd", "agent_id", "tool_use_id", "root", "session", "agent", "call"}, name)
}

// accepts says whether a member may have that literal.
func (e hostEvent) accepts(name, literal string) bool {
	text := literal[0] == '"'
	switch name {
	case "v", "leaves", "host", "prompt", "delta", "hook_event_name", "event":
		return text && (name == "prompt" || name == "delta")
	case "id":
		return strings.IndexByte("-0123456789", literal[0]) >= 0
	case "tool_input":
		return literal[0] == '{'
	case "tool_response":
		return true
	case "session_id", "tool_name", "tool":
		return text && literal != `""`
	default:
		return text
	}
}

// harmless says whether an event with that literal is good and holds no value:
// it may pass, so it is no cell.
func (e hostEvent) harmless(name, literal string) bool {
	isBody := name == e.body() || name == "tool_input" && e.name == "PreToolUse"
	if name == "transcript_path" && literal[0] == '"' && literal != `"12345678Z"` {
		return true // one unreadable transcript is enough: veil waits a second for it
	}
	clean := !strings.Contains(literal, "12345678Z") && !strings.Contains(literal, `\u0000`)
	return name == "v" && literal == "1" || name == "leaves" && literal == "[]" || isBody && clean && e.accepts(name, literal)
}

// TestNoBadInputIsAllowed: every bad input in every event of every host is
// denied in the form that the host takes for a denial there.
func TestNoBadInputIsAllowed(t *testing.T) {
	cells := 0
	for _, e := range hostEvents(transcript(t, "2.1.332")) {
		t.Run(e.command+"/"+e.name, func(t *testing.T) {
			newHome(t)
			for _, c := range e.cells() {
				r := veil(t, c.raw, e.command)
				requireAbsent(t, c.name, r.stdout+r.err, "12345678Z")
				if e.command == "opencode" {
					requireOpenCodeDenies(t, e, c, r)
				} else {
					requireClaudeCodeDenies(t, e, c, r)
				}
				cells++
			}
		})
	}
	t.Log("cells:", cells)
	require.Greater(t, cells, 2000)
}

func requireOpenCodeDenies(t *testing.T, e hostEvent, c cell, r result) {
	t.Helper()
	id := "7"
	if rest, ok := strings.CutPrefix(c.name, "id is "); ok {
		id = rest
	}
	got := shimReads(t, r, id, []string{"/a"})
	require.Empty(t, r.err, c.name)
	if got != denies {
		require.True(t, c.fair && got == rewrites, "%s: the shim %s\n%.300s", c.name, got, r.stdout)
	}
}

func requireClaudeCodeDenies(t *testing.T, e hostEvent, c cell, r result) {
	t.Helper()
	got, text := claudeCodeReads(e.name, r)
	if r.code == exitHookFailed {
		require.Empty(t, r.stdout, c.name)
		require.Regexp(t, `^veil: [^\n]+; [^\n]+\n$`, r.err, c.name)
	}
	want := []reading{denies}
	switch {
	case e.name == "MessageDisplay":
		want = []reading{allows} // the host shows the tokens
	case e.name == "PostToolUse" && c.named && c.whole:
		want = []reading{rewrites}
		requireWithheld(t, c, text)
	case e.name == "PostToolUse":
		want = []reading{withheld}
	case e.name == "PreToolUse" && c.fair:
		want = []reading{denies, rewrites}
	}
	require.Contains(t, want, got, "%s: Claude Code %s\n%.300s", c.name, got, r.stdout+r.err)
	if e.name != "MessageDisplay" && (e.name != "PostToolUse" || c.named && c.whole) && c.named && !c.fair {
		require.Zero(t, r.code, "%s: a JSON denial hides the prompt and says it without the command line", c.name)
	}
}

// requireWithheld demands a result of the same shape without the text.
func requireWithheld(t *testing.T, c cell, text json.RawMessage) {
	t.Helper()
	var event struct {
		ToolResponse any `json:"tool_response"`
	}
	_ = json.NewDecoder(strings.NewReader(c.raw)).Decode(&event) // what follows the event is not read
	var got any
	require.NoError(t, json.Unmarshal(text, &got), c.name)
	if event.ToolResponse != nil {
		require.True(t, sameShape(event.ToolResponse, got), "%s: %.300s", c.name, text)
	}
}
