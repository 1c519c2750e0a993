// SPDX-License-Identifier: Apache-2.0

// Package docs renders the parts of the documents that code decides. Its test
// compares them with what the documents say.
package docs

import (
	"fmt"
	"strings"

	"github.com/veil-guard/veil/core"
)

// CapabilityTable renders the matrix for the README: one row for each host and
// surface, with the strongest power first.
func CapabilityTable(m core.Capabilities) string {
	var b strings.Builder
	b.WriteString("| host | surface | veil can | from version | through | but |\n|---|---|---|---|---|---|\n")
	for _, host := range []string{core.ClaudeCode, core.OpenCode} {
		for _, surface := range core.Surfaces() {
			b.WriteString(tableRow(m, host, surface))
		}
	}
	return b.String()
}

func tableRow(m core.Capabilities, host string, surface core.Surface) string {
	for _, power := range []core.Power{core.Rewrite, core.Block} {
		for _, row := range m {
			if row.Host == host && row.Surface == surface && row.Power == power {
				return fmt.Sprintf("| %s | `%s` | %s | %s | %s | %s |\n", host, surface, power, row.Versions, row.Means, row.Caveat)
			}
		}
	}
	return fmt.Sprintf("| %s | `%s` | **nothing** | | | |\n", host, surface)
}

// Between returns the part of a document between the comments <!-- name --> and
// <!-- /name -->, and what stands before and after it; ok is false if the
// comments are not there.
func Between(document, name string) (before, part, after string, ok bool) {
	before, rest, found := strings.Cut(document, "<!-- "+name+" -->\n")
	part, after, closed := strings.Cut(rest, "<!-- /"+name+" -->")
	return before + "<!-- " + name + " -->\n", part, "<!-- /" + name + " -->" + after, found && closed
}
