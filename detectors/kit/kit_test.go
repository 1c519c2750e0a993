// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

func TestParseCase(t *testing.T) {
	c, err := ParseCase("kind: DNI\nexpect: hit\nwhy: two values\n\na «bc»\nd «e» f")
	require.NoError(t, err)
	assert.Equal(t, Case{core.DNI, "two values", "a bc\nd e f", []Span{{2, 4}, {7, 8}}}, c)
}

func TestParseCaseJoins(t *testing.T) {
	c, err := ParseCase("kind: SECRETO\nexpect: hit\nwhy: a join mark\n\na «b¦c» ¦d")
	require.NoError(t, err)
	assert.Equal(t, Case{core.Secreto, "a join mark", "a bc d", []Span{{2, 4}}}, c)
}

func TestParseCaseRefuses(t *testing.T) {
	tests := []struct{ name, block string }{
		{"no text", "kind: DNI\nexpect: hit\nwhy: x"},
		{"a hit without a mark", "kind: DNI\nexpect: hit\nwhy: x\n\ntext"},
		{"a miss with a mark", "kind: DNI\nexpect: miss\nwhy: x\n\n«text»"},
		{"no expectation", "kind: DNI\nwhy: x\n\n«text»"},
		{"no reason", "kind: DNI\nexpect: hit\n\n«text»"},
		{"unknown kind", "kind: ABC\nexpect: hit\nwhy: x\n\n«text»"},
		{"unknown key", "kind: DNI\nexpect: hit\nwhy: x\nx: y\n\n«text»"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			_, err := ParseCase(tc.block)
			require.Error(t, err)
		})
	}
}

// A last block without its line would not be read, and nobody would know.
func TestCasesRefusesABlockWithoutItsEnd(t *testing.T) {
	const block = "kind: DNI\nexpect: miss\nwhy: x\n\ntext\n"
	cases, err := casesOf(fstest.MapFS{"dni.txt": {Data: []byte(block + "---\n" + block + "---\n")}})
	require.NoError(t, err)
	require.Len(t, cases, 2)
	_, err = casesOf(fstest.MapFS{"dni.txt": {Data: []byte(block + "---\n" + block)}})
	require.EqualError(t, err, "dni.txt, block 2: no line --- behind it; add one")
}

func TestCasesReadsEveryFile(t *testing.T) {
	cases, err := Cases()
	require.NoError(t, err)
	assert.Greater(t, len(cases), 100)
}
