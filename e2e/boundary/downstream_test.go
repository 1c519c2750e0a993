// SPDX-License-Identifier: Apache-2.0

package boundary

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDownstream builds a module outside the repository that imports only some
// of veil, and asserts that no other module of veil is in its build list.
func TestDownstream(t *testing.T) {
	tests := []struct {
		name    string
		modules []string
		program string
	}{
		{"core", []string{"core"}, `package main

import "github.com/veil-guard/veil/core"

func main() { println(core.Token{Kind: core.DNI, Number: 1}.String()) }
`},
		{"core and detectors", []string{"core", "detectors"}, `package main

import (
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors"
)

func main() {
	set, err := detectors.New(detectors.Options{})
	if err != nil {
		panic(err)
	}
	var found []core.Finding
	println(len(set.Find(found, []byte("12345678Z"))))
}
`},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			gomod := "module example.com/downstream\n\ngo 1.26.0\n"
			for _, m := range tc.modules {
				path, err := filepath.Abs(filepath.Join(root, m))
				require.NoError(t, err)
				gomod += "\nrequire " + Owner + "/" + m + " v0.0.0\nreplace " + Owner + "/" + m + " => " + path + "\n"
			}
			require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(gomod), 0o600))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(tc.program), 0o600))
			outside(t, dir, "mod", "tidy")
			outside(t, dir, "build", "-o", filepath.Join(dir, "program"), ".")
			want := []string{}
			for _, m := range tc.modules {
				want = append(want, Owner+"/"+m)
			}
			got := []string{}
			for _, path := range strings.Fields(outside(t, dir, "list", "-m", "-f", "{{.Path}}", "all")) {
				if strings.HasPrefix(path, Owner) {
					got = append(got, path)
				}
			}
			require.ElementsMatch(t, want, got)
		})
	}
}

// outside runs the go command in a folder outside the repository.
func outside(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "go %v: %s", args, out)
	return string(out)
}
