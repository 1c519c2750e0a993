// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/pseudonymstore"
)

// stateOf is veil's state directory in the test's home.
func stateOf() string { return filepath.Join(os.Getenv("HOME"), ".local", "state", "veil") }

// remember makes a session with one value and returns its folder.
func remember(t *testing.T, name string) string {
	t.Helper()
	before, err := pseudonymstore.Sessions(stateOf())
	require.NoError(t, err)
	s, err := pseudonymstore.Open(stateOf(), name)
	require.NoError(t, err)
	require.NoError(t, s.Close())
	after, err := pseudonymstore.Sessions(stateOf())
	require.NoError(t, err)
	for _, name := range after.Names {
		if !strings.Contains(strings.Join(before.Names, " "), name) {
			return filepath.Join(stateOf(), "sessions", name)
		}
	}
	t.Fatal("no session was made")
	return ""
}

func TestSessionsPurgeByID(t *testing.T) {
	newHome(t)
	notAnAgent(t)
	one, two := remember(t, "one"), remember(t, "two")
	id := filepath.Base(one)[:8]
	r := veil(t, "", "sessions", "purge", id, filepath.Base(one), "--yes")
	require.Equal(t, result{exitOK, "removed 1 session\n", ""}, r)
	require.NoDirExists(t, one)
	require.DirExists(t, two)
	require.Equal(t, exitUsage, veil(t, "", "sessions", "purge", id, filepath.Base(two), "--yes").code)
	require.DirExists(t, two, "nothing is removed unless every id is known")
}

func TestSessionsPurgeLeavesASessionInUse(t *testing.T) {
	newHome(t)
	notAnAgent(t)
	one, two := remember(t, "one"), remember(t, "two")
	s, err := pseudonymstore.Open(stateOf(), "one")
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	require.Contains(t, veil(t, "", "sessions", "list").stdout, "in use")
	r := veil(t, "", "sessions", "purge", "--all", "--yes")
	require.Equal(t, result{exitFound, "removed 1 session\n", "veil: " + filepath.Base(one)[:8] + " is in use: it stays\nveil: hint: end the agent that uses it, and purge it then\n"}, r)
	require.DirExists(t, one)
	require.NoDirExists(t, two)
}

func TestSessionsPurgeByAge(t *testing.T) {
	newHome(t)
	notAnAgent(t)
	one, two := remember(t, "one"), remember(t, "two")
	for _, name := range []string{"lock", "pseudonyms.log", ""} {
		then := time.Now().Add(-50 * time.Hour)
		require.NoError(t, os.Chtimes(filepath.Join(one, name), then, then))
	}
	require.Equal(t, "removed 0 sessions\n", veil(t, "", "sessions", "purge", "--older-than", "3d", "--yes").stdout)
	require.Equal(t, "removed 1 session\n", veil(t, "", "sessions", "purge", "--older-than", "49h", "--yes").stdout)
	require.NoDirExists(t, one)
	require.DirExists(t, two)
}

func TestSessionsThatAreNotOurs(t *testing.T) {
	newHome(t)
	notAnAgent(t)
	folder := remember(t, "one")
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	require.NoError(t, os.Rename(folder, elsewhere))
	require.NoError(t, os.Symlink(elsewhere, folder))
	id := filepath.Base(folder)[:8]
	for _, args := range [][]string{{"list"}, {"list", "--json"}, {"show", id}, {"show", "--json", id}} {
		r := veil(t, "", append([]string{"sessions"}, args...)...)
		require.Equal(t, exitFound, r.code)
		require.Contains(t, r.stdout, "not private")
		require.Contains(t, r.err, "veil: hint: it is a link: remove it\n")
	}
	r := veil(t, "", "sessions", "purge", "--all", "--yes")
	require.Equal(t, exitConfig, r.code)
	require.Equal(t, "removed 0 sessions\n", r.stdout)
	require.FileExists(t, filepath.Join(elsewhere, "pseudonyms.log"))

	require.NoError(t, os.Remove(folder))
	require.NoError(t, os.Rename(filepath.Join(stateOf(), "sessions"), elsewhere+"2"))
	require.NoError(t, os.Symlink(elsewhere+"2", filepath.Join(stateOf(), "sessions")))
	for _, args := range [][]string{{"list"}, {"show", "abc"}, {"purge", "--all", "--yes"}} {
		r := veil(t, "", append([]string{"sessions"}, args...)...)
		require.Equal(t, exitConfig, r.code, "a link in place of the sessions")
		require.Empty(t, r.stdout)
	}
}

func TestSessionIDs(t *testing.T) {
	names := []string{"aaaaaaaa1" + strings.Repeat("0", 23), "aaaaaaaa2" + strings.Repeat("0", 23), "b" + strings.Repeat("0", 31)}
	f := shelf{Listing: pseudonymstore.Listing{Names: names}}
	require.Equal(t, []string{"aaaaaaaa1", "aaaaaaaa2", "b0000000"}, []string{f.id(names[0]), f.id(names[1]), f.id(names[2])})
	for _, tc := range []struct{ id, want, err string }{
		{"b", names[2], ""},
		{names[0], names[0], ""},
		{"aaaaaaaa2", names[1], ""},
		{"aaaaaaaa", "", `2 sessions have an id that begins with "aaaaaaaa"`},
		{"c", "", `no session has the id or name "c"`},
		{"", "", `no session has the id or name ""`},
		{"../b", "", `no session has the id or name "../b"`},
	} {
		name, err := f.find(tc.id)
		require.Equal(t, tc.want, name)
		if tc.err != "" {
			require.EqualError(t, err, tc.err)
		}
	}
}

func TestParseAge(t *testing.T) {
	for _, tc := range []struct {
		text string
		want time.Duration
		ok   bool
	}{
		{"30d", 30 * 24 * time.Hour, true}, {"12h", 12 * time.Hour, true}, {"0h", 0, true},
		{"d", 0, false}, {"30", 0, false}, {"1.5d", 0, false}, {"-1d", 0, false}, {"99999d", 0, false}, {"3m", 0, false}, {"3ñ", 0, false},
	} {
		got, ok := parseAge(tc.text)
		require.Equal(t, tc.ok, ok, tc.text)
		if ok {
			require.Equal(t, tc.want, got)
		}
	}
}
