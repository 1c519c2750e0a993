// SPDX-License-Identifier: Apache-2.0

package docs

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const detectorPages = "../../docs/detectors"

func TestDetectorPagesCountTheKit(t *testing.T) {
	files, err := Kit("../../detectors/kit")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	requirePartOf(t, filepath.Join(detectorPages, "README.md"), "kit", KitTable(files))
	for _, f := range files {
		t.Run(f.Name, func(t *testing.T) {
			requirePartOf(t, filepath.Join(detectorPages, page(f.Name)+".md"), "kit", KitPart(files, page(f.Name)))
		})
	}
}

func TestKitFile(t *testing.T) {
	f := kitFile("dni", "kind: DNI\nexpect: hit\nwhy: plain\n\na «b»\n---\nkind: DNI\nexpect: miss\nwhy: a hash\n\nc\n---\n")
	require.Equal(t, KitFile{"dni", []string{"plain"}, []string{"a hash"}}, f)
	require.Equal(t, "`detectors/kit/dni.txt`, 1 hits: plain.\n\n1 misses: a hash.\n", KitPart([]KitFile{f}, "dni"))
}
