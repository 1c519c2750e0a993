// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package cli

import "io/fs"

// hasOtherNames cannot be said here.
func hasOtherNames(fs.FileInfo) bool { return false }
