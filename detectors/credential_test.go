// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// Credentials stand beside each other and beside values of other kinds.
func TestReplacingOneCredentialLeavesTheOthers(t *testing.T) {
	p := &pieces{seed: 7}
	for _, c := range kitCases(t) {
		if c.Kind == core.Secreto {
			p.list = append(p.list, c.Text)
			for _, s := range c.Spans {
				p.list = append(p.list, c.Text[s.Start:s.End])
			}
		}
	}
	p.list = append(p.list, "12345678Z", "X1234567L", "+34612345678", "612 345 678", "tel", "ana@clinica.es", "@clinica.es", "María Pérez", "Ana",
		"ES9121000418450200051332", " ", "\n", "-", "_", "=", ".", ":", "/", "//", "://", "@", "+", `"`, `\n`, "-----", "Bearer ", "Basic ", "AccountKey=",
		"[SECRETO-001]", "[DNI-002]", "[NOMBRE-003]", "\xff", "\xfe", "ñ", "a", "7", "\x1b[31m")
	require.Greater(t, replaceEach(t, kitSet(t), p, 20_000), 20_000)
}

// A key in JSON within JSON that quoted-printable breaks, also before an escaped line
// end, is the key: it has the token that it has elsewhere.
func TestKeyInQuotedPrintableIsTheKey(t *testing.T) {
	const begin, end = "-----BEG" + "IN PRIVATE KEY-----", "-----END PRIVATE KEY-----"
	lines := []string{begin, strings.Repeat("zM9QQV", 10), strings.Repeat("S1I0aW", 10), "VVl3R3R5", end}
	within := strings.Join(lines, `\\n`)
	within = strings.Replace(within, "BEGIN ", "BEGIN =\n", 1)
	within = strings.Replace(within, lines[1]+`\\n`, lines[1]+"=\n"+`\\n`, 1)
	within = strings.Replace(within, "VVl3R3", "VVl3R=\n3", 1)
	found := kitSet(t).Find(nil, []byte("ni=C3=B1o\n\n"+`{"content":"{\"credencial\": \"`+within+`\", \"activo\": true}"}`))
	require.Len(t, found, 1)
	assert.Equal(t, strings.Join(lines, "\n"), found[0].Value)
}
