// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"embed"
	"fmt"

	urfave "github.com/urfave/cli/v3"
)

//go:embed completions
var completionScripts embed.FS

const hintShells = "name bash, zsh, fish or pwsh"

// shells are those with a script of veil's own; for PowerShell the library has one.
func shells() []string { return []string{"bash", "zsh", "fish"} }

// completionCommand prints what a shell needs to complete veil's words.
func completionCommand(s streams) *urfave.Command {
	c := &urfave.Command{
		Name: "completion", Usage: "print the completion script of a shell", ArgsUsage: "bash|zsh|fish|pwsh",
		Description: "Packages bring the scripts along. Otherwise, in .bashrc, or in .zshrc below compinit:\n" +
			"    source <(veil completion bash)\n" +
			"and for fish:\n" +
			"    veil completion fish > ~/.config/fish/completions/veil.fish",
		Action: func(_ context.Context, c *urfave.Command) error {
			if c.Args().Present() {
				if word := c.Args().First(); looksLikeCommand(word) {
					return &usageError{"no such shell: " + word, hintShells}
				}
				return &usageError{"no such shell", hintShells}
			}
			return &usageError{"completion needs the name of a shell", hintShells}
		},
	}
	for _, shell := range shells() {
		c.Commands = append(c.Commands, plain(&urfave.Command{Name: shell, Usage: "print the script for " + shell}, hintShells, func(context.Context) error {
			text, err := completionScripts.ReadFile("completions/veil." + shell)
			if err == nil {
				_, err = s.out.Write(text)
			}
			return err
		}))
	}
	c.Commands = append(c.Commands, plain(&urfave.Command{Name: "pwsh", Usage: "print the script for PowerShell, to be saved as veil.ps1"}, hintShells, func(ctx context.Context) error {
		lender := &urfave.Command{Name: "veil", EnableShellCompletion: true, Writer: s.out}
		return lender.Run(ctx, []string{"veil", "completion", "pwsh"})
	}))
	return c
}

// The calls by which shells ask what a word can become: the first is that of veil's
// scripts, behind which stand the words and the one at the cursor; the other that of the
// library's, which leaves that one out unless it is an option.
const (
	askedFirst = "__complete"
	askedLast  = "--generate-shell-completion"
)

// completes answers if a shell asks, and says whether one did.
func (s streams) completes(args []string) bool {
	switch n := len(args) - 1; {
	case n >= 1 && args[0] == askedFirst:
		s.offer(completionOf(commands(s), args[1:n], args[n]))
	case n >= 0 && args[n] == askedLast:
		words, current := args[:n], ""
		if n > 0 && splits(commands(s), args[n-1]) {
			words, current = args[:n-1], args[n-1]
		}
		c := completionOf(commands(s), words, current)
		c.files = false
		s.offer(c)
	default:
		return false
	}
	return true
}

// splits says whether a word is not finished: an option, or the beginning of a command.
func splits(root *urfave.Command, word string) bool {
	if word != "" && word[0] == '-' {
		return true
	}
	begins := false
	everyCommand(root, "", func(c *urfave.Command, _ string) {
		begins = begins || c.Name != word && len(c.Name) > len(word) && c.Name[:len(word)] == word
	})
	return begins
}

// offer prints candidates, one a line, with what they are; and whether files are some.
func (s streams) offer(c completion) {
	for _, one := range c.offers {
		line := one.word
		if one.what != "" {
			line += ":" + one.what
		}
		_, _ = fmt.Fprintln(s.out, line)
	}
	if c.files {
		_, _ = fmt.Fprintln(s.out, ":files")
	}
}
