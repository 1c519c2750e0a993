// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"os"
	"slices"
	"strings"
)

// unguarded says why a rehearsal would prove nothing of an OpenCode with these arguments.
func unguarded(args []string) (why, remedy string) {
	for _, option := range maybeOptions(args) {
		switch name, _, _ := strings.Cut(option, "="); name {
		case "--pure":
			return "--pure has OpenCode load no plugin: it would run unguarded", "leave --pure out"
		case "--attach":
			return elsewhere(name)
		}
	}
	if os.Getenv("OPENCODE_PURE") != "" {
		return "OPENCODE_PURE has OpenCode load no plugin: it would run unguarded", "unset OPENCODE_PURE"
	}
	if word := firstWord(args); word == "attach" {
		return elsewhere(word)
	}
	return "", ""
}

// elsewhere is said of prompts that go to an OpenCode which runs already.
func elsewhere(what string) (why, remedy string) {
	return what + " sends to an OpenCode that was started elsewhere: veil cannot see what it loads",
		"start that one by veil run opencode serve, and call opencode itself to attach to it"
}

// asksForHelp says whether OpenCode only says how it is used, or which version it is.
func asksForHelp(args []string) bool {
	return slices.ContainsFunc(maybeOptions(args), func(option string) bool {
		return slices.Contains([]string{"--help", "-h", "--version", "-v"}, option)
	})
}

// directoryOf is where OpenCode would start; "" is here.
func directoryOf(args []string) string {
	options := maybeOptions(args)
	for i, option := range options {
		name, dir, joined := strings.Cut(option, "=")
		if name == "--dir" && !joined && i+1 < len(options) {
			dir = options[i+1]
		}
		if name == "--dir" && dir != "" {
			return dir
		}
	}
	word := firstWord(args)
	if info, err := os.Stat(word); err == nil && info.IsDir() && !isSubcommand(word) {
		return word
	}
	return ""
}

// maybeOptions are the arguments that may be options: those before "--".
func maybeOptions(args []string) []string {
	if end := slices.Index(args, "--"); end >= 0 {
		return args[:end]
	}
	return args
}

// firstWord is the first argument that is neither an option nor the value of one: a
// subcommand, or the project.
func firstWord(args []string) string {
	valued := []string{
		"--log-level", "--port", "--hostname", "--mdns-domain", "--cors", "--model", "-m", "--session", "-s", "--prompt", "--agent", "--replay-limit",
	}
	options := maybeOptions(args)
	for i, word := range options {
		if !strings.HasPrefix(word, "-") && (i == 0 || !slices.Contains(valued, options[i-1])) {
			return word
		}
	}
	return ""
}

// isSubcommand says whether OpenCode 1.18.33 takes a word for a command and not for a project.
func isSubcommand(word string) bool {
	return slices.Contains(strings.Fields("completion acp mcp attach run debug providers auth agent upgrade uninstall serve web "+
		"models stats export import github pr session plugin plug db"), word)
}
