// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"fmt"
	"slices"

	"github.com/veil-guard/veil/core"
)

// Greeting is a request that is about no event of the agent: the handshake of a
// plugin, or a wish for a report. Neither carries text.
type Greeting struct {
	ID []byte
	// Plugin is the plugin's version in a handshake, "" in a wish for a report.
	Plugin  string
	Host    core.Host
	Session string // the root session, in a wish for a report
	Cwd     string
}

// maxGreeting is more bytes than a greeting has: what is longer is an event, which is
// not parsed twice.
const maxGreeting = 8 << 10

// Plugins are the versions of the plugin that this veil serves.
func Plugins() core.VersionRange { return core.VersionRange{From: "0.2.0", Before: "0.3"} }

// UnfitError says that a plugin and this veil do not fit together.
type UnfitError struct{ Plugin, Veil string }

// Error names both versions, in one line.
func (e *UnfitError) Error() string {
	return fmt.Sprintf("the OpenCode plugin %s and veil %s do not fit together", e.Plugin, e.Veil)
}

// Remedy says what to do about it, in one line.
func (e *UnfitError) Remedy() string {
	return "install the plugin veil-opencode " + Plugins().String() + ", or the veil that came with yours"
}

// IsGreeting says whether a request is one for [ParseGreeting]; any other is one for
// [Parse], whatever is wrong with it.
func IsGreeting(line []byte) bool {
	if len(line) > maxGreeting {
		return false
	}
	doc, err := core.ParseDocument(line)
	if err != nil {
		return false
	}
	name := doc.Root().Get("event").Text()
	return name == hello || name == report
}

// ParseGreeting reads a handshake or a wish for a report. The error is an *EventError.
func ParseGreeting(line []byte) (*Greeting, error) {
	doc, err := core.ParseDocument(line)
	if err != nil {
		return nil, &EventError{Err: err}
	}
	r := reader{root: doc.Root(), event: doc.Root().Get("event").Text()}
	known := []string{"v", "id", "event", "host", "plugin", "cwd"}
	if r.event == report {
		known = []string{"v", "id", "event", "host", "session", "root", "cwd"}
	}
	if string(r.root.Get("v").Raw()) != "1" {
		r.fail("v", ErrVersion)
	}
	for name := range r.root.Members {
		if !slices.Contains(known, name) {
			r.fail("", ErrShape)
		}
	}
	g := &Greeting{ID: r.id(), Host: r.host(), Cwd: r.text("cwd", false)}
	if r.event == report {
		g.Session = r.session()
	} else {
		g.Plugin = r.text("plugin", true)
	}
	if r.err != nil {
		return nil, r.err
	}
	return g, nil
}

// Welcome answers a handshake of a plugin that veil, in that version, serves.
// Otherwise it returns an *UnfitError; answer with [Refuse] then.
func (g *Greeting) Welcome(veil string) ([]byte, error) {
	if !Plugins().Holds(g.Plugin) {
		return nil, &UnfitError{shown(g.Plugin), veil}
	}
	return answer{id: g.ID, decision: core.Allow.String(), veil: veil}.line()
}

// Report answers a wish for a report with its text.
func (g *Greeting) Report(text string) ([]byte, error) {
	return answer{id: g.ID, decision: core.Allow.String(), report: text}.line()
}

// shown is a version as an error may show it: what is none could be anything.
func shown(version string) string {
	const longest = 20
	for _, c := range version {
		if (c < '0' || c > '9') && c != '.' {
			return "of an unknown version"
		}
	}
	if len(version) > longest {
		return "of an unknown version"
	}
	return version
}
