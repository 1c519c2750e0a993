// SPDX-License-Identifier: Apache-2.0

// Package cli is the program veil: its commands, their output and exit codes.
package cli

import (
	"context"
	"io"
)

// streams are the process's standard streams.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// Main runs veil with the given arguments and returns the exit code. The hook
// commands are dispatched before the command tree is built: a host starts one
// process per event.
func Main(args []string, in io.Reader, out, err io.Writer) int {
	s := streams{in, out, err}
	if len(args) == 1 {
		switch args[0] {
		case "claude-code":
			return runHook(claudeCode{}, s)
		case "opencode":
			return runHook(openCode{}, s)
		}
	}
	if len(args) == 2 && args[0] == "claude-code" {
		switch args[1] {
		case "--mod":
			return runHook(claudeCodeMod{}, s)
		case "--plugin":
			return runHook(claudeCode{plugin: true}, s)
		}
	}
	if len(args) == 2 && args[0] == "opencode" && args[1] == "--stdio" {
		return runStdio(&openCodeLines{}, s)
	}
	return runCommand(context.Background(), args, s)
}
