// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// brokenCatalog: the client name catalogue cannot be read, so nothing can be
// cleared: no request leaves, and the person reads why.
func brokenCatalog() scenario {
	return scenario{
		name:    "broken catalogue",
		planted: sample.PlantedDNI(),
		guard:   guard{brokenCatalog: true},
		cut:     true,
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{provider.Say("Hola."), provider.Say("Hola otra vez.")}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Mi DNI es "+sample.DNI+".")
			b.ask(t, "Hola.")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustBeSilent(t, b.mock.Log)
			for _, reply := range b.replies {
				assert.Contains(t, strings.ToLower(reply), "catalog")
			}
		},
	}
}
