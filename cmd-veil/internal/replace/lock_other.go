// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package replace

// Alone calls f. What a process that was killed left there goes.
func Alone(dir string, f func() error) error {
	clearUp(dir)
	return f()
}
