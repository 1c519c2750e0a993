// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// blob is a text of size bytes that is a blob as a whole.
func blob(fill string, size int) core.Hideable {
	text := strings.Repeat(fill, size/len(fill)+1)[:size]
	return core.Hideable{Text: text, Findings: []core.Finding{{Kind: core.Blob, Value: text, End: size}}, Fresh: true}
}

const large = 4<<10 + 1 // bytes: the smallest blob that has a file

// blobFiles are the paths of the blobs' files in a session's folder.
func blobFiles(t *testing.T, folder string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "blobs", "*"))
	require.NoError(t, err)
	require.NoFileExists(t, filepath.Join(folder, "unfinished"))
	return found
}

func TestBlobFiles(t *testing.T) {
	dir, log := threeValues(t)
	s, folder := open(t, dir, sessionID), filepath.Dir(log)
	require.Equal(t, "[BLOB-001]", hide(t, s, blob("QUJD", large-1)))
	require.Empty(t, blobFiles(t, folder), "short ones stay in the log")
	before, err := os.ReadFile(log)
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(before, []byte("veil pseudonyms 1\n")))

	require.Equal(t, "[BLOB-002]", hide(t, s, blob("QUJD", large)))
	files := blobFiles(t, folder)
	require.Len(t, files, 1)
	assert.Regexp(t, "^[0-9a-f]{64}$", filepath.Base(files[0]))
	content, err := os.ReadFile(files[0])
	require.NoError(t, err)
	require.Equal(t, "veil blob 1\n"+blob("QUJD", large).Text, string(content))
	after, err := os.ReadFile(log)
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(after, []byte("veil pseudonyms 2\n")), "an older veil does not know such records")
	require.Less(t, len(after)-len(before), 100, "the log does not hold it")

	other := open(t, dir, "another session")
	require.Equal(t, "[BLOB-001]", hide(t, other, blob("QUJD", large)))
	all, err := filepath.Glob(filepath.Join(dir, "sessions", "*", "blobs", "*"))
	require.NoError(t, err)
	require.Len(t, all, 2)
	require.NotEqual(t, filepath.Base(all[0]), filepath.Base(all[1]), "a name says in no session what another one holds")
}

// TestDamagedBlob: what is wrong with a blob's file matters only to who needs it.
func TestDamagedBlob(t *testing.T) {
	for _, tc := range []struct {
		name   string
		damage func(content []byte) []byte // nil removes the file
		want   error
	}{
		{"missing", func([]byte) []byte { return nil }, os.ErrNotExist},
		{"empty", func([]byte) []byte { return []byte{} }, pseudonymstore.ErrCorrupt},
		{"cut", func(c []byte) []byte { return c[:len(c)-1] }, pseudonymstore.ErrCorrupt},
		{"longer", func(c []byte) []byte { return append(c, 'x') }, pseudonymstore.ErrCorrupt},
		{"one bit", func(c []byte) []byte { c[len(c)/2] ^= 1; return c }, pseudonymstore.ErrCorrupt},
		{"newer", func([]byte) []byte { return []byte("veil blob 2\nx") }, pseudonymstore.ErrNewerVersion},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, log := threeValues(t)
			hide(t, open(t, dir, sessionID), blob("QUJD", large))
			path := blobFiles(t, filepath.Dir(log))[0]
			content, err := os.ReadFile(path)
			require.NoError(t, err)
			require.NoError(t, os.Remove(path))
			if damaged := tc.damage(bytes.Clone(content)); damaged != nil {
				require.NoError(t, os.WriteFile(path, damaged, 0o600))
			}
			s := open(t, dir, sessionID)
			require.Equal(t, "[BLOB-001]", hide(t, s, blob("QUJD", large)))
			require.Equal(t, "value one", reveal(t, s, "[SECRETO-001]"))
			_, err = s.Reveal(context.Background(), []string{"[SECRETO-001] [BLOB-001]"})
			require.ErrorIs(t, err, tc.want)
			requireTypedError(t, err)
			require.ErrorContains(t, err, path)
			var typed *pseudonymstore.Error
			require.ErrorAs(t, err, &typed)
			require.NotContains(t, typed.Remedy(), "starts anew", "the session goes on")
			require.NoError(t, os.WriteFile(path, content, 0o600))
			require.Equal(t, blob("QUJD", large).Text, reveal(t, s, "[BLOB-001]"), "it is back")
		})
	}
}

