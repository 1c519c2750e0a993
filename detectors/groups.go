// SPDX-License-Identifier: Apache-2.0

package detectors

// The bounds of a grouped number: a Spanish account code has 20 digits, a telephone
// number at most 8 groups.
const (
	maxGroupDigits = accountDigits
	maxGroups      = 8
)

// digitGroups is a run of digits, in groups with one separator (a blank, a dot
// or a hyphen) between them.
type digitGroups struct {
	digits [maxGroupDigits]byte
	count  int
	sizes  [maxGroups]uint8
	groups int
	sep    byte // ' ' stands for every blank; 0 for none
	mixed  bool // the separators differ
	start  int
	end    int
	ends   [maxGroups]uint8 // of each group, counted from start
	seps   [maxGroups]byte  // before each group
}

// readGroups reads the digits that begin at i. Beyond the bounds, the groups before
// those which are too many stand.
func readGroups(text []byte, i int) digitGroups {
	g := digitGroups{start: i}
	for {
		if g.groups == maxGroups {
			return g
		}
		for i < len(text) && isDigit(text[i]) {
			if g.count == maxGroupDigits {
				return g
			}
			g.digits[g.count] = text[i]
			g.count++
			g.sizes[g.groups]++
			i++
		}
		g.ends[g.groups] = uint8(i - g.start)
		g.groups++
		g.end = i
		sep, width := groupSeparator(text, i)
		if width == 0 {
			return g
		}
		if g.groups < maxGroups {
			g.seps[g.groups] = sep
		}
		g.mixed = g.mixed || g.sep != 0 && g.sep != sep
		g.sep = sep
		i += width
	}
}

// groupSeparator returns the separator at i and its width, if a digit follows.
func groupSeparator(text []byte, i int) (sep byte, width int) {
	sep, width = ' ', blankAt(text, i)
	if width == 0 {
		sep, width = '-', hyphenAt(text, i)
	}
	if width == 0 && i < len(text) && text[i] == '.' {
		sep, width = '.', 1
	}
	if width == 0 || i+width >= len(text) || !isDigit(text[i+width]) {
		return 0, 0
	}
	return sep, width
}

// cut drops the groups after the n-th digit and says whether one ends there.
func (g *digitGroups) cut(n int) bool {
	sum := 0
	for i := range g.groups {
		if sum += int(g.sizes[i]); sum == n {
			g.groups, g.count, g.end = i+1, n, g.start+int(g.ends[i])
			g.joinSeparators()
			return true
		}
	}
	return false
}

// joinSeparators looks again at the separators of the groups that stand.
func (g *digitGroups) joinSeparators() {
	g.sep, g.mixed = 0, false
	for _, sep := range g.seps[1:g.groups] {
		g.mixed = g.mixed || g.sep != 0 && g.sep != sep
		g.sep = sep
	}
}

// shaped says whether the groups have these sizes.
func (g *digitGroups) shaped(sizes ...int) bool {
	if g.groups != len(sizes) {
		return false
	}
	for i, n := range sizes {
		if int(g.sizes[i]) != n {
			return false
		}
	}
	return true
}
