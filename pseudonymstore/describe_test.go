// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// only is the name of the only session.
func only(t *testing.T, dir string) string {
	t.Helper()
	list, err := pseudonymstore.Sessions(dir)
	require.NoError(t, err)
	require.Len(t, list.Names, 1)
	return list.Names[0]
}

func describe(t *testing.T, dir string) pseudonymstore.Description {
	t.Helper()
	d, err := pseudonymstore.Describe(dir, only(t, dir))
	require.NoError(t, err)
	return d
}

func TestNoSessions(t *testing.T) {
	dir := stateDir(t)
	list, err := pseudonymstore.Sessions(dir)
	require.NoError(t, err)
	require.Empty(t, list)
	require.NoDirExists(t, dir, "nothing is made")
	require.NoError(t, pseudonymstore.FinishPurges(dir))
}

func TestSessionsTellsStraysApart(t *testing.T) {
	dir, _ := threeValues(t)
	folder := filepath.Join(dir, "sessions")
	for _, name := range []string{"notes", strings.Repeat("A", 32), strings.Repeat("a", 31), "copy.removed"} {
		require.NoError(t, os.Mkdir(filepath.Join(folder, name), 0o700))
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, strings.Repeat("b", 32)+".removed"), nil, 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(folder, strings.Repeat("c", 32)+".removed"), 0o700))
	list, err := pseudonymstore.Sessions(dir)
	require.NoError(t, err)
	require.Len(t, list.Names, 1)
	require.Equal(t, []string{strings.Repeat("A", 32), strings.Repeat("a", 31), strings.Repeat("b", 32) + ".removed", "copy.removed", "notes"}, list.Strays)
	require.NoError(t, pseudonymstore.FinishPurges(dir))
	again, err := pseudonymstore.Sessions(dir)
	require.NoError(t, err)
	require.Equal(t, list, again, "strays stay")
	require.NoDirExists(t, filepath.Join(folder, strings.Repeat("c", 32)+".removed"))
}

func TestDescribe(t *testing.T) {
	dir := stateDir(t)
	s := open(t, dir, sessionID)
	hide(t, s, core.Hideable{Text: "12345678Z and 12.345.678-Z, [DNI-004]", Findings: []core.Finding{
		{Kind: core.DNI, Value: "12345678Z", End: 9},
		{Kind: core.DNI, Value: "12345678Z", Start: 14, End: 26},
	}})
	hide(t, s, core.Hideable{Text: "[TEL-007]", Fresh: true})
	hide(t, s, blob("QUJD", large-1))
	hide(t, s, blob("QUJE", large))
	hide(t, s, blob("QUJF", 16<<20))
	d := describe(t, dir)
	require.Equal(t, []pseudonymstore.KindCount{
		{Kind: core.DNI, Values: 1, Forms: 2, Reserved: 1},
		{Kind: core.Tel, Foreign: 1},
		{Kind: core.Blob, Values: 3, Forms: 3},
	}, d.Kinds)
	require.Equal(t, [2]int{2, 1}, [2]int{d.Kept, d.Withheld})
	require.True(t, d.InUse)
	require.False(t, d.Torn)
	require.NoError(t, d.Fault)
	require.WithinDuration(t, time.Now(), d.LastUse, time.Minute)
	require.Equal(t, []string{"blobs", "lock", "pseudonyms.index", "pseudonyms.log"}, names(d.Files))
	require.Equal(t, pseudonymstore.FileSize{Name: "blobs", Count: 1, Bytes: int64(large + len("veil blob 1\n"))}, d.Files[0])
	require.Equal(t, []int{1, 1, 2}, []int{d.Files[1].Version, d.Files[2].Version, d.Files[3].Version})
	require.Equal(t, pseudonymstore.SnapshotFits, d.Snapshot)
	for _, value := range []string{"12345678Z", "12.345.678-Z", "QUJD", sessionID} {
		require.NotContains(t, fmt.Sprintf("%+v", d), value)
	}
	require.NoError(t, s.Close())
	require.False(t, describe(t, dir).InUse)
}

