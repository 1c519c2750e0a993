// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/pseudonymstore"
)

// TestLogWithAHugeTailOfZeros: a sparse file costs nothing to make, and must not cost
// a hook its deadline.
func TestLogWithAHugeTailOfZeros(t *testing.T) {
	for _, tc := range []struct {
		name string
		size int64
		want string // "" if they are cut off
	}{
		{"as a torn write leaves", 63 << 20, ""},
		{"more than a torn write leaves", 65 << 20, "it ends with more than 64 MiB of zeros"},
		{"nearly all that is read", 1 << 30, "it ends with more than 64 MiB of zeros"},
		{"more than is read", 3 << 30, "it is larger than 1 GiB"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, path := threeValues(t)
			log := must(os.ReadFile(path))
			require.NoError(t, os.Truncate(path, tc.size))
			before := allocated()
			if tc.want != "" {
				requireRefusal(t, dir, pseudonymstore.ErrCorrupt)
				_, err := pseudonymstore.Open(dir, sessionID)
				require.ErrorContains(t, err, path+": the file is damaged: "+tc.want)
				require.Equal(t, tc.size, must(os.Stat(path)).Size(), "it is kept")
			}
			d, err := pseudonymstore.Describe(dir, filepath.Base(filepath.Dir(path)))
			require.NoError(t, err)
			if tc.want != "" {
				require.ErrorIs(t, d.Fault, pseudonymstore.ErrCorrupt)
			} else {
				require.NoError(t, d.Fault)
				require.True(t, d.Torn)
				require.Equal(t, "value three", reveal(t, open(t, dir, sessionID), "[SECRETO-003]"))
				require.Equal(t, log, must(os.ReadFile(path)), "the zeros are cut off")
			}
			require.Less(t, allocated()-before, uint64(8<<20), "the zeros are not read into memory")
		})
	}
}

// allocated is how many bytes of memory were taken so far.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// TestZerosInsideARecord: a record with zeros in it is whole or torn as ever,
// wherever it lies.
func TestZerosInsideARecord(t *testing.T) {
	dir, path := threeValues(t)
	value := "value" + string(make([]byte, 300<<10)) + "end"
	s := open(t, dir, sessionID)
	require.Equal(t, "[SECRETO-004]", hide(t, s, whole(value)))
	log := must(os.ReadFile(path))
	for _, zeros := range []int64{0, 5, 1 << 10, 1 << 20, 4 << 20} {
		require.NoError(t, os.Truncate(path, int64(len(log))+zeros))
		require.Equal(t, value, reveal(t, open(t, dir, sessionID), "[SECRETO-004]"), "%d zeros", zeros)
		require.Equal(t, log, must(os.ReadFile(path)), "%d zeros", zeros)
	}
	require.NoError(t, os.WriteFile(path, log[:len(log)-1000], 0o600)) // the snapshot may hold it
	require.NoError(t, os.RemoveAll(filepath.Join(filepath.Dir(path), "pseudonyms.index")))
	require.NoError(t, os.Truncate(path, int64(len(log))+4<<20))
	requireRefusal(t, dir, pseudonymstore.ErrCorrupt)
}
