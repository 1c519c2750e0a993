// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// hooksFailing: what a failed command printed is in no event that could rewrite it. Where
// nobody is asked, the command is made to end well, its code in its output.
func hooksFailing() scenario {
	return scenario{
		name:    "failing command",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script:  script(bash("cat ficha.txt no.txt"), bash("cat ficha.txt\nfalse # al final"), provider.Say("Hecho."), provider.Say("Sí.")),
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Lee la ficha.")
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "DNI: "+sample.TokenDNI, "no.txt: No such file or directory\nExit code 1")
		},
	}
}
