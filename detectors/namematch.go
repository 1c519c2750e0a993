// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"github.com/veil-guard/veil/core"
)

// word looks for entries that begin at i, where a word may begin.
func (p *namePass) word(i int) {
	if !runBeginsAt(p.text, i) {
		if caseBeginsAt(p.text, i) {
			p.match(i, byCase)
		}
		return
	}
	if cased := p.match(i, byRun); cased {
		p.match(i, byCase)
	}
}

// nameRun is a run of words of a text that may be an entry.
type nameRun struct {
	start, end int
	hashes     [maxNameWords]uint64
	n          int // words
	key        nameKey
	commas     uint32 // a bit for each word that a comma follows
	line       bool   // a line ends within
}

// maxCuts bounds how often a word is also read as one that ends before something
// hidden.
const maxCuts = 4

// match adds the longest entries that begin at i, and says whether a word of theirs
// or right after changes case within.
func (p *namePass) match(i int, s split) (cased bool) {
	w := readNameWord(p.text, i, s)
	if !w.hidden && !p.index.has(p.index.words, mix(w.hash)) {
		return w.cased
	}
	var best matched
	r := nameRun{start: i}
	for at := i; ; w = readNameWord(p.text, at, s) {
		cased = cased || w.cased
		if w.hidden {
			var room [maxCuts]word
			_, cuts := readLetters(p.text, at, s, room[:0])
			for _, cut := range cuts {
				shorter := r
				p.extend(&shorter, cut, &best)
			}
		}
		if !p.extend(&r, w, &best) || r.n >= p.index.longest {
			break
		}
		g, ok := nameGap(p.text, r.end)
		if !ok {
			break
		}
		if g.comma {
			r.commas |= 1 << (r.n - 1)
		}
		r.line = r.line || g.line
		at = g.next
	}
	if best.sure.end > 0 {
		p.hits.sure = append(p.hits.sure, p.hit(i, best.sure))
	}
	if best.cued.end > best.sure.end {
		p.hits.cued = append(p.hits.cued, p.hit(i, best.cued))
	}
	return cased
}

// matched are the longest entries that begin at a place.
type matched struct{ sure, cued nameFit }

// extend adds a word to the run, and says whether an entry may begin so.
func (p *namePass) extend(r *nameRun, w word, best *matched) bool {
	r.hashes[r.n] = w.hash
	r.key.add(w.hash)
	r.n, r.end = r.n+1, w.end
	switch {
	case r.n == 1 && !p.index.has(p.index.words, mix(w.hash)):
		return false
	case r.n == 1 && !p.index.has(p.index.pairs, pairHash(w.hash, 0)):
		return true
	case r.n == 2 && !p.index.has(p.index.pairs, pairHash(r.hashes[0], r.hashes[1])):
		return false
	}
	p.try(r, best)
	return true
}

// try compares the run with the entries that have the same words, and keeps the
// best.
func (p *namePass) try(r *nameRun, longest *matched) {
	var best nameFit
	form, end := "", -1
	p.index.candidates(r.key.hash(), func(id int) {
		if end < 0 {
			form, end = p.legalAfter(r)
		}
		if fit := p.fit(r, p.index.entry(id), form); best.rank() < fit.rank() {
			best = fit
			best.end = end
		}
	})
	switch {
	case best.order == otherOrder:
	case best.cue && best.end >= longest.cued.end:
		longest.cued = best
	case !best.cue && best.end >= longest.sure.end:
		longest.sure = best
	}
}

// hit is the finding of an entry from a place on.
func (p *namePass) hit(start int, fit nameFit) nameHit {
	name := fit.entry.name
	words := splitName(p.words[:0], name, byRun)
	f := core.Finding{
		Kind: core.Nombre, Start: start, End: fit.end,
		Value:      string(words.value(name)),
		Plain:      plainName(p.text[start:fit.end], name),
		Confidence: core.Certain, Basis: core.ByCatalogue,
	}
	if fit.cue {
		f.Confidence = core.Likely
	}
	return nameHit{f, fit.order}
}

// legalAfter returns the legal form that follows a run, and its end.
func (p *namePass) legalAfter(r *nameRun) (form string, end int) {
	g, ok := nameGap(p.text, r.end)
	if !ok || g.line && !g.comma {
		return "", r.end
	}
	form, end = legalFormAt(p.text, g.next)
	return form, max(end, r.end)
}

// nameFit says how an entry fits a run.
type nameFit struct {
	entry nameEntry
	end   int // of the run, with a legal form
	order nameOrder
	legal bool // both have the same legal form, or none
	// cue says that it counts only with a cue before it: it is marked, or a single
	// word is left of the name of a firm.
	cue bool
}

// rank is greater for a better fit.
func (f nameFit) rank() int {
	rank := 2 * int(f.order)
	if f.legal {
		rank++
	}
	return rank
}

// fit compares a run that a legal form follows, or none, with an entry.
func (p *namePass) fit(r *nameRun, e nameEntry, form string) nameFit {
	words := splitName(p.words[:0], e.name, byRun)
	p.words = words.list
	alone := form == "" && words.legal != "" && len(words.list) == 1
	f := nameFit{entry: e, order: r.order(e.name, words), legal: words.legal == form, cue: e.cue || alone}
	if f.order == otherOrder && words.cased() {
		f.order = r.order(e.name, splitName(nil, e.name, byCase))
	}
	if f.order == otherOrder {
		return nameFit{}
	}
	return f
}

// order says in which order the words of an entry stand in the run.
func (r *nameRun) order(name []byte, words nameWords) nameOrder {
	best := otherOrder
	if len(words.list) != r.n {
		return best
	}
	for from := range words.list {
		if words.mayBeginAt(name, from) && r.equal(words.list, from) {
			best = max(best, r.turn(words, from))
		}
	}
	return best
}

// equal says whether the run is the words from the given one on, then those before.
func (r *nameRun) equal(words []nameWord, from int) bool {
	for i, hash := range r.hashes[:r.n] {
		if words[(from+i)%len(words)].hash != hash {
			return false
		}
	}
	return true
}

// turn is the order of a run that begins with the given word of an entry.
func (r *nameRun) turn(words nameWords, from int) nameOrder {
	given := words.given()
	surnames := (given - from + r.n) % r.n // words before the given name
	switch {
	case surnames > 0 && r.commas == 1<<(surnames-1) && r.n <= maxSurnameFirst:
		return commaOrder
	case surnames == 0 || from == 0:
		return writtenOrder
	case r.commas == 0 && !r.line:
		return turnedOrder
	}
	return otherOrder
}
