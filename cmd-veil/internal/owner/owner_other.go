// SPDX-License-Identifier: Apache-2.0

//go:build !unix

// Package owner says whose a file is.
package owner

import "io/fs"

// IsOwn relies on the person's profile directory, which is theirs alone.
func IsOwn(fs.FileInfo) bool { return true }
