// SPDX-License-Identifier: Apache-2.0

package release

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the repository.
const root = "../.."

func TestNewest(t *testing.T) {
	tests := []struct {
		name, changelog, want string
	}{
		{"newest first", "# Changelog\n\n## v0.2.10 - 2027-01-15\n\n## v0.1.0 - 2026-11-29\n", "v0.2.10"},
		{"windows line ends", "# Changelog\r\n\r\n## v0.1.0 - 2026-11-29\r\n", "v0.1.0"},
		{"third level only", "# Changelog\n\n### v0.1.0 - 2026-11-29\n", ""},
		{"unreleased on top", "# Changelog\n\n## Unreleased\n\n## v0.1.0 - 2026-11-29\n", ""},
		{"without v", "# Changelog\n\n## 0.1.0 - 2026-11-29\n", ""},
		{"without date", "# Changelog\n\n## v0.1.0\n", ""},
		{"empty", "", ""},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			got, err := Newest(tc.changelog)
			require.Equal(t, tc.want, got)
			require.Equal(t, tc.want == "", err != nil)
		})
	}
}

func TestRaise(t *testing.T) {
	const old = "# Changelog\n\nIntro.\n\n## v1.2.9 - 2026-11-29\n\n### Added\n\n- A.\n"
	for _, tc := range []struct {
		name, want string
		minor      bool
	}{
		{"patch", "v1.2.10", false},
		{"minor", "v1.3.0", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			raised, err := raise(old, tc.minor)
			require.NoError(t, err)
			got, err := Newest(raised)
			require.NoError(t, err)
			require.Equal(t, tc.want, got)
			require.Contains(t, raised, old[len("# Changelog\n\nIntro.\n\n"):], "the older section stays")
		})
	}
}

func TestEveryModuleHasAVersion(t *testing.T) {
	versions, err := (&repo{dir: root}).versions()
	require.NoError(t, err)
	require.Len(t, versions, len(Modules()))
}

// npm and Claude Code take a plugin's version from its manifest, not from the change log.
func TestPluginVersion(t *testing.T) {
	for _, manifest := range []string{"plugin-opencode/package.json", "plugin-claudecode/package.json", "plugin-claudecode/.claude-plugin/plugin.json"} {
		var plugin struct{ Version string }
		text, err := os.ReadFile(filepath.Join(root, manifest))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &plugin))
		folder, _, _ := strings.Cut(manifest, "/")
		changelog, err := os.ReadFile(filepath.Join(root, folder, "CHANGELOG.md"))
		require.NoError(t, err)
		newest, err := Newest(string(changelog))
		require.NoError(t, err)
		require.Equal(t, newest, "v"+plugin.Version, manifest)
	}
}

// What the person types and what the targets run is the same GoReleaser.
func TestOneGoReleaser(t *testing.T) {
	pinned := regexp.MustCompile(`github\.com/goreleaser/goreleaser/v2@v[0-9.]*[0-9]`)
	var found []string
	for _, name := range []string{"magefile_release.go", "RELEASING.md"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		found = append(found, pinned.FindAllString(string(text), -1)...)
	}
	require.Len(t, found, 2)
	require.Equal(t, found[0], found[1])
}
