// SPDX-License-Identifier: Apache-2.0

package detectors

import "strings"

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
	*pathScan
	left int // bytes that may still be read
}

// place is where a shell text stands.
type place struct {
	cwd   string
	depth int
	fed   bool // its output goes to something that may take it as names or code
}

func (p place) within(fed bool) place { return place{p.cwd, p.depth + 1, fed} }

// command returns the class of the secret-bearing file that a command names, or
// "".
func (s *pathScan) command(text string) string {
	scan := commandScan{s, maxShellWork * len(text)}
	return scan.text(text, place{cwd: s.cwd})
}

// text looks at every command of a shell text, and at the texts within.
func (s *commandScan) text(text string, at place) string {
	if s.left -= len(text); s.left < 0 || at.depth > maxShellDepth {
		return classNested
	}
	shell := splitShell(text)
	fed := feeding(shell.commands, at.fed)
	for i, c := range shell.commands {
		c.roles = wordRoles(c.words, fed[i])
		if class := s.one(c, fed[i], at); class != "" {
			return class
		}
		if name, next := commandName(c.words); (name == "cd" || name == "pushd") && next < len(c.words) {
			if to := s.absolute(c.words[next], at.cwd); len(to) <= maxCwd {
				at.cwd = to
			}
		}
	}
	for _, n := range shell.nested {
		if class := s.text(n.text, at.within(!n.inText())); class != "" {
			return class
		}
	}
	return ""
}

// one looks at one command: its words, files and here-documents.
func (s *commandScan) one(c *shellCommand, fed bool, at place) string {
	if runsVeil(c) {
		return classVeil
	}
	for i, w := range c.words {
		if c.roles[i] == isText {
			continue
		}
		class := s.shellWord(w, at.within(fed))
		if class == "" && fed && strings.Contains(w, `\`) {
			class = s.shellWord(ansiText(w), at.within(fed)) // as printf writes it
		}
		if class != "" && (c.roles[i] == isPath || isHard(class)) {
			return class
		}
	}
	for _, w := range c.files {
		if class := s.shellWord(w, at.within(fed)); class != "" {
			return class
		}
	}
	if readsText(c) && !fed {
		return ""
	}
	for _, body := range c.texts {
		if class := s.shellWord(body, at.within(fed || !isShell(c.words))); class != "" {
			return class
		}
	}
	return ""
}

// shellWord looks at a word as a path, at its parts (--flag=path, host:path,
// @path, VAR=path), and, if it may be code, at the words within.
func (s *commandScan) shellWord(w string, at place) string {
	if strings.ContainsAny(w, " \t\n'\"()|;<>`") {
		if class := s.text(w, at); class != "" {
			return class
		}
	}
	if len(w) > maxPath {
		return ""
	}
	for _, option := range expandBraces(w) {
		if class := s.word(option, at.cwd); class != "" {
			return class
		}
		if isURL(option) || strings.HasPrefix(option, "file:") {
			continue
		}
		for part := range strings.FieldsFuncSeq(option, isPartSeparator) {
			if part == option {
				continue
			}
			if class := s.word(part, at.cwd); class != "" {
				return class
			}
		}
	}
	return ""
}

func isPartSeparator(r rune) bool { return r == '=' || r == ':' || r == '@' || r == ',' }
