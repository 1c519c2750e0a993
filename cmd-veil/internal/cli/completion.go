// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/install"
)

const hintShells = "name bash, zsh, fish or pwsh"

// configureCompletion lists the library's command in the help, and has it say what is
// wrong as the other commands do.
func configureCompletion(c *urfave.Command) {
	c.Hidden = false
	c.Usage = "print the completion script of a shell"
	c.ArgsUsage = "bash|zsh|fish|pwsh"
	c.Description = "Packages bring the scripts along. Otherwise, in .bashrc or .zshrc:\n" +
		"    source <(veil completion bash)\n" +
		"and for fish:\n" +
		"    veil completion fish > ~/.config/fish/completions/veil.fish"
	c.Action = func(_ context.Context, c *urfave.Command) error {
		if c.Args().Present() {
			return &usageError{"no such shell: " + c.Args().First(), hintShells}
		}
		return &usageError{"completion needs the name of a shell", hintShells}
	}
	everyCommand(c, "veil", func(c *urfave.Command, _ string) {
		c.OnUsageError = func(_ context.Context, _ *urfave.Command, err error, _ bool) error {
			return &usageError{err.Error(), hintShells}
		}
	})
}

// completeHosts completes a host's name, or an option.
func completeHosts(ctx context.Context, c *urfave.Command) {
	args := c.Args().Slice()
	if len(args) > 0 && strings.HasPrefix(args[len(args)-1], "-") {
		urfave.DefaultCompleteWithFlags(ctx, c)
		return
	}
	if len(args) == 0 {
		_, _ = fmt.Fprintln(c.Root().Writer, install.ClaudeCode+"\n"+install.OpenCode)
	}
}
