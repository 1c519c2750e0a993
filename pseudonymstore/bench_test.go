// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// known is the first value that populate hides.
func known() core.Hideable {
	const value = "12345678Z"
	return core.Hideable{Text: value, Findings: []core.Finding{{Kind: core.DNI, Value: value, End: len(value)}}}
}

// populate hides that many made-up values of several kinds.
func populate(b testing.TB, dir string, n int) (*pseudonymstore.Session, []string) {
	b.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	names := []string{"Ana", "Luis", "María", "Íñigo", "Carmen", "Construcciones", "Talleres", "José Luis"}
	values, texts := make([]string, n), make([]core.Hideable, n)
	for i := range n {
		kind, value := core.DNI, fmt.Sprintf("%08dZ", r.IntN(1e8))
		switch i % 5 {
		case 1:
			kind, value = core.IBAN, fmt.Sprintf("ES%022d", r.Uint64N(1e18))
		case 2:
			kind, value = core.Email, fmt.Sprintf("%s%d@example.org", strings.ToLower(names[r.IntN(8)]), r.IntN(1e6))
		case 3:
			kind, value = core.Tel, fmt.Sprintf("6%08d", r.IntN(1e8))
		case 4:
			kind, value = core.Nombre, fmt.Sprintf("%s Pérez %c%c", names[r.IntN(8)], 'A'+rune(i/26%26), 'a'+rune(i%26))
		}
		if i == 0 {
			value = known().Text
		}
		values[i] = value
		texts[i] = core.Hideable{Text: value, Findings: []core.Finding{{Kind: kind, Value: value, End: len(value)}}}
	}
	s, err := pseudonymstore.Open(dir, "bench")
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, s.Close()) })
	_, err = s.Hide(context.Background(), texts)
	require.NoError(b, err)
	return s, values
}

// document is text of that many bytes, with one of the values in each 400.
func document(size int, values []string) string {
	const line = `{"level":"info","ts":"2026-11-29T10:00:00Z","msg":"Pedido 48213 de María enviado","items":[1,2,3]}` + "\n"
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		if i%4 == 0 {
			b.WriteString(values[i%len(values)] + " ")
		}
		b.WriteString(line)
	}
	return b.String()[:size]
}

// BenchmarkStoreOpen opens a session; the bytes are those of its log.
func BenchmarkStoreOpen(b *testing.B) {
	for _, n := range []int{5, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dir := stateDir(b)
			populate(b, dir, n)
			found, err := filepath.Glob(filepath.Join(dir, "sessions", "*", "pseudonyms.log"))
			require.NoError(b, err)
			info, err := os.Stat(found[0])
			require.NoError(b, err)
			b.SetBytes(info.Size())
			for b.Loop() {
				s, err := pseudonymstore.Open(dir, "bench")
				if err != nil {
					b.Fatal(err)
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkStoreLookup hides texts of which every value has its token.
func BenchmarkStoreLookup(b *testing.B) {
	s, values := populate(b, stateDir(b), 5000)
	for _, size := range []struct {
		name  string
		bytes int
	}{{"200B", 200}, {"16KiB", 16 << 10}, {"1MiB", 1 << 20}} {
		b.Run(size.name, func(b *testing.B) {
			text := document(size.bytes, values)
			texts := []core.Hideable{{Text: text, Findings: s.Known(nil, []byte(text)), Fresh: true}}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := s.Hide(context.Background(), texts); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkStoreMint hides a value that has no token yet: the lock and one fsync, and
// its share of the snapshots that are made.
func BenchmarkStoreMint(b *testing.B) {
	for _, n := range []int{5, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, _ := populate(b, stateDir(b), n)
			b.SetBytes(int64(len("new value 1000")))
			for i := 0; b.Loop(); i++ {
				if _, err := s.Hide(context.Background(), []core.Hideable{whole(fmt.Sprint("new value ", i))}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkKnown(b *testing.B) {
	const size = 1 << 20
	_, values := populate(b, stateDir(b), 5000)
	text := []byte(document(size, values))
	b.Run("IndexByte", func(b *testing.B) {
		b.SetBytes(size)
		for b.Loop() {
			bytes.IndexByte(text, 0)
		}
	})
	for _, n := range []int{5, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, _ := populate(b, stateDir(b), n)
			dst := s.Known(nil, text)
			b.SetBytes(size)
			for b.Loop() {
				dst = s.Known(dst[:0], text)
			}
		})
	}
	b.Run("shared prefixes", func(b *testing.B) {
		s := open(b, stateDir(b), "bench")
		texts := make([]core.Hideable, 5000)
		for i := range texts {
			texts[i] = whole(strings.Repeat("ab", 10+i%40) + fmt.Sprint("@", i))
		}
		_, err := s.Hide(context.Background(), texts)
		require.NoError(b, err)
		text := bytes.Repeat([]byte("ab"), size/2)
		b.SetBytes(size)
		for b.Loop() {
			s.Known(nil, text)
		}
	})
}

// BenchmarkReveal restores a document of tokens; the baseline finds them only.
func BenchmarkReveal(b *testing.B) {
	s, values := populate(b, stateDir(b), 5000)
	text := document(1<<20, values)
	hidden, err := s.Hide(context.Background(), []core.Hideable{{Text: text, Findings: s.Known(nil, []byte(text)), Fresh: true}})
	if err != nil {
		b.Fatal(err)
	}
	text = core.ApplyEdits(text, hidden[0].Edits)
	b.Run("baseline-find-tokens", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			core.FindTokens(nil, text)
		}
	})
	b.Run("reveal", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := s.Reveal(context.Background(), []string{text}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
