// SPDX-License-Identifier: Apache-2.0

package house

import "strings"

// licence is the first line of every source file.
const licence = "// SPDX-License-Identifier: Apache-2.0"

// Unlicensed names the source files that do not begin with the licence's line.
// A script's #! line may come before.
func Unlicensed(files []File) []string {
	var problems []string
	for _, f := range files {
		if !isSource(f.Path) {
			continue
		}
		first, rest, _ := strings.Cut(f.Text, "\n")
		if strings.HasPrefix(first, "#!") {
			first, _, _ = strings.Cut(rest, "\n")
		}
		if first != licence {
			problems = append(problems, f.Path+":1: the first line is not "+licence)
		}
	}
	return problems
}
