// SPDX-License-Identifier: Apache-2.0

package core

import (
	"cmp"
	"strconv"
	"strings"
)

// VersionRange is a half-open range of host versions. An empty From has no
// lower bound, an empty Before no upper one.
type VersionRange struct {
	From, Before string
}

// Holds says whether the range holds version. A version that is unknown (empty
// or not dotted numbers) is only in the range without bounds: what is not known
// is not promised.
func (r VersionRange) Holds(version string) bool {
	if r == (VersionRange{}) {
		return true
	}
	v, ok := parseVersion(version)
	if !ok {
		return false
	}
	if from, ok := parseVersion(r.From); ok && compareVersions(v, from) < 0 {
		return false
	}
	if before, ok := parseVersion(r.Before); ok && compareVersions(v, before) >= 0 {
		return false
	}
	return true
}

// String renders the range for a table: "2.1.121 and later", "any".
func (r VersionRange) String() string {
	switch {
	case r == (VersionRange{}):
		return "any"
	case r.Before == "":
		return r.From + " and later"
	case r.From == "":
		return "before " + r.Before
	default:
		return r.From + " and later, before " + r.Before
	}
}

// parseVersion reads "2.1.332", ignoring what follows the first "-" or "+".
func parseVersion(s string) ([]int, bool) {
	s, _, _ = strings.Cut(s, "+")
	s, _, _ = strings.Cut(s, "-")
	if s == "" {
		return nil, false
	}
	var parts []int
	for field := range strings.SplitSeq(s, ".") {
		n, err := strconv.Atoi(field)
		if err != nil || n < 0 {
			return nil, false
		}
		parts = append(parts, n)
	}
	return parts, true
}

func compareVersions(a, b []int) int {
	for i := range max(len(a), len(b)) {
		if c := cmp.Compare(at(a, i), at(b, i)); c != 0 {
			return c
		}
	}
	return 0
}

func at(parts []int, i int) int {
	if i < len(parts) {
		return parts[i]
	}
	return 0
}
