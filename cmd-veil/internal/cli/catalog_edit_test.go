// SPDX-License-Identifier: Apache-2.0

//go:build unix

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/detectors"
)

// Who changes a catalogue at the same time waits: no name is lost.
func TestAddsAtTheSameTime(t *testing.T) {
	project := newHome(t)
	path := writeFile(t, filepath.Join(project, "names.txt"), "Sol\n")
	require.NoError(t, os.Chmod(path, 0o640))
	var all sync.WaitGroup
	errs := make([]error, 16)
	for i := range errs {
		all.Go(func() {
			_, errs[i] = (&catalogChange{command: "add"}).apply(path, []string{"Nombre " + strings.Repeat("x", i+2)})
		})
	}
	all.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	entries, err := detectors.CatalogueEntries(text)
	require.NoError(t, err)
	require.Len(t, entries, len(errs)+1)
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, "-rw-r-----", info.Mode().String(), "the file keeps its mode")
	left, err := os.ReadDir(project)
	require.NoError(t, err)
	require.Len(t, left, 1, "nothing else stays beside it")
}

// A catalogue that no hook would parse in time is compiled by the command.
func TestAddCompilesALargeCatalogue(t *testing.T) {
	if agentShell() != "" {
		t.Skip("an ancestor of this process is a host")
	}
	project := newHome(t)
	var b strings.Builder
	for n := range 300_000 {
		fmt.Fprintf(&b, "Quiteria Salazar %c%c%c%c\n", 'a'+n%26, 'a'+n/26%26, 'a'+n/676%26, 'a'+n/17576%26)
	}
	writeFile(t, filepath.Join(project, "names.txt"), b.String())
	userConfig(t, "version: 1\ncatalog: "+filepath.Join(project, "names.txt")+"\n")
	r := veil(t, "", "catalog", "add", "Nuño Salazar")
	require.Equal(t, exitOK, r.code, r.err)
	require.Contains(t, veil(t, `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"soy Nuño Salazar"}`, "claude-code").stdout, "[NOMBRE-001]")
}

func TestAddToAFolderThatCannotBeWritten(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root writes everywhere")
	}
	project := newHome(t)
	path := writeFile(t, filepath.Join(project, "clients", "names.txt"), "Sol\n")
	require.NoError(t, os.Chmod(filepath.Dir(path), 0o500))
	t.Cleanup(func() { _ = os.Chmod(filepath.Dir(path), 0o700) })
	_, err := (&catalogChange{command: "add"}).apply(path, []string{"Nuño"})
	require.ErrorContains(t, editError(path, err), "the client name catalogue cannot be written: permission denied")
}
