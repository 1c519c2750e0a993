// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/veil-guard/veil/core"
)

// exitBlock makes the host block the event, whatever is on standard output; on
// PostToolUse it does not hide the result, on MessageDisplay the tokens stay.
const exitBlock = 2

// Refuse answers for an event that could not be parsed or inspected. As far as
// raw can still be read, the answer is the host's own JSON denial, which alone
// hides a prompt or a result; otherwise it is exit code 2 and one line on
// standard error. It reads more than [Parse] does (any size, repeated names,
// invalid UTF-8), so raw should be the whole input. A display is answered by exit
// code 2: the host then shows the tokens. The answer holds nothing of raw but a
// result's shape.
func Refuse(raw []byte, r core.Reason) Reply {
	return glimpse(raw).reply([]core.Reason{r})
}

// BatchSession returns the session of a PostToolBatch event, as far as raw can be read,
// however broken the rest is; "" for any other event. What such an event holds is sent
// with the next prompt, whatever the answer was.
func BatchSession(raw []byte) string {
	if d := glimpse(raw); d.event == PostToolBatch {
		return d.session
	}
	return ""
}

// denial is what must be known of an event to deny it.
type denial struct {
	event    string
	session  string
	tool     string
	response []byte // the literal of a tool's result; nil if unreadable
}

// glimpse reads what it can of an event, up to the first error.
func glimpse(raw []byte) denial {
	var d denial
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return d
	}
	named := false
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return d
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return d
		}
		switch name {
		case "hook_event_name":
			if named { // the host cannot be told which of them is meant
				return denial{}
			}
			d.event, named = textOf(value), true
		case "session_id":
			d.session = textOf(value)
		case "tool_name":
			d.tool = textOf(value)
		case "tool_response":
			d.response = value
		}
	}
	return d
}

func textOf(literal json.RawMessage) string {
	var text string
	if json.Unmarshal(literal, &text) != nil {
		return ""
	}
	return text
}

// reply writes the denial in the host's form.
func (d denial) reply(reasons []core.Reason) Reply {
	switch d.event {
	case UserPromptSubmit:
		hide := object{}.text("hookEventName", UserPromptSubmit).raw("suppressOriginalPrompt", []byte("true"))
		out := object{}.text("decision", "block").text("reason", lines(reasons))
		return Reply{Stdout: out.raw("hookSpecificOutput", hide.close()).close()}
	case UserPromptExpansion, PostToolBatch, PreCompact:
		return Reply{Stdout: object{}.text("decision", "block").text("reason", lines(reasons)).close()}
	case PreToolUse, PreSkillShellCommand:
		out := object{}.text("hookEventName", d.event).text("permissionDecision", "deny")
		return specific(out.text("permissionDecisionReason", lines(reasons)))
	case postToolUse:
		note := notice(reasons)
		if response, err := withhold(d.tool, d.response, note); err == nil {
			out := object{}.text("hookEventName", postToolUse).raw("updatedToolOutput", response)
			if !bytes.Contains(response, quote(note)) { // a result without a text to put it in
				out = out.text("additionalContext", note)
			}
			return specific(out)
		}
	}
	line := strings.Join(strings.FieldsFunc(lines(reasons), func(r rune) bool { return r == '\n' || r == '\r' }), " ")
	return Reply{Stderr: line + "\n", Exit: exitBlock}
}

// lines renders reasons for the person, one a line. A remedy may itself hold
// several lines: the text that may be sent instead.
func lines(reasons []core.Reason) string {
	if len(reasons) == 0 {
		return "veil: no reason given; please report this"
	}
	texts := make([]string, len(reasons))
	for i, r := range reasons {
		texts[i] = "veil: " + r.Line()
	}
	return strings.Join(texts, "\n")
}

// notice renders reasons as the text that stands in place of a withheld one.
func notice(reasons []core.Reason) string {
	texts := make([]string, len(reasons))
	for i, r := range reasons {
		texts[i] = r.Line()
	}
	if len(texts) == 0 {
		return "[veil: withheld]"
	}
	return "[veil: withheld: " + strings.Join(texts, "; ") + "]"
}