func names(files []pseudonymstore.FileSize) (list []string) {
	for _, f := range files {
		list = append(list, f.Name)
	}
	return list
}

func TestDescribeSaysWhatIsWrong(t *testing.T) {
	for _, tc := range []struct {
		name, file string
		change     func(t *testing.T, path string)
		want       error
	}{
		{"damaged", "pseudonyms.log", flip(60), pseudonymstore.ErrCorrupt},
		{"another format", "pseudonyms.log", flip(1), pseudonymstore.ErrCorrupt},
		{"a newer version", "pseudonyms.log", begin("veil pseudonyms 9\n"), pseudonymstore.ErrNewerVersion},
		{"a link in place of the log", "pseudonyms.log", toLink, pseudonymstore.ErrUnsafeFile},
		{"a link in place of the lock", "lock", toLink, pseudonymstore.ErrUnsafeFile},
		{"a link in place of the session", "", toLink, pseudonymstore.ErrUnsafeFile},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, log := threeValues(t)
			tc.change(t, filepath.Join(filepath.Dir(log), tc.file))
			before, err := os.ReadFile(log)
			require.NoError(t, err)
			d := describe(t, dir)
			require.ErrorIs(t, d.Fault, tc.want)
			requireTypedError(t, d.Fault)
			require.Empty(t, d.Kinds)
			after, err := os.ReadFile(log)
			require.NoError(t, err)
			assert.Equal(t, before, after, "the file is kept")
		})
	}
}

// flip changes a byte of a file.
func flip(at int) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		t.Helper()
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		content[at] ^= 1
		require.NoError(t, os.WriteFile(path, content, 0o600))
	}
}

// begin writes another first line of the same length.
func begin(line string) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		t.Helper()
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, append([]byte(line), content[len(line):]...), 0o600))
	}
}

// toLink moves what has the path away and puts a link to it in its place.
func toLink(t *testing.T, path string) {
	t.Helper()
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	require.NoError(t, os.Rename(path, elsewhere))
	require.NoError(t, os.Symlink(elsewhere, path))
}

func TestDescribeIsNoUse(t *testing.T) {
	dir, log := threeValues(t)
	content, err := os.ReadFile(log)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(log, content[:len(content)-3], 0o600))
	then := time.Now().Add(-40 * 24 * time.Hour).Truncate(time.Second)
	age(t, filepath.Dir(log), then)
	for range 2 {
		d := describe(t, dir)
		require.True(t, d.Torn)
		require.Equal(t, 2, d.Kinds[0].Values)
		require.True(t, then.Equal(d.LastUse), "%s", d.LastUse)
	}
	require.Equal(t, len(content)-3, int(must(os.Stat(log)).Size()), "nothing is cut off")
}

func TestDescribeSnapshots(t *testing.T) {
	dir := stateDir(t)
	s := open(t, dir, sessionID)
	hide(t, s, whole("value one"))
	require.Equal(t, pseudonymstore.NoSnapshot, describe(t, dir).Snapshot)
	index := filepath.Join(hideHundred(t, s, dir, "value"), "pseudonyms.index")
	require.Equal(t, pseudonymstore.SnapshotFits, describe(t, dir).Snapshot)
	flip(5000)(t, index)
	require.Equal(t, pseudonymstore.SnapshotUnusable, describe(t, dir).Snapshot, "a block that opening does not read")
	require.FileExists(t, index)
}

func TestDescribeWhatIsNotThere(t *testing.T) {
	dir, _ := threeValues(t)
	for _, name := range []string{"", "..", strings.Repeat("a", 32), strings.Repeat("a", 32) + ".removed"} {
		_, err := pseudonymstore.Describe(dir, name)
		require.ErrorIs(t, err, os.ErrNotExist)
		requireTypedError(t, err)
	}
}

// age sets every time of a session's folder.
func age(t testing.TB, folder string, then time.Time) {
	t.Helper()
	for _, name := range []string{"lock", "pseudonyms.log", ""} {
		require.NoError(t, os.Chtimes(filepath.Join(folder, name), then, then))
	}
}
