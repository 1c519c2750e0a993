// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors/kit"
)

// pieces builds texts out of the kit's and of what lies between. A further case in
// the kit changes only the texts that draw it: each text has a generator of its own,
// and a draw is a point on a ring, where the next piece is taken.
type pieces struct {
	rng   *rand.Rand // of the text
	seed  uint64
	count uint64 // texts so far
	list  []string
	signs []string // short ones, of which more are drawn
	ring  []ringPoint
}

// ringPoint is a place on the ring of pieces.
type ringPoint struct {
	at    uint64
	piece string
}

// pointsOfPiece is how often a piece lies on the ring.
const pointsOfPiece = 8

func pieceHash(seed uint64, s string) uint64 { return mix(hashBytes(hashSeed^mix(seed), []byte(s))) }

// lay lays the pieces on the ring, the more often the more often they are listed.
func (p *pieces) lay() {
	points := map[string]uint64{}
	for _, piece := range p.list {
		for range pointsOfPiece {
			p.ring = append(p.ring, ringPoint{pieceHash(points[piece], piece), piece})
			points[piece]++
		}
	}
	slices.SortFunc(p.ring, func(a, b ringPoint) int { return cmp.Compare(a.at, b.at) })
}

// draw returns a piece by chance.
func (p *pieces) draw() string {
	if len(p.signs) > 0 && p.rng.IntN(4) == 0 {
		return p.signs[p.rng.IntN(len(p.signs))]
	}
	if p.ring == nil {
		p.lay()
	}
	i, _ := slices.BinarySearchFunc(p.ring, p.rng.Uint64(), func(r ringPoint, at uint64) int { return cmp.Compare(r.at, at) })
	return p.ring[i%len(p.ring)].piece
}

// newPieces are of plain and of encoded text.
func newPieces(t testing.TB, seed uint64) *pieces {
	p := newPlainPieces(kitCases(t), seed)
	p.list = append(p.list, encodedPieces(p.list)...)
	return p
}

// newDisguisedPieces are of plain and of disguised text, without encoded data.
func newDisguisedPieces(t testing.TB, seed uint64) *pieces {
	set := kitSet(t)
	cases := slices.DeleteFunc(kitCases(t), func(c kit.Case) bool {
		return c.Kind == core.Blob || c.Kind == core.Secreto || slices.ContainsFunc(set.Find(nil, []byte(c.Text)), func(f core.Finding) bool { return f.Plain != "" })
	})
	p := newPlainPieces(cases, seed)
	for _, plain := range p.list {
		p.list = append(p.list, p.disguised(plain))
	}
	p.signs = append(p.signs, "%40", "%20", "%", "&", "&ntilde;", "&#49;", ";", "=", "=\n", "=20", `\u0031`, `\x`,
		`\303\261`, "\u200b", "\u00ad", "１", "Ζ", "–", "+")
	return p
}

// disguised spells a text in one of the ways of disguises, in full or in part.
func (p *pieces) disguised(text string) string {
	rng := rand.New(rand.NewPCG(pieceHash(p.seed, text), 2))
	d := disguises()[rng.IntN(len(disguises()))]
	if n := rng.IntN(4); n > 0 {
		d = d.partly(n)
	}
	return d.do(text)
}

func newPlainPieces(cases []kit.Case, seed uint64) *pieces {
	p := &pieces{seed: seed}
	for _, c := range cases {
		p.list = append(p.list, c.Text)
		for _, s := range c.Spans {
			p.list = append(p.list, c.Text[s.Start:s.End])
		}
	}
	p.signs = append(p.signs, " ", " ", " ", "\n", ", ", ",", ".", "-", "/", ":", "@", "[", "]", "'", "a", "Z", "7",
		"DNI", "tel", "Sra. ", "Ana", "María", "López", "Rosa", "[DNI-001]", "[TEL-002]", "[NOMBRE-003.2]", "[IBAN-004]",
		"[EMAIL-005]", "\xff", "\xfe", "ñ", "\u0301", `\n`, `\u000a`, `\0`, "\x1b[31m", `\`)
	return p
}

// text returns the next text.
func (p *pieces) text() string {
	p.count++
	p.rng = rand.New(rand.NewPCG(p.seed, p.count))
	var b strings.Builder
	for range 1 + p.rng.IntN(7) {
		b.WriteString(p.draw())
		if p.rng.IntN(2) > 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}
