// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/pseudonymstore"
)

// Restoring from a session that is not there says so, and makes none.
func TestRestoreMakesNoSession(t *testing.T) {
	newHome(t)
	notAnAgent(t)
	want := "veil: no session has the name \"letre\"\nveil: hint: name the one that veil filter --session made; veil sessions list says what there is\n"
	require.Equal(t, result{exitUsage, "", want}, veil(t, "[DNI-001]", "filter", "--restore", "--session", "letre"))
	require.NoDirExists(t, filepath.Join(os.Getenv("HOME"), ".local"), "not even a key")

	require.Equal(t, result{exitOK, "DNI [DNI-001]", ""}, veil(t, "DNI 12345678Z", "filter", "--session", "letter"))
	for _, typo := range []string{"leter", "lettter", "lettre", "lettar", "Letter", "LETTER", "letter "} {
		r := veil(t, "[DNI-001]", "filter", "--restore", "--session", typo)
		require.Equal(t, exitUsage, r.code, typo)
		require.Empty(t, r.stdout)
		require.Contains(t, r.err, "veil: hint: did you mean --session letter?\n", typo)
	}
	require.NotContains(t, veil(t, "x", "filter", "--restore", "--session", "bill").err, "did you mean")
	list, err := pseudonymstore.Sessions(stateOf())
	require.NoError(t, err)
	require.Len(t, list.Names, 1)
}

// A session can be called by the name that filter was given, or the id of the host.
func TestSessionsByName(t *testing.T) {
	newHome(t)
	notAnAgent(t)
	veil(t, "DNI 12345678Z", "filter", "--session", "letter")
	named, err := pseudonymstore.Sessions(stateOf())
	require.NoError(t, err)
	hosts := filepath.Base(remember(t, "0b5c1c1e-host"))

	require.Contains(t, veil(t, "", "sessions", "show", "letter").stdout, named.Names[0])
	require.Contains(t, veil(t, "", "sessions", "show", "0b5c1c1e-host").stdout, hosts)
	require.Equal(t, result{exitOK, "session " + named.Names[0][:8] + " was not stopped\n", ""}, veil(t, "", "sessions", "release", "letter"), "there is nothing to ask")
	require.Equal(t, result{exitUsage, "", "veil: no session has the id or name \"leter\"\nveil: hint: did you mean letter?\n"},
		veil(t, "", "sessions", "show", "leter"))
	require.Equal(t, result{exitUsage, "", "veil: no session has the id or name \"bill\"\nveil: hint: veil sessions list has their ids\n"},
		veil(t, "", "sessions", "show", "bill"))
	require.NotContains(t, veil(t, "", "sessions", "list").stdout, "letter")

	require.Equal(t, result{exitOK, "removed 1 session\n", ""}, veil(t, "", "sessions", "purge", "letter", "--yes"))
	require.NoDirExists(t, filepath.Join(stateOf(), "sessions", named.Names[0]))
}

// What is the name of one session and begins the id of another is neither.
func TestSessionNameThatIsAnId(t *testing.T) {
	newHome(t)
	notAnAgent(t)
	first := filepath.Base(remember(t, "one"))
	veil(t, "x", "filter", "--session", first[:2])
	r := veil(t, "", "sessions", "purge", first[:2], "--yes")
	require.Equal(t, result{exitUsage, "", "veil: \"" + first[:2] + "\" is the name of one session and begins the id of another\nveil: hint: give more digits of the id that you mean: veil sessions list\n"}, r)
	require.DirExists(t, filepath.Join(stateOf(), "sessions", first))
}

// An agent is not told names that it does not know.
func TestNoNearNameForAnAgent(t *testing.T) {
	newHome(t)
	veil(t, "x", "filter", "--session", "letter")
	t.Setenv("CLAUDECODE", "1")
	require.NotContains(t, veil(t, "", "sessions", "show", "leter").err, "letter")
}

// Without the key no name can be told; ids still do.
func TestSessionsWithoutTheKey(t *testing.T) {
	newHome(t)
	notAnAgent(t)
	veil(t, "x", "filter", "--session", "letter")
	list, err := pseudonymstore.Sessions(stateOf())
	require.NoError(t, err)
	key := filepath.Join(stateOf(), "key")
	require.NoError(t, os.WriteFile(key, []byte("no key"), 0o600))
	r := veil(t, "x", "filter", "--restore", "--session", "letter")
	require.Equal(t, exitConfig, r.code)
	require.Contains(t, r.err, "key: ")
	require.NoError(t, os.Remove(key))
	require.Equal(t, exitUsage, veil(t, "x", "filter", "--restore", "--session", "letter").code)
	require.NoFileExists(t, key)
	require.Contains(t, veil(t, "", "sessions", "show", list.Names[0][:8]).stdout, list.Names[0])
	require.Equal(t, exitOK, veil(t, "", "sessions", "purge", "--yes", list.Names[0][:8]).code)
}
