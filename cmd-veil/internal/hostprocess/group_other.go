// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package hostprocess

import "os/exec"

// inGroup does nothing: the system has no groups to end at once.
func inGroup(*exec.Cmd) {}

// endGroup does nothing.
func endGroup(*exec.Cmd) {}
