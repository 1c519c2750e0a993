// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package config

// isRemote knows the file systems of Linux only.
func isRemote(string) bool { return false }
