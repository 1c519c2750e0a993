// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/pseudonymstore"
)

const day = 24 * time.Hour

// aged makes a session that was last used that long ago, and returns its folder.
func aged(t testing.TB, dir, session string, past time.Duration) string {
	t.Helper()
	before := folders(t, dir)
	s, err := pseudonymstore.Open(dir, session)
	require.NoError(t, err)
	require.NoError(t, s.Close())
	for folder := range folders(t, dir) {
		if !before[folder] {
			age(t, folder, time.Now().Add(-past))
			return folder
		}
	}
	t.Fatal("no folder was made")
	return ""
}

func folders(t testing.TB, dir string) map[string]bool {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "sessions", "*"))
	require.NoError(t, err)
	set := map[string]bool{}
	for _, f := range found {
		set[f] = true
	}
	return set
}

func TestAgeOut(t *testing.T) {
	for _, tc := range []struct {
		name string
		past time.Duration
		stay bool
	}{
		{"used long ago", 30*day + time.Hour, false},
		{"used not so long ago", 30*day - time.Hour, true},
		{"used in the future", -400 * day, true},
		{"the zero time", time.Since(time.Unix(0, 0)), false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := stateDir(t)
			folder := aged(t, dir, "old", tc.past)
			require.DirExists(t, folder)
			open(t, dir, "new")
			require.Equal(t, tc.stay, folders(t, dir)[folder])
		})
	}
}

func TestAgeOutLeavesWhatIsInUse(t *testing.T) {
	dir := stateDir(t)
	folder := aged(t, dir, "old", 0)
	s, err := pseudonymstore.Open(dir, "old")
	require.NoError(t, err)
	age(t, folder, time.Now().Add(-31*day))
	open(t, dir, "new")
	require.DirExists(t, folder)
	hide(t, s, whole("value one"))
	require.NoError(t, s.Close())
	age(t, folder, time.Now().Add(-31*day))
	open(t, dir, "newer")
	require.NoDirExists(t, folder)
}

func TestOnlyANewSessionAgesOut(t *testing.T) {
	dir, _ := threeValues(t)
	folder := aged(t, dir, "old", 31*day)
	open(t, dir, sessionID)
	require.DirExists(t, folder)
}

func TestAgeOutLeavesStrays(t *testing.T) {
	dir := stateDir(t)
	old := aged(t, dir, "old", 31*day)
	toLink(t, old)
	garbage := filepath.Join(dir, "sessions", "notes")
	require.NoError(t, os.Mkdir(garbage, 0o700))
	shared := filepath.Join(dir, "sessions", strings.Repeat("a", 32))
	require.NoError(t, os.Mkdir(shared, 0o755))
	left := filepath.Join(dir, "sessions", strings.Repeat("c", 32)+".removed")
	require.NoError(t, os.Mkdir(left, 0o700))
	for _, path := range []string{garbage, shared} {
		require.NoError(t, os.Chtimes(path, time.Unix(0, 0), time.Unix(0, 0)))
	}
	open(t, dir, "new")
	require.FileExists(t, filepath.Join(old, "pseudonyms.log"), "behind a link")
	require.DirExists(t, garbage)
	require.DirExists(t, shared)
	require.NoDirExists(t, left, "half removed before")
}

// TestAgeOutIsBounded: one new session spends little, and several finish the work.
func TestAgeOutIsBounded(t *testing.T) {
	const many = 100
	dir := stateDir(t)
	old := map[string]bool{}
	for i := range many {
		old[aged(t, dir, fmt.Sprint("old ", i), 0)] = true
	}
	for folder := range old {
		age(t, folder, time.Now().Add(-31*day))
	}
	left := func() (n int) {
		for folder := range folders(t, dir) {
			if old[strings.TrimSuffix(folder, ".removed")] {
				n++
			}
		}
		return n
	}
	open(t, dir, "new")
	require.GreaterOrEqual(t, left(), many-4)
	for i := 0; left() > 0; i++ {
		require.Less(t, i, many, "each removes one at least")
		open(t, dir, fmt.Sprint("new ", i))
	}
}

// BenchmarkBegin opens a session that is new, beside others that are not old, and
// beside some of which the last use is too long ago.
func BenchmarkBegin(b *testing.B) {
	for _, bc := range []struct {
		name        string
		others, old int
	}{{"alone", 0, 0}, {"1000 others", 1000, 0}, {"10000 others", 10000, 0}, {"1000 others, 4 old", 1000, 4}} {
		b.Run(bc.name, func(b *testing.B) {
			dir := stateDir(b)
			others(b, dir, 1, bc.others, time.Hour)
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				others(b, dir, 0, bc.old, 31*day)
				b.StartTimer()
				s, err := pseudonymstore.Open(dir, fmt.Sprint("new ", i))
				if err != nil {
					b.Fatal(err)
				}
				_ = s.Close()
			}
		})
	}
}

// others makes folders that look like sessions to who does not read them. Their
// names begin alike.
func others(b *testing.B, dir string, first, n int, past time.Duration) {
	b.Helper()
	for i := range n {
		folder := filepath.Join(dir, "sessions", fmt.Sprintf("%024x%08x", first, i))
		require.NoError(b, os.MkdirAll(folder, 0o700))
		for _, name := range []string{"lock", "pseudonyms.log"} {
			require.NoError(b, os.WriteFile(filepath.Join(folder, name), []byte("x"), 0o600))
		}
		age(b, folder, time.Now().Add(-past))
	}
}
