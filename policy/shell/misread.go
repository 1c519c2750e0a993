// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// misread says why bash may read a command otherwise than it was read here; empty if
// both read the same. Bash continues no comment, takes a backslash before a carriage
// return and a line end for no continuation, and finds the end of a here-document
// after it has joined its lines and unquoted its delimiter.
func misread(command string, file *syntax.File) (why string) {
	continued := strings.Contains(command, "\\\n")
	switch {
	case strings.Contains(command, "\r"):
		return "it holds a carriage return"
	case continued && strings.Contains(command, "#"):
		return "it continues a line and may hold a comment"
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Redirect); ok && r.Hdoc != nil && (continued || !isPlainDelimiter(r.Word)) {
			why = "it is not plain where its here-document ends"
		}
		return why == ""
	})
	return why
}

// isPlainDelimiter says whether the delimiter of a here-document is letters, digits
// and underscores, in quotes or not.
func isPlainDelimiter(w *syntax.Word) bool {
	if len(w.Parts) != 1 {
		return false
	}
	text := ""
	switch p := w.Parts[0].(type) {
	case *syntax.Lit:
		text = p.Value
	case *syntax.SglQuoted:
		text = p.Value
	case *syntax.DblQuoted:
		if len(p.Parts) != 1 {
			return false
		}
		if lit, ok := p.Parts[0].(*syntax.Lit); ok {
			text = lit.Value
		}
	}
	return text != "" && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == ""
}
