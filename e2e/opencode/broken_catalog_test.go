// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// brokenCatalog: the client name catalogue cannot be read, so nothing can be
// cleared: no request leaves, not even for a title, and the person reads why.
func brokenCatalog() scenario {
	return scenario{
		name:          "broken catalogue",
		planted:       sample.PlantedDNI(),
		brokenCatalog: true,
		cut:           true,
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{provider.Say("Hola."), provider.Say("Hola otra vez.")}}
		},
		drive: func(t *testing.T, b *box) {
			s := b.serve(t)
			session := s.session(t)
			s.prompt(t, session, "Mi DNI es "+sample.DNI+".")
			s.prompt(t, session, "Hola.")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustBeSilent(t, b.mock.Log)
			for _, reply := range b.replies {
				assert.Contains(t, strings.ToLower(reply), "catalog")
				assert.NotContains(t, reply, sample.DNI)
			}
		},
	}
}
