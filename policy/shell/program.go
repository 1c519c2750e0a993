// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"cmp"
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// programIn returns the name of the first program that is not on the closed list or is
// used for more, else of the first one. What the shell does itself is none, and behind
// sudo, xargs or `bash -c` it is the one that they run.
func programIn(file *syntax.File, depth int) (name string) {
	first := ""
	syntax.Walk(file, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok || len(call.Args) == 0 || name != "" {
			return name == ""
		}
		args, _ := texts(call.Args)
		if args = started(args); args[0] == "" || isBuiltin(args[0]) {
			return true
		}
		base := path.Base(args[0])
		first = cmp.Or(first, base)
		if refusal(args) != "" {
			name = cmp.Or(programInCode(base, args[1:], depth), base)
		}
		return name == ""
	})
	return cmp.Or(name, first)
}

// programInCode is programIn for the code that a shell is given; "" if it has none.
func programInCode(name string, args []string, depth int) string {
	if depth == maxNested || !isShell(name) {
		return ""
	}
	for i, arg := range args {
		if i > 0 && strings.HasPrefix(args[i-1], "-") && strings.HasSuffix(args[i-1], "c") {
			if file, err := parse(arg); err == nil {
				if inner := programIn(file, depth+1); isPlainWord(inner) {
					return inner
				}
			}
		}
	}
	return ""
}

func isShell(name string) bool {
	switch name {
	case "sh", "bash", "dash", "zsh", "ksh":
		return true
	}
	return false
}

// isBuiltin says whether the shell does something by itself that sends nothing.
func isBuiltin(name string) bool {
	switch name {
	case "alias", "unalias", "set", "unset", "shopt", "source", ".", "trap", "read", "shift", "hash", "type", "umask", "ulimit", "getopts", "return", "break", "continue":
		return true
	}
	return false
}

// started returns the words of the program that sudo, env, xargs and the like run, as
// far as that can be told.
func started(args []string) []string {
	for isStarter(path.Base(args[0])) && len(args) > 1 {
		args = args[1:]
		for len(args) > 1 && isStarterWord(args[0]) {
			if len(args) > 2 && len(args[0]) == 2 && strings.IndexByte("ugnkIPLs", args[0][1]) >= 0 {
				args = args[1:]
			}
			args = args[1:]
		}
	}
	return args
}

// isStarter says whether a program runs the one that its words name.
func isStarter(name string) bool {
	switch name {
	case "env", "timeout", "nice", "nohup", "sudo", "doas", "time", "command", "exec", "xargs", "stdbuf", "setsid", "ionice":
		return true
	}
	return false
}

// isStarterWord says whether a word before the program is the starter's own: an option,
// a variable, a duration.
func isStarterWord(word string) bool {
	return strings.HasPrefix(word, "-") || strings.Contains(word, "=") || isAmount(word)
}
