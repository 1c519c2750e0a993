// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"slices"
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/syntax"

	"github.com/veil-guard/veil/core"
)

// role says what a program takes a word for.
type role uint8

const (
	plainText role = iota
	// basicPattern and extendedPattern are regular expressions (POSIX, 9.3 and 9.4).
	basicPattern
	extendedPattern
	// filePattern is a pattern of file names.
	filePattern
	// code is anything else that the program interprets.
	code
)

// text returns what the program has to get in order to take it for the value; it
// is false if there is no such text.
func (r role) text(value string) (string, bool) {
	if strings.ContainsRune(value, 0) {
		return "", false
	}
	switch r {
	case basicPattern:
		return core.Backslashed(value, `\.[*^$`), !strings.Contains(value, "\n")
	case extendedPattern:
		return core.Backslashed(value, `\.[](){}*+?^$|`), !strings.Contains(value, "\n")
	case filePattern:
		return core.Backslashed(value, `\*?[`), true
	case code:
		return value, !strings.ContainsFunc(value, func(c rune) bool {
			return !isPlainRune(c) && !unicode.IsLetter(c) && c != ' '
		})
	}
	return value, true
}

// rolesOf returns what each word of a call is.
func rolesOf(c *syntax.CallExpr) []role {
	all, _ := texts(c.Args)
	whole := make([]role, len(all))
	if len(all) == 0 {
		return whole
	}
	first := prefixLength(all)
	args, roles := all[first:], whole[first:]
	switch name := commandName(args[0]); name {
	case "grep", "egrep", "fgrep", "rg":
		setPattern(roles, args, dialect(name, args))
	case "find":
		setAll(roles, filePattern)
		for i, arg := range args[:len(args)-1] {
			if strings.HasSuffix(arg, "regex") {
				roles[i+1] = code
			}
		}
	case "git", "sed":
		setAll(roles, code)
	case "printf":
		setAll(roles[:min(2, len(roles))], code)
	case "echo", "tr":
		if slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-") }) || name == "tr" {
			setAll(roles, code)
		}
	}
	return whole
}

func setAll(roles []role, r role) {
	for i := range roles {
		roles[i] = r
	}
}

// dialect returns the kind of pattern that a search program is asked for.
func dialect(name string, args []string) role {
	r := basicPattern
	if name == "egrep" || name == "rg" {
		r = extendedPattern
	}
	if name == "fgrep" {
		r = plainText
	}
	for _, arg := range args[1:] {
		switch {
		case isOption(arg, "-F") || arg == "--fixed-strings":
			return plainText
		case isOption(arg, "-E") || isOption(arg, "-P") || arg == "--extended-regexp" || arg == "--perl-regexp":
			r = extendedPattern
		}
	}
	return r
}

// takesValue says whether an option of a search program is followed by its value.
func takesValue(option string) bool {
	switch option {
	case "-A", "-B", "-C", "-m", "-d", "-D", "-f", "-g", "-t", "-T", "-M", "-j", "-r",
		"--after-context", "--before-context", "--context", "--max-count", "--glob", "--iglob", "--type", "--type-not",
		"--include", "--exclude", "--exclude-dir", "--color", "--max-depth", "--sort", "--label":
		return true
	}
	return false
}

// setPattern marks the words that are patterns: those after -e, else the first
// word that is no option and no value of one.
func setPattern(roles []role, args []string, r role) {
	given := false
	for i, arg := range args[1:] {
		if arg == "-e" || arg == "--regexp" {
			given = true
			if i+2 < len(args) {
				roles[i+2] = r
			}
		}
		if strings.HasPrefix(arg, "--regexp=") || len(arg) > 2 && strings.HasPrefix(arg, "-e") {
			given = true
			roles[i+1] = r
		}
	}
	for i := 1; i < len(args) && !given; i++ {
		switch {
		case takesValue(args[i]):
			i++
		case !strings.HasPrefix(args[i], "-"):
			roles[i] = r
			given = true
		}
	}
}
