// SPDX-License-Identifier: Apache-2.0

// Package nearest finds the word that was perhaps meant.
package nearest

import (
	"slices"
	"strings"
)

// longest bounds the words that are looked at.
const longest = 40

// Name returns the name that was perhaps meant by a word, or "": the only one that it
// is the beginning of, or one that differs in a third of its letters at most.
func Name(word string, names []string) string {
	if len(word) > longest {
		return ""
	}
	begun := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(name, word) })
	if len(word) > 1 && len(begun) == 1 {
		return begun[0]
	}
	best, least := "", len(word)/3+1
	for _, name := range names {
		if d := distance(word, name); d < least {
			best, least = name, d
		}
	}
	return best
}

// distance is how many letters must be added, left out, changed or swapped with the next
// to make one word of another.
func distance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
