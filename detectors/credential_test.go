// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"testing"

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
