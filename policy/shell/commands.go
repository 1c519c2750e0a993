// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"path"
	"slices"
	"strings"
)

// rule says what a command of the closed list may not be asked: options that run
// another program or send something away.
type rule struct {
	// refused are options, as long as the command takes them; for a short one
	// every word that holds its letter counts.
	refused []string
	// check is asked for what options alone do not tell.
	check func(args []string) bool
}

// ruleFor returns the rule of a command on the closed list. Its commands read and
// write local files and run nothing else.
func ruleFor(name string) (rule, bool) {
	switch name {
	case "ls", "cat", "head", "tail", "uniq", "wc", "diff", "stat", "mkdir", "cp", "mv", "rm", "rmdir", "touch",
		"grep", "egrep", "fgrep", "cd", "pwd", "true", "false", ":", "exit", "wait", "echo", "cut", "tr", "nl", "tac", "column":
		return rule{}, true
	case "test", "[", "printf":
		// The shell evaluates what stands in the brackets of a variable's name.
		return rule{refused: []string{"-v", "-R"}}, true
	case "rg":
		return rule{refused: []string{"--pre", "--hostname-bin", "--search-zip", "-z"}}, true
	case "sort":
		return rule{refused: []string{"--compress-program"}}, true
	case "find":
		return rule{refused: []string{"-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls"}}, true
	case "sed":
		return rule{check: isPlainSed}, true
	case "git":
		return rule{refused: []string{"--ext-diff", "--textconv", "--output", "--open-files-in-pager", "-O"}, check: isReadingGit}, true
	}
	return rule{}, false
}

// needsPlainWords says whether a file whose name looks like an option could make a
// command do more than read.
func needsPlainWords(word string) bool {
	r, known := ruleFor(commandName(word))
	return known && (len(r.refused) > 0 || r.check != nil)
}

// refusal says why a command is not on the closed list; empty if it is.
func refusal(args []string) string {
	if args = args[prefixLength(args):]; len(args) == 0 {
		return ""
	}
	r, known := ruleFor(commandName(args[0]))
	if !known {
		return "it runs a program that is not among those which only touch local files"
	}
	for _, arg := range args[1:] {
		if !isLocalFile(arg) {
			return "it reads or writes something that is no plain file"
		}
		for _, option := range r.refused {
			if isOption(arg, option) {
				return "it tells a program to run another one or to delete"
			}
		}
	}
	if r.check != nil && !r.check(args) {
		return "it has a program do more than read"
	}
	return ""
}

// commandName returns the name of a program in one of the system's own folders, or
// the word itself. A program in another folder may be anything.
func commandName(word string) string {
	switch path.Dir(word) {
	case "/bin", "/usr/bin":
		return path.Base(word)
	}
	return word
}

// isOption says whether a word is an option, maybe an abbreviated long one, with
// its value attached, or one letter among several.
func isOption(word, option string) bool {
	name, _, _ := strings.Cut(word, "=")
	switch {
	case strings.HasPrefix(option, "--"):
		return len(name) > 2 && strings.HasPrefix(name, "--") && strings.HasPrefix(option, name)
	case len(option) == 2:
		return len(word) > 1 && word[0] == '-' && word[1] != '-' && strings.Contains(word, option[1:])
	}
	return word == option
}

// isPlainSed says whether sed is asked to print lines by their numbers.
func isPlainSed(args []string) bool {
	if len(args) < 3 || args[1] != "-n" || args[2] == "" || args[2][len(args[2])-1] != 'p' {
		return false
	}
	for _, c := range args[2][:len(args[2])-1] {
		if (c < '0' || c > '9') && c != ',' && c != '$' {
			return false
		}
	}
	return !slices.ContainsFunc(args[3:], func(arg string) bool { return strings.HasPrefix(arg, "-") })
}

// isReadingGit says whether git is asked to show something. A setting given with
// -c may name a program.
func isReadingGit(args []string) bool {
	rest := args[1:]
	for len(rest) > 0 {
		switch {
		case rest[0] == "--no-pager":
			rest = rest[1:]
			continue
		case rest[0] == "-C" && len(rest) > 1:
			rest = rest[2:]
			continue
		}
		break
	}
	if len(rest) == 0 {
		return false
	}
	switch rest[0] {
	case "status", "log", "diff", "grep", "show":
		return true
	}
	return false
}
