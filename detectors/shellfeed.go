// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"slices"
	"strings"
)

// feeding says of each command whether its output goes to something that may
// take it as names or code: all does if fed, or where the text gives names a new
// meaning, and what is piped into a program that is not known to take it as
// text. What closes a group pipes for all before it.
func feeding(commands []*shellCommand, fed bool) []bool {
	feeds := make([]bool, len(commands))
	group := fed || slices.ContainsFunc(commands, defines)
	for i := len(commands) - 1; i >= 0; i-- {
		c := commands[i]
		feeds[i] = c.substituted
		if c.piped {
			feeds[i] = i+1 == len(commands) || feeds[i+1] || !takesText(commands[i+1])
		}
		group = group || feeds[i] && closesGroup(c)
		feeds[i] = feeds[i] || group
	}
	return feeds
}

// defines says whether a command defines a function or an alias.
func defines(c *shellCommand) bool {
	return c.defines || len(c.words) > 0 && (c.words[0] == "function" || c.words[0] == "alias")
}

// closesGroup says whether a command is what stands after a parenthesis or ends
// a compound command.
func closesGroup(c *shellCommand) bool {
	return len(c.words) == 0 || slices.Contains([]string{"}", "done", "fi", "esac"}, c.words[0])
}

// takesText says whether a command takes its standard input as mere text: a
// closed list.
func takesText(c *shellCommand) bool {
	if c.opens || c.substituted || len(c.words) == 0 || isReserved(c.words[0]) {
		return false
	}
	if slices.ContainsFunc(c.words, func(w string) bool { return strings.HasPrefix(w, "--files0-from") }) {
		return false
	}
	name, _ := commandName(c.words)
	switch name {
	case "cat", "tee", "grep", "egrep", "fgrep", "rg", "wc", "head", "tail", "sort", "uniq", "jq", "cut", "tr", "nl", "column":
		return !slices.Contains(c.words, "xargs")
	}
	return false
}

// readsText says whether the here-documents of a command are mere text.
func readsText(c *shellCommand) bool {
	name, next := commandName(c.words)
	switch name {
	case "git":
		i := gitCommand(c.words, next)
		return i < len(c.words) && slices.Contains([]string{"commit", "tag", "notes"}, c.words[i])
	case "gh", "glab":
		return true
	}
	return takesText(c)
}

// isShell says whether a command takes its standard input as shell text.
func isShell(words []string) bool {
	name, _ := commandName(words)
	switch name {
	case "sh", "bash", "zsh", "dash", "ksh", "fish", "ssh":
		return true
	}
	return false
}
