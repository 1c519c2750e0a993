// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

// disguised is a text that is one value in a disguise.
func disguised(kind core.Kind, canonical, plain, spelling string) core.Hideable {
	h := whole(kind, canonical, spelling)
	h.Findings[0].Plain = plain
	return h
}

// plainForms: a plain token restores a plain spelling, also where the first
// spelling that was seen is in disguise.
func (s suite) plainForms(t *testing.T) {
	const ana, luis, eva = "ana@clinica.es", "luis@clinica.es", "eva@clinica.es"
	p := s.on(t, "a")
	for _, tc := range []struct {
		name, canonical, plain, spelling, want string
	}{
		{"first seen in disguise", ana, ana, "ana%40clinica.es", "[EMAIL-001.2]"},
		{"again", ana, ana, "ana%40clinica.es", "[EMAIL-001.2]"},
		{"then plain", ana, "", ana, "[EMAIL-001]"},
		{"another disguise", ana, ana, "ana&#64;clinica.es", "[EMAIL-001.3]"},
		{"another plain spelling", ana, "", "Ana@clinica.es", "[EMAIL-001.4]"},
		{"a disguise of that", ana, "Ana@clinica.es", "Ana%40clinica.es", "[EMAIL-001.5]"},
		{"first seen plain", luis, "", luis, "[EMAIL-002]"},
		{"then in disguise", luis, luis, "luis%40clinica.es", "[EMAIL-002.2]"},
		{"a plain form that is not the canonical value", eva, "EVA@clinica.es", "EVA%40clinica.es", "[EMAIL-003.2]"},
		{"the canonical value then", eva, "", eva, "[EMAIL-003.3]"},
		{"a disguise that reads like itself", "x@y.es", "x@y.es", "x@y.es", "[EMAIL-004]"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := disguised(core.Email, tc.canonical, tc.plain, tc.spelling)
			assert.Equal(t, []string{tc.want}, p.hide(h))
			text, unknown := p.reveal(tc.want)
			assert.Equal(t, tc.spelling, text)
			assert.Empty(t, unknown)
		})
	}
	text, unknown := s.on(t, "a").reveal("[EMAIL-001] [EMAIL-001.2] [EMAIL-003] [EMAIL-003.2]")
	assert.Equal(t, ana+" ana%40clinica.es EVA@clinica.es EVA%40clinica.es", text)
	assert.Empty(t, unknown)
}

// plainInOneCall: what one call mints counts for its later texts.
func (s suite) plainInOneCall(t *testing.T) {
	p := s.on(t, "")
	out := p.hide(
		disguised(core.Tel, "+34600123456", "600123456", "６００１２３４５６"),
		whole(core.Tel, "+34600123456", "600123456"),
		disguised(core.Tel, "+34600123456", "600123456", "600\u200b123456"),
		whole(core.Tel, "+34611123456", "611123456"),
		disguised(core.Tel, "+34611123456", "611123456", "611\u200b123456"),
	)
	require.Equal(t, []string{"[TEL-001.2]", "[TEL-001]", "[TEL-001.3]", "[TEL-002]", "[TEL-002.2]"}, out)
}

// plainIsKnown: both forms stay hidden later, though only one was seen.
func (s suite) plainIsKnown(t *testing.T) {
	p := s.on(t, "")
	p.hide(disguised(core.Email, "ana@clinica.es", "ana@clinica.es", "ana%40clinica.es"))
	text := "x ana%40clinica.es y ana@clinica.es"
	found := p.Known(nil, []byte(text))
	require.Len(t, found, 2)
	hidden := p.hide(core.Hideable{Text: text, Findings: found, Fresh: true})[0]
	require.Equal(t, "x [EMAIL-001.2] y [EMAIL-001]", hidden)

	// A plain form that is another value's spelling: the order of the values.
	p.hide(whole(core.Nombre, "b", "Gil Peña"))
	p.hide(disguised(core.Nombre, "a", "Gil Peña", "Gil%20Pe%C3%B1a"))
	found = p.Known(nil, []byte("Gil Peña"))
	require.Len(t, found, 1)
	require.Equal(t, "a", found[0].Value)
}
