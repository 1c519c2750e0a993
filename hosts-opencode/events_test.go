// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

func TestParseEveryEvent(t *testing.T) {
	for event, surface := range everyEvent {
		t.Run(event, func(t *testing.T) {
			r, err := Parse(request(t, event, nil))
			require.NoError(t, err)
			assert.Equal(t, "7", string(r.ID))
			assert.Equal(t, core.Host{Name: "opencode", Version: "1.18.33"}, r.Event.Host)
			assert.Equal(t, "ses_root", r.Event.Session)
			assert.Equal(t, "general", r.Event.Agent)
			assert.Equal(t, event, r.Event.Name)
			assert.Equal(t, surface, r.Event.Surface)
			assert.Equal(t, core.Rewrite, r.Event.Power)
			assert.Equal(t, "/w", r.Event.Cwd)
			assert.Equal(t, []core.Leaf{{ID: core.LeafID{Pointer: "/command"}, Text: "ls -l"}}, r.Event.Leaves)
			if surface == core.ToolInput || surface == core.ToolOutput {
				assert.Equal(t, "bash", r.Event.Tool.Name)
				assert.Equal(t, core.SinkShell, r.Event.Tool.Sink)
				assert.Equal(t, "call_1", r.Event.Call)
			} else {
				assert.Equal(t, core.ToolSpec{}, r.Event.Tool)
			}
		})
	}
}

func TestParseLeaves(t *testing.T) {
	at := func(pointer, text string) core.Leaf {
		return core.Leaf{ID: core.LeafID{Pointer: pointer}, Text: text}
	}
	tests := []struct {
		name, leaves string
		want         []core.Leaf
	}{
		{"none", `[]`, nil},
		{"the whole value", `[["","x"]]`, []core.Leaf{at("", "x")}},
		{"escaped pointer", `[["/a~1b/~0","x"]]`, []core.Leaf{at("/a~1b/~0", "x")}},
		{"empty text", `[["/a",""]]`, []core.Leaf{at("/a", "")}},
		{"lone surrogate", `[["/a","\ud800x"]]`, []core.Leaf{at("/a", "\xed\xa0\x80x")}},
		{"key and value of one member", `[["/a","a","key"],["/a","x"]]`, []core.Leaf{{ID: core.LeafID{Pointer: "/a", Key: true}, Text: "a"}, at("/a", "x")}},
		{"number", `[["/n","9007199254740993","number"]]`, []core.Leaf{{ID: core.LeafID{Pointer: "/n"}, Text: "9007199254740993", Number: true}}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r, err := Parse(request(t, toolBefore, fields{"leaves": tc.leaves}))
			require.NoError(t, err)
			require.Equal(t, tc.want, r.Event.Leaves)
		})
	}
}

func TestParseArgsAreContext(t *testing.T) {
	r, err := Parse(request(t, toolAfter, fields{"args": `[["/path","[DNI-001].txt"]]`}))
	require.NoError(t, err)
	require.Equal(t, []core.Leaf{{ID: core.LeafID{Pointer: "/path"}, Text: "[DNI-001].txt"}}, r.Event.Args)
}

func TestParseOptionalMembers(t *testing.T) {
	for event := range everyEvent {
		r, err := Parse(request(t, event, fields{"root": "", "agent": "", "call": "", "cwd": ""}))
		require.NoError(t, err, event)
		assert.Equal(t, "ses_child", r.Event.Session, event)
		assert.Empty(t, r.Event.Agent+r.Event.Call+r.Event.Cwd, event)
	}
	r, err := Parse(request(t, chatMessage, fields{"host": `{"name":"opencode","version":""}`}))
	require.NoError(t, err)
	require.Empty(t, r.Event.Host.Version, "an unknown version is told to the guard, which knows what it means")
}

func TestParseUnknownToolsAreNotTrusted(t *testing.T) {
	for _, tool := range []string{"lab_texts", "mcp__mail__send", "Write", "write ", "list", "patch"} {
		r, err := Parse(request(t, toolBefore, fields{"tool": `"` + tool + `"`}))
		require.NoError(t, err)
		assert.Equal(t, core.ToolSpec{Name: tool}, r.Event.Tool, "unknown is egress")
	}
}

