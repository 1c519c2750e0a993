// SPDX-License-Identifier: Apache-2.0

// Package plant makes texts that hold one made-up value each, for measuring
// detectors: every kind, in every spelling and disguise that veil promises to
// find, in prose, code and data. It is for tests; no program links it.
package plant

import (
	"math/rand/v2"

	"github.com/veil-guard/veil/core"
)

// Value is one made-up value in one spelling.
type Value struct {
	Kind core.Kind
	// Variant names the spelling, such as "dots".
	Variant string
	// Spelling is the text of the value.
	Spelling string
	// Canonical is the value as decision 15 has it.
	Canonical string
}

// Sample is a text that holds one value.
type Sample struct {
	Value
	// Carrier and Disguise name what the value stands in and how it is hidden.
	Carrier, Disguise string
	Text              []byte
	// Start and End are the byte range of the disguised value in Text.
	Start, End int
}

// Generator makes values and samples. Two generators of one seed make the same.
// It is not safe for concurrent use.
type Generator struct{ rng *rand.Rand }

// New returns a generator.
func New(seed uint64) *Generator {
	return &Generator{rand.New(rand.NewPCG(seed, 0x7665696c))} //nolint:gosec // made-up values are to be made again
}

// Kinds lists the kinds that can be planted.
func Kinds() []core.Kind {
	return []core.Kind{core.DNI, core.CIF, core.NSS, core.IBAN, core.Tarjeta, core.Email, core.Tel,
		core.Pasaporte, core.Matricula, core.Nombre, core.Secreto}
}

// Plain returns a sample of the variant in a carrier of its own choice, without
// a disguise.
func (g *Generator) Plain(v Variant) Sample {
	return g.Sample(v, Disguise{Name: "none"})
}

// Sample returns a sample of the variant in a disguise, in a carrier that can
// hold it.
func (g *Generator) Sample(v Variant, d Disguise) Sample {
	value := Value{Kind: v.Kind, Variant: v.Name}
	value.Spelling, value.Canonical = v.Make(g)
	spelled := value.Spelling
	if d.Value != nil {
		spelled = d.Value(g, spelled)
	}
	if d.Run != nil {
		spelled = d.Run(g, g.record(v, value.Spelling))
	}
	spelled, before, after, carrier := g.carry(v, d, spelled)
	s := Sample{Value: value, Carrier: carrier, Disguise: d.Name, Start: len(before), End: len(before) + len(spelled)}
	s.Text = []byte(before + spelled + after)
	if d.Text != nil {
		head, mid := d.Text([]byte(before)), d.Text([]byte(before+spelled))
		s.Text, s.Start, s.End = d.Text(s.Text), len(head), len(mid)
	}
	return s
}

func (g *Generator) pick(list ...string) string { return list[g.rng.IntN(len(list))] }

// chars returns n characters of the alphabet.
func (g *Generator) chars(n int, alphabet string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[g.rng.IntN(len(alphabet))]
	}
	return string(b)
}

const (
	digits = "0123456789"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower  = "abcdefghijklmnopqrstuvwxyz"
)

func (g *Generator) digits(n int) string { return g.chars(n, digits) }
