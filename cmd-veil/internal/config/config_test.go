// SPDX-License-Identifier: Apache-2.0

package config

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/detectors"
)

// machine is a home directory and a project of their own.
type machine struct{ home, project string }

func newMachine(t *testing.T) machine {
	t.Helper()
	m := machine{t.TempDir(), t.TempDir()}
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "VEIL_CATALOG"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", m.home)
	return m
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func (m machine) user(t *testing.T, text string) string {
	return write(t, filepath.Join(m.home, ".config", "veil", "veil.yaml"), text)
}

func (m machine) load(t *testing.T) (Config, error) {
	t.Helper()
	d, err := FindDirs(m.project)
	require.NoError(t, err)
	d.Account = "" // the developer's own configuration
	return Load(d, m.project)
}

func TestLoad(t *testing.T) {
	m := newMachine(t)
	m.user(t, `version: 1
catalog: ["names.txt", "/srv/names.txt", "~/n.txt"]
allow:
  values: ["12345678Z"]
  domains: veil.dev
paths:
  allow: /srv/.env
display: always
`)
	write(t, filepath.Join(m.project, ".veil.yaml"), "version: 1\ncatalog: p.txt\n")
	t.Setenv("VEIL_CATALOG", "/env/a.txt"+string(os.PathListSeparator)+"/env/b.txt")
	c, err := m.load(t)
	require.NoError(t, err)
	config := filepath.Join(m.home, ".config", "veil")
	require.Equal(t, []string{
		filepath.Join(config, "names.txt"), "/srv/names.txt", filepath.Join(m.home, "n.txt"),
		filepath.Join(m.project, "p.txt"), "/env/a.txt", "/env/b.txt",
	}, c.Catalogs)
	require.Equal(t, []string{"12345678Z"}, c.AllowValues)
	require.Equal(t, []string{"veil.dev"}, c.AllowDomains)
	require.Equal(t, []string{"/srv/.env"}, c.AllowPaths)
	require.Equal(t, DisplayAlways, c.Display)
	require.Subset(t, c.Files, []string{managedFile, filepath.Join(config, "veil.yaml"), filepath.Join(m.project, ".veil.yaml")})
}

func TestLoadWithoutFiles(t *testing.T) {
	c, err := newMachine(t).load(t)
	require.NoError(t, err)
	require.Equal(t, DisplayInteractive, c.Display)
	require.Empty(t, c.Catalogs)
}

func TestEnvironmentTakesNoCatalogueAway(t *testing.T) {
	m := newMachine(t)
	own := t.TempDir()
	write(t, filepath.Join(own, "veil.yaml"), "version: 1\ncatalog: names.txt\ndisplay: always\n")
	m.user(t, "version: 1\ncatalog: other.txt\ndisplay: interactive\n")
	d, err := FindDirs(m.project)
	require.NoError(t, err)
	d.Account = own
	c, err := Load(d)
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(d.Config, "other.txt"), filepath.Join(own, "names.txt")}, c.Catalogs)
	require.Equal(t, DisplayInteractive, c.Display)
}

func TestProjectFileInAParentCounts(t *testing.T) {
	m := newMachine(t)
	write(t, filepath.Join(m.project, ".veil.yaml"), "version: 1\ncatalog: p.txt\n")
	m.project = filepath.Join(m.project, "sub", "dir")
	c, err := m.load(t)
	require.NoError(t, err)
	require.Len(t, c.Catalogs, 1)
}

