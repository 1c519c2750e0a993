// SPDX-License-Identifier: Apache-2.0

// Package plural counts things in words.
package plural

import "strconv"

// Of is a count with its noun, whose plural ends in s: "1 name", "2 names".
func Of(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
