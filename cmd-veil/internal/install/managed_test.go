// SPDX-License-Identifier: Apache-2.0

package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	claudecode "github.com/veil-guard/veil/hosts-claudecode"
)

// managedPlaces are places whose managed settings hold a text; "-" is none.
func managedPlaces(t *testing.T, text string) Places {
	t.Helper()
	p := places(t)
	p.Managed = filepath.Join(filepath.Dir(p.Claude), "managed")
	if text != "-" {
		write(t, p.managedSettings(), text)
	}
	return p
}

func TestManagedThereAndBack(t *testing.T) {
	texts := oddSettings()
	texts["others' plugins"] = "{\n  \"enabledPlugins\": {\n    \"lint@corp\": true\n  },\n  \"extraKnownMarketplaces\": {\"corp\": {\"source\": {\"source\": \"github\", \"repo\": \"a/b\"}}}\n}\n"
	texts["empty objects"] = `{"enabledPlugins":{},"extraKnownMarketplaces":{}}`
	delete(texts, "a key twice") // Claude Code reads the last one, and so does who edits it
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			p := managedPlaces(t, text)
			before := tree(t, filepath.Dir(p.Claude))
			old, _ := os.ReadFile(p.managedSettings())
			plan, err := p.InstallManaged()
			apply(t, plan, err)
			now, err := os.ReadFile(p.managedSettings())
			require.NoError(t, err)
			require.True(t, isSubsequence(string(old), string(now)), "%s", now)
			requireEnabled(t, p, now)

			plan, err = p.InstallManaged()
			require.NoError(t, err)
			require.Empty(t, plan.Changes)

			plan, err = p.UninstallManaged()
			apply(t, plan, err)
			require.Equal(t, before, tree(t, filepath.Dir(p.Claude)))
			require.NoDirExists(t, p.marketFolder())
		})
	}
}

// requireEnabled reads the settings as Claude Code does.
func requireEnabled(t *testing.T, p Places, text []byte) {
	t.Helper()
	var settings struct {
		ExtraKnownMarketplaces map[string]struct{ Source struct{ Source, Path string } }
		EnabledPlugins         map[string]bool
	}
	text = bytes.TrimPrefix(text, []byte(bom))
	require.NoError(t, json.Unmarshal(text, &settings), "%s", text)
	require.True(t, settings.EnabledPlugins["veil@veil"])
	require.Equal(t, "directory", settings.ExtraKnownMarketplaces["veil"].Source.Source)
	require.Equal(t, filepath.ToSlash(p.marketFolder()), settings.ExtraKnownMarketplaces["veil"].Source.Path)
}

// Everybody on the machine runs what an administrator with a narrow mask wrote.
func TestManagedIsReadableForAll(t *testing.T) {
	p := managedPlaces(t, "-")
	plan, err := p.InstallManaged()
	apply(t, plan, err)
	require.NoError(t, filepath.WalkDir(p.Managed, func(path string, entry fs.DirEntry, err error) error {
		require.NoError(t, err)
		info, err := entry.Info()
		require.NoError(t, err)
		want := fs.FileMode(0o644)
		if entry.IsDir() || filepath.Base(path) == "veil" {
			want = 0o755
		}
		if filepath.Ext(path) != backupEnding {
			require.Equal(t, want, info.Mode().Perm(), path)
		}
		return nil
	}))
}

func TestManagedLaterChangesStay(t *testing.T) {
	p := managedPlaces(t, "{\n  \"enabledPlugins\": {\n    \"lint@corp\": true\n  }\n}\n")
	plan, err := p.InstallManaged()
	apply(t, plan, err)
	text, err := os.ReadFile(p.managedSettings())
	require.NoError(t, err)
	write(t, p.managedSettings(), string(text)+"\n")
	plan, err = p.UninstallManaged()
	apply(t, plan, err)
	text, err = os.ReadFile(p.managedSettings())
	require.NoError(t, err)
	require.Equal(t, "{\n  \"enabledPlugins\": {\n    \"lint@corp\": true\n  }\n}\n\n", string(text))
}

func TestManagedRefusals(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"no JSON", `{"a"}`, "is not JSON"},
		{"comments", "{ // mine\n}", "holds comments"},
		{"switched off", `{"enabledPlugins":{"veil@veil":false}}`, `says something else of "veil@veil"`},
		{"another market", `{"extraKnownMarketplaces":{"veil":{"source":{"source":"github","repo":"a/b"}}}}`, `says something else of "veil"`},
		{"of another form", `{"enabledPlugins":[]}`, "of a form that Claude Code does not know"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			p := managedPlaces(t, tc.text)
			before := tree(t, filepath.Dir(p.Claude))
			_, err := p.InstallManaged()
			refusal, ok := errors.AsType[*Refusal](err)
			require.True(t, ok, "%v", err)
			require.Contains(t, refusal.What, tc.want)
			require.NotEmpty(t, refusal.Remedy)
			require.Equal(t, before, tree(t, filepath.Dir(p.Claude)))
		})
	}
}

// A person's own veil beside the machine's would answer everything a second time.
func TestNoSecondVeilBesideTheManagedOne(t *testing.T) {
	p := managedPlaces(t, "-")
	plan, err := p.InstallManaged()
	apply(t, plan, err)
	for _, hooks := range []bool{false, true} {
		_, err = p.Install([]string{ClaudeCode}, hooks)
		refusal, ok := errors.AsType[*Refusal](err)
		require.True(t, ok, "%v", err)
		require.Contains(t, refusal.What, "runs veil for everybody on this machine")
	}
	plan, err = p.Install([]string{OpenCode}, false)
	apply(t, plan, err)
	plan, err = p.UninstallManaged()
	apply(t, plan, err)
	plan, err = p.Install([]string{ClaudeCode}, false)
	apply(t, plan, err)
}

func TestManagedFolderIsTheDocumentedOne(t *testing.T) {
	t.Setenv("CLAUDE_CONFIG_DIR", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	p, err := Find(t.TempDir(), "/a/veil")
	require.NoError(t, err)
	require.Equal(t, claudecode.ManagedFolder(), p.Managed)
}
