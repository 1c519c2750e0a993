// SPDX-License-Identifier: Apache-2.0

// Package cli is the program veil: its commands, their output and exit codes.
package cli

import (
	"context"
	"io"
)

// The exit codes of the commands that people type. Hook commands follow their
// host's rules instead.
const (
	exitOK       = 0
	exitFound    = 1 // check or catalog check found something, demo a difference, or a session or doctor needs attention
	exitUsage    = 2 // the command line is wrong
	exitConfig   = 3 // the configuration or the store cannot be used
	exitInternal = 4
	// exitNotProtected: doctor found a host that is not protected, or could not look.
	exitNotProtected = 5
	exitDenied       = 6 // refused: filter wrote nothing, sessions purge removed nothing, install or catalog changed nothing
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
