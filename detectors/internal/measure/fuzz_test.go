// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors/internal/plant"
)

// fuzzBase is the size of the smallest text that FuzzLinear counts, in bytes.
const fuzzBase = 4_000

// Whatever is repeated, and whatever stands before it, the steps grow no faster
// than the text. A bound that lies between two sizes may raise one ratio, but
// not the next one too.
func FuzzLinear(f *testing.F) {
	for _, unit := range []string{"1", "1.", "a@b", `\\u0031`, "%41", "QUJD", "Ana ", "\u200b1", "dni "} {
		f.Add([]byte("tel "), []byte(unit), []byte("Z"))
	}
	s := newStepper(f)
	f.Fuzz(func(t *testing.T, before, unit, after []byte) {
		if len(unit) == 0 || len(unit) > 64 || len(before) > 256 || len(after) > 256 {
			t.Skip("the parts are of other sizes")
		}
		var steps [3]float64
		for i := range steps {
			run := bytes.Repeat(unit, fuzzBase<<i/len(unit))
			steps[i] = float64(s.steps(t, bytes.Join([][]byte{before, run, after}, nil)))
		}
		require.False(t, steps[1] > linearBar*steps[0] && steps[2] > linearBar*steps[1], "steps %v", steps)
	})
}

// claim is a variant and a disguise in which its values are found.
type claim struct {
	v plant.Variant
	d plant.Disguise
}

// claims lists every variant in every disguise that it fits.
func claims() []claim {
	var list []claim
	for _, v := range plant.Variants() {
		list = append(list, claim{v, plant.Disguise{Name: "none"}})
		for _, d := range plant.Disguises() {
			if d.Fits(v) {
				list = append(list, claim{v, d})
			}
		}
	}
	return list
}

// disguisedSeeds are the indices of one variant of each kind in each disguise.
func disguisedSeeds(list []claim) []int {
	var seeds []int
	seen := map[string]bool{}
	for i, c := range list {
		if class := string(c.v.Kind) + "/" + c.d.Name; !seen[class] {
			seen[class] = true
			seeds = append(seeds, i)
		}
	}
	return seeds
}

// A planted value does not survive, whatever stands around its text, unless what
// stands there is text that covers it.
func FuzzNoValueSurvives(f *testing.F) {
	list, set := claims(), plantSet(f)
	for i, seed := range disguisedSeeds(list) {
		f.Add(uint64(i), uint16(seed), []byte("tel. 612 345 678\n"), []byte("\n[DNI-001] a@b.es"))
	}
	f.Fuzz(func(t *testing.T, seed uint64, which uint16, before, after []byte) {
		c := list[int(which)%len(list)]
		s := plant.New(seed).Sample(c.v, c.d)
		if c.d.Text == nil {
			s = surrounded(s, before, after)
		}
		found := set.Find(nil, s.Text)
		require.True(t, sound(found, s.Text))
		if slices.ContainsFunc(found, isRefused) {
			return
		}
		wide := c.d.UTF16
		text, tokens := replaceFound(s.Text, found, wide)
		require.Equal(t, s.Text, restore(text, tokens, wide), "%s %s", s.Variant, s.Disguise)
		if !wide {
			require.False(t, plant.Reveals(text, s.Value), "%s %s: %q -> %q", s.Variant, s.Disguise, s.Text, text)
		}
	})
}

// surrounded puts a sample between lines of other text, with a line without any
// value on each side, as far as its cue may stand.
func surrounded(s plant.Sample, before, after []byte) plant.Sample {
	line := "\nEl ayuntamiento aprueba las obras de la plaza y del mercado.\n"
	shift := len(before) + len(line)
	s.Text = bytes.Join([][]byte{before, []byte(line), s.Text, []byte(line), after}, nil)
	s.Start, s.End = s.Start+shift, s.End+shift
	return s
}

// sound says whether the findings are in range, in rising order, without
// overlap, and complete.
func sound(found []core.Finding, text []byte) bool {
	at := 0
	for _, f := range found {
		if f.Start < at || f.End <= f.Start || f.End > len(text) {
			return false
		}
		if f.Disposition == core.Replace && (f.Value == "" || !f.Kind.InToken()) {
			return false
		}
		at = f.End
	}
	return true
}
