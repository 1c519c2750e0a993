// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// shortProse is a random DNI among a few random words, as a command's argument is.
func shortProse(rng *rand.Rand) string {
	words := []string{"de", "la", "paga", "pagar", "empresa", "hola", "cuota", "nota", "casa", "Marta", "está", "señor", "año"}
	some := func() string {
		var list []string
		for range 1 + rng.IntN(4) {
			list = append(list, words[rng.IntN(len(words))])
		}
		return strings.Join(list, " ")
	}
	n := rng.IntN(100_000_000)
	return fmt.Sprintf("%s %08d%c %s", some(), n, "TRWAGMYFPDXBNJZSQVHLCKE"[n%23], some())
}

// A value in short prose is found in base64 and hexadecimal, whichever way its
// characters became bytes: PowerShell has -EncodedCommand in UTF-16.
func TestEncodedShortProse(t *testing.T) {
	wide := func(order binary.AppendByteOrder, mark bool) func(string) string {
		return func(s string) string { return string(UTF16{order: order, mark: mark}.Encode([]byte(s))) }
	}
	tests := []struct {
		name  string
		bytes func(string) string
	}{
		{"little endian", wide(leOrder, false)},
		{"little endian with a mark", wide(leOrder, true)},
		{"big endian", wide(beOrder, false)},
		{"big endian with a mark", wide(beOrder, true)},
		{"Windows-1252", latin1Of},
	}
	s := kitSet(t)
	for _, tc := range tests {
		for name, encode := range map[string]func(string) string{"base64": base64Of, "hexadecimal": hexOf} {
			t.Run(tc.name+" in "+name, func(t *testing.T) {
				rng := rand.New(rand.NewPCG(3, 9))
				for range 120 {
					prose := shortProse(rng)
					in := encode(tc.bytes(prose))
					assert.Equal(t, []string{in}, texts(s, "powershell -EncodedCommand "+in), prose)
				}
			})
		}
	}
}

// latin1Of has one byte for each character; all are of Latin-1.
func latin1Of(s string) string {
	var b []byte
	for _, r := range s {
		b = append(b, byte(r))
	}
	return string(b)
}
