// SPDX-License-Identifier: Apache-2.0

package shell

import "strings"

// maxPrefixes bounds the programs that start one another: timeout 5 nice grep.
const maxPrefixes = 4

// prefixLength returns how many words stand before the program that timeout, nice, env
// or command starts without more ado; 0 if another word of theirs is there, or a name
// that only the shell knows.
func prefixLength(args []string) int {
	n := 0
	for range maxPrefixes {
		width := prefixAt(args[n:])
		if width == 0 || n+width >= len(args) {
			break
		}
		n += width
	}
	if n > 0 && args[n] == "cd" {
		return 0
	}
	return n
}

// prefixAt is the length of one such program with its words.
func prefixAt(args []string) int {
	if len(args) == 0 {
		return 0
	}
	i := 1
	switch commandName(args[0]) {
	case "env", "command":
	case "nice":
		if len(args) > 2 && args[1] == "-n" && isAmount(strings.TrimPrefix(args[2], "-")) {
			i = 3
		}
	case "timeout":
		for i+1 < len(args) && (args[i] == "-k" && isAmount(args[i+1]) || args[i] == "-s" && isSignal(args[i+1])) {
			i += 2
		}
		if i >= len(args) || !isAmount(args[i]) {
			return 0
		}
		i++
	default:
		return 0
	}
	if i < len(args) && (strings.HasPrefix(args[i], "-") || strings.Contains(args[i], "=")) {
		return 0
	}
	return i
}

// isAmount says whether a word is a number, or a time with its unit.
func isAmount(word string) bool {
	digits := strings.TrimRight(word, "smhd")
	return digits != "" && len(word)-len(digits) < 2 && strings.Trim(digits, "0123456789.") == ""
}

func isSignal(word string) bool {
	return word != "" && strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}
