// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

const sessionID = "session-7f3c"

// threeValues is a state directory whose session holds three values, and the
// path of its log.
func threeValues(t *testing.T) (dir, log string) {
	t.Helper()
	dir = stateDir(t)
	s, err := pseudonymstore.Open(dir, sessionID)
	require.NoError(t, err)
	for _, value := range []string{"value one", "value two", "value three"} {
		hide(t, s, whole(value))
	}
	require.NoError(t, s.Close())
	return dir, sessionFile(t, dir, "pseudonyms.log")
}

// sessionFile is the path of a file of the only session.
func sessionFile(t *testing.T, dir, name string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "sessions", "*", name))
	require.NoError(t, err)
	require.Len(t, found, 1)
	return found[0]
}

func hide(t *testing.T, s *pseudonymstore.Session, text core.Hideable) string {
	t.Helper()
	r, err := s.Hide(context.Background(), []core.Hideable{text})
	require.NoError(t, err)
	return core.ApplyEdits(text.Text, r[0].Edits)
}

func reveal(t *testing.T, s *pseudonymstore.Session, text string) string {
	t.Helper()
	r, err := s.Reveal(context.Background(), []string{text})
	require.NoError(t, err)
	return core.ApplyEdits(text, r[0].Edits)
}

// requireRefusal requires a typed error on opening whose text holds neither the
// session's id nor a value.
func requireRefusal(t *testing.T, dir string, want error) {
	t.Helper()
	_, err := pseudonymstore.Open(dir, sessionID)
	require.ErrorIs(t, err, want)
	requireTypedError(t, err)
}

func requireTypedError(t *testing.T, err error) {
	t.Helper()
	var typed *pseudonymstore.Error
	require.ErrorAs(t, err, &typed)
	assert.NotEmpty(t, typed.Op)
	assert.NotEmpty(t, typed.Problem)
	assert.NotContains(t, err.Error(), sessionID)
	assert.NotContains(t, err.Error(), "value ")
	assert.NotContains(t, err.Error(), "\n")
}

func TestDamagedLog(t *testing.T) {
	dir, path := threeValues(t)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	start := bytes.IndexByte(whole, '\n') + 1
	size := func(value string) int { return 8 + 1 + 8 + 1 + 2*(1+len(value)) + 4 }
	last := len(whole) - size("value three")
	for at := start; at < len(whole); at++ {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x40
		require.NoError(t, os.WriteFile(path, damaged, 0o600))
		requireRefusal(t, dir, pseudonymstore.ErrCorrupt)
		kept, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, damaged, kept, "byte %d: the file is kept", at)
	}
	for end := last; end < len(whole); end++ {
		require.NoError(t, os.WriteFile(path, whole[:end], 0o600))
		s := open(t, dir, sessionID)
		require.Equal(t, "value two [SECRETO-003]", reveal(t, s, "[SECRETO-002] [SECRETO-003]"), "cut at %d", end)
		kept, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, whole[:last], kept, "the torn record is cut off")
		require.Equal(t, "[SECRETO-003]", hide(t, s, core.Hideable{Text: "v4", Findings: []core.Finding{{Kind: core.Secreto, Value: "v4", End: 2}}}))
	}
}

func TestTornTailUnderAnOpenSession(t *testing.T) {
	dir, path := threeValues(t)
	s, other := open(t, dir, sessionID), open(t, dir, sessionID)
	log, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, append(log, 30, 0, 0), 0o600))
	require.False(t, s.Repaired())
	require.Equal(t, "[SECRETO-004]", hide(t, s, whole("value four")))
	require.Equal(t, "value four", reveal(t, other, "[SECRETO-004]"))
	require.True(t, s.Repaired())
	require.False(t, other.Repaired(), "it found the log whole")
}

func TestZerosAtTheEnd(t *testing.T) {
	dir, path := threeValues(t)
	log, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, append(log, make([]byte, 5000)...), 0o600))
	require.Equal(t, "value three", reveal(t, open(t, dir, sessionID), "[SECRETO-003]"))
	kept, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, log, kept)
}

func TestLogThatChangesUnderAnOpenSession(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(log []byte) []byte
	}{
		{"shorter", func(log []byte) []byte { return log[:len(log)-1] }},
		{"a record twice", func(log []byte) []byte { return append(log, log[bytes.IndexByte(log, '\n')+1:]...) }},
		{"something else behind", func(log []byte) []byte { return append(log, "something else"...) }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, path := threeValues(t)
			s := open(t, dir, sessionID)
			log, err := os.ReadFile(path)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, tc.change(log), 0o600))
			for range 2 {
				_, err = s.Hide(context.Background(), []core.Hideable{whole("value four")})
				require.ErrorIs(t, err, pseudonymstore.ErrCorrupt)
				requireTypedError(t, err)
			}
			_, err = s.Reveal(context.Background(), []string{"[SECRETO-001]"})
			require.ErrorIs(t, err, pseudonymstore.ErrCorrupt)
		})
	}
}

func TestHeaders(t *testing.T) {
	for _, tc := range []struct {
		name, file, content string
		want                error
	}{
		{"newer log", "sessions/*/pseudonyms.log", "veil pseudonyms 3\nanything", pseudonymstore.ErrNewerVersion},
		{"newer key", "key", "veil key 10\nanything", pseudonymstore.ErrNewerVersion},
		{"empty log", "sessions/*/pseudonyms.log", "", pseudonymstore.ErrCorrupt},
		{"another file", "sessions/*/pseudonyms.log", "veil key 1\n", pseudonymstore.ErrCorrupt},
		{"version 0", "sessions/*/pseudonyms.log", "veil pseudonyms 0\n", pseudonymstore.ErrCorrupt},
		{"no version", "sessions/*/pseudonyms.log", "veil pseudonyms x\n", pseudonymstore.ErrCorrupt},
		{"short key", "key", "veil key 1\nabc", pseudonymstore.ErrCorrupt},
		{"key without its checksum", "key", "veil key 1\n01234567890123456789012345678901", pseudonymstore.ErrCorrupt},
		{"key with a wrong checksum", "key", "veil key 1\n01234567890123456789012345678901abcd", pseudonymstore.ErrCorrupt},
		{"long key", "key", "veil key 1\n0123456789012345678901234567890123", pseudonymstore.ErrCorrupt},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, _ := threeValues(t)
			found, err := filepath.Glob(filepath.Join(dir, tc.file))
			require.NoError(t, err)
			require.Len(t, found, 1)
			require.NoError(t, os.WriteFile(found[0], []byte(tc.content), 0o600))
			requireRefusal(t, dir, tc.want)
		})
	}
}
