// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"path"
	"slices"
	"strings"
)

// role says what a word of a command is for.
type role uint8

const (
	isPath role = iota // what is not known is one
	isText             // a text or a pattern: it names no file
	isName             // a path whose file is neither read nor written
)

// programName returns the name of the program that a word runs. A path outside
// the system's directories may lead to anything and has none.
func programName(w string) string {
	dir, base := path.Split(w)
	switch dir {
	case "", "/bin/", "/usr/bin/", "/usr/local/bin/", "/sbin/", "/usr/sbin/":
		return base
	}
	return ""
}

// isRunner says whether a program runs another, named by its arguments.
func isRunner(name string) bool {
	switch name {
	case "sudo", "doas", "env", "nohup", "command", "exec", "eval", "builtin", "nice", "ionice", "setsid", "stdbuf", "time", "timeout", "xargs":
		return true
	}
	return false
}

func isReserved(w string) bool {
	switch w {
	case "{", "}", "!", "if", "then", "else", "elif", "do", "while", "until":
		return true
	}
	return false
}

// commandName returns the name of a command and the index of the word after it.
// Assignments, reserved words and programs that run another are passed over.
// After an option of such a program the name is unknown: "".
func commandName(words []string) (name string, next int) {
	run := false
	for i, w := range words {
		name = programName(w)
		switch {
		case isReserved(w), isAssignment(w):
		case isRunner(name):
			run = true
		case run && w != "" && isDigit(w[0]):
		case run && strings.HasPrefix(w, "-"):
			return "", len(words)
		default:
			return name, i + 1
		}
	}
	return "", len(words)
}

func isAssignment(w string) bool {
	name, _, found := strings.Cut(w, "=")
	if !found || name == "" {
		return false
	}
	for i := range len(name) {
		if !isLetter(name[i]) && !isDigit(name[i]) && name[i] != '_' {
			return false
		}
	}
	return true
}

// wordRoles says what each word of a command is for (decision 31). fed says that
// its output goes to something that may take it as names or code.
func wordRoles(words []string, fed bool) []role {
	roles := make([]role, len(words))
	name, next := commandName(words)
	switch name {
	case "echo", "printf":
		if !fed {
			markFrom(roles, next, isText)
		}
	case "ls", "stat", "test", "[", "[[":
		if !fed {
			markFrom(roles, next, isName)
		}
	case "git":
		markGit(words, roles, next, fed)
	case "gh", "glab", "hg", "svn", "jj":
		markValues(words, roles, isMessageFlag)
	case "grep", "egrep", "fgrep", "rg", "ag", "ack", "sed", "gsed", "awk", "gawk", "jq", "yq":
		markPattern(words, roles, next)
	case "tar", "rsync":
		markValues(words, roles, func(w string) bool { return w == "--exclude" })
	case "zip":
		markValues(words, roles, func(w string) bool { return w == "-x" || w == "--exclude" })
	case "find", "fd", "locate":
		if !fed {
			markFind(words, roles)
		}
	}
	return roles
}

func markFrom(roles []role, from int, r role) {
	for i := from; i < len(roles); i++ {
		roles[i] = r
	}
}

// gitCommand returns the index of git's own command among its words.
func gitCommand(words []string, i int) int {
	for i < len(words) && strings.HasPrefix(words[i], "-") {
		switch words[i] {
		case "-C", "-c", "--git-dir", "--work-tree":
			i++
		}
		i++
	}
	return i
}

func markGit(words []string, roles []role, next int, fed bool) {
	i := gitCommand(words, next)
	if i >= len(words) {
		return
	}
	switch words[i] {
	case "commit", "tag", "merge", "notes", "stash":
		markValues(words, roles, isMessageFlag)
	case "log", "shortlog":
		markValues(words, roles, func(w string) bool { return w == "--grep" })
	case "grep":
		markPattern(words, roles, i+1)
	case "check-ignore":
		if !fed {
			markFrom(roles, i+1, isName)
		}
	}
}

func isMessageFlag(w string) bool {
	switch w {
	case "-m", "-am", "--message", "--title", "-b", "--body", "--notes":
		return true
	}
	return false
}

func isPatternFlag(w string) bool {
	switch w {
	case "-e", "--regexp", "--expression", "--exclude", "--exclude-dir":
		return true
	}
	return false
}

// markValues marks the value after each such flag, or joined to it by "=".
func markValues(words []string, roles []role, isFlag func(string) bool) {
	for i, w := range words {
		if flag, _, joined := strings.Cut(w, "="); joined && isFlag(flag) {
			roles[i] = isText
		}
		if i > 0 && isFlag(words[i-1]) {
			roles[i] = isText
		}
	}
}

// markPattern marks the values of pattern flags. Without one of -e, the first
// operand is the pattern or program.
func markPattern(words []string, roles []role, from int) {
	markValues(words, roles, isPatternFlag)
	for _, w := range words[from:] {
		flag, _, _ := strings.Cut(w, "=")
		switch flag {
		case "-e", "--regexp", "--expression", "-f", "--file", "--from-file", "--files":
			return
		}
	}
	for i := from; i < len(words); i++ {
		if !strings.HasPrefix(words[i], "-") && roles[i] == isPath {
			roles[i] = isText
			return
		}
	}
}

// markFind marks the tests on names, unless something is done with the files
// found.
func markFind(words []string, roles []role) {
	for _, w := range words {
		switch w {
		case "-exec", "-execdir", "-ok", "-okdir", "-delete":
			return
		}
	}
	markValues(words, roles, func(w string) bool {
		switch w {
		case "-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-iregex":
			return true
		}
		return false
	})
}

// runsVeil says whether a command has veil answer the agent as it answers a host,
// or may have it put values back (decision 30).
func runsVeil(c *shellCommand) bool {
	for i, w := range c.words {
		base := strings.ToLower(path.Base(toSlash(w)))
		if (base != "veil" && base != "veil.exe") || c.roles[i] != isPath {
			continue
		}
		rest := c.words[i+1:]
		if slices.Contains(rest, "claude-code") || slices.Contains(rest, "opencode") {
			return true
		}
		return slices.Contains(rest, "filter") && slices.ContainsFunc(rest, mayRestore)
	}
	return false
}

// mayRestore says whether a word is the flag --restore, or not known before the
// command runs.
func mayRestore(w string) bool {
	return w == "" || strings.Contains(w, "$") || strings.HasPrefix(strings.TrimLeft(w, "-"), "restore")
}
