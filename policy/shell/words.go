// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/veil-guard/veil/core"
)

// static returns the text of a word after the shell has taken its quotes away. It
// is false for a word of which the shell computes a part; patterns of file names
// are not computed, they name local files.
func static(w *syntax.Word) (text string, ok bool) {
	if w == nil {
		return "", false
	}
	var b strings.Builder
	for _, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			b.WriteString(unescape(p.Value, ""))
		case *syntax.SglQuoted:
			if p.Dollar {
				return "", false
			}
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			if p.Dollar || !appendQuoted(&b, p) {
				return "", false
			}
		default:
			return "", false
		}
	}
	return b.String(), true
}

// appendQuoted appends what stands in double quotes, if nothing in it is computed.
func appendQuoted(b *strings.Builder, q *syntax.DblQuoted) bool {
	for _, part := range q.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			return false
		}
		b.WriteString(unescape(lit.Value, quotedEscapes))
	}
	return true
}

// quotedEscapes are the characters before which a backslash is taken away in
// double quotes (POSIX, Shell Command Language, 2.2.3).
const quotedEscapes = "$`\"\\"

// unescape takes backslashes away: before every character, or, if only is not
// empty, before those. A backslash and a line end are nothing.
func unescape(text, only string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			switch next := text[i+1]; {
			case next == '\n':
				i++
				continue
			case only == "" || strings.IndexByte(only, next) >= 0:
				i++
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// isExpanded says whether the shell makes something else of a word that has no
// variable in it: another directory (~+), several words ({a,b}) or, if names is
// set, names of files, of which one may look like an option. The brackets of a
// token are no pattern here: they are taken away with it.
func isExpanded(w *syntax.Word, names bool) bool {
	for i, part := range w.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			continue
		}
		text := withoutTokens(lit.Value)
		if strings.Contains(text, "{") || i == 0 && (strings.HasPrefix(text, "~+") || strings.HasPrefix(text, "~-")) {
			return true
		}
		if names && strings.ContainsAny(text, "*?[") && (i > 0 || !strings.HasPrefix(text, "./") && !strings.HasPrefix(text, "/")) {
			return true
		}
	}
	return false
}

// withoutTokens replaces tokens by letters.
func withoutTokens(text string) string {
	var edits []core.Edit
	for _, t := range core.FindTokens(nil, text) {
		edits = append(edits, core.Edit{Start: t.Start, End: t.End, New: "token"})
	}
	return core.ApplyEdits(text, edits)
}

// isDescriptor says whether the target of >& or <& is an open file by its number, or
// closes one.
func isDescriptor(target string) bool {
	return target == "-" || target != "" && strings.Trim(target, "0123456789") == ""
}

// isStandardDevice says whether a path names a stream of the process or nothing.
func isStandardDevice(path string) bool {
	switch path {
	case "/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr":
		return true
	}
	return false
}

// isLocalFile says whether a path may be an ordinary file of this machine: no
// device, no connection (/dev/tcp), no process, no share of another machine.
func isLocalFile(path string) bool {
	clean := strings.ReplaceAll(path, "/./", "/")
	for _, prefix := range []string{"/dev/", "/proc/", "//", `\\`} {
		if strings.HasPrefix(clean+"/", prefix) && !isStandardDevice(path) {
			return false
		}
	}
	return !strings.Contains(clean, "/../dev/") && !strings.Contains(clean, "/../proc/")
}
