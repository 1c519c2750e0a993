// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// hooksReadOnly: the store cannot be written. Nothing is inspected, so nothing is sent,
// and the person reads why.
func hooksReadOnly() scenario {
	return scenario{
		name:    "store read-only",
		planted: sample.PlantedDNI(),
		script:  script(provider.Say("Vale."), provider.Say("Vale.")),
		cut:     true,
		drive: func(t *testing.T, b *box) {
			b.Set(map[string]string{"XDG_STATE_HOME": "/proc/self"}) // where not even root can make a folder
			b.ask(t, "Mi DNI es "+sample.DNI)
			b.ask(t, "Hola.")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustBeSilent(t, b.mock.Log)
			for _, reply := range b.replies {
				assert.Contains(t, reply, "pseudonym store")
				assert.NotContains(t, reply, sample.DNI)
			}
		},
	}
}
