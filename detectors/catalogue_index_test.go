// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// noRebuild is for an index that must need none.
func noRebuild() (*Catalogue, error) { return nil, errors.New("not to be rebuilt") }

// An opened index finds what the parsed catalogue does.
func TestOpenedIndexFindsTheSame(t *testing.T) {
	parsed := kitSet(t).catalogue
	opened, err := OpenIndex(parsed.AppendIndex(nil), noRebuild)
	require.NoError(t, err)
	require.Equal(t, parsed.Len(), opened.Len())
	p := newPieces(t, 21)
	hits := 0
	for range 5_000 {
		text := []byte(p.text())
		sure, cued := parsed.find(text)
		gotSure, gotCued := opened.find(text)
		require.Equal(t, sure, gotSure, "%q", text)
		require.Equal(t, cued, gotCued, "%q", text)
		hits += len(sure) + len(cued)
	}
	require.Greater(t, hits, 500)
}

func TestAppendIndexAppends(t *testing.T) {
	c := madeUpCatalogue(t, 100)
	whole := c.AppendIndex([]byte("before"))
	require.Equal(t, "before", string(whole[:6]))
	require.Equal(t, c.AppendIndex(nil), whole[6:])
	again, err := OpenIndex(whole[6:], noRebuild)
	require.NoError(t, err)
	require.Equal(t, whole[6:], again.AppendIndex(nil))
}

func TestOpenIndexErrors(t *testing.T) {
	good := madeUpCatalogue(t, 1_000).AppendIndex(nil)
	change := func(at int) []byte {
		data := slices.Clone(good)
		data[at] ^= 0x40
		return data
	}
	tests := []struct {
		name string
		data []byte
		want error
	}{
		{"empty", nil, ErrForeignIndex},
		{"text", []byte("María Pérez\n" + string(make([]byte, 100))), ErrForeignIndex},
		{"another version", change(8), ErrForeignIndex},
		{"truncated", good[:len(good)-1], ErrCorruptIndex},
		{"only a header", good[:headerSize], ErrCorruptIndex},
		{"longer", append(slices.Clone(good), 0), ErrCorruptIndex},
		{"a length", change(partsAt), ErrCorruptIndex},
		{"the last checksum", change(len(good) - 1), ErrCorruptIndex},
		{"a checksum", change(len(good) - 9), ErrCorruptIndex},
		{"the first filter", change(headerSize + 1), ErrCorruptIndex},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			_, err := OpenIndex(tc.data, noRebuild)
			require.ErrorIs(t, err, tc.want)
		})
	}
}

// Whatever block is damaged: what is found is what the sound catalogue finds,
// because the source is read again. Damage that is not touched costs nothing.
func TestDamagedIndexIsBuiltAnew(t *testing.T) {
	names := madeUpNames(2_000)
	parsed, err := ParseCatalogue(names)
	require.NoError(t, err)
	want, _ := parsed.find(names)
	good := parsed.AppendIndex(nil)
	body := len(parsed.index.body)
	rebuilt := 0
	for at := headerSize + len(parsed.index.prefixes) + blockSize; at < body; at += blockSize {
		data := slices.Clone(good)
		data[at] ^= 1
		opened, err := OpenIndex(data, func() (*Catalogue, error) { rebuilt++; return ParseCatalogue(names) })
		require.NoError(t, err)
		quiet, _ := opened.find([]byte("0x1F, 17; {}\n"))
		require.Empty(t, quiet)
		got, _ := opened.find(names)
		require.Equal(t, want, got, "byte %d", at)
	}
	require.Positive(t, rebuilt)
}

func TestDamagedIndexThatCannotBeBuiltRefusesEveryText(t *testing.T) {
	parsed := madeUpCatalogue(t, 2_000)
	for name, rebuild := range map[string]func() (*Catalogue, error){"fails": noRebuild, "is absent": nil} {
		t.Run(name, func(t *testing.T) {
			data := parsed.AppendIndex(nil)
			data[parsed.index.text.at+10] ^= 1
			opened, err := OpenIndex(data, rebuild)
			require.NoError(t, err)
			s, err := New(Options{Catalogue: opened})
			require.NoError(t, err)
			text := madeUpNames(2_000)
			for range 2 { // once damaged, always
				require.Equal(t, []core.Finding{unscannableFinding(text, core.ObstacleCatalogue)}, s.Find(nil, text))
			}
			union := Union(opened, parsed)
			s, err = New(Options{Catalogue: union})
			require.NoError(t, err)
			require.Equal(t, core.ObstacleCatalogue, s.Find(nil, text)[0].Obstacle)
		})
	}
}

// An index that lies and whose checksums hold neither stops the search nor makes
// it read out of bounds.
func TestLyingIndexIsSearchedSafely(t *testing.T) {
	names := madeUpNames(50)
	body := madeUpCatalogue(t, 50).index.body
	rng := rand.New(rand.NewPCG(3, 4))
	for range 3_000 {
		data := slices.Clone(body)
		for range 1 + rng.IntN(20) {
			data[rng.IntN(len(data))] = byte(rng.IntN(256))
		}
		searchSafely(t, data, names)
	}
	full := slices.Clone(body) // no slot is free
	forms := madeUpCatalogue(t, 50).index.forms
	for at := forms.at; at < forms.at+forms.size; at += slotSize {
		binary.LittleEndian.PutUint32(full[at+4:], 1)
	}
	searchSafely(t, full, names)
}

// searchSafely opens a body with right checksums, and searches a text.
func searchSafely(t *testing.T, body, text []byte) {
	c := &Catalogue{index: &index{body: body}}
	opened, err := OpenIndex(c.AppendIndex(nil), nil)
	if err != nil {
		return
	}
	s, err := New(Options{Catalogue: opened})
	require.NoError(t, err)
	for _, f := range s.Find(nil, text) {
		require.True(t, 0 <= f.Start && f.Start < f.End && f.End <= len(text))
	}
}

func FuzzOpenIndex(f *testing.F) {
	names := madeUpNames(20)
	whole := madeUpCatalogue(f, 20)
	f.Add(whole.index.body, names)
	f.Fuzz(func(t *testing.T, body, text []byte) {
		_, _ = OpenIndex(body, nil)
		searchSafely(t, body, text)
	})
}

func TestOpenedIndexIsSafeForConcurrentUse(t *testing.T) {
	names := madeUpNames(5_000)
	parsed, err := ParseCatalogue(names)
	require.NoError(t, err)
	want, _ := parsed.find(names)
	data := parsed.AppendIndex(nil)
	data[len(parsed.index.body)-1] ^= 1
	opened, err := OpenIndex(data, func() (*Catalogue, error) { return ParseCatalogue(names) })
	require.NoError(t, err)
	done := make(chan []core.Finding)
	for range 4 {
		go func() { got, _ := opened.find(names); done <- got }()
	}
	for range 4 {
		assert.Equal(t, want, <-done)
	}
}
