// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/pseudonymstore"
)

// withSnapshot is a state directory whose session has a snapshot, and its folder.
func withSnapshot(t *testing.T) (dir, folder string) {
	t.Helper()
	dir = stateDir(t)
	s, err := pseudonymstore.Open(dir, sessionID)
	require.NoError(t, err)
	folder = hideHundred(t, s, dir, "value")
	require.NoError(t, s.Close())
	require.FileExists(t, filepath.Join(folder, "pseudonyms.index"))
	return dir, folder
}

// TestLogThatLostWhatItsSnapshotHolds: numbers that were given out must not be given
// to others. A torn write cannot be the cause, so that the session fails closed.
func TestLogThatLostWhatItsSnapshotHolds(t *testing.T) {
	header := func(log []byte) []byte { return log[:bytes.IndexByte(log, '\n')+1] }
	const short = ": it is shorter than what its snapshot was made from"
	for _, tc := range []struct {
		name   string
		change func(log []byte) []byte
		why    string
	}{
		{"gone", func([]byte) []byte { return nil }, short},
		{"only its header", header, short},
		{"cut to half", func(log []byte) []byte { return log[:len(log)/2] }, short},
		{"cut by a byte", func(log []byte) []byte { return log[:len(log)-1] }, short},
		{"zeros behind the header", func(log []byte) []byte { return append(header(log), make([]byte, 2*len(log))...) }, short},
		{"zeros from half on", func(log []byte) []byte { return append(log[:len(log)/2], make([]byte, len(log))...) }, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, folder := withSnapshot(t)
			path, index := filepath.Join(folder, "pseudonyms.log"), filepath.Join(folder, "pseudonyms.index")
			log, snapshot := must(os.ReadFile(path)), must(os.ReadFile(index))
			require.NoError(t, os.Remove(path))
			left := tc.change(bytes.Clone(log))
			if left != nil {
				require.NoError(t, os.WriteFile(path, left, 0o600))
			}
			d, err := pseudonymstore.Describe(dir, filepath.Base(folder))
			require.NoError(t, err)
			require.ErrorIs(t, d.Fault, pseudonymstore.ErrCorrupt)
			for range 2 {
				requireRefusal(t, dir, pseudonymstore.ErrCorrupt)
			}
			_, err = pseudonymstore.Open(dir, sessionID)
			require.ErrorContains(t, err, path+": the file is damaged"+tc.why)
			require.Equal(t, snapshot, must(os.ReadFile(index)), "the snapshot is kept")
			if left != nil {
				require.Equal(t, left, must(os.ReadFile(path)), "the log is kept")
			}
			require.NoError(t, os.WriteFile(path, log, 0o600))
			require.Equal(t, "value 099 of a hundred", reveal(t, open(t, dir, sessionID), "[SECRETO-100]"), "brought back")
		})
	}
}

// TestRemedyForALostLog: what the hint says leads out of it.
func TestRemedyForALostLog(t *testing.T) {
	dir, folder := withSnapshot(t)
	require.NoError(t, os.Remove(filepath.Join(folder, "pseudonyms.log")))
	_, err := pseudonymstore.Open(dir, sessionID)
	var typed *pseudonymstore.Error
	require.ErrorAs(t, err, &typed)
	require.Equal(t, "bring it back as it was, or move its folder away; veil then starts anew and does not know the tokens in it", typed.Remedy())
	require.NoError(t, os.Rename(folder, filepath.Join(t.TempDir(), "away")))
	require.Equal(t, "[SECRETO-001]", hide(t, open(t, dir, sessionID), whole("value x")))
}

// TestLostLogBesideAnUnsoundSnapshot: such a snapshot says nothing.
func TestLostLogBesideAnUnsoundSnapshot(t *testing.T) {
	dir, folder := withSnapshot(t)
	index := filepath.Join(folder, "pseudonyms.index")
	snapshot := must(os.ReadFile(index))
	snapshot[100] ^= 1
	require.NoError(t, os.WriteFile(index, snapshot, 0o600))
	require.NoError(t, os.Remove(filepath.Join(folder, "pseudonyms.log")))
	require.Equal(t, "[SECRETO-001]", hide(t, open(t, dir, sessionID), whole("value x")))
}
