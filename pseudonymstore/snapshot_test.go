// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/core/laws"
	"github.com/veil-guard/veil/pseudonymstore"
)

// player does random things to sessions: the same ones to several at once.
type player struct {
	*rand.Rand
	values int // how many there are
}

// value is a text that is one of the values in one of its spellings.
func (p *player) value(n, spelling int) core.Hideable {
	kinds := []core.Kind{core.DNI, core.Email, core.Nombre, core.Secreto, core.Blob}
	kind, canonical := kinds[n%len(kinds)], fmt.Sprintf("value%d@example.org", n)
	if kind == core.Nombre {
		canonical = "Ana Ruiz " + string(rune('A'+n/26%26)) + string(rune('a'+n%26)) + "xyz"
	}
	text := canonical
	if spelling > 0 && kind != core.Blob {
		text += fmt.Sprint("_", spelling)
	}
	if kind == core.Blob && n%10 == 4 {
		text = strings.Repeat(text, 300)
	}
	return core.Hideable{Text: text, Findings: []core.Finding{{Kind: kind, Value: canonical, End: len(text)}}}
}

// event is what one Hide gets: old and new values, references, foreign tokens.
func (p *player) event() []core.Hideable {
	var texts []core.Hideable
	for range 1 + p.IntN(60) {
		switch p.IntN(12) {
		case 0:
			texts = append(texts, core.Hideable{Text: p.token().String(), Fresh: true})
		case 1:
			texts = append(texts, core.Hideable{Text: p.token().String()})
		case 2, 3, 4:
			p.values++
			texts = append(texts, p.value(p.values, 0))
		default:
			texts = append(texts, p.value(p.IntN(p.values+1), p.IntN(4)))
		}
	}
	return texts
}

func (p *player) token() core.Token {
	kinds := core.Kinds()
	return core.Token{Kind: kinds[p.IntN(len(kinds))], Number: 1 + p.IntN(p.values+5), Form: 1 + p.IntN(4)}
}

// answers is everything that a session says.
func (p *player) answers(t *testing.T, s *pseudonymstore.Session, event []core.Hideable) string {
	t.Helper()
	ctx := context.Background()
	var all strings.Builder
	var text strings.Builder
	for n := range p.values + 2 {
		for spelling := range 4 {
			h := p.value(n, spelling)
			text.WriteString(h.Text[:min(len(h.Text), 50)] + " x")
		}
	}
	require.NoError(t, s.Refresh(ctx))
	before := s.Known(nil, []byte(text.String()))
	hidden, err := s.Hide(ctx, event)
	require.NoError(t, err)
	var tokens []string
	for _, kind := range core.Kinds() {
		for n := range p.values + 8 {
			for form := range 4 {
				tokens = append(tokens, core.Token{Kind: kind, Number: n + 1, Form: form + 1}.String())
			}
		}
	}
	revealed, err := s.Reveal(ctx, []string{strings.Join(tokens, "")})
	require.NoError(t, err)
	fmt.Fprintln(&all, before, hidden, revealed, s.Known(nil, []byte(text.String())), s.Begun())
	return all.String()
}

// copyOf copies a state directory, the session's snapshot as change says.
func copyOf(t *testing.T, dir string, change func(index []byte) []byte) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		require.NoError(t, err)
		target := filepath.Join(to, strings.TrimPrefix(path, dir))
		if entry.IsDir() {
			return os.Mkdir(target, 0o700)
		}
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		if entry.Name() == "pseudonyms.index" {
			if content = change(content); content == nil {
				return nil
			}
		}
		return os.WriteFile(target, content, 0o600)
	}))
	return to
}

const block = 4096

// change is what becomes of a snapshot. nil is none.
type change struct {
	name string
	do   func(index []byte) []byte
}

func changes(r *rand.Rand, older []byte) []change {
	return []change{
		{"as it is", func(b []byte) []byte { return b }},
		{"without", func([]byte) []byte { return nil }},
		{"older", func([]byte) []byte { return older }},
		{"one bit of the first block", func(b []byte) []byte {
			b[r.IntN(block)] ^= 1 << r.IntN(8)
			return b
		}},
		{"a bit in each block but the first", func(b []byte) []byte {
			for at := block; at < len(b); at += block {
				b[at+r.IntN(block)] ^= 1 << r.IntN(8)
			}
			return b
		}},
		{"a bit in some blocks", func(b []byte) []byte {
			for range 5 {
				b[r.IntN(len(b))] ^= 1 << r.IntN(8)
			}
			return b
		}},
		{"cut", func(b []byte) []byte { return b[:r.IntN(len(b))] }},
		{"cut after blocks", func(b []byte) []byte { return b[:block*r.IntN(len(b)/block)] }},
		{"zeros", func(b []byte) []byte { return append(b[:block], make([]byte, len(b)-block)...) }},
		{"blocks exchanged", func(b []byte) []byte {
			x, y := block*(1+r.IntN(len(b)/block-1)), block*(1+r.IntN(len(b)/block-1))
			first := bytes.Clone(b[x : x+block])
			copy(b[x:], b[y:y+block])
			copy(b[y:], first)
			return b
		}},
		{"a newer version", func(b []byte) []byte { return append([]byte("veil index 2\n"), b[13:]...) }},
		{"something else", func([]byte) []byte { return []byte("something else") }},
		{"empty", func([]byte) []byte { return []byte{} }},
	}
}

// TestSnapshotChangesNoAnswer: a session answers the same with its snapshot,
// without it, and with one that is damaged or too old.
func TestSnapshotChangesNoAnswer(t *testing.T) {
	for seed := range laws.Seeds(t, 2) {
		p := &player{Rand: rand.New(rand.NewPCG(seed, 5))}
		dir := stateDir(t)
		resident := open(t, dir, sessionID)
		var older []byte // a snapshot of before
		for step := range 13 {
			event := p.event()
			if step == 5 {
				require.NoError(t, resident.Begin(context.Background(), []core.Token{p.token(), p.token()}))
			}
			if step == 9 || step == 12 {
				compareChanged(t, p, dir, older, event)
			}
			p.answers(t, resident, event)
			require.True(t, p.answers(t, resident, event) == p.answers(t, open(t, dir, sessionID), event), "step %d", step)
			if step == 7 {
				older = must(os.ReadFile(sessionFile(t, dir, "pseudonyms.index")))
			}
		}
	}
}

// compareChanged lets sessions that differ in their snapshots only live through
// the same event.
func compareChanged(t *testing.T, p *player, dir string, older []byte, event []core.Hideable) {
	t.Helper()
	want := p.answers(t, open(t, copyOf(t, dir, func([]byte) []byte { return nil }), sessionID), event)
	for _, c := range changes(p.Rand, older) {
		got := p.answers(t, open(t, copyOf(t, dir, c.do), sessionID), event)
		require.True(t, want == got, "%s: another answer", c.name)
	}
}
