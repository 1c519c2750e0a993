// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// Clean text costs no allocation per byte: sixteen times the text, as many
// allocations.
func TestCleanTextAllocatesNothing(t *testing.T) {
	if underRace {
		t.Skip("SKIPPED: the race detector drops pooled memory; the run without it counts")
	}
	set := plantSet(t)
	for name, unit := range map[string]string{
		"code":    "func handle(ctx context.Context, r *Request) (int, error) {\n\tif r.size > 4096 {\n\t\treturn 0, errTooLarge\n\t}\n\treturn len(r.items[3]), nil\n}\n\n",
		"prose":   "El niño come tres manzanas en casa de su abuela; después, a las 20:30, vuelve la niña con la señora del 4.º piso.\n",
		"English": "The build took 41.7 seconds on 2 cores, which is 12 % less than in version 3.11.2 of the compiler.\n",
		"JSON":    `{"role":"assistant","id":"msg_01f3","content":"Revisa la funci\u00f3n n\u00famero 7:\n\tif a[3] != \"x\" { return }\n"},`,
		"hashes":  "golang.org/x/text v0.44.0 h1:Z8JkqCVH6iR6wOYQ0Yl1XJmM8G2rV5yM3bq5FQ0QmN8= 3f786850e387550fdab836ed7e6dc881de23001b\n",
	} {
		var found [2]float64
		for i, size := range []int{64 << 10, 1 << 20} {
			text := bytes.Repeat([]byte(unit), size/len(unit))
			found[i] = testing.AllocsPerRun(3, func() { set.Find(nil, text) })
		}
		assert.Equal(t, found[0], found[1], "%s: allocations for 64 KiB and for 1 MiB", name)
		assert.LessOrEqual(t, found[1], 8.0, name)
	}
}

// A prompt costs no allocation but for the values that are found in it.
func TestAPromptAllocatesItsValues(t *testing.T) {
	if underRace {
		t.Skip("SKIPPED: the race detector drops pooled memory; the run without it counts")
	}
	set := setOf(t, 100)
	for _, p := range prompts() {
		var found []core.Finding
		text := p.text()
		allocations := testing.AllocsPerRun(100, func() { found = set.Find(found[:0], text) })
		require.Len(t, found, p.values, p.name)
		assert.LessOrEqual(t, allocations, float64(p.values), p.name)
	}
}
