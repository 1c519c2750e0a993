// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

func (s suite) literals(t *testing.T) {
	p := s.on(t, "")
	p.mint(core.DNI, "12345678Z", "12345678Z")
	for _, tc := range []struct{ name, in, want string }{
		{"a minted token", "x[DNI-001]y", "x[LITERAL-001]y"},
		{"again", "[DNI-001]", "[LITERAL-001]"},
		{"a form that is not minted", "[DNI-001.2]", "[LITERAL-002]"},
		{"in brackets", "[[DNI-001]]", "[[LITERAL-001]]"},
		{"a minted literal", "[LITERAL-001]", "[LITERAL-003]"},
		{"not minted", "[DNI-002] [IBAN-001]", "[DNI-002] [IBAN-001]"},
		{"no token", "[DNI- [DNI-1] [dni-001] [DNI-0001] [DNI-001", "[DNI- [DNI-1] [dni-001] [DNI-0001] [DNI-001"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.want, p.fresh(tc.in))
			text, unknown := p.reveal(tc.want)
			assert.Equal(t, tc.in, text)
			assert.Empty(t, unknown)
		})
	}
	resent := core.Hideable{Text: "[DNI-001] [DNI-001.2] [LITERAL-003]"}
	assert.Equal(t, resent.Text, p.hide(resent)[0], "in resent text a token is a reference")
}

func (s suite) references(t *testing.T) {
	p := s.on(t, "")
	p.mint(core.DNI, "1", "1")
	p.mint(core.DNI, "1", "1 ")
	p.mint(core.DNI, "2", "2")
	assert.Equal(t, "[DNI-001] [LITERAL-001] [LITERAL-002]", p.fresh("[DNI-001] [DNI-001.2] [DNI-002]", token(core.DNI, 1, 1)))
	assert.Equal(t, "[DNI-007]", p.fresh("[DNI-007]", token(core.DNI, 7, 1)))
	_, unknown := p.reveal("[DNI-007]")
	assert.Equal(t, []core.Token{token(core.DNI, 7, 1)}, unknown, "a reference that stands for nothing: its value is lost")
	assert.Equal(t, "[DNI-007]", p.fresh("[DNI-007]"), "now somebody's file holds it as plain text")
	_, unknown = p.reveal("[DNI-007]")
	assert.Empty(t, unknown)
}

func (s suite) reservations(t *testing.T) {
	p := s.on(t, "")
	texts := []core.Hideable{
		whole(core.DNI, "1", "1"),
		{Text: "[DNI-001] [DNI-003.4] [LITERAL-001]", Fresh: true},
		{Text: "[DNI-005] [TEL-001]"},
		whole(core.DNI, "2", "2"),
	}
	rewritings, err := p.Hide(context.Background(), texts)
	require.NoError(t, err)
	assert.Equal(t, []core.Edit{{Start: 0, End: 1, New: "[DNI-002]"}}, rewritings[0].Edits)
	assert.Equal(t, core.Rewriting{}, rewritings[1], "foreign text passes")
	assert.Equal(t, core.Rewriting{Unknown: []core.Token{token(core.DNI, 5, 1), token(core.Tel, 1, 1)}}, rewritings[2])
	assert.Equal(t, []core.Edit{{Start: 0, End: 1, New: "[DNI-004]"}}, rewritings[3].Edits)

	assert.Equal(t, "[DNI-006]", p.mint(core.DNI, "3", "3"))
	assert.Equal(t, "[TEL-002]", p.mint(core.Tel, "3", "3"))
	assert.Equal(t, "[LITERAL-002]", p.fresh("[DNI-006]"))
	rewritings, err = p.Hide(context.Background(), []core.Hideable{{Text: "[DNI-005] [DNI-001] [DNI-008] [DNI-008.2] [DNI-008]"}})
	require.NoError(t, err)
	assert.Equal(t, []core.Token{token(core.DNI, 8, 1), token(core.DNI, 8, 2)}, rewritings[0].Unknown, "reported when first seen")
	text, unknown := p.reveal("[DNI-001] [DNI-003] [DNI-005] [DNI-008.3]")
	assert.Equal(t, "[DNI-001] [DNI-003] [DNI-005] [DNI-008.3]", text)
	assert.Equal(t, []core.Token{token(core.DNI, 5, 1), token(core.DNI, 8, 3)}, unknown, "only foreign text stands for itself")
}

func (s suite) unknown(t *testing.T) {
	p := s.on(t, "")
	p.mint(core.DNI, "1", "1")
	text, unknown := p.reveal("[DNI-001][DNI-001.2][DNI-002][TEL-001][DNI-002][DNI-1]")
	assert.Equal(t, "1[DNI-001.2][DNI-002][TEL-001][DNI-002][DNI-1]", text)
	assert.Equal(t, []core.Token{token(core.DNI, 1, 2), token(core.DNI, 2, 1), token(core.Tel, 1, 1)}, unknown)
	assert.Equal(t, "[DNI-002]", p.mint(core.DNI, "2", "2"), "revealing reserves nothing")
}

func (s suite) onePass(t *testing.T) {
	p := s.on(t, "")
	p.mint(core.Secreto, "s", "s")
	require.Equal(t, "[LITERAL-001]", p.fresh("[SECRETO-001]"))
	require.Equal(t, "[SECRETO-002]", p.mint(core.Secreto, "[SECRETO-", "[SECRETO-"))
	text, _ := p.reveal("[LITERAL-001] [SECRETO-002]001]")
	require.Equal(t, "[SECRETO-001] [SECRETO-001]", text)
}

func (s suite) opaqueTokens(t *testing.T) {
	p := s.on(t, "")
	p.mint(core.DNI, "1", "DNI-001")
	text := "DNI-001 [DNI-001] 7"
	hidden := p.hide(core.Hideable{Text: text, Findings: []core.Finding{
		{Kind: core.Tel, Value: "x", Start: 5, End: 12}, {Kind: core.Tel, Value: "7", Start: 18, End: 19},
	}})
	assert.Equal(t, "DNI-001 [DNI-001] [TEL-001]", hidden[0], "a finding that overlaps a token is ignored")
	known := p.Known(nil, []byte(text))
	require.Len(t, known, 1)
	assert.Equal(t, 0, known[0].Start)
}