// badMembers are wrong in every event. A row names the member that is wrong.
var badMembers = []struct {
	name, field string
	change      fields
	want        error
}{
	{"no version", "v", fields{"v": ""}, ErrVersion},
	{"later version", "v", fields{"v": `2`}, ErrVersion},
	{"version as text", "v", fields{"v": `"1"`}, ErrVersion},
	{"version spelled otherwise", "v", fields{"v": `1.0`}, ErrVersion},
	{"no event", "event", fields{"event": ""}, ErrShape},
	{"unknown event", "event", fields{"event": `"session.idle"`}, ErrUnknownEvent},
	{"event in other case", "event", fields{"event": `"Chat.Message"`}, ErrUnknownEvent},
	{"event is a number", "event", fields{"event": `3`}, ErrShape},
	{"no id", "id", fields{"id": ""}, ErrShape},
	{"id is null", "id", fields{"id": `null`}, ErrShape},
	{"id is text", "id", fields{"id": `"7"`}, ErrShape},
	{"id is an object", "id", fields{"id": `{}`}, ErrShape},
	{"no host", "host/name", fields{"host": ""}, ErrShape},
	{"another host", "host/name", fields{"host": `{"name":"claude-code","version":"1"}`}, ErrShape},
	{"host is text", "host/name", fields{"host": `"opencode"`}, ErrShape},
	{"host is an array", "host/name", fields{"host": `["opencode"]`}, ErrShape},
	{"no host version", "host/version", fields{"host": `{"name":"opencode"}`}, ErrShape},
	{"host version is a number", "host/version", fields{"host": `{"name":"opencode","version":1.18}`}, ErrShape},
	{"no session", "session", fields{"session": "", "root": ""}, ErrShape},
	{"empty session", "session", fields{"session": `""`, "root": `""`}, ErrShape},
	{"session is a number", "session", fields{"session": `1`}, ErrShape},
	{"root is null", "root", fields{"root": `null`}, ErrShape},
	{"agent is an array", "agent", fields{"agent": `[]`}, ErrShape},
	{"call is a number", "call", fields{"call": `1`}, ErrShape},
	{"tool is an object", "tool", fields{"tool": `{}`}, ErrShape},
	{"cwd is true", "cwd", fields{"cwd": `true`}, ErrShape},
	{"no leaves", "leaves", fields{"leaves": ""}, ErrShape},
	{"leaves is an object", "leaves", fields{"leaves": `{"/a":"x"}`}, ErrShape},
	{"leaves is null", "leaves", fields{"leaves": `null`}, ErrShape},
	{"leaf is text", "leaves/0", fields{"leaves": `["x"]`}, ErrShape},
	{"leaf is an object", "leaves/0", fields{"leaves": `[{"0":"/a","1":"x"}]`}, ErrShape},
	{"leaf without text", "leaves/0", fields{"leaves": `[["/a"]]`}, ErrShape},
	{"leaf of a bare number", "leaves/1", fields{"leaves": `[["/a","x"],["/b",1]]`}, ErrShape},
	{"leaf of unknown kind", "leaves/0", fields{"leaves": `[["/a","x","value"]]`}, ErrShape},
	{"leaf of four", "leaves/0", fields{"leaves": `[["/a","x","key","y"]]`}, ErrShape},
	{"pointer is no pointer", "leaves/0", fields{"leaves": `[["a","x"]]`}, ErrShape},
	{"pointer with a bad escape", "leaves/0", fields{"leaves": `[["/a~2","x"]]`}, ErrShape},
	{"pointer with a cut escape", "leaves/0", fields{"leaves": `[["/a~","x"]]`}, ErrShape},
	{"pointer twice", "leaves/1", fields{"leaves": `[["/a","x"],["/a","x"]]`}, ErrTwice},
	{"pointer twice, once a number", "leaves/1", fields{"leaves": `[["/a","x"],["/a","1","number"]]`}, ErrTwice},
	{"unknown member", "", fields{"keys": `["x"]`}, ErrShape},
}

func TestParseRefusesBadMembers(t *testing.T) {
	for event := range everyEvent {
		for _, tc := range badMembers {
			if event == fetch && tc.field == "session" && tc.change["session"] != `1` {
				continue // TestParseFetchWithoutASession
			}
			t.Run(event+"/"+tc.name, func(t *testing.T) {
				requireRefused(t, request(t, event, tc.change), tc.field, tc.want)
			})
		}
	}
	requireRefused(t, request(t, toolBefore, fields{"tool": ""}), "tool", ErrShape)
	requireRefused(t, request(t, toolAfter, fields{"tool": `""`}), "tool", ErrShape)
	requireRefused(t, request(t, chatMessage, fields{"tool": `"bash"`}), "tool", ErrShape)
	requireRefused(t, request(t, toolBefore, fields{"args": `[]`}), "args", ErrShape)
	requireRefused(t, request(t, toolAfter, fields{"args": `[["/a",1]]`}), "args/0", ErrShape)
}

