// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package replace

// Alone calls f.
func Alone(_ string, f func() error) error { return f() }
