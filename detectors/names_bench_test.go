// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// madeUpNames are n names, one a line: a common given name and two surnames, of
// which some are common too.
func madeUpNames(n int) []byte {
	given := []string{"María", "José", "Lucía", "Íñigo", "Carmen", "Álvaro", "Nuria", "Óscar", "María del Pilar", "Andrés"}
	common := []string{"García", "López", "Martínez", "Pérez", "Ruiz", "de la Fuente", "Gómez", "Ibáñez", "Muñoz", "Sanz"}
	syllables := []string{"bar", "ce", "du", "fer", "gon", "hi", "jal", "la", "men", "nu", "ol", "pas", "quin", "ro", "sal", "tor", "u", "ver", "ya", "zú"}
	rng := rand.New(rand.NewPCG(7, uint64(n)))
	surname := func() string {
		if rng.IntN(3) == 0 {
			return common[rng.IntN(len(common))]
		}
		s := ""
		for range 2 + rng.IntN(3) {
			s += syllables[rng.IntN(len(syllables))]
		}
		return s
	}
	var b bytes.Buffer
	for range n {
		fmt.Fprintf(&b, "%s %s %s\n", given[rng.IntN(len(given))], surname(), surname())
	}
	return b.Bytes()
}

func madeUpCatalogue(t testing.TB, n int) *Catalogue {
	c, err := ParseCatalogue(madeUpNames(n))
	require.NoError(t, err)
	return c
}

// BenchmarkNames measures the pass over names alone.
func BenchmarkNames(b *testing.B) {
	texts := benchTexts(b)
	for _, n := range []int{10, 10_000, 1_000_000} {
		c := madeUpCatalogue(b, n)
		for _, name := range []string{"chat", "code", "prompt"} {
			text := texts[name]
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					c.find(text)
				}
			})
		}
	}
}

func BenchmarkParseCatalogue(b *testing.B) {
	for _, n := range []int{10, 10_000, 1_000_000} {
		data := madeUpNames(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := ParseCatalogue(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkOpenIndex(b *testing.B) {
	for _, n := range []int{10, 10_000, 1_000_000} {
		data := madeUpCatalogue(b, n).AppendIndex(nil)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportMetric(float64(len(data)), "index-bytes")
			for b.Loop() {
				if _, err := OpenIndex(data, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
