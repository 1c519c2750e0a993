// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// BenchmarkCredentials runs texts without credentials, and texts that are as bad
// for the search as a text can be.
func BenchmarkCredentials(b *testing.B) {
	texts := benchTexts(b)
	for _, unit := range hostileCredentials() {
		texts["hostile/"+unit[:min(8, len(unit))]] = []byte(strings.Repeat(unit, 1_000_000/len(unit)))
	}
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var found []core.Finding
			var seen survey
			for b.Loop() {
				seen.read(text)
				found = appendCredentials(found[:0], text, seen.stretches, &seen)
			}
		})
	}
}

// hostileCredentials are units of which a long text is made.
func hostileCredentials() []string {
	return []string{"a", "-", "sk-", "sk-ant-", "eyJ-", "eyJhbGciOiJIUzI1NiJ9.", "eyJhbGciOiJIUzI1NiJ9-", "xoxb-1", "pypi-AgEIcHlwaS5vcmc", "glpat-",
		"services/T", "M1", "@", "://a:b@", "://a:", ":", "PRIVATE KEY", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nMII\n",
		"-----BEGIN PRIVATE KEY-----\nComment: a\nComment: a\n", "Bearer ", "Basic a", "Private-Lines: 99\nabcdefghijklmnopqrst\n", `\n`, "gh", "1:AA", "%", "aaaaaaaaaaaaaaaaaaaa.", "SG.", "key=", "\xff"}
}

func TestCredentialsOfCleanTextCostNoMemory(t *testing.T) {
	text := []byte(strings.Repeat("a line of prose, a_long_name_in_code = handle(someLongIdentifierOfMine); https://clinica.es/a/b?c=d\n", 1000))
	var seen survey
	seen.read(text)
	require.Zero(t, testing.AllocsPerRun(5, func() {
		seen.read(text)
		appendCredentials(nil, text, seen.stretches, &seen)
	}))
}

func TestHostileCredentialsAreDone(t *testing.T) {
	s := kitSet(t)
	for _, unit := range hostileCredentials() {
		text := []byte(strings.Repeat(unit, 300_000/len(unit)))
		require.True(t, sound(s.Find(nil, text), text), "%q", unit)
	}
}
