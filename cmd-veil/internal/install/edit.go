// SPDX-License-Identifier: Apache-2.0

package install

import "strings"

// add returns the text with an item behind the last part of a container. Every byte that
// was there stays, in its order; a comment behind the last part stays on its line.
func (d *document) add(n node, item string) string {
	if n.kind == 0 {
		return d.addRoot(item)
	}
	if len(n.parts) == 0 {
		return d.addFirst(n, item)
	}
	first, last := n.parts[0], n.parts[len(n.parts)-1]
	between, multiline := " ", strings.Contains(d.text[n.start:first.start], "\n")
	end := max(last.end, n.comma)
	at := end
	if multiline {
		between = d.newline() + d.indent(first.start)
		if line, _, found := strings.Cut(d.text[end:n.end], "\n"); found && isComment(line) {
			at += len(strings.TrimRight(line, " \t\r"))
		}
	}
	if n.comma > 0 {
		return d.text[:at] + between + item + "," + d.text[at:]
	}
	return d.text[:end] + "," + d.text[end:at] + between + item + d.text[at:]
}

// addRoot makes an object in settings that hold none.
func (d *document) addRoot(item string) string {
	nl := d.newline()
	text := d.text
	if strings.TrimLeft(text, bom+" \t\r\n") != "" && !strings.HasSuffix(text, "\n") {
		text += nl
	}
	return text + "{" + nl + "  " + item + nl + "}" + nl
}

func (d *document) addFirst(n node, item string) string {
	open, inside := n.start+1, d.text[n.start+1:n.end-1]
	if n.kind == '[' {
		return d.text[:open] + item + d.text[open:]
	}
	outer := d.indent(n.start)
	item = d.newline() + outer + d.unit() + item
	if !strings.Contains(inside, "\n") {
		item += d.newline() + outer
	}
	return d.text[:open] + item + d.text[open:]
}

// remove returns the text without one part of a container.
func (d *document) remove(n node, i int) string {
	p := n.parts[i]
	from, to := len(strings.TrimRight(d.text[:p.start], " \t\r\n")), p.end
	comma := -1 // the one to take away
	switch {
	case i < len(n.parts)-1 || n.comma > 0:
		comma, _ = d.skip(p.end)
	case i > 0:
		comma, _ = d.skip(n.parts[i-1].end)
	}
	rest := to
	if comma >= to {
		rest = comma + 1
	}
	if after := strings.TrimLeft(d.text[rest:], " \t\r"); !strings.HasPrefix(after, "\n") && strings.Contains(d.text[from:p.start], "\n") {
		from = p.start // or a comment before it would swallow what follows
	}
	switch {
	case comma >= to:
		return d.text[:from] + d.text[to:comma] + d.text[comma+1:]
	case comma >= 0:
		return d.text[:comma] + d.text[comma+1:from] + d.text[to:]
	}
	return d.text[:from] + d.text[to:]
}

// newline is how the document ends its lines.
func (d *document) newline() string {
	if strings.Contains(d.text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// indent is the space that the line of a place begins with.
func (d *document) indent(at int) string {
	line := strings.TrimPrefix(d.text[strings.LastIndex(d.text[:at], "\n")+1:at], bom)
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// unit is the indentation of one level.
func (d *document) unit() string {
	if len(d.root.parts) > 0 {
		if unit := d.indent(d.root.parts[0].start); unit != "" {
			return unit
		}
	}
	return "  "
}

// isComment says whether the rest of a line is a comment and nothing more.
func isComment(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "//") || strings.HasPrefix(line, "/*") && strings.Index(line, "*/") == len(line)-2
}
