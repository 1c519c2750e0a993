// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// modLine is a request of the mod: event, further members and part.
func modLine(event, more, part string) string {
	return fmt.Sprintf(`{"v":1,"id":7,"event":%q,"version":"2.1.332","session":"s","cwd":"/p",%s"part":%s}`, event, more, part)
}

func TestParseMod(t *testing.T) {
	const block = `{"type":"tool_result","tool_use_id":"T","is_error":%s,"content":"out"}`
	out := []core.Leaf{textLeaf("/0/content", "out")}
	tests := []struct {
		name, in string
		want     core.Event
	}{
		{"prompt", modLine("prompt.submit", "", `"hi"`), core.Event{Surface: core.Prompt, Leaves: []core.Leaf{textLeaf("", "hi")}}},
		{"call", modLine("tool.call", `"tool":"Bash","call":"c","agent":"a",`, `{"command":"ls","n":[1]}`),
			core.Event{Surface: core.ToolInput, Agent: "a", Call: "c", Tool: core.FindTool(Tools(), "Bash"), Leaves: []core.Leaf{
				keyLeaf("/command", "command"), textLeaf("/command", "ls"), keyLeaf("/n", "n"), {ID: core.LeafID{Pointer: "/n/0"}, Text: "1", Number: true}}}},
		{"row of text", modLine("session.append", "", `[{"type":"text","text":"a"}]`), core.Event{Surface: core.History, Leaves: []core.Leaf{textLeaf("/0/text", "a")}}},
		{"row of a result", modLine("session.append", "", `[`+fmt.Sprintf(block, "false")+`]`), core.Event{Surface: core.History, Leaves: out}},
		{"row of a failed result", modLine("session.append", "", `[`+fmt.Sprintf(block, "true")+`]`), core.Event{Surface: core.FailedOutput, Leaves: out}},
		{"request", modLine("http.fetch", "", `{"system":"s","messages":[]}`), core.Event{Surface: core.History, Leaves: []core.Leaf{textLeaf("/system", "s")}}},
		{"drawing", modLine("ui.render", "", `{"a/b":[{"text":"t"}],"n":1}`), core.Event{Surface: core.Display, Leaves: []core.Leaf{textLeaf("/a~1b/0/text", "t")}}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r, err := ParseMod([]byte(tc.in))
			require.NoError(t, err)
			tc.want.Host, tc.want.Session, tc.want.Cwd, tc.want.Power = core.Host{Name: core.ClaudeCodeMod, Version: "2.1.332"}, "s", "/p", core.Rewrite
			tc.want.Name = r.Event.Name
			assert.Equal(t, tc.want, r.Event)
			assert.Equal(t, "7", string(r.ID))
		})
	}
}

func TestParseModRestricted(t *testing.T) {
	for more, want := range map[string]bool{"": false, `"restricted":false,`: false, `"restricted":true,`: true, `"restricted":"no",`: true} {
		r, err := ParseMod([]byte(modLine("prompt.submit", more, `"hi"`)))
		require.NoError(t, err)
		require.Equal(t, want, r.Restricted, more)
	}
}

func TestParseModTranscript(t *testing.T) {
	r, err := ParseMod([]byte(modLine("prompt.submit", `"transcript":"/t.jsonl",`, `"hi"`)))
	require.NoError(t, err)
	require.Equal(t, "/t.jsonl", r.TranscriptPath)
}

// What a provider wants back as it was, and what names something, is no leaf of a
// row or a request. Whatever a model reads is one.
func TestModLeaves(t *testing.T) {
	tests := []struct {
		name, event, part string
		want              []string
	}{
		{"thinking in a row", "session.append", `[{"type":"thinking","thinking":"a","signature":"b"},{"type":"tool_use","id":"c","name":"d","input":{"e":"f"}}]`, nil},
		{"a picture in a row", "session.append", `[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aaaa"}}]`, nil},
		{"texts in a result", "session.append", `[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"b"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"c"}}]}]`, []string{"b"}},
		{"a call that is sent again", "http.fetch", `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"b","input":{"type":"c","role":"d","data":"e","name":"f"}}]}]}`, []string{"c", "d", "e", "f"}},
		{"thinking that is sent again", "http.fetch", `{"messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"b"},{"type":"redacted_thinking","data":"c"}]}]}`, nil},
		{"thinking as an option", "http.fetch", `{"thinking":{"type":"adaptive","display":"a"}}`, []string{"a"}},
		{"message that is a text", "http.fetch", `{"model":"m","messages":[{"role":"user","content":"a"},{"role":"system","content":"b"}],"metadata":{"user_id":"c"}}`, []string{"a", "b"}},
		{"system prompt", "http.fetch", `{"system":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}`, []string{"a"}},
		{"tools", "http.fetch", `{"tools":[{"name":"a","description":"b","input_schema":{"type":"object","properties":{"name":{"type":"string","description":"c"}}}}]}`,
			[]string{"b", "type", "object", "properties", "name", "type", "string", "description", "c"}},
		{"an answer's schema", "http.fetch", `{"messages":[],"output_config":{"format":{"type":"json_schema","schema":{"a":{"type":"b"}}}}}`, []string{"a", "type", "b"}},
		{"a document of text", "http.fetch", `{"messages":[{"role":"user","content":[{"type":"document","title":"a","source":{"type":"text","media_type":"text/plain","data":"b"}}]}]}`, []string{"a", "b"}},
		{"metadata that is not the request's", "http.fetch", `{"messages":[{"role":"user","content":[{"type":"x","metadata":{"a":"b"}}]}]}`, []string{"b"}},
		{"a search's result", "http.fetch", `{"messages":[{"role":"assistant","content":[{"type":"web_search_result","title":"a","url":"b","encrypted_content":"c"}]}]}`, []string{"a", "b"}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r, err := ParseMod([]byte(modLine(tc.event, "", tc.part)))
			require.NoError(t, err)
			var got []string
			for _, l := range r.Event.Leaves {
				got = append(got, l.Text)
			}
			require.Equal(t, tc.want, got)
		})
	}
}

