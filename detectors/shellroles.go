// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"path"
	"slices"
	"strings"
)

// commandName returns the name of a command and the index of the word after it.
// Assignments, reserved words and programs that run another are passed over.
func commandName(words []string) (name string, next int) {
	for i, w := range words {
		name = path.Base(w)
		switch name {
		case "{", "}", "!", "if", "then", "else", "elif", "do", "while", "until", "time",
			"sudo", "doas", "env", "nohup", "command", "exec", "builtin", "nice", "stdbuf", "timeout", "xargs":
			continue
		}
		if strings.HasPrefix(w, "-") || isAssignment(w) || w != "" && isDigit(w[0]) {
			continue
		}
		return name, i + 1
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

// textWords says which words of a command are text or a pattern, and so name no
// file (decision 31). What it does not know is a path. piped says that another
// command of the text runs a program on the names it reads.
func textWords(words []string, piped bool) []bool {
	text := make([]bool, len(words))
	name, next := commandName(words)
	switch name {
	case "echo", "printf":
		for i := next; i < len(words); i++ {
			text[i] = true
		}
	case "git", "gh", "glab", "hg", "svn", "jj":
		markValues(words, text, isMessageFlag)
		if next < len(words) && words[next] == "grep" {
			markPattern(words, text, next+1)
		}
	case "grep", "egrep", "fgrep", "rg", "ag", "ack", "sed", "gsed", "awk", "gawk", "jq", "yq":
		markPattern(words, text, next)
	case "find", "fd", "locate":
		if !piped {
			markFind(words, text)
		}
	}
	return text
}

func isMessageFlag(w string) bool {
	switch w {
	case "-m", "-am", "--message", "-t", "--title", "-b", "--body", "--notes", "--grep":
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
func markValues(words []string, text []bool, isFlag func(string) bool) {
	for i, w := range words {
		if flag, _, joined := strings.Cut(w, "="); joined && isFlag(flag) {
			text[i] = true
		}
		if i > 0 && isFlag(words[i-1]) {
			text[i] = true
		}
	}
}

// markPattern marks the values of pattern flags. Without one of -e, the first
// operand is the pattern or program.
func markPattern(words []string, text []bool, from int) {
	markValues(words, text, isPatternFlag)
	for _, w := range words[from:] {
		flag, _, _ := strings.Cut(w, "=")
		switch flag {
		case "-e", "--regexp", "--expression", "-f", "--file", "--from-file", "--files":
			return
		}
	}
	for i := from; i < len(words); i++ {
		if !strings.HasPrefix(words[i], "-") && !text[i] {
			text[i] = true
			return
		}
	}
}

// markFind marks the tests on names, unless something is done with the files
// found.
func markFind(words []string, text []bool) {
	for _, w := range words {
		switch w {
		case "-exec", "-execdir", "-ok", "-okdir", "-delete":
			return
		}
	}
	markValues(words, text, func(w string) bool {
		switch w {
		case "-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-iregex":
			return true
		}
		return false
	})
}

// runsOnNames says whether one of the commands runs a program on the names it
// reads.
func runsOnNames(commands []shellCommand) bool {
	for _, c := range commands {
		if slices.Contains(c.words, "xargs") || slices.Contains(c.words, "parallel") {
			return true
		}
	}
	return false
}

// runsCode says whether a command takes its standard input as a program.
func runsCode(words []string) bool {
	name, _ := commandName(words)
	name = strings.TrimRight(name, "0123456789.")
	switch name {
	case "sh", "bash", "zsh", "dash", "ksh", "fish", "python", "node", "deno", "bun", "perl", "ruby", "php", "ssh", "":
		return true
	}
	return false
}
