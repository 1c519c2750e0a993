// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/veil-guard/veil/core"
)

// seeds make hashes that nobody can choose colliding values for.
type seeds [2]uint64

func newSeeds() seeds {
	//nolint:gosec // G404: the top-level generator is ChaCha8, seeded by the system; enough for hash seeds
	return seeds{rand.Uint64() | 1, rand.Uint64() | 1}
}

// hashEdge is the hash of an edge of an index.
func (s seeds) hashEdge(from uint32, chunk uint64, length int) uint64 {
	h := chunk*s[0] + (uint64(from)<<8|uint64(length))*s[1]
	h ^= h >> 32
	h *= 0x9E3779B97F4A7C15
	return h >> 32
}

// hashKey is the hash of a number of a kind. Its upper half is the key.
func (s seeds) hashKey(key uint32) uint64 {
	return uint64(key)<<32 | s.mix(s[0]^uint64(key))>>32
}

func (s seeds) hashIdentity(id identity) uint64 {
	return s.hashString(uint64(slices.Index(core.Kinds(), id.kind)), id.canonical)
}

func (s seeds) hashSpelling(ref uint32, text string) uint64 { return s.hashString(uint64(ref), text) }

// hashString is the hash of a text that belongs to a number.
func (s seeds) hashString(of uint64, text string) uint64 {
	h := s.mix(s[0] ^ of ^ uint64(len(text))<<32)
	for ; len(text) > step; text = text[step:] {
		h = s.mix(h ^ binary.LittleEndian.Uint64([]byte(text[:step])))
	}
	return s.mix(h ^ load([]byte(text)))
}

// mix spreads a number over all bits.
func (s seeds) mix(v uint64) uint64 {
	high, low := bits.Mul64(v^s[1]>>1, s[1])
	return high ^ low
}

// slotKey names a number of a kind in four bytes. It is never 0.
func slotKey(kind core.Kind, number int) uint32 {
	return uint32(slices.Index(core.Kinds(), kind))<<24 | uint32(number)
}