func TestStrict(t *testing.T) {
	tests := []struct {
		name, text string
		line       int
		what       string
	}{
		{"empty", "", 1, "empty"},
		{"no version", "catalog: a\n", 1, "the first key is not version: 1"},
		{"version not first", "catalog: a\nversion: 1\n", 1, "the first key is not version: 1"},
		{"other version", "version: 2\n", 1, "the first key is not version: 1"},
		{"a list", "- version\n", 1, "not a mapping"},
		{"not YAML", "version: 1\nallow: [\n", 2, "not YAML"},
		{"unknown key", "version: 1\ncatalogue: a\n", 2, `unknown key "catalogue"`},
		{"unknown key below", "version: 1\nallow:\n  names: a\n", 3, `unknown key "allow.names"`},
		{"unknown key that may be a value", "version: 1\n12345678Z: 1\n", 2, `unknown key "..."`},
		{"key twice", "version: 1\ncatalog: a\ncatalog: b\n", 3, `key "catalog" occurs twice`},
		{"wrong type", "version: 1\ncatalog: {a: b}\n", 2, "catalog: not a text"},
		{"null", "version: 1\ncatalog:\n", 2, "catalog: not a text"},
		{"allow is a list", "version: 1\nallow: [a]\n", 2, "allow: not a mapping"},
		{"wrong value of images", "version: 1\nimages: blur\n", 2, "images is neither withhold nor pass"},
		{"wrong value", "version: 1\ndisplay: never\n", 2, "display is neither interactive nor always"},
		{"detect is no truth value", "version: 1\ndetect: {assignments: \"true\"}\n", 2, "detect.assignments is neither true nor false"},
		{"unknown key of detect", "version: 1\ndetect:\n  passwords: true\n", 3, `unknown key "detect.passwords"`},
		{"relative path", "version: 1\npaths:\n  allow: [.env]\n", 3, "paths.allow: not an absolute path"},
		{"two documents", "version: 1\n---\nversion: 1\n", 1, "more than one document"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			m := newMachine(t)
			path := m.user(t, tc.text)
			_, err := m.load(t)
			var bad *Error
			require.ErrorAs(t, err, &bad)
			require.Equal(t, path, bad.File)
			require.Equal(t, tc.line, bad.Line)
			require.Equal(t, tc.what, bad.What)
			require.NotEmpty(t, bad.Remedy())
		})
	}
}

// What a newcomer writes is met by what to write instead, never by what it holds.
func TestSlips(t *testing.T) {
	const several, people = "several go in a list: catalog: [~/clients.txt, ~/more.txt]", "write catalog: ~/clients.txt, and the names into that file, one a line"
	tests := []struct {
		name, text string
		line       int
		what, mend string
	}{
		{"people", "version: 1\ncatalog: [María Pérez, Juan]\n", 2, "catalog names files, not people", people},
		{"one by a first name", "version: 1\ncatalog:\n  - names.txt\n  - Juan\n", 4, "catalog names files, not people", people},
		{"one with particles", "version: 1\ncatalog: Ana de la Luz\n", 2, "catalog names files, not people", people},
		{"people with a comma", "version: 1\ncatalog: María Pérez, Juan\n", 2, "catalog names files, not people", people},
		{"files with a comma", "version: 1\ncatalog: ~/a.txt, ~/b.txt\n", 2, "catalog: there is no such file, with a comma in its name", several},
		{"a tab", "version: 1\nallow:\n\tvalues: [a]\n", 3, "not YAML: a tab at the beginning of a line", "indent with blanks"},
		{"a tab behind blanks", "version: 1\nallow:\n  values: [a]\n \tdomains: [b]\n", 4, "not YAML: a tab at the beginning of a line", "indent with blanks"},
		{"no tab", "version: 1\nallow: [\n", 2, "not YAML", "check the indentation and the quotes"},
		{"a key with a slip", "version: 1\ncatalogue: a\n", 2, `unknown key "catalogue"`, "did you mean catalog? use one of: allow, catalog, detect, display, images, paths, reveal, tools, version, write"},
		{"a key below", "version: 1\nallow:\n  domain: a.es\n", 3, `unknown key "allow.domain"`, "did you mean domains? use one of: domains, values"},
		{"a key like no other", "version: 1\nallow:\n  xyz: a.es\n", 3, `unknown key "allow.xyz"`, "use one of: domains, values"},
		{"a pattern of paths", "version: 1\npaths: {allow: [~/app/*.env]}\n", 2, "paths.allow: paths are exact: no *", "write the whole path; one entry allows one file"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			m := newMachine(t)
			path := m.user(t, tc.text)
			_, err := m.load(t)
			require.Equal(t, &Error{path, tc.line, tc.what, tc.mend}, err)
		})
	}
}

// A catalogue that is there may have any name, and one that is not may have most.
func TestCataloguesWithOddNames(t *testing.T) {
	m := newMachine(t)
	path := m.user(t, "version: 1\ncatalog: [María Pérez, 'a.txt, b.txt', clients, ~/Clientes/Ana, Ana.txt]\n")
	for _, name := range []string{"María Pérez", "a.txt, b.txt"} {
		write(t, filepath.Join(filepath.Dir(path), name), "Sol\n")
	}
	c, err := m.load(t)
	require.NoError(t, err)
	require.Len(t, c.Catalogs, 5)
}

