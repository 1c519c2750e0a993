// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/veil-guard/veil/core"
)

// person is a made-up value with its spellings.
type person struct {
	kind      core.Kind
	canonical string
	spellings []string
}

// generator makes documents that know where their values are.
type generator struct {
	*rand.Rand
	values []person
}

// newGenerator makes three values of each kind.
func newGenerator(seed uint64) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 16))}
	for i := range 3 {
		n := g.IntN(1e8)
		letter := "TRWAGMYFPDXBNJZSQVHLCKE"[n%23 : n%23+1]
		dni := fmt.Sprintf("%08d%s", n, letter)
		dotted := dni[:2] + "." + dni[2:5] + "." + dni[5:8] + "-" + letter
		iban := fmt.Sprintf("ES%022d", g.Uint64N(1e18))
		var blocks []string
		for b := range 6 {
			blocks = append(blocks, iban[4*b:4*b+4])
		}
		email := fmt.Sprintf("ana%d.ruiz@example.org", n)
		tel := fmt.Sprintf("6%08d", g.IntN(1e8))
		name := []string{"María Pérez", "Íñigo Ruiz", "Ana Peña"}[i]
		g.values = append(g.values,
			person{core.DNI, dni, []string{dni, dotted, strings.ToLower(dni)}},
			person{core.IBAN, iban, []string{iban, strings.Join(blocks, " "), strings.Join(blocks, "\u00a0")}},
			person{core.Email, email, []string{email, "A" + email[1:], strings.ToUpper(email), strings.Replace(email, "@", "%40", 1)}},
			person{core.Tel, "+34" + tel, []string{tel, "+34 " + tel, tel[:3] + "\u00a0" + tel[3:]}},
			person{core.Nombre, strings.ToLower(name), []string{name, strings.ToUpper(name), decomposed(name)}},
		)
	}
	return g
}

// decomposed is a name in Unicode's form NFD, for the letters used here.
func decomposed(s string) string {
	return strings.NewReplacer("á", "a\u0301", "é", "e\u0301", "í", "i\u0301", "Í", "I\u0301", "ñ", "n\u0303").Replace(s)
}

// document returns a text and its values. Values may be adjacent, and as often
// as not a token-like text stands beside one.
func (g *generator) document() (string, []core.Finding) {
	var b strings.Builder
	var found []core.Finding
	for range 1 + g.IntN(12) {
		switch g.IntN(4) {
		case 0:
			b.WriteString(g.fragment())
		case 1:
			b.WriteString(g.written(g.token()))
		default:
			v := g.values[g.IntN(len(g.values))]
			start := b.Len()
			spelling := v.spellings[g.IntN(len(v.spellings))]
			b.WriteString(spelling)
			found = append(found, core.Finding{Kind: v.kind, Value: v.canonical, Plain: plainOf(spelling), Start: start, End: b.Len()})
		}
	}
	return b.String(), found
}

// plainOf is how a disguised spelling reads, or empty for a plain one.
func plainOf(spelling string) string {
	if !strings.Contains(spelling, "%40") {
		return ""
	}
	return strings.Replace(spelling, "%40", "@", 1)
}

// fragment is text without a value.
func (g *generator) fragment() string {
	all := []string{
		" ", "\r\n", "\n", "\ufeff", "\u00a0", "e\u0301", "é", "x", "X", "_", "7", ": \"", "\x00", "\xff\xfe",
		"[", "]", "[DNI-", "-001]", "001]", "[DNI", "[[DNI-001]]", "[DNI-001.", "[dni-001]", "[DNI-01]", "[DNI-0001]",
		"[NOMBRE-002", ".2]", "[LITERAL-", "\\[DNI-001\\]", "%5BDNI-001%5D", "María", "Pérez ", "@example.org",
	}
	return all[g.IntN(len(all))]
}

// token is one that may be minted or not.
func (g *generator) token() core.Token {
	kinds := []core.Kind{core.DNI, core.IBAN, core.Email, core.Tel, core.Nombre, core.Literal}
	return token(kinds[g.IntN(len(kinds))], 1+g.IntN(5), 1+g.IntN(3))
}

// arbitrary returns a text made of tokens and of text without values.
func (g *generator) arbitrary() string {
	var b strings.Builder
	for range 1 + g.IntN(12) {
		if g.IntN(2) == 0 {
			b.WriteString(g.fragment())
		} else {
			b.WriteString(g.written(g.token()))
		}
	}
	return b.String()
}

// written is a token in one of the ways to write its brackets.
func (g *generator) written(t core.Token) string {
	body := strings.Trim(t.String(), "[]")
	ways := [][2]string{{"[", "]"}, {"[", "]"}, {"[", "]"}, {"%5B", "%5D"}, {"&#91;", "&#x5d;"}, {`\u005b`, `\u005d`}, {`\[`, `\]`}, {`\\[`, `\\]`}, {"%5B", "]"}}
	way := ways[g.IntN(len(ways))]
	return way[0] + body + way[1]
}