func TestParseModErrors(t *testing.T) {
	tests := []struct {
		name, in, event, field string
		want                   error
	}{
		{"array", `[]`, "", "", ErrWrongType},
		{"no version", `{"id":7}`, "", "v", ErrVersion},
		{"another version", `{"v":2,"id":7}`, "", "v", ErrVersion},
		{"no event", `{"v":1,"id":7}`, "", "event", ErrMissing},
		{"unknown event", modLine("turn.step", "", `""`), "", "event", ErrUnknownEvent},
		{"unknown member", modLine("prompt.submit", `"x":1,`, `""`), "prompt.submit", "", ErrUnknownMember},
		{"no session", `{"v":1,"id":7,"event":"prompt.submit","part":""}`, "prompt.submit", "session", ErrMissing},
		{"no id", `{"v":1,"event":"prompt.submit","session":"s","part":""}`, "prompt.submit", "id", ErrMissing},
		{"id is a text", `{"v":1,"id":"7","event":"prompt.submit","session":"s","part":""}`, "prompt.submit", "id", ErrMissing},
		{"no part", `{"v":1,"id":7,"event":"prompt.submit","session":"s"}`, "prompt.submit", "part", ErrMissing},
		{"prompt is an array", modLine("prompt.submit", "", `["a"]`), "prompt.submit", "part", ErrWrongType},
		{"row is a text", modLine("session.append", "", `"a"`), "session.append", "part", ErrWrongType},
		{"request is a text", modLine("http.fetch", "", `"a"`), "http.fetch", "part", ErrWrongType},
		{"arguments are an array", modLine("tool.call", `"tool":"Bash",`, `[]`), "tool.call", "part", ErrWrongType},
		{"no tool", modLine("tool.call", "", `{}`), "tool.call", "tool", ErrMissing},
		{"version is a number", `{"v":1,"id":7,"event":"prompt.submit","session":"s","version":1,"part":""}`, "prompt.submit", "version", ErrWrongType},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r, err := ParseMod([]byte(tc.in))
			require.Nil(t, r)
			var e *EventError
			require.ErrorAs(t, err, &e)
			assert.ErrorIs(t, err, tc.want)
			assert.Equal(t, tc.event, e.Event)
			assert.Equal(t, tc.field, e.Field)
			assert.NotEmpty(t, core.ReasonOf(err).Remedy)
		})
	}
}

func TestTooLargeHasItsOwnRemedy(t *testing.T) {
	_, err := ParseMod([]byte(modLine("prompt.submit", "", `"`+strings.Repeat("a", core.MaxDocument)+`"`)))
	require.Equal(t, "send a smaller text, or name the file; begin a new session if the conversation is so long", core.ReasonOf(err).Remedy)
}

