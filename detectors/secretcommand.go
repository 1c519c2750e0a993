// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"slices"
	"strings"
)

// maxCwd is the longest working directory that "cd" in a command leads to, in
// bytes, so that a command of many of them costs time linear in its length.
const maxCwd = 256

// The bounds of commands within commands: how deep, and how many bytes are read
// in all for each byte of the command. What exceeds them is denied.
const (
	maxShellDepth = 8
	maxShellWork  = 32
)

// commandScan is the work on one command.
type commandScan struct {
	paths *SecretPaths
	left  int // bytes that may still be read
}

// commandClass returns the class of the secret-bearing file that a command
// names, or "".
func (s *SecretPaths) commandClass(text, cwd string) string {
	scan := commandScan{s, maxShellWork * len(text)}
	return scan.command(text, cwd, 0)
}

// command looks at every word of a command that is a path, at every
// redirection, and at the commands within.
func (s *commandScan) command(text, cwd string, depth int) string {
	if s.left -= len(text); s.left < 0 || depth > maxShellDepth {
		return classNested
	}
	shell := splitShell(text)
	piped := runsOnNames(shell.commands)
	for _, c := range shell.commands {
		plain := textWords(c.words, piped)
		words := c.files
		for i, w := range c.words {
			if !plain[i] {
				words = append(words, w)
			}
		}
		if runsCode(c.words) {
			words = append(words, c.texts...)
		}
		for _, w := range words {
			if class := s.word(w, cwd, depth); class != "" {
				return class
			}
		}
		if name, next := commandName(c.words); name == "cd" && next < len(c.words) {
			if to := s.paths.resolve(c.words[next], cwd); len(to) <= maxCwd {
				cwd = to
			}
		}
	}
	for _, n := range shell.nested {
		if class := s.command(n, cwd, depth+1); class != "" {
			return class
		}
	}
	return ""
}

// word looks at a word as a path, at its parts (--flag=path, host:path,
// @path, VAR=path), and, if it may be code, at the words within.
func (s *commandScan) word(w, cwd string, depth int) string {
	if strings.ContainsAny(w, " \t\n'\"()|;<>`") {
		if class := s.command(w, cwd, depth+1); class != "" {
			return class
		}
	}
	if len(w) > maxPath {
		return ""
	}
	for _, option := range expandBraces(w) {
		if class := s.paths.pathClass(option, cwd); class != "" {
			return class
		}
		if isURL(option) {
			continue
		}
		for part := range strings.FieldsFuncSeq(option, isPartSeparator) {
			if class := s.paths.pathClass(part, cwd); class != "" && part != option {
				return class
			}
		}
	}
	return ""
}

func isPartSeparator(r rune) bool { return r == '=' || r == ':' || r == '@' || r == ',' }

// A word with braces is taken apart if it is at most maxBraceWord bytes long,
// into at most about maxBraces words: together they bound the work.
const (
	maxBraces    = 16
	maxBraceWord = 512
)

// expandBraces returns the words that a word like ".{env,npmrc}" stands for, as
// far as maxBraces allows.
func expandBraces(w string) []string {
	words := []string{w}
	for i := 0; len(w) <= maxBraceWord && i < len(words) && len(words) < maxBraces; {
		before, rest, open := strings.Cut(words[i], "{")
		inner, after, closed := strings.Cut(rest, "}")
		if !open || !closed || strings.HasSuffix(before, "$") || !strings.Contains(inner, ",") {
			i++
			continue
		}
		var options []string
		for option := range strings.SplitSeq(inner, ",") {
			options = append(options, before+option+after)
		}
		words = slices.Replace(words, i, i+1, options...)
	}
	return words
}
