// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A value in a list and its token leave the same findings around them.
func TestListsLeaveTheOthers(t *testing.T) {
	s := kitSet(t)
	for _, text := range []string{
		"telefonos:\n  - 612345678\n  - 698765432\n\n  - 634567890\n",
		"\"phones\": [\n  \"612345678\",\n  \"698765432\", \"634567890\"\n], \"dni\": [50123456, 48123459]",
		"tel: 612345678, ana@clinica.es, 698765432; 912345678 / 634567890 | 50123456Q, 912345679",
		"<movil>\n 612345678,\n 698765432\n</movil>\nDNI:\n50123456\n48123459A\n",
		"cuentas:\n- 21000418450200051332\n- 2100 0418 45 0200051332\ntarjetas = [\n4556123456789015,\n5200828282828210]",
		"<th>tel</th>\n<td>612345678</td>\n<td>698765432</td>\n\"name\": \"dni\",\n\"value\": \"50123456A\"",
		"name=\"telefono\"\n\n612345678\n\nContact: 612345678 (fax), 698765432 (móvil)\n",
	} {
		require.Greater(t, len(s.Find(nil, []byte(text))), 1, "%q", text)
		require.Empty(t, violation(s, text), "%q", text)
	}
}

// A list of any length is one list, and is read once.
func TestLongListsAreDone(t *testing.T) {
	s := kitSet(t)
	const values = 30_000
	for _, head := range []string{"tel: ", "telefonos: [\n", "ref: ", "dni:\n"} {
		for _, item := range []string{"612345678, ", "\"612345678\",\n", "- 612345678\n", "50123456 ", "612345678 50123456\n", "4556123456789015 / "} {
			text := []byte(head + strings.Repeat(item, values))
			found := s.Find(nil, text)
			require.True(t, sound(found, text), "%q", head+item)
			if strings.HasPrefix(head, "tel") && strings.HasPrefix(item, "6") && !strings.Contains(item, "\n") {
				assert.Len(t, found, values, "%q", head+item)
			}
		}
	}
	for _, gap := range []string{" ", "\n", ",", "- ", ">", "[", "[\n"} {
		text := []byte("tel:" + strings.Repeat(gap, 300_000) + "612345678" + strings.Repeat(gap, 300_000) + "698765432")
		require.True(t, sound(s.Find(nil, text), text), "%q", gap)
	}
}
