// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"fmt"
	"strings"

	"github.com/veil-guard/veil/core"
)

// Reply writes a verdict in the host's form. An event that may go on as it is
// has no output: veil never says "allow", which would skip the person's own
// permission rules. What the host cannot do on an event (rewrite a prompt, ask
// about a result) becomes a denial.
//
// If the error is not nil, the reply is a denial all the same. The error is a
// *core.UnsupportedCapabilityError, or says that a patch does not fit the event.
func (h *Hook) Reply(v core.Verdict) (Reply, error) {
	switch {
	case v.Decision == core.Deny:
		return h.deny(v.Reasons), nil
	case h.Event.Name == PreToolUse:
		return h.call(v)
	case v.Decision == core.Ask:
		return h.deny(v.Reasons), nil
	case h.Event.Name == postToolUse && h.HoldsMedia():
		return h.withoutMedia(v)
	case len(v.Patches) == 0:
		return said(v.Reasons, nil), nil
	case h.Event.Name == postToolUse:
		return h.output(v)
	case h.Event.Name == messageDisplay:
		return h.display(v.Patches)
	default:
		return h.fail(&core.UnsupportedCapabilityError{Host: h.Event.Host, Surface: h.Event.Surface, Power: core.Rewrite})
	}
}

// deny stops the event. A denied display keeps its tokens, which is what the
// host shows when a hook says nothing.
func (h *Hook) deny(reasons []core.Reason) Reply {
	if h.Event.Name == messageDisplay {
		return Reply{}
	}
	return denial{h.Event.Name, h.Event.Session, h.Event.Tool.Name, h.body.Raw()}.reply(reasons)
}

func (h *Hook) fail(err error) (Reply, error) {
	return h.deny([]core.Reason{core.ReasonOf(err)}), err
}

// call lets a tool call go on, with new arguments or after a question. The new
// arguments come without a decision, so that the host's permission rules hold.
func (h *Hook) call(v core.Verdict) (Reply, error) {
	if v.Decision == core.Allow && h.ShowFailures {
		v.Patches = h.showFailure(v.Patches)
	}
	if v.Decision == core.Allow && len(v.Patches) == 0 {
		return said(v.Reasons, nil), nil
	}
	out := object{}.text("hookEventName", PreToolUse)
	if v.Decision == core.Ask {
		out = out.text("permissionDecision", "ask").text("permissionDecisionReason", lines(v.Reasons))
	}
	if len(v.Patches) > 0 {
		input, err := h.splice(v.Patches)
		if err != nil {
			return h.fail(err)
		}
		out = out.raw("updatedInput", input)
	}
	if v.Decision == core.Allow {
		return said(v.Reasons, out), nil
	}
	return specific(out), nil
}

// said lets an event go on and tells the person the reasons of its verdict, if
// there are any: a token that stands for nothing, say. specifics may be nil.
func said(reasons []core.Reason, specifics object) Reply {
	var out object
	if len(reasons) > 0 {
		out = out.text("systemMessage", lines(reasons))
	}
	if specifics != nil {
		out = out.raw("hookSpecificOutput", specifics.close())
	}
	if out == nil {
		return Reply{}
	}
	return Reply{Stdout: out.close()}
}

// output replaces text in a tool's result. The host drops a result of the wrong
// shape and sends the original, so a result is withheld if a token would stand
// where the tool's schema has a number, a member's name or one of a few words.
func (h *Hook) output(v core.Verdict) (Reply, error) {
	if h.patchesShape(v.Patches) {
		return h.deny([]core.Reason{{
			Rule:   "value_in_shape",
			Text:   "a number or a name in the result's structure is personal data",
			Remedy: "have the tool print it as text",
		}}), nil
	}
	response, err := h.splice(v.Patches)
	if err != nil {
		return h.fail(err)
	}
	return said(v.Reasons, object{}.text("hookEventName", postToolUse).raw("updatedToolOutput", response)), nil
}

// patchesShape says whether a patch would change more than free text.
func (h *Hook) patchesShape(patches []core.Patch) bool {
	patched := make(map[core.LeafID]bool, len(patches))
	for _, p := range patches {
		patched[p.Leaf] = true
	}
	for _, l := range h.Event.Leaves {
		member := l.ID.Pointer[strings.LastIndexByte(l.ID.Pointer, '/')+1:]
		if patched[l.ID] && (l.Number || l.ID.Key || isDiscriminator(member, l.Text)) {
			return true
		}
	}
	return false
}

func (h *Hook) display(patches []core.Patch) (Reply, error) {
	text, err := h.splice(patches)
	if err != nil {
		return h.fail(err)
	}
	return specific(object{}.text("hookEventName", messageDisplay).raw("displayContent", text)), nil
}

func (h *Hook) splice(patches []core.Patch) ([]byte, error) {
	literal, err := h.body.Splice(patches)
	if err != nil {
		return nil, fmt.Errorf("rewriting a %s event: %w", h.Event.Name, err)
	}
	return literal, nil
}

// specific wraps what belongs to one event as the host wants it.
func specific(out object) Reply {
	return Reply{Stdout: object{}.raw("hookSpecificOutput", out.close()).close()}
}
