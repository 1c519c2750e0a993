// SPDX-License-Identifier: Apache-2.0

package release

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/boundary"
)

var at = map[string]string{
	"core": "v0.1.1", "detectors": "v0.1.0", "pseudonymstore": "v0.1.0",
	"hosts-claudecode": "v0.1.0", "hosts-opencode": "v0.1.0", "policy": "v0.1.0", "cmd-veil": "v0.2.0",
}

func TestReleasedGoMod(t *testing.T) {
	m := boundary.Module{Dir: "detectors", Siblings: []string{"core"}}
	core := boundary.Owner + "/core"
	tests := []struct {
		name, mod string
		fails     bool
	}{
		{"pinned", `{"Require":[{"Path":"` + core + `","Version":"v0.1.1"},{"Path":"golang.org/x/text","Version":"v9"}]}`, false},
		{"replaced", `{"Replace":[{"Old":{"Path":"` + core + `"},"New":{"Path":"../core"}}]}`, true},
		{"third party replaced", `{"Replace":[{"Old":{"Path":"golang.org/x/text"},"New":{"Path":"../text"}}]}`, true},
		{"not the newest sibling", `{"Require":[{"Path":"` + core + `","Version":"v0.1.0"}]}`, true},
		{"not pinned", `{"Require":[{"Path":"` + core + `","Version":"v0.0.0"}]}`, true},
		{"forbidden sibling", `{"Require":[{"Path":"` + boundary.Owner + `/hosts-opencode","Version":"v0.1.0"}]}`, true},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			var mod goMod
			require.NoError(t, json.Unmarshal([]byte(tc.mod), &mod))
			err := judge(m, mod, at)
			require.Equal(t, tc.fails, err != nil, "%v", err)
		})
	}
}

// buildInfo is that of a program built from the released modules.
func buildInfo() *debug.BuildInfo {
	info := &debug.BuildInfo{Main: debug.Module{Path: boundary.Owner + "/cmd-veil", Version: "v0.2.0"}}
	for _, dir := range slices.Sorted(maps.Keys(at)) {
		if dir != program {
			info.Deps = append(info.Deps, &debug.Module{Path: boundary.Owner + "/" + dir, Version: at[dir]})
		}
	}
	info.Deps = append(info.Deps, &debug.Module{Path: "golang.org/x/text", Version: "v0.44.0"})
	return info
}

func TestBuildInformation(t *testing.T) {
	tests := []struct {
		name   string
		change func(*debug.BuildInfo)
		fails  bool
	}{
		{"as released", func(*debug.BuildInfo) {}, false},
		{"old program", func(b *debug.BuildInfo) { b.Main.Version = "v0.1.0" }, true},
		{"built in a checkout", func(b *debug.BuildInfo) { b.Main.Version = "(devel)" }, true},
		{"old core", func(b *debug.BuildInfo) { b.Deps[0].Version = "v0.1.0" }, true},
		{"replaced core", func(b *debug.BuildInfo) { b.Deps[0].Replace = &debug.Module{Path: "../core"} }, true},
		{"core is missing", func(b *debug.BuildInfo) { b.Deps = b.Deps[1:] }, true},
		{"unexpected module", func(b *debug.BuildInfo) { b.Deps[6].Path = "example.org/network" }, true},
		{"e2e", func(b *debug.BuildInfo) { b.Deps[6].Path = boundary.Owner + "/e2e" }, true},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			info := buildInfo()
			tc.change(info)
			err := built(info, at)
			require.Equal(t, tc.fails, err != nil, "%v", err)
		})
	}
}

func TestSame(t *testing.T) {
	dist := func(files map[string]string) map[string]string {
		dir := t.TempDir()
		for name, text := range files {
			path := filepath.Join(dir, name)
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		}
		digests, err := Digests(dir)
		require.NoError(t, err)
		return digests
	}
	one := dist(map[string]string{"a.zip": "a", "veil_linux/veil": "b", "metadata.json": "today"})
	require.Len(t, one, 2, "the notes of the build do not count")
	tests := []struct {
		name  string
		other map[string]string
		want  string
	}{
		{"same", map[string]string{"a.zip": "a", "veil_linux/veil": "b", "metadata.json": "tomorrow"}, ""},
		{"other content", map[string]string{"a.zip": "a", "veil_linux/veil": "B"}, "veil_linux/veil"},
		{"missing", map[string]string{"a.zip": "a"}, "veil_linux/veil"},
		{"added", map[string]string{"a.zip": "a", "veil_linux/veil": "b", "c": ""}, "c"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			err := Same(one, dist(tc.other))
			if tc.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, "differ in "+tc.want)
		})
	}
	require.Error(t, Same(nil, nil), "a build of nothing proves nothing")
}
