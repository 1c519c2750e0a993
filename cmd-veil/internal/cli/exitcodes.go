// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v3"
)

// The exit codes of the commands that people type. Hook commands follow their
// host's rules instead.
const (
	exitOK           = 0
	exitFound        = 1
	exitUsage        = 2
	exitConfig       = 3
	exitInternal     = 4
	exitNotProtected = 5
	exitDenied       = 6
)

// exitMeaning is what an exit code means, and which commands end with it when; none:
// each may.
type exitMeaning struct {
	code  int
	means string
	when  []exitCause
}

type exitCause struct{ commands, what string }

// exitMeanings is what veil exit-codes prints. A test of e2e/scripts holds each row
// against what the program does.
func exitMeanings() []exitMeaning {
	return []exitMeaning{
		{exitOK, "done, and nothing needs attention", nil},
		{exitFound, "done, and something needs attention", []exitCause{
			{"check", "there is personal data"},
			{"catalog check", "a name should be marked or removed"},
			{"catalog remove", "a name was not there"},
			{"demo", "an answer of veil was not the expected one"},
			{"doctor", "the hosts run veil; something should be looked at"},
			{"sessions list", "a session cannot be used, or a stray lies there"},
			{"sessions show", "the session cannot be used"},
			{"sessions purge", "a session stays: it is in use, or you said no"},
			{"sessions release", "the session stays stopped: you said no"},
		}},
		{exitUsage, "not done, or not all of it: the command line is wrong, or it names\n   what is not there or cannot be read, but for what 3 is about", nil},
		{exitConfig, "not done: the configuration, a catalogue or the store cannot be used,\n   also one that the command line names", nil},
		{exitInternal, "not done: an error in veil, or what it says cannot be written", nil},
		{exitNotProtected, "not protected", []exitCause{
			{"doctor", "a host does not run veil, or doctor could not look"},
			{"run", "OpenCode would not load veil, and was not started"},
		}},
		{exitDenied, "refused: nothing was changed, and no value given out", []exitCause{
			{"filter", "the text cannot be inspected, or an agent restores"},
			{"install", "an agent called it, or it cannot be done"},
			{"uninstall", "an agent called it, or it cannot be done"},
			{"catalog add", "an agent called it, or it cannot be done"},
			{"catalog remove", "an agent called it, or it cannot be done"},
			{"sessions purge", "an agent called it"},
			{"sessions release", "an agent called it"},
		}},
	}
}

func exitCodesCommand(s streams) *urfave.Command {
	return plain(&urfave.Command{Name: "exit-codes", Usage: "list the exit codes"}, "veil exit-codes", func(context.Context) error {
		_, err := fmt.Fprint(s.out, exitCodes())
		return err
	})
}

// exitCodes is the list of the exit codes, at most 80 columns wide.
func exitCodes() string {
	var b strings.Builder
	for _, m := range exitMeanings() {
		fmt.Fprintf(&b, "%d  %s\n", m.code, m.means)
		for _, c := range m.when {
			fmt.Fprintf(&b, "     %-16s  %s\n", c.commands, c.what)
		}
	}
	b.WriteString("veil run ends with OpenCode's own code once that has started.\n" +
		"Hook commands follow their host's rules instead: 2 denies the event.\n")
	return b.String()
}
