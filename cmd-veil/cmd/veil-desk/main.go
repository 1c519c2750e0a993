// SPDX-License-Identifier: Apache-2.0

// Command veil-desk holds what veil itself must not: network code. It looks at whether the
// hosts will run veil, and plays a session through them against a model provider of its
// own on loopback. People call it by veil doctor.
package main

import (
	"os"

	"github.com/veil-guard/veil/cmd-veil/internal/desk"
)

func main() { os.Exit(desk.Main(os.Args[1:], os.Stdout, os.Stderr)) }
