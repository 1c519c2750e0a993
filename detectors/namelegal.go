// SPDX-License-Identifier: Apache-2.0

package detectors

import "strings"

// maxLegalWords is the longest legal form, in words: "S. L. N. E.".
const maxLegalWords = 5

// legalForms are the forms of a firm that is a person before the law, written
// together: of Spain (Real Decreto Legislativo 1/2010, Ley 27/1999, Ley 2/2007,
// Ley 44/2015, Código Civil) and the commonest of its neighbours.
func legalForms() [30]string {
	return [...]string{
		"sl", "slu", "sll", "slp", "slpu", "slne", "sa", "sau", "sal", "sap", "srl", "srlu", "sc", "scp", "scoop",
		"scoopand", "sccl", "cb", "aie", "ute", "sociedadlimitada", "sociedadlimitadaunipersonal",
		"sociedadanonima", "sociedadcooperativa", "ltd", "llc", "inc", "gmbh", "sarl", "lda",
	}
}

// legalFormAt reads the legal form that begins at i, in any spelling: "S.L.",
// "SL", "S. L.", "s-l". It returns the form, written together in lower case, and
// its end; a full stop after it stays outside. A change of case and what is hidden end
// a word in it.
func legalFormAt(text []byte, i int) (form string, end int) {
	var buf [40]byte
	folded := buf[:0]
	for range maxLegalWords {
		if isDigit(text[i]) {
			break
		}
		var room [1]word
		w, cuts := readLetters(text, i, byCase, room[:0])
		if len(cuts) > 0 {
			w = cuts[0]
		}
		if len(folded)+w.end-i > len(buf) {
			break
		}
		folded = appendFolded(folded, text[i:w.end], len(buf))
		whole, begins := matchLegal(folded)
		if whole != "" {
			form, end = whole, w.end
		}
		if !begins {
			break
		}
		g, ok := nameGap(text, w.end)
		if !ok || g.line || g.comma || g.next-w.end > 2 {
			break
		}
		i = g.next
	}
	return form, end
}

// matchLegal returns the legal form that these letters are, if any, and says
// whether a longer one begins with them.
func matchLegal(folded []byte) (whole string, begins bool) {
	for _, form := range legalForms() {
		if len(form) == len(folded) && form == string(folded) {
			whole = form
		} else if strings.HasPrefix(form, string(folded)) {
			begins = true
		}
	}
	return whole, begins
}
