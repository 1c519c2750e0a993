// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package pseudonymstore

import "io/fs"

// distrust trusts every file: permission bits and owners are not told by
// fs.FileInfo here, and the user's profile folder is private by default.
func distrust(string, fs.FileInfo) string { return "" }

// syncFolder does nothing: a folder cannot be synced here.
func syncFolder(string) error { return nil }
