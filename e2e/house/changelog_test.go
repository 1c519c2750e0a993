// SPDX-License-Identifier: Apache-2.0

package house

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// textOf returns a tracked file's text.
func textOf(t *testing.T, files []File, name string) string {
	t.Helper()
	for _, f := range files {
		if f.Path == name {
			return f.Text
		}
	}
	t.Fatalf("there is no %s", name)
	return ""
}

func TestEveryModuleHasItsChangelog(t *testing.T) {
	files := tracked(t)
	for _, dir := range Modules(files) {
		t.Run(dir, func(t *testing.T) {
			releases, err := Releases(textOf(t, files, dir+"/CHANGELOG.md"))
			require.NoError(t, err)
			problems, err := Edited(root, dir)
			require.NoError(t, err)
			require.Empty(t, problems, strings.Join(problems, "\n"))
			for _, f := range files {
				if f.Path == dir+"/package.json" {
					version, err := PackageVersion(f.Text)
					require.NoError(t, err)
					require.Equal(t, releases[0].Version, version, "%s and CHANGELOG.md differ", f.Path)
				}
			}
		})
	}
}

func TestReleases(t *testing.T) {
	const added = "\n### Added\n\n- x\n\n"
	tests := []struct{ name, text, problem string }{
		{"one", "# Changelog\n\n## v0.1.0 - 2026-11-29\n" + added, ""},
		{"falling", "## v0.10.0 - 2026-12-02\n" + added + "## v0.9.1 - 2026-12-01\n" + added, ""},
		{"two on one day", "## v0.2.0 - 2026-12-01\n" + added + "## v0.1.0 - 2026-12-01\n" + added, ""},
		{"none", "# Changelog\n", "no release"},
		{"unreleased", "## Unreleased\n" + added, "is not ## vX.Y.Z"},
		{"without v", "## 0.1.0 - 2026-11-29\n" + added, "is not ## vX.Y.Z"},
		{"in brackets", "## [v0.1.0] - 2026-11-29\n" + added, "is not ## vX.Y.Z"},
		{"no such day", "## v0.1.0 - 2026-11-31\n" + added, "holds no date"},
		{"rising", "## v0.9.0 - 2026-12-01\n" + added + "## v0.10.0 - 2026-11-30\n" + added, "v0.9.0 stands above v0.10.0"},
		{"twice", "## v0.1.0 - 2026-12-01\n" + added + "## v0.1.0 - 2026-11-30\n" + added, "v0.1.0 stands above v0.1.0"},
		{"later than the next", "## v0.2.0 - 2026-11-01\n" + added + "## v0.1.0 - 2026-11-30\n" + added, "v0.2.0 stands above"},
		{"unknown section", "## v0.1.0 - 2026-11-29\n\n### New\n\n- x\n", `section "New"`},
		{"empty section", "## v0.1.0 - 2026-11-29\n\n### Added\n\n### Fixed\n\n- x\n", `section "Added"`},
		{"no section", "## v0.1.0 - 2026-11-29\n\n- x\n", "has no section"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			releases, err := Releases(tc.text)
			if tc.problem != "" {
				require.ErrorContains(t, err, tc.problem)
				return
			}
			require.NoError(t, err)
			require.Len(t, releases, strings.Count(tc.text, "## v"))
			require.Equal(t, "## "+releases[0].Version+" - "+releases[0].Date.Format("2006-01-02")+strings.TrimRight("\n"+added, "\n"), releases[0].Text)
		})
	}
}

// The releases of a made-up module.
const (
	first  = "## v0.1.0 - 2026-11-29\n\n### Added\n\n- x\n"
	second = "## v0.2.0 - 2026-12-29\n\n### Fixed\n\n- y\n"
)

func TestEdited(t *testing.T) {
	tests := []struct{ name, now, problem string }{
		{"as it was", second + "\n" + first, ""},
		{"a preface and a further release", "# Changelog\n\nNew words.\n\n## v0.3.0 - 2027-01-01\n\n### Added\n\n- z\n\n" + second + first, ""},
		{"a word changed", second + strings.Replace(first, "- x", "- X", 1), "v0.1.0 was released by m/v0.1.0"},
		{"an item added", second + "- z\n\n" + first, "v0.2.0 was released by m/v0.2.0"},
		{"another date", strings.Replace(second, "29", "30", 1) + first, "v0.2.0 was released by m/v0.2.0"},
		{"the oldest is gone", second, "v0.1.0 was released by m/v0.1.0"},
	}
	repo := releasedTwice(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			write(t, repo, tc.now)
			problems, err := Edited(repo, "m")
			require.NoError(t, err)
			require.Equal(t, tc.problem != "", len(problems) > 0, problems)
			require.Contains(t, strings.Join(problems, "\n"), tc.problem)
		})
	}
}

func TestEditedLooksAtTheTagsOwnVersion(t *testing.T) {
	repo := releasedTwice(t)
	run(t, repo, "tag", "m/v0.3.0")
	problems, err := Edited(repo, "m")
	require.NoError(t, err)
	requireProblem(t, "m/CHANGELOG.md at m/v0.3.0: the newest release is v0.2.0", problems)
}

func TestNothingIsReleasedWithoutATag(t *testing.T) {
	repo := t.TempDir()
	run(t, repo, "init", "--quiet")
	write(t, repo, first)
	problems, err := Edited(repo, "m")
	require.NoError(t, err)
	require.Empty(t, problems)
}

// releasedTwice returns a repository whose module m was released twice.
func releasedTwice(t *testing.T) string {
	t.Helper()
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	repo := t.TempDir()
	run(t, repo, "init", "--quiet")
	for _, release := range []struct{ tag, text string }{{"m/v0.1.0", first}, {"m/v0.2.0", second + "\n" + first}} {
		write(t, repo, release.text)
		run(t, repo, "add", ".")
		run(t, repo, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "--message", release.tag)
		run(t, repo, "tag", release.tag)
	}
	return repo
}

func write(t *testing.T, repo, changelog string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Join(repo, "m"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(repo, "m", "CHANGELOG.md"), []byte(changelog), 0o600))
}

func run(t *testing.T, repo string, args ...string) {
	t.Helper()
	_, err := git(repo, args...)
	require.NoError(t, err, "git %v", args)
}
