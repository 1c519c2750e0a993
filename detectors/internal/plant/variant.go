// SPDX-License-Identifier: Apache-2.0

package plant

import (
	"strings"

	"github.com/veil-guard/veil/core"
)

// Variant is one way to spell the values of one kind.
type Variant struct {
	Kind core.Kind
	Name string
	// Cued says that the value counts only with its label before it.
	Cued bool
	// Make returns a made-up value: its spelling and its canonical form.
	Make func(g *Generator) (spelling, canonical string)
}

// Variants lists every variant of every kind.
func Variants() []Variant {
	var list []Variant
	for _, some := range [][]Variant{dniVariants(), nieVariants(), cifVariants(), nssVariants(), ibanVariants(), cardVariants(),
		emailVariants(), phoneVariants(), foreignPhoneVariants(), documentVariants(), nameVariants(), firmVariants(), secretVariants()} {
		list = append(list, some...)
	}
	return list
}

// spelled is a variant whose spelling is made from the canonical value.
func spelled(kind core.Kind, name string, value func(*Generator) string, spell func(string) string) Variant {
	return Variant{Kind: kind, Name: name, Make: func(g *Generator) (string, string) {
		canonical := value(g)
		return spell(canonical), canonical
	}}
}

// cued marks a variant as needing a label.
func cued(v Variant) Variant {
	v.Cued = true
	return v
}

// grouped returns the value in groups of the given sizes, with the separators in
// turn between them. What is left over is the last group.
func grouped(value string, seps []string, sizes ...int) string {
	var b strings.Builder
	for i, n := range sizes {
		n = min(n, len(value))
		b.WriteString(value[:n])
		value = value[n:]
		if value != "" && n > 0 {
			b.WriteString(seps[i%len(seps)])
		}
	}
	return b.String() + value
}

func same(s string) string { return s }

// in returns a function that groups a value.
func in(sep string, sizes ...int) func(string) string {
	return func(s string) string { return grouped(s, []string{sep}, sizes...) }
}

// mixing groups a value with different separators.
func mixing(seps []string, sizes ...int) func(string) string {
	return func(s string) string { return grouped(s, seps, sizes...) }
}

// The blanks that people and word processors put into numbers.
const (
	noBreak = "\u00a0"
	thin    = "\u2009"
	narrow  = "\u202f"
)

// coloured puts terminal colours into the middle of a value (ECMA-48).
func coloured(s string) string {
	mid := len(s) / 2
	return s[:mid] + "\x1b[31m" + s[mid:]
}
