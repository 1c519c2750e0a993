// SPDX-License-Identifier: Apache-2.0

// Command veil stands between an AI coding agent and the world: it answers the
// agent host's hooks, and offers people the same detection on files and pipes.
package main

import (
	"os"

	"github.com/veil-guard/veil/cmd-veil/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