// An entry that the detectors refuse is told where it stands.
func TestAllowErrorSaysWhere(t *testing.T) {
	m := newMachine(t)
	path := m.user(t, "version: 1\nallow:\n  values: [a]\n  domains:\n    - ejemplo.es\n    - '*.sol.es'\n")
	c, err := m.load(t)
	require.NoError(t, err)
	require.Equal(t, &Error{path, 6, "allow.domains, entry 2: not a domain", "write it as clinica.es"},
		c.AllowError(&detectors.AllowError{List: "domains", Index: 1, Problem: "not a domain; write it as clinica.es"}))
	require.Equal(t, &Error{path, 3, "allow.values, entry 1: empty", "remove it"},
		c.AllowError(&detectors.AllowError{List: "values", Index: 0, Problem: "empty; remove it"}))
	require.Equal(t, &Error{"", 0, "allow.values, entry 1: empty", "remove it"},
		Config{}.AllowError(&detectors.AllowError{List: "values", Index: 0, Problem: "empty; remove it"}))
}

func TestProjectMayOnlyTighten(t *testing.T) {
	for _, key := range []string{"allow: {values: [a]}", "paths: {allow: [/x]}", "display: always", "images: pass", "detect: {assignments: false}"} {
		m := newMachine(t)
		path := write(t, filepath.Join(m.project, ".veil.yaml"), "version: 1\n"+key+"\n")
		_, err := m.load(t)
		var bad *Error
		require.ErrorAs(t, err, &bad, key)
		require.Equal(t, &Error{path, 2, "a project's file may only tighten", bad.Mend}, bad)
	}
}

func TestAnyFileMaySwitchAssignmentsOn(t *testing.T) {
	tests := []struct {
		name, user, project string
		want                bool
	}{
		{"no file", "", "", false},
		{"user", "detect: {assignments: true}", "", true},
		{"user, off", "detect: {assignments: false}", "", false},
		{"project", "", "detect: {assignments: true}", true},
		{"project, against the user", "detect: {assignments: false}", "detect: {assignments: true}", true},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			m := newMachine(t)
			m.user(t, "version: 1\n"+tc.user+"\n")
			write(t, filepath.Join(m.project, ".veil.yaml"), "version: 1\n"+tc.project+"\n")
			c, err := m.load(t)
			require.NoError(t, err)
			require.Equal(t, tc.want, c.Assignments)
		})
	}
}

func TestUnreadableFileIsAnError(t *testing.T) {
	m := newMachine(t)
	require.NoError(t, os.MkdirAll(filepath.Join(m.home, ".config", "veil", "veil.yaml"), 0o700))
	_, err := m.load(t)
	require.ErrorContains(t, err, "cannot be read: not a regular file")
}

func TestWorkspaceCannotHoldVeilsFiles(t *testing.T) {
	for _, variable := range []string{"XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME"} {
		m := newMachine(t)
		t.Setenv(variable, filepath.Join(m.project, "x"))
		_, err := FindDirs(m.project)
		require.ErrorContains(t, err, "inside the workspace", variable)
	}
	m := newMachine(t)
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(m.project, link))
	t.Setenv("XDG_STATE_HOME", filepath.Join(link, "x"))
	_, err := FindDirs(m.project)
	require.ErrorContains(t, err, "inside the workspace", "through a link")
}

func TestRelativeXDGDirectoriesAreIgnored(t *testing.T) {
	m := newMachine(t)
	t.Setenv("XDG_STATE_HOME", "state")
	d, err := FindDirs(m.project)
	require.NoError(t, err)
	require.Equal(t, filepath.Join(m.home, ".local", "state", "veil"), d.State)
}

func TestCatalogue(t *testing.T) {
	m := newMachine(t)
	tests := []struct {
		name, text, what string
		line             int
	}{
		{"good", "Ana Ruiz\n", "", 0},
		{"empty", "", "not usable", 0},
		{"JSON with a number", `["Ana", 7]`, "not usable", 0},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			path := write(t, filepath.Join(m.home, "names.txt"), tc.text)
			catalogue, err := Config{Catalogs: []string{path}}.Catalogue("", 0)
			if tc.what == "" {
				require.NoError(t, err)
				require.Equal(t, 1, catalogue.Len())
				return
			}
			var bad *Error
			require.ErrorAs(t, err, &bad)
			require.Contains(t, bad.Error(), tc.what)
			require.NotContains(t, bad.Error(), "Ana")
		})
	}
	_, err := Config{Catalogs: []string{filepath.Join(m.home, "absent")}}.Catalogue("", 0)
	require.ErrorContains(t, err, "the client name catalogue is not there")
	none, err := Config{}.Catalogue("", 0)
	require.NoError(t, err)
	require.Nil(t, none)
}

