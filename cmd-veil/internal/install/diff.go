// SPDX-License-Identifier: Apache-2.0

package install

import (
	"fmt"
	"strings"
)

// context is how many lines a diff shows around what changes.
const context = 3

// Diff returns the plan for a person: a unified diff of the settings, and a line for
// each file that is copied or removed.
func (plan *Plan) Diff() string {
	var b strings.Builder
	for _, c := range plan.Changes {
		switch {
		case c.settings:
			b.WriteString(c.unified())
		case c.New == nil:
			fmt.Fprintf(&b, "remove %s\n", c.Path)
		default:
			fmt.Fprintf(&b, "write %s, %d bytes\n", c.Path, len(c.New))
		}
	}
	return b.String()
}

// unified is a unified diff of one hunk.
func (c Change) unified() string {
	old, now := linesOf(c.Old), linesOf(c.New)
	from, to := c.Path, c.Path
	if c.Old == nil {
		from = "/dev/null"
	}
	if c.New == nil {
		to = "/dev/null"
	}
	same := 0
	for same < min(len(old), len(now)) && old[same] == now[same] {
		same++
	}
	end := 0
	for end < min(len(old), len(now))-same && old[len(old)-1-end] == now[len(now)-1-end] {
		end++
	}
	first, last := max(0, same-context), max(0, end-context)
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n@@ -%s +%s @@\n", from, to, span(first, len(old)-last), span(first, len(now)-last))
	hunk(&b, ' ', old[first:same])
	hunk(&b, '-', old[same:len(old)-end])
	hunk(&b, '+', now[same:len(now)-end])
	hunk(&b, ' ', old[len(old)-end:len(old)-last])
	return b.String()
}

// span is the place of a hunk: its first line, and how many.
func span(first, end int) string {
	if first == end {
		return fmt.Sprintf("%d,0", first)
	}
	return fmt.Sprintf("%d,%d", first+1, end-first)
}

func hunk(b *strings.Builder, mark byte, lines []string) {
	for _, line := range lines {
		b.WriteByte(mark)
		b.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// linesOf are the lines of a text with their ends.
func linesOf(text []byte) []string {
	lines := strings.SplitAfter(string(text), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
