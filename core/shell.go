// SPDX-License-Identifier: Apache-2.0

package core

// Shell reads the text of shell commands.
type Shell interface {
	// Inspect says what a command does with the tokens in it.
	Inspect(command string) ShellUse
	// Restore returns the edits that put values in place of the given spans of a
	// local command, in rising order, so that they change nothing else in it; a span in a
	// comment stays. It fails if that cannot be done; the error holds no value.
	Restore(command string, values []Edit) ([]Edit, error)
	// Keep returns the edits that quote the tokens of a command which keeps them, in
	// rising order, where the shell would take one for more than text. It fails if that
	// cannot be done.
	Keep(command string) ([]Edit, error)
}

// ShellUse says what a command does with the tokens in it.
type ShellUse struct {
	// Local says that the tokens may be turned back: what the command does with
	// values stays on this machine.
	Local bool
	// Why says what keeps the tokens as they are; empty if Local.
	Why string
	// Program is the name of the program that does, if one does: "curl".
	Program string
	// Writes says that the command may put what it was given into a file.
	Writes bool
	// Files are the files that a local command may write, as far as it names them; a
	// relative path is seen from where the command begins.
	Files []string
}