// TestParseFetchWithoutASession: a request that no hook of a session announced has
// its tokens in common with the others of its directory.
func TestParseFetchWithoutASession(t *testing.T) {
	for _, change := range []fields{{"session": "", "root": ""}, {"session": `""`, "root": `""`}} {
		r, err := Parse(request(t, fetch, change))
		require.NoError(t, err)
		require.Equal(t, "no session, /w", r.Event.Session)
		require.True(t, r.IsLastGate())
	}
	requireRefused(t, request(t, fetch, fields{"session": "", "root": "", "cwd": ""}), "cwd", ErrShape)
}

func requireRefused(t *testing.T, line []byte, field string, want error) {
	t.Helper()
	_, err := Parse(line)
	require.ErrorIs(t, err, want)
	var bad *EventError
	require.ErrorAs(t, err, &bad)
	assert.Equal(t, field, bad.Field)
	requireDenial(t, line, err)
}

// requireDenial demands what every bad request must get: a line that denies
// with a cause and a remedy.
func requireDenial(t *testing.T, line []byte, err error) reply {
	t.Helper()
	got := decode(t, Refuse(line, core.ReasonOf(err)))
	assert.Equal(t, "deny", got.Decision)
	assert.Contains(t, got.Reason, "not analysed: ")
	assert.NotEmpty(t, got.Remedy)
	assert.Empty(t, got.Patches)
	return got
}

func TestParseRefusesBadInput(t *testing.T) {
	for event := range everyEvent {
		good := string(request(t, event, nil))
		twice := strings.Replace(good, `"id":7`, `"id":7,"id":8`, 1)
		require.NotEqual(t, good, twice)
		tests := []struct{ name, line string }{
			{"empty", ""},
			{"blank", " \n"},
			{"truncated", good[:len(good)-1]},
			{"half", good[:len(good)/2]},
			{"two on one line", good + good},
			{"duplicate key", twice},
			{"over 8 MiB", `{"pad":"` + strings.Repeat("a", core.MaxDocument) + `",` + good[1:]},
			{"invalid UTF-8", strings.Replace(good, "ls -l", "ls \xff", 1)},
			{"raw surrogate", strings.Replace(good, "ls -l", "ls \xed\xa0\x80", 1)},
			{"NUL byte in text", strings.Replace(good, "ls -l", "ls \x00", 1)},
			{"NUL byte around", "\x00" + good},
			{"nested too deeply", strings.Replace(good, `"ls -l"`, strings.Repeat("[", 200)+strings.Repeat("]", 200), 1)},
		}
		for _, tc := range tests {
			t.Run(event+"/"+tc.name, func(t *testing.T) {
				_, err := Parse([]byte(tc.line))
				var unreadable *core.DocumentError
				require.ErrorAs(t, err, &unreadable)
				got := requireDenial(t, []byte(tc.line), err)
				require.Equal(t, "null", string(got.ID))
			})
		}
	}
	for _, line := range []string{`[]`, `[1]`, `9007199254740993`, `"x"`, `null`, `true`} {
		requireRefused(t, []byte(line), "", ErrShape)
	}
	requireRefused(t, []byte(`{}`), "v", ErrVersion)
}

func TestErrorsHoldNoText(t *testing.T) {
	const secret = "12345678Z"
	for _, tc := range badMembers {
		for name, value := range tc.change {
			line := request(t, chatMessage, fields{name: value, "agent": `["` + secret + `"]`})
			_, err := Parse(line)
			require.Error(t, err)
			assert.NotContains(t, err.Error(), secret)
		}
	}
	for _, change := range []fields{{secret: `1`}, {"event": `"` + secret + `"`}, {"leaves": `[["` + secret + `","x"]]`}} {
		line := request(t, chatMessage, change)
		_, err := Parse(line)
		require.Error(t, err)
		assert.NotContains(t, string(Refuse(line, core.ReasonOf(err))), secret)
	}
}

func TestTooLargeHasItsOwnRemedy(t *testing.T) {
	_, err := Parse([]byte(`{"pad":"` + strings.Repeat("a", core.MaxDocument) + `"}`))
	require.Equal(t, "send a smaller text, or name the file; begin a new session if the conversation is so long", core.ReasonOf(err).Remedy)
}
