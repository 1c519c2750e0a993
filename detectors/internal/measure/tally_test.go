// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/veil-guard/veil/detectors/internal/plant"
)

// count is how many samples of a class there were, and how many were right.
type count struct {
	n, right int
	first    string // what was wrong with the first of the others
}

// tally counts samples by class.
type tally struct {
	total   int
	classes map[string]*count
}

func newTally() *tally { return &tally{classes: map[string]*count{}} }

// classes are the classes of a sample. Those of carriers and kinds count the
// samples of many.
func classes(s plant.Sample) []string {
	kind := string(s.Kind)
	if s.Disguise == "none" {
		return []string{"kind/" + kind, "carrier/" + s.Carrier, "variant/" + kind + "/" + s.Variant}
	}
	return []string{"kind/" + kind, "disguise/" + s.Disguise, "disguise/" + s.Disguise + "/" + kind}
}

func (t *tally) add(s plant.Sample, problem string) {
	t.total++
	for _, class := range classes(s) {
		c := t.classes[class]
		if c == nil {
			c = &count{}
			t.classes[class] = c
		}
		c.n++
		if problem == "" {
			c.right++
		} else if c.first == "" {
			c.first = fmt.Sprintf("%s: %.300q in %s", problem, s.Text, s.Carrier)
		}
	}
}

// below lists the classes whose recall is below the bar.
func (t *tally) below(bar float64) []string {
	var list []string
	for _, class := range slices.Sorted(maps.Keys(t.classes)) {
		if c := t.classes[class]; float64(c.right) < bar*float64(c.n) {
			list = append(list, class)
		}
	}
	return list
}

// String is a table of the classes with a class of their own: kinds, carriers,
// disguises. Of those of variants, and of one kind in one disguise, it has what
// is below the bar, with the first text that failed. The texts are made up.
func (t *tally) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "class\ttexts\trecall\tfirst miss\n")
	for _, class := range slices.Sorted(maps.Keys(t.classes)) {
		c := t.classes[class]
		share := float64(c.right) / float64(c.n)
		if strings.Count(class, "/") == 1 || share < recallBar {
			fmt.Fprintf(w, "%s\t%d\t%.4f\t%s\n", class, c.n, share, c.first)
		}
	}
	_ = w.Flush() // a string takes everything
	return b.String()
}
