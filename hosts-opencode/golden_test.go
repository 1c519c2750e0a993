// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

var update = flag.Bool("update", false, "rewrite the golden answers")

// TestGoldens answers what the plugin sent when it was given the hook calls
// captured from the real host (plugin-opencode/testdata), with each value of
// the lab hidden.
func TestGoldens(t *testing.T) {
	hide := strings.NewReplacer(
		"12345678Z", "[DNI-001]", "ES91 2100 0418 4502 0005 1332", "[IBAN-001]",
		"ES9121000418450200051332", "[IBAN-001.2]", "ana.prueba@example.org", "[EMAIL-001]",
	)
	files, err := filepath.Glob("testdata/*/*.in.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, in := range files {
		t.Run(filepath.Base(in), func(t *testing.T) {
			line, err := os.ReadFile(in)
			require.NoError(t, err)
			r, err := Parse(line)
			require.NoError(t, err)
			require.Equal(t, filepath.Base(filepath.Dir(in)), r.Event.Host.Version)
			require.True(t, strings.HasPrefix(filepath.Base(in), r.Event.Name))
			var v core.Verdict
			for _, leaf := range r.Event.Leaves {
				if text := hide.Replace(leaf.Text); text != leaf.Text {
					v.Patches = append(v.Patches, core.Patch{Leaf: leaf.ID, New: text})
				}
			}
			got, err := r.Answer(v)
			require.NoError(t, err)
			golden := strings.TrimSuffix(in, ".in.json") + ".out.json"
			if *update {
				require.NoError(t, os.WriteFile(golden, got, 0o600))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), string(got))
		})
	}
}
