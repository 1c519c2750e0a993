// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
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

// groups is a table of the kinds, carriers and disguises.
func (t *tally) groups() string {
	return t.table(func(class string) bool { return strings.Count(class, "/") == 1 })
}

// publishKinds publishes a table of the variants and disguises of each kind.
func (t *tally) publishKinds(tt *testing.T) {
	for _, kind := range plant.Kinds() {
		publish(tt, strings.ToLower(string(kind))+".md", "recall", t.table(func(class string) bool {
			return strings.HasPrefix(class, "variant/"+string(kind)+"/") || strings.HasSuffix(class, "/"+string(kind)) && strings.HasPrefix(class, "disguise/")
		}))
	}
}

// table has a row for each class that is chosen.
func (t *tally) table(chosen func(class string) bool) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "class\ttexts\trecall")
	for _, class := range slices.Sorted(maps.Keys(t.classes)) {
		if c := t.classes[class]; chosen(class) {
			_, _ = fmt.Fprintf(w, "%s\t%d\t%.4f\n", class, c.n, float64(c.right)/float64(c.n))
		}
	}
	_ = w.Flush() // a string takes everything
	return b.String()
}

// misses is the first text of each class that was judged wrong. The texts are
// made up.
func (t *tally) misses() string {
	var b strings.Builder
	for _, class := range slices.Sorted(maps.Keys(t.classes)) {
		if c := t.classes[class]; c.first != "" {
			fmt.Fprintf(&b, "%s, %d of %d: %s\n", class, c.n-c.right, c.n, c.first)
		}
	}
	return b.String()
}