// A project may have pictures withheld that the person lets pass.
func TestImages(t *testing.T) {
	tests := []struct{ name, user, project, want string }{
		{"nothing said", "", "", ImagesWithhold},
		{"the person lets them pass", "images: pass\n", "", ImagesPass},
		{"the project tightens", "images: pass\n", "images: withhold\n", ImagesWithhold},
		{"both withhold", "images: withhold\n", "images: withhold\n", ImagesWithhold},
		{"a project without a word", "images: pass\n", "detect: {assignments: true}\n", ImagesPass},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			m := newMachine(t)
			m.user(t, "version: 1\n"+tc.user)
			write(t, filepath.Join(m.project, ".veil.yaml"), "version: 1\n"+tc.project)
			c, err := m.load(t)
			require.NoError(t, err)
			require.Equal(t, tc.want, c.Images)
		})
	}
}

// A catalogue that is not there stops everything, and the error says how to make it.
func TestCatalogueThatIsNotThere(t *testing.T) {
	m := newMachine(t)
	absent, link := filepath.Join(m.home, "my clients.txt"), filepath.Join(m.home, "link.txt")
	require.NoError(t, os.Symlink(absent, link))
	deeper := filepath.Join(m.home, "no", "clients.txt")
	for path, want := range map[string]Error{
		absent: {absent, 0, "the client name catalogue is not there", "make it by veil catalog add --file '" + absent + "' NAME..., or mend the path in veil.yaml or VEIL_CATALOG"},
		deeper: {deeper, 0, "the client name catalogue is not there", "make it by mkdir -p " + filepath.Dir(deeper) + " && veil catalog add --file " + deeper + " NAME..., or mend the path in veil.yaml or VEIL_CATALOG"},
		link:   {link, 0, "the client name catalogue cannot be read: no such file or directory", "mend the file, or the path in veil.yaml or VEIL_CATALOG"},
	} {
		_, err := Config{Catalogs: []string{path}}.Catalogue("", 0)
		bad, ok := errors.AsType[*Error](err)
		require.True(t, ok)
		require.Equal(t, want, *bad)
	}
}

// Who starts a host in veil's own folder has nothing to set: it is the wrong place.
func TestWorkingInVeilsOwnFolder(t *testing.T) {
	m := newMachine(t)
	for _, dir := range []string{".config/veil", ".config", ".local/state/veil", ".local"} {
		path := filepath.Join(m.home, dir)
		require.NoError(t, os.MkdirAll(path, 0o700))
		_, err := FindDirs(path)
		bad, ok := errors.AsType[*Error](err)
		require.True(t, ok, dir)
		require.Equal(t, WorkElsewhere, bad.Mend, dir)
		require.Equal(t, "veil's own files would lie inside the workspace", bad.What)
	}
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(m.home, ".config"))
	_, err := FindDirs(filepath.Join(m.home, ".config"))
	bad, ok := errors.AsType[*Error](err)
	require.True(t, ok)
	require.Equal(t, WorkElsewhere, bad.Mend, "the variable says what would be without it")
	t.Setenv("HOME", filepath.Join(m.project, "home"))
	_, err = FindDirs(m.project)
	bad, ok = errors.AsType[*Error](err)
	require.True(t, ok)
	require.Equal(t, "set HOME and XDG_STATE_HOME to a place outside the project", bad.Mend)
}

// A catalogue without a name says how one gets in.
func TestEmptyCatalogue(t *testing.T) {
	m := newMachine(t)
	path := write(t, filepath.Join(m.home, "names.txt"), "# ours\n")
	_, err := Config{Catalogs: []string{path}}.Catalogue("", 0)
	bad, ok := errors.AsType[*Error](err)
	require.True(t, ok)
	require.Equal(t, Error{path, 1, "the client name catalogue is not usable: empty; list at least one name", "add one by veil catalog add --file " + path + " NAME..."}, *bad)
}
