// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import "slices"

// roomy makes room for as many entries again in a slice that is full. append alone takes a
// quarter for a long one, and has left behind five times what it holds.
func roomy[T any](s []T) []T {
	if len(s) < cap(s) {
		return s
	}
	return slices.Grow(s, max(4, len(s)))
}
