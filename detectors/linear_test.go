// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hostileAddresses are addresses without an end, as a first part and a part to
// be repeated.
func hostileAddresses() [][2]string {
	return [][2]string{{"a@", "b."}, {"x@", "1a."}, {"x@", "1-"}, {"x@b.", "1-"}, {"x@", "1"}, {"x@" + strings.Repeat("a", 60), ".1"}, {"x@", "ñ."}, {"x@", "b-1."}, {"x@", "a.."}, {"x@", "\x80"}, {"", "x@1a.1-"}}
}

// What is looked at again, label by label, is at most one domain (RFC 1035,
// section 2.3.4). Without the bound the search of these texts takes seconds.
func TestHostileAddressesAreDone(t *testing.T) {
	s := kitSet(t)
	for _, a := range hostileAddresses() {
		text := []byte(a[0] + strings.Repeat(a[1], 100_000/len(a[1])))
		at := bytes.IndexByte(text, '@') + 1
		assert.LessOrEqual(t, len(domainBytes(text, at)), utf8.UTFMax*maxDomain, "%q, then %q", a[0], a[1])
		require.True(t, sound(s.Find(nil, text), text))
	}
}

// BenchmarkHostileAddress runs texts of n and 2n bytes: the throughput is the
// same if the cost is linear.
func BenchmarkHostileAddress(b *testing.B) {
	s := kitSet(b)
	for _, a := range hostileAddresses() {
		for _, size := range []int{100_000, 200_000} {
			text := []byte(a[0] + strings.Repeat(a[1], size/len(a[1])))
			b.Run(fmt.Sprintf("%.8q/%d", a[0]+a[1], size), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					s.Find(nil, text)
				}
			})
		}
	}
}

func TestDomainEndsWithinItsBounds(t *testing.T) {
	label := strings.Repeat("a", 63)
	tests := []struct{ name, in, want string }{
		{"the longest label", "x@" + label + ".es", "x@" + label + ".es"},
		{"a label too long", "x@" + label + "a.es", ""},
		{"digits after a domain", "x@clinica.es" + strings.Repeat("1", 70), "x@clinica.es"},
		{"a label too long after a domain", "x@clinica.es." + label + "a", "x@clinica.es"},
		{"accents count as one", "x@" + strings.Repeat("ñ", 50) + ".es", "x@" + strings.Repeat("ñ", 50) + ".es"},
		{"a domain too long", "x@" + strings.Repeat("bb.", 100) + "es", "x@" + strings.Repeat("bb.", 83) + "bb"},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.want, strings.Join(texts(s, tc.in), "|"))
		})
	}
}
