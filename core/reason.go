// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"errors"
)

// Remedied is an error that knows what to do about it.
type Remedied interface {
	error
	Remedy() string
}

// ReasonOf turns an error into the reason of a denial. Errors of veil never
// hold a raw value, so their text may be shown. Whatever it was, the reason is
// worded as "not analysed": it is not a finding.
func ReasonOf(err error) Reason {
	r := Reason{Rule: "not_analysed", Text: "not analysed: " + err.Error(), Remedy: "run veil check on the text; please report it if it persists"}
	var unsupported *UnsupportedCapabilityError
	var remedied Remedied
	switch {
	case errors.As(err, &unsupported):
		r.Rule, r.Text, r.Remedy = "unsupported_capability", err.Error(), unsupported.Remedy()
	case errors.As(err, &remedied):
		r.Remedy = remedied.Remedy()
	case errors.Is(err, context.DeadlineExceeded):
		r.Text, r.Remedy = "not analysed: veil ran out of time", "try again, or make the text smaller"
	case errors.Is(err, errPanic), errors.Is(err, errNoGuarantee):
		r.Remedy = "please report this"
	}
	return r
}

// Line renders the reason as one line: cause and remedy.
func (r Reason) Line() string {
	if r.Remedy == "" {
		return r.Text
	}
	return r.Text + "; " + r.Remedy
}
