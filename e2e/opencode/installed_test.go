// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/veil"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// What veil install wrote is all that OpenCode needs: no variable names the program.
func TestInstalledByVeil(t *testing.T) {
	host := hosts.Require(t, "opencode")
	s := runCommand()
	b := newBox(t, host, s)
	catalog := filepath.Join(b.Root, "clientes.txt")
	b.WriteFile(t, catalog, sample.Catalog)
	b.Set(map[string]string{"VEIL_CATALOG": catalog})
	b.setUp = veil.Build(t)
	s.drive(t, b)
	wire.NoLeak(t, b.mock.Log, s.planted)
	requireScriptOver(t, b)
	s.guarded(t, b)
	require.Contains(t, b.veil(t, b.setUp, "doctor"), "ok   OpenCode")
}
