// SPDX-License-Identifier: Apache-2.0

// Package docs renders the parts of the documents that code decides. Its test
// compares them with what the documents say.
package docs

import (
	"fmt"
	"strings"

	"github.com/veil-guard/veil/core"
)

// tableHosts are the hosts of the tables, with their names there.
func tableHosts() []struct{ host, name string } {
	return []struct{ host, name string }{
		{core.ClaudeCodeMod, "Claude Code, plugin"}, {core.ClaudeCode, "Claude Code, hooks alone"}, {core.OpenCode, "OpenCode"},
	}
}

// CapabilitySummary renders the matrix for the README: one row a surface, with the
// strongest power on each host.
func CapabilitySummary(m core.Capabilities) string {
	head, line := "| surface |", "|---|"
	for _, h := range tableHosts() {
		head, line = head+" "+h.name+" |", line+"---|"
	}
	text := head + "\n" + line + "\n"
	for _, surface := range core.Surfaces() {
		text += "| `" + string(surface) + "` |"
		for _, h := range tableHosts() {
			cell := "**nothing**"
			if row, ok := strongest(m, h.host, surface); ok {
				cell = fmt.Sprintf("%s, %s", row.Power, row.Versions)
			}
			text += " " + cell + " |"
		}
		text += "\n"
	}
	return text
}

// CapabilityTable renders the matrix whole: one row for each host and surface, with
// the strongest power.
func CapabilityTable(m core.Capabilities) string {
	var b strings.Builder
	b.WriteString("| host | surface | veil can | from version | through | but | proven by |\n|---|---|---|---|---|---|---|\n")
	for _, h := range tableHosts() {
		for _, surface := range core.Surfaces() {
			if row, ok := strongest(m, h.host, surface); ok {
				fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s | %s | `%s` |\n", h.name, surface, row.Power, row.Versions, row.Means, row.Caveat, row.Proof)
			} else {
				fmt.Fprintf(&b, "| %s | `%s` | **nothing** | | | | |\n", h.name, surface)
			}
		}
	}
	return b.String()
}

// strongest returns the row of the strongest power that withholds a value.
func strongest(m core.Capabilities, host string, surface core.Surface) (core.Capability, bool) {
	for _, power := range []core.Power{core.Rewrite, core.Block} {
		for _, row := range m {
			if row.Host == host && row.Surface == surface && row.Power == power {
				return row, true
			}
		}
	}
	return core.Capability{}, false
}

// Between returns the part of a document between the comments <!-- name --> and
// <!-- /name -->, and what stands before and after it; ok is false if the
// comments are not there.
func Between(document, name string) (before, part, after string, ok bool) {
	before, rest, found := strings.Cut(document, "<!-- "+name+" -->\n")
	part, after, closed := strings.Cut(rest, "<!-- /"+name+" -->")
	return before + "<!-- " + name + " -->\n", part, "<!-- /" + name + " -->" + after, found && closed
}
