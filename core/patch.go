// SPDX-License-Identifier: Apache-2.0

package core

import "strings"

// inPatch writes values of several lines as the lines of a patch: each with the sign of
// the line that its token stands in. It is false where such a value stands in a line
// that has no sign: a header would end in the middle, and the rest be one of its own.
func inPatch(patch string, edits []Edit) bool {
	for i, e := range edits {
		if !strings.Contains(e.New, "\n") {
			continue
		}
		line := strings.LastIndexByte(patch[:e.Start], '\n') + 1
		sign := patch[line]
		if sign != ' ' && sign != '+' && sign != '-' {
			return false
		}
		edits[i].New = strings.ReplaceAll(e.New, "\n", "\n"+string(sign))
	}
	return true
}