func TestSomethingElseInPlaceOfBlobs(t *testing.T) {
	elsewhere := t.TempDir()
	for _, tc := range []struct {
		name, path string
		put        func(path string) error
		want       error
	}{
		{"a link in place of the folder", "blobs", func(p string) error { return os.Symlink(elsewhere, p) }, pseudonymstore.ErrUnsafeFile},
		{"a file in place of the folder", "blobs", func(p string) error { return os.WriteFile(p, nil, 0o600) }, pseudonymstore.ErrNotFolder},
		{"a folder in place of what is written", "unfinished", func(p string) error { return os.MkdirAll(filepath.Join(p, "x"), 0o700) }, os.ErrExist},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, log := threeValues(t)
			path := filepath.Join(filepath.Dir(log), tc.path)
			require.NoError(t, tc.put(path))
			s := open(t, dir, sessionID)
			_, err := s.Hide(context.Background(), []core.Hideable{blob("QUJD", large)})
			require.ErrorIs(t, err, tc.want)
			requireTypedError(t, err)
			_, err = s.Reveal(context.Background(), []string{"[BLOB-001]"})
			require.NoError(t, err)
			require.NoError(t, os.RemoveAll(path))
			require.Equal(t, "[BLOB-001]", hide(t, s, blob("QUJD", large)))
		})
	}
	found, err := os.ReadDir(elsewhere)
	require.NoError(t, err)
	require.Empty(t, found)
}

// TestLinkInPlaceOfABlob: a link is never followed, whether it is read or
// written over.
func TestLinkInPlaceOfABlob(t *testing.T) {
	dir, log := threeValues(t)
	before, err := os.ReadFile(log)
	require.NoError(t, err)
	hide(t, open(t, dir, sessionID), blob("QUJD", large))
	path := blobFiles(t, filepath.Dir(log))[0]
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	require.NoError(t, os.Rename(path, elsewhere))
	require.NoError(t, os.Symlink(elsewhere, path))
	_, err = open(t, dir, sessionID).Reveal(context.Background(), []string{"[BLOB-001]"})
	require.ErrorIs(t, err, pseudonymstore.ErrUnsafeFile)

	require.NoError(t, os.WriteFile(log, before, 0o600)) // as if it had not been minted
	s := open(t, dir, sessionID)
	require.Equal(t, "[BLOB-001]", hide(t, s, blob("QUJD", large)))
	require.Equal(t, blob("QUJD", large).Text, reveal(t, s, "[BLOB-001]"))
	info, err := os.Lstat(path)
	require.NoError(t, err)
	require.True(t, info.Mode().IsRegular())
}

// TestKilledBetweenBlobAndRecord: a file that no record names is used again, and
// written again where it is not whole.
func TestKilledBetweenBlobAndRecord(t *testing.T) {
	for _, damage := range []string{"", "x"} {
		dir, log := threeValues(t)
		before, err := os.ReadFile(log)
		require.NoError(t, err)
		hide(t, open(t, dir, sessionID), blob("QUJD", large))
		path := blobFiles(t, filepath.Dir(log))[0]
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, append(content, damage...), 0o600))
		orphan, err := os.Stat(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(log, before, 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(log), "unfinished"), []byte("half"), 0o400))

		s := open(t, dir, sessionID)
		require.Equal(t, "[BLOB-001]", hide(t, s, blob("XYZ", large)), "another one has the number now")
		require.Equal(t, "[BLOB-002]", hide(t, s, blob("QUJD", large)))
		require.Len(t, blobFiles(t, filepath.Dir(log)), 2)
		require.Equal(t, blob("QUJD", large).Text, reveal(t, s, "[BLOB-002]"))
		now, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, damage == "", os.SameFile(orphan, now))
	}
}

// TestTooManyBlobs: what a session has no room for still gets a token, which
// stands for nothing.
func TestTooManyBlobs(t *testing.T) {
	const mib = 1 << 20
	dir, log := threeValues(t)
	s := open(t, dir, sessionID)
	require.Equal(t, "[BLOB-001]", hide(t, s, blob("QUJD", 10*mib)))
	texts := []core.Hideable{blob("MTIz", 4*mib), blob("NDU2", 3*mib), blob("Nzg5", 2*mib), blob("MTIz", 4*mib), blob("eHl6", 1), blob("WFla", 33*mib)}
	rewritings, err := s.Hide(context.Background(), texts)
	require.NoError(t, err)
	for i, want := range []string{"[BLOB-002]", "[BLOB-003]", "[BLOB-004]", "[BLOB-002]", "[BLOB-005]", "[BLOB-006]"} {
		require.Equal(t, want, rewritings[i].Edits[0].New)
	}
	require.Len(t, blobFiles(t, filepath.Dir(log)), 3)
	for range 2 {
		r, err := s.Reveal(context.Background(), []string{"[BLOB-003] [BLOB-005] [BLOB-006]", "[BLOB-004]"})
		require.NoError(t, err)
		require.Len(t, r[0].Edits, 1)
		require.Equal(t, []core.Token{{Kind: core.Blob, Number: 3, Form: 1}, {Kind: core.Blob, Number: 6, Form: 1}}, r[0].Unknown)
		require.True(t, texts[2].Text == r[1].Edits[0].New)
		require.Equal(t, "[BLOB-003]", hide(t, s, texts[1]), "it stays withheld, with one token")
		s = open(t, dir, sessionID)
	}
	require.Equal(t, "[LITERAL-001]", hide(t, s, core.Hideable{Text: "[BLOB-003]", Fresh: true}))
}
