// SPDX-License-Identifier: Apache-2.0

package boundary

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the repository.
const root = "../.."

// run runs the go command in a module's folder, outside the workspace, and
// returns what it prints.
func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = filepath.Join(root, dir)
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := cmd.Output()
	var failed *exec.ExitError
	if err != nil {
		require.ErrorAs(t, err, &failed)
		require.NoError(t, err, "go %v in %s: %s", args, dir, failed.Stderr)
	}
	return string(out)
}

// goMod is what go mod edit -json prints, as far as it matters here.
type goMod struct {
	Module  struct{ Path string }
	Require []struct{ Path string }
	Replace []struct {
		Old struct{ Path, Version string }
		New struct{ Path string }
	}
	Go        string
	Toolchain string
}

func readGoMod(t *testing.T, dir string) goMod {
	t.Helper()
	var m goMod
	require.NoError(t, json.Unmarshal([]byte(run(t, dir, "mod", "edit", "-json")), &m))
	return m
}

func TestEveryModuleIsInTheTable(t *testing.T) {
	var found, listed []string
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git") {
			return fs.SkipDir
		}
		if entry.Name() == "go.mod" {
			dir, err := filepath.Rel(root, filepath.Dir(path))
			require.NoError(t, err)
			found = append(found, filepath.ToSlash(dir))
		}
		return nil
	}))
	for _, m := range Modules() {
		listed = append(listed, m.Dir)
	}
	require.ElementsMatch(t, listed, found)
}

func TestGoModFiles(t *testing.T) {
	for _, m := range Modules() {
		t.Run(m.Dir, func(t *testing.T) {
			mod := readGoMod(t, m.Dir)
			require.Equal(t, Owner+"/"+m.Dir, mod.Module.Path)
			require.Equal(t, "1.26.0", mod.Go, "a patch version would force every user of the module up")
			require.Empty(t, mod.Toolchain)
			for _, r := range mod.Require {
				if sibling, ok := strings.CutPrefix(r.Path, Owner+"/"); ok {
					require.Contains(t, m.Siblings, sibling, "%s requires %s", m.Dir, sibling)
				}
			}
			for _, r := range mod.Replace {
				sibling, ok := strings.CutPrefix(r.Old.Path, Owner+"/")
				require.True(t, ok, "%s is replaced", r.Old.Path)
				require.Equal(t, "../"+sibling, r.New.Path)
				require.Empty(t, r.Old.Version, "a versioned replace breaks at the first release")
			}
		})
	}
}

// linked is a package that a module's own packages link.
type linked struct {
	path, module string
}

// dependencies lists what a module's packages link, without those in the folders.
// Packages for other people's tests (storetest) do not count: no program links them.
func dependencies(t *testing.T, dir string, without ...string) []linked {
	t.Helper()
	packages := slices.DeleteFunc(strings.Fields(run(t, dir, "list", "./...")), func(path string) bool {
		return strings.HasSuffix(path, "test") || slices.ContainsFunc(without, func(folder string) bool {
			return strings.HasPrefix(path+"/", Owner+"/"+dir+"/"+folder+"/")
		})
	})
	args := append([]string{"list", "-deps", "-f", "{{.ImportPath}} {{with .Module}}{{.Path}}{{end}}"}, packages...)
	var list []linked
	for line := range strings.Lines(run(t, dir, args...)) {
		path, module, _ := strings.Cut(strings.TrimSpace(line), " ")
		list = append(list, linked{path, module})
	}
	return list
}

func TestImports(t *testing.T) {
	offline := []string{"net", "net/http", "os/exec"}
	for _, m := range Modules() {
		t.Run(m.Dir, func(t *testing.T) {
			deps := dependencies(t, m.Dir)
			require.NotEmpty(t, deps)
			for _, d := range deps {
				sibling, ours := strings.CutPrefix(d.module, Owner+"/")
				switch {
				case ours && sibling != m.Dir:
					require.Contains(t, m.Siblings, sibling, "%s imports %s", m.Dir, d.path)
				case !ours && d.module != "":
					require.Contains(t, m.ThirdParty, d.module, "%s links %s", m.Dir, d.path)
				}
			}
			if m.Network {
				return
			}
			for _, d := range dependencies(t, m.Dir, m.NetworkIn...) {
				require.NotContains(t, offline, d.path, "%s could reach the network or start programs", m.Dir)
			}
		})
	}
}

// The program is checked by name, so that no later package of its module can
// hide it.
func TestVeilHoldsNoNetworkCode(t *testing.T) {
	out := run(t, "cmd-veil", "list", "-deps", "./cmd/veil")
	paths := strings.Fields(out)
	require.Contains(t, paths, Owner+"/core")
	require.Contains(t, strings.Fields(run(t, "cmd-veil", "list", "-deps", "./cmd/veil-desk")), "net/http", "this test can go red")
	for _, forbidden := range []string{"net", "net/http", "crypto/tls", "os/exec"} {
		require.False(t, slices.Contains(paths, forbidden), "veil links %s", forbidden)
	}
}

func TestCoreImportsTheStandardLibraryOnly(t *testing.T) {
	for _, d := range dependencies(t, "core") {
		require.Contains(t, []string{"", Owner + "/core"}, d.module, d.path)
	}
}
