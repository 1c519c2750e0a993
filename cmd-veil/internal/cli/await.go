// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"fmt"
	"os"
	"runtime"
)

// await says what is about to be read from standard input, and how to end it, if a
// person types there: nothing else shows that the command waits.
func (s streams) await(what string) {
	s.awaitInput(what + " with " + endOfInput() + " on a line of its own")
}

// awaitEvent is await for the commands that a host starts.
func (s streams) awaitEvent() {
	s.awaitInput("an event: a host starts this command; end it with " + endOfInput())
}

func (s streams) awaitInput(text string) {
	if isTerminal(s.in) {
		_, _ = fmt.Fprintln(s.err, "veil: waiting for "+text)
	}
}

// What commands wait for.
const (
	awaitCheck   = "text to check; end it"
	awaitHide    = "text; end it"
	awaitRestore = "text with tokens; end it"
	awaitNames   = "names, one a line; end them"
)

// endOfInput is what a person types to end standard input.
func endOfInput() string {
	if runtime.GOOS == "windows" {
		return "Ctrl-Z and Enter"
	}
	return "Ctrl-D"
}

// isTerminal says whether a person sits there.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err == nil && !os.SameFile(info, null)
}
