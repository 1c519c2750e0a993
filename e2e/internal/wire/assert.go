// SPDX-License-Identifier: Apache-2.0

package wire

import "strings"

// Reporter is the part of *testing.T that the assertions need.
type Reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// NoLeak fails the test for every place in the log that holds a planted value.
func NoLeak(t Reporter, log *Log, planted []Planted) {
	t.Helper()
	for _, leak := range Leaks(log.Requests(), planted) {
		t.Errorf("leak: %s", leak)
	}
}

// MustLeak fails the test for every planted value that is nowhere in the log:
// the check that a leak is seen when there is one.
func MustLeak(t Reporter, log *Log, planted []Planted) {
	t.Helper()
	seen := map[string]bool{}
	for _, leak := range Leaks(log.Requests(), planted) {
		seen[leak.Label] = true
	}
	for _, p := range planted {
		if !seen[p.Label] {
			t.Errorf("no request holds %s: the scenario does not put it in play", p.Label)
		}
	}
}

// Carries says whether a string of some request's body holds text.
func Carries(log *Log, text string) bool {
	for _, req := range log.Requests() {
		for _, t := range req.Texts() {
			if strings.Contains(t, text) {
				return true
			}
		}
	}
	return false
}

// MustCarry fails the test unless each text was in a request: silence looks
// like success.
func MustCarry(t Reporter, log *Log, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !Carries(log, text) {
			t.Errorf("none of %d requests holds %s", len(log.Requests()), text)
		}
	}
}

// MustNotCarry fails the test if a text was in a request.
func MustNotCarry(t Reporter, log *Log, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if Carries(log, text) {
			t.Errorf("a request holds %s", text)
		}
	}
}

// MustBeSilent fails the test if anything was sent.
func MustBeSilent(t Reporter, log *Log) {
	t.Helper()
	if n := len(log.Requests()); n > 0 {
		t.Errorf("%d requests were sent", n)
	}
}
