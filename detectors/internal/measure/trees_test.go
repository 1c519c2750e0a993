// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors"
)

// treeSample is how many bytes of a tree are looked at, at most: files in an order
// that depends on nothing but their paths.
const treeSample = 300_000_000

// Source trees of the world: what is found there is nobody's client. VEIL_SHOW=1
// prints every finding but e-mail addresses, so that a person can look at each.
func TestTrees(t *testing.T) {
	requireBench(t)
	set, err := detectors.New(detectors.Options{})
	require.NoError(t, err)
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprint(w, "tree\tMB\tfiles")
	kinds := append(core.Kinds(), core.Unscannable)
	for _, k := range kinds {
		_, _ = fmt.Fprintf(w, "\t%s", k)
	}
	_, _ = fmt.Fprintln(w, "\t(findings a MB)")
	for _, tree := range trees() {
		counts := map[core.Kind]int{}
		size, files := 0, 0
		walkTree(t, tree.path, func(path string, text []byte) {
			size += len(text)
			files++
			for _, f := range set.Find(nil, text) {
				counts[f.Kind]++
				if os.Getenv("VEIL_SHOW") != "" && f.Kind != core.Email && f.Kind != core.Unscannable {
					t.Logf("%s %s %.60q in %.120q", path, f.Kind, text[f.Start:f.End], text[max(0, f.Start-40):min(len(text), f.End+20)])
				}
			}
		})
		if files == 0 {
			t.Logf("SKIPPED: %s is empty or absent", tree.name)
			continue
		}
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d", tree.name, size/1_000_000, files)
		for _, k := range kinds {
			_, _ = fmt.Fprintf(w, "\t%.3f", float64(counts[k])/float64(size)*1e6)
		}
		_, _ = fmt.Fprintln(w)
	}
	require.NoError(t, w.Flush())
	publish(t, "README.md", "trees", table.String())
}

type tree struct{ name, path string }

// goRoot is the folder of the Go tree.
func goRoot() string {
	out, _ := exec.Command("go", "env", "GOROOT").Output() // without one the tree is absent
	return strings.TrimSpace(string(out))
}

// trees are those of every Go developer.
func trees() []tree {
	cache := os.Getenv("GOMODCACHE")
	if cache == "" {
		home, _ := os.UserHomeDir() // without one the tree is absent
		cache = filepath.Join(home, "go", "pkg", "mod")
	}
	return []tree{{"the Go tree", filepath.Join(goRoot(), "src")}, {"the module cache", cache}}
}

// walkTree calls f with the text files of a tree, up to a sample.
func walkTree(t *testing.T, root string, f func(path string, text []byte)) {
	t.Helper()
	total := 0
	var paths []string
	var sizes []int
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil //nolint:nilerr // what cannot be read is passed over
		}
		if info, err := d.Info(); err == nil && info.Size() < 8<<20 {
			paths, sizes, total = append(paths, path), append(sizes, int(info.Size())), total+int(info.Size())
		}
		return nil
	})
	every := uint32(total/treeSample + 1)
	for i, path := range paths {
		h := fnv.New32a()
		_, _ = h.Write([]byte(path)) // a hash takes everything
		if h.Sum32()%every != 0 || sizes[i] == 0 {
			continue
		}
		if text, err := os.ReadFile(path); err == nil && strings.IndexByte(string(text[:min(len(text), 8_000)]), 0) < 0 {
			f(path, text)
		}
	}
}
