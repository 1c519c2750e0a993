// SPDX-License-Identifier: Apache-2.0

// Package measure measures the detectors: recall on generated texts, counted
// steps, throughput, and what they find in corpora and in source trees.
package measure

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors"
	"github.com/veil-guard/veil/detectors/internal/plant"
)

// recallBar is the least share of planted values of a class that are found.
const recallBar = 0.995

// samplesPerClass is how many texts a class has, unless VEIL_RECALL_N says more.
const samplesPerClass = 25

// plantSet finds every kind, with the names that can be planted.
func plantSet(t testing.TB) *detectors.Set {
	t.Helper()
	c, err := detectors.ParseCatalogue(plant.Catalogue())
	require.NoError(t, err)
	s, err := detectors.New(detectors.Options{Catalogue: c})
	require.NoError(t, err)
	return s
}

// envInt is a whole number of the environment, or fallback.
func envInt(t testing.TB, name string, fallback int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return fallback
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err, "%s is no number", name)
	return n
}

// recalled says whether the planted value was found as what it is. An encoded run
// may be found as a whole, and so may a text that is refused.
func recalled(s plant.Sample, found []core.Finding) bool {
	for _, f := range found {
		switch {
		case f.Start >= s.End || f.End <= s.Start:
		case (f.Kind == core.Blob || f.Disposition == core.Refuse) && f.Start <= s.Start && f.End >= s.End:
			return true
		case f.Kind == s.Kind && sameValue(s, f.Value):
			return true
		}
	}
	return false
}

func isRefused(f core.Finding) bool { return f.Disposition == core.Refuse }

// sameValue compares canonical values. A firm's is the entry of the catalogue,
// with its legal form.
func sameValue(s plant.Sample, value string) bool {
	return value == s.Canonical || s.Kind == core.Nombre && strings.HasPrefix(value, s.Canonical+" ")
}

// judge says what is wrong with what was found in a sample; empty if nothing is.
func judge(s plant.Sample, set *detectors.Set) string {
	found := set.Find(nil, s.Text)
	if !recalled(s, found) {
		return "not found"
	}
	if slices.ContainsFunc(found, isRefused) {
		return "" // nothing of the text goes anywhere
	}
	wide := strings.HasPrefix(s.Disguise, "UTF-16")
	after, tokens := replaceFound(s.Text, found, wide)
	if string(restore(after, tokens, wide)) != string(s.Text) {
		return "not restored"
	}
	if !wide && plant.Reveals(after, s.Value) {
		return "survives"
	}
	return ""
}

// Every planted value is found, nothing of it survives, and the text comes back
// byte for byte. VEIL_RECALL_N sets the number of texts of each class.
func TestGeneratedRecall(t *testing.T) {
	n := envInt(t, "VEIL_RECALL_N", samplesPerClass)
	set, tally := plantSet(t), newTally()
	for i, v := range plant.Variants() {
		for k, d := range append([]plant.Disguise{{Name: "none"}}, plant.Disguises()...) {
			count := n
			if k > 0 {
				count = n / 5
			}
			for j := range count {
				if k == 0 || d.Fits(v) {
					s := plant.New(uint64(j)<<32+uint64(i)<<16+uint64(k)).Sample(v, d)
					tally.add(s, judge(s, set))
				}
			}
		}
	}
	publish(t, "README.md", "recall", tally.groups())
	tally.publishKinds(t)
	t.Logf("\n%s", tally.misses())
	assert.Empty(t, tally.below(recallBar), "classes whose recall is below the bar")
	assert.Greater(t, tally.total, 2_000)
}
