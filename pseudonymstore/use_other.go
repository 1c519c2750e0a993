// SPDX-License-Identifier: Apache-2.0

//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package pseudonymstore

import "os"

// renamesOpen says whether a folder can be renamed while a file in it is open.
// Windows refuses that: a session that is in use stays without a mark.
const renamesOpen = false

// share does nothing: an open log is the mark.
func share(*os.File) (bool, error) { return true, nil }

// seize does nothing: renaming the folder fails if the session is in use.
func seize(*os.File) (bool, error) { return true, nil }
