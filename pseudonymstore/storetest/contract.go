// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

func (s suite) identity(t *testing.T) {
	p := s.on(t, "")
	for _, tc := range []struct {
		name, canonical, spelling, want string
		kind                            core.Kind
	}{
		{"first value", "12345678Z", "12345678Z", "[DNI-001]", core.DNI},
		{"same spelling", "12345678Z", "12345678Z", "[DNI-001]", core.DNI},
		{"second spelling", "12345678Z", "12.345.678-Z", "[DNI-001.2]", core.DNI},
		{"third spelling", "12345678Z", "12345678z", "[DNI-001.3]", core.DNI},
		{"second spelling again", "12345678Z", "12.345.678-Z", "[DNI-001.2]", core.DNI},
		{"second value", "00000000T", "00000000T", "[DNI-002]", core.DNI},
		{"another kind with the same value", "12345678Z", "12345678Z", "[SECRETO-001]", core.Secreto},
		{"two values spelled alike", "00000001R", "00000000T", "[DNI-003]", core.DNI},
		{"bytes that are no UTF-8", "\xff\x00\xfe", "\xff\x00\xfe", "[SECRETO-002]", core.Secreto},
		{"a literal", "[X]", "[X]", "[LITERAL-001]", core.Literal},
	} {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.want, p.mint(tc.kind, tc.canonical, tc.spelling))
			text, unknown := p.reveal("<" + tc.want + ">")
			assert.Equal(t, "<"+tc.spelling+">", text)
			assert.Empty(t, unknown)
		})
	}
}

func (s suite) forms(t *testing.T) {
	const spellings = 30
	p := s.on(t, "a")
	for range 2 {
		for form := 1; form <= spellings; form++ {
			spelling := fmt.Sprint("spelling ", form)
			want := token(core.Nombre, 1, form).String()
			require.Equal(t, want, p.mint(core.Nombre, "one", spelling))
			text, _ := p.reveal(want)
			require.Equal(t, spelling, text)
		}
		p = s.on(t, "a")
	}
}

func (s suite) reopen(t *testing.T) {
	p := s.on(t, "a")
	p.mint(core.Tel, "+34600123456", "600123456")
	p.mint(core.Tel, "+34600123456", "600 123 456")
	p.fresh("[TEL-002] [TEL-001]")
	p = s.on(t, "a")
	text, unknown := p.reveal("[TEL-001] [TEL-001.2] [TEL-002] [LITERAL-001]")
	assert.Equal(t, "600123456 600 123 456 [TEL-002] [TEL-001]", text)
	assert.Empty(t, unknown)
	assert.Equal(t, "[TEL-001.2]", p.mint(core.Tel, "+34600123456", "600 123 456"))
	assert.Equal(t, "[TEL-001.3]", p.mint(core.Tel, "+34600123456", "+34600123456"))
	assert.Equal(t, "[TEL-003]", p.mint(core.Tel, "+34611111111", "611111111"))
	assert.Len(t, p.Known(nil, []byte("600123456, 600 123 456")), 2)
}

func (s suite) order(t *testing.T) {
	two := core.Hideable{Text: "a1 b2", Findings: []core.Finding{
		{Kind: core.Secreto, Value: "a1", End: 2}, {Kind: core.Secreto, Value: "b2", Start: 3, End: 5},
	}}
	out := s.on(t, "").hide(two, core.Hideable{Text: "none"}, whole(core.Secreto, "c3", "c3"), whole(core.Secreto, "b2", "b2"), whole(core.Tel, "c3", "c3"))
	require.Equal(t, []string{"[SECRETO-001] [SECRETO-002]", "none", "[SECRETO-003]", "[SECRETO-002]", "[TEL-001]"}, out)
}

func (s suite) sessions(t *testing.T) {
	a, b := s.on(t, "a"), s.on(t, "b")
	assert.Equal(t, "[DNI-001]", a.mint(core.DNI, "1", "1"))
	assert.Equal(t, "[DNI-002]", a.mint(core.DNI, "2", "22222222"))
	assert.Equal(t, "[DNI-001]", b.mint(core.DNI, "3", "3"))
	text, unknown := b.reveal("[DNI-001] [DNI-002]")
	assert.Equal(t, "3 [DNI-002]", text)
	assert.Equal(t, []core.Token{token(core.DNI, 2, 1)}, unknown)
	assert.Empty(t, b.Known(nil, []byte("22222222")))
	assert.Equal(t, "[DNI-002]", b.mint(core.DNI, "4", "4"))
	assert.Equal(t, "[DNI-003]", a.mint(core.DNI, "4", "4"))
}

func (s suite) handles(t *testing.T) {
	a, b := s.on(t, "a"), s.on(t, "a")
	assert.Equal(t, "[IBAN-001]", a.mint(core.IBAN, "1", "1"))
	assert.Equal(t, "[IBAN-001]", b.mint(core.IBAN, "1", "1"))
	assert.Equal(t, "[IBAN-002]", b.mint(core.IBAN, "2", "2"))
	assert.Equal(t, "[IBAN-002.2]", a.mint(core.IBAN, "2", "2 "))
	text, unknown := b.reveal("[IBAN-002.2]")
	assert.Equal(t, "2 ", text)
	assert.Empty(t, unknown)
	assert.Equal(t, "[IBAN-002] [IBAN-009]", a.fresh("[IBAN-002] [IBAN-009]", token(core.IBAN, 2, 1)))
	assert.Equal(t, "[LITERAL-001] [IBAN-009]", b.fresh("[IBAN-002] [IBAN-009]"))
}

func (s suite) concurrent(t *testing.T) {
	const values, workers = 20, 4
	handles := []store{s.on(t, "a"), s.on(t, "a")}
	got := make([][]string, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			p := handles[w%len(handles)]
			for v := range values {
				value := fmt.Sprintf("%08d", v)
				r, err := p.Hide(context.Background(), []core.Hideable{whole(core.DNI, value, value)})
				if assert.NoError(t, err) && assert.Len(t, r[0].Edits, 1) {
					got[w] = append(got[w], r[0].Edits[0].New)
				}
				p.Known(nil, []byte(value))
			}
		})
	}
	wg.Wait()
	var want []string
	for v := range values {
		want = append(want, token(core.DNI, v+1, 1).String())
	}
	for w := range workers {
		assert.ElementsMatch(t, want, got[w])
		assert.Equal(t, got[0], got[w])
	}
}

func (s suite) badFindings(t *testing.T) {
	p := s.on(t, "")
	good := core.Finding{Kind: core.DNI, Value: "1", Start: 1, End: 3}
	for _, tc := range []struct {
		name   string
		change func(*core.Finding)
	}{
		{"empty", func(f *core.Finding) { f.End = f.Start }},
		{"reversed", func(f *core.Finding) { f.End = 0 }},
		{"before the text", func(f *core.Finding) { f.Start = -1 }},
		{"behind the text", func(f *core.Finding) { f.End = 9 }},
		{"to be refused", func(f *core.Finding) { f.Disposition = core.Refuse }},
		{"no kind of a token", func(f *core.Finding) { f.Kind = core.Unscannable }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := good
			tc.change(&f)
			_, err := p.Hide(context.Background(), []core.Hideable{{Text: "abcdef", Findings: []core.Finding{f}}})
			require.Error(t, err)
		})
	}
	_, err := p.Hide(context.Background(), []core.Hideable{{Text: "abcdef", Findings: []core.Finding{good, good}}})
	require.Error(t, err, "overlap")
	require.Equal(t, "[DNI-001]", p.mint(core.DNI, "1", "1"), "nothing was minted")
}
