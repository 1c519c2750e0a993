// SPDX-License-Identifier: Apache-2.0

package opencode

import "github.com/veil-guard/veil/core"

// minKept is the length in bytes from which the plugin may remember what became of a
// text, and leave the text out later. A shorter one costs nothing to send, and some
// say what a body is: the type of a block, the method of a call.
const minKept = 64

// isResent says whether an event holds what is sent again and again, so that the
// plugin may leave out what was answered before.
func isResent(event string) bool {
	switch event {
	case messagesTransform, systemTransform, fetch:
		return true
	}
	return false
}

// epoch returns the epoch on whose answers the plugin relies for what it left out.
func (r *reader) epoch() string {
	if !isResent(r.event) && r.root.Get("epoch").Exists() {
		r.fail("epoch", ErrShape)
	}
	return r.text("epoch", false)
}

// Hold says under which epoch the answer holds: while later answers name the same one,
// the plugin may leave out the texts of this event. It is "" if it may not.
func (r *Request) Hold(epoch string) { r.holds = epoch }

// leftOut is the denial of a request that relies on answers which do not hold. The
// plugin then asks with the whole text.
func leftOut() core.Verdict {
	return core.Denied(core.Reason{
		Rule:   "left_out",
		Text:   "not analysed: the plugin left out texts that have to be inspected again",
		Remedy: "send the whole text",
	})
}