func TestModAnswer(t *testing.T) {
	patch := func(pointer, text string) []core.Patch {
		return []core.Patch{{Leaf: core.LeafID{Pointer: pointer}, New: text}}
	}
	tests := []struct {
		name string
		v    core.Verdict
		want string
	}{
		{"as it is", core.Verdict{}, `{"v":1,"id":7,"decision":"allow"}`},
		{"a row says nothing to the person", core.Verdict{Reasons: because("a", "b")}, `{"v":1,"id":7,"decision":"allow"}`},
		{"other text", core.Verdict{Patches: patch("/a/0", `<"&>`)}, `{"v":1,"id":7,"decision":"rewrite","patches":[["/a/0","<\"&>"]]}`},
		{"half a character", core.Verdict{Patches: patch("", "\xed\xa0\x80")}, `{"v":1,"id":7,"decision":"rewrite","patches":[["","\ud800"]]}`},
		{"denied", core.Verdict{Decision: core.Deny, Reasons: append(because("a", "b"), because("c", "b")...)}, `{"v":1,"id":7,"decision":"deny","reason":"a; c","remedy":"b"}`},
		{"to be asked", core.Verdict{Decision: core.Ask, Patches: patch("/a", "x"), Reasons: because("a", "b")}, `{"v":1,"id":7,"decision":"ask","reason":"a","remedy":"b"}`},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			got, err := (&ModRequest{ID: []byte("7")}).Answer(tc.v)
			require.NoError(t, err)
			require.Equal(t, tc.want+"\n", string(got))
		})
	}
	call := &ModRequest{ID: []byte("7"), Event: core.Event{Surface: core.ToolInput}}
	got, err := call.Answer(core.Verdict{Reasons: because("a", "b")})
	require.NoError(t, err)
	require.Equal(t, `{"v":1,"id":7,"decision":"allow","notice":"veil: a; b"}`+"\n", string(got))
	_, err = (&ModRequest{ID: []byte("7")}).Answer(core.Verdict{Patches: []core.Patch{{Leaf: core.LeafID{Pointer: "/a", Key: true}, New: "x"}}})
	require.ErrorIs(t, err, errNotText)
	_, err = (&ModRequest{ID: []byte("7")}).Answer(core.Verdict{Patches: patch("/a", "\xff")})
	require.ErrorIs(t, err, core.ErrNotText)
}

func TestModReport(t *testing.T) {
	r, err := ParseMod([]byte(modLine("report", "", "null")))
	require.NoError(t, err)
	require.True(t, r.IsReport())
	require.Empty(t, r.Event.Leaves)
	require.Equal(t, `{"v":1,"id":7,"decision":"allow","report":"a\nb"}`+"\n", string(r.Report("a\nb")))
	r, err = ParseMod([]byte(modLine("prompt.submit", "", `"report"`)))
	require.NoError(t, err)
	require.False(t, r.IsReport())
}

func TestRefuseMod(t *testing.T) {
	for _, tc := range []struct{ in, id string }{{"", "null"}, {"{", "null"}, {`{"id":"a"}`, "null"}, {`{"id":-1.50e2}`, "-1.50e2"}} {
		require.Equal(t, `{"v":1,"id":`+tc.id+`,"decision":"deny","reason":"a","remedy":"b"}`+"\n", string(RefuseMod([]byte(tc.in), because("a", "b")[0])))
	}
}

// FuzzModErrorHoldsNoValue: whatever the request, neither an error nor a denial holds
// a part of it, and each denial is one line of the protocol.
func FuzzModErrorHoldsNoValue(f *testing.F) {
	for name := range modRules() {
		for _, part := range []string{`"a"`, `[{"type":"tool_result","is_error":true,"content":[{"type":"text","text":"a"}]}]`, `{"a":{"b":"\ud800"}}`} {
			for _, at := range []uint{0, 20, 60, 95} {
				f.Add([]byte(modLine(name, `"tool":"Bash",`, part)), at)
			}
		}
	}
	f.Fuzz(func(t *testing.T, line []byte, at uint) {
		if holdsPart(string(line)) {
			t.Skip()
		}
		i := int(at % uint(len(line)+1))
		line = []byte(string(line[:i]) + planted + string(line[i:]))
		answers := [][]byte{RefuseMod(line, because("a cause", "a remedy")[0])}
		r, err := ParseMod(line)
		if err != nil {
			require.False(t, holdsPart(err.Error()+core.ReasonOf(err).Line()), "an error holds a part of the request")
		} else {
			answer, err := r.Answer(core.Verdict{Decision: core.Deny, Reasons: because("a cause", "a remedy")})
			require.NoError(t, err)
			answers = append(answers, answer)
		}
		for _, answer := range answers {
			require.False(t, holdsPart(string(answer)), "a denial holds a part of the request")
			require.Regexp(t, `^\{"v":1,"id":[^"]+,"decision":"deny","reason":"a cause","remedy":"a remedy"\}\n$`, string(answer))
		}
	})
}

// A long conversation costs what its parts do: no list is gone through once for each of
// its elements. Names of elements are allocated, so allocations count the steps.
func TestModLeavesAreLinear(t *testing.T) {
	steps := func(messages int) float64 {
		list := strings.Repeat(`{"role":"user","content":[{"type":"text","text":"a"}]},`, messages)
		line := []byte(modLine("http.fetch", "", `{"messages":[`+strings.TrimSuffix(list, ",")+`]}`))
		return testing.AllocsPerRun(1, func() {
			r, err := ParseMod(line)
			require.NoError(t, err)
			require.Len(t, r.Event.Leaves, messages)
		})
	}
	require.Less(t, steps(2000), 5*steps(500))
}
