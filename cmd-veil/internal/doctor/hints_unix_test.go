// SPDX-License-Identifier: Apache-2.0

//go:build unix

package doctor

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/cmd-veil/internal/install"
	"github.com/veil-guard/veil/cmd-veil/internal/version"
)

// An editor does not make the folder that the configuration is to lie in.
func TestTheFirstConfigurationHasAFolder(t *testing.T) {
	h := newHealthy(t)
	require.NoError(t, os.RemoveAll(filepath.Join(h.home, ".config", "veil")))
	folder := filepath.Join(h.home, ".config", "veil")
	require.Contains(t, h.examine(), Finding{"catalogue", Note, "", "", "no catalogue of client names: no names are found", `write the lines "version: 1" and "catalog: FILE"`,
		"mkdir -p " + folder + ` && "${EDITOR:-vi}" ` + folder + "/veil.yaml"})
}

func TestHooksHaveTheirProgram(t *testing.T) {
	h := newHealthy(t)
	require.NoError(t, os.RemoveAll(filepath.Join(h.home, ".claude")))
	h.install(true, install.ClaudeCode)
	require.True(t, slices.ContainsFunc(h.examine(), func(f Finding) bool {
		return f.Text == "the hooks and their program are those of veil "+version.Veil()
	}))
}
