// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/pseudonymstore"
)

func remember(t *testing.T, s *pseudonymstore.Session, texts ...string) []string {
	t.Helper()
	fresh, err := s.Remember(context.Background(), texts)
	require.NoError(t, err)
	return fresh
}

func remembers(t *testing.T, s *pseudonymstore.Session, text string) bool {
	t.Helper()
	known, err := s.Remembers(context.Background(), text)
	require.NoError(t, err)
	return known
}

func TestRemember(t *testing.T) {
	dir := stateDir(t)
	s := open(t, dir, sessionID)
	require.False(t, remembers(t, s, "one"))
	require.NoFileExists(t, filepath.Join(dir, "sessions", only(t, dir), "memory"), "made on first use")
	require.Equal(t, []string{"one", "two"}, remember(t, s, "one", "two", "one"))
	require.Equal(t, []string{"three"}, remember(t, s, "two", "three"))
	require.Empty(t, remember(t, s))

	again := open(t, dir, sessionID)
	require.Empty(t, remember(t, again, "one", "two", "three"), "it outlives the process")
	require.True(t, remembers(t, again, "one"))
	require.False(t, remembers(t, again, "on"))
	require.False(t, remembers(t, open(t, dir, "another"), "one"), "each session has its own")
}

func TestMemoryHoldsNoText(t *testing.T) {
	dir := stateDir(t)
	var contents [2][]byte
	for i, session := range []string{"a", "b"} {
		remember(t, open(t, dir, session), "maria.perez.example")
		content, err := os.ReadFile(sessionFile(t, dir, "memory"))
		require.NoError(t, err)
		require.NotContains(t, string(content), "perez")
		contents[i] = content
		require.NoError(t, os.Rename(filepath.Dir(sessionFile(t, dir, "memory")), filepath.Join(t.TempDir(), session)))
	}
	require.NotEqual(t, contents[0], contents[1], "the hash is keyed by the session")
}

func TestMemoryIsBounded(t *testing.T) {
	dir := stateDir(t)
	s := open(t, dir, sessionID)
	var texts []string
	for i := range 5000 {
		texts = append(texts, strconv.Itoa(i))
	}
	require.Len(t, remember(t, s, texts...), 5000)
	info, err := os.Stat(sessionFile(t, dir, "memory"))
	require.NoError(t, err)
	require.LessOrEqual(t, info.Size(), int64(64<<10+64))
	require.Empty(t, remember(t, s, texts[:4000]...))
	require.Equal(t, texts[4999:], remember(t, s, texts[4999]), "what does not fit is new every time")
	require.False(t, remembers(t, s, texts[4999]))
}

func TestMemoryOfAKilledProcess(t *testing.T) {
	dir := stateDir(t)
	s := open(t, dir, sessionID)
	remember(t, s, "one", "two")
	path := sessionFile(t, dir, "memory")
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, content[:len(content)-3], 0o600))
	require.Equal(t, []string{"two"}, remember(t, s, "one", "two"), "an unfinished end is no memory")
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.Equal(content, after))
}

func TestSomethingElseInPlaceOfTheMemory(t *testing.T) {
	tests := []struct {
		name string
		put  func(path string) error
		want error
	}{
		{"a link", func(path string) error { return os.Symlink("/dev/null", path) }, pseudonymstore.ErrUnsafeFile},
		{"another file", func(path string) error { return os.WriteFile(path, []byte("text"), 0o600) }, pseudonymstore.ErrCorrupt},
		{"of a newer version", func(path string) error { return os.WriteFile(path, []byte("veil memory 2\n"), 0o600) }, pseudonymstore.ErrNewerVersion},
		{"that others can read", func(path string) error { return os.WriteFile(path, []byte("veil memory 1\n"), 0o644) }, pseudonymstore.ErrUnsafeFile},
		{"a folder", func(path string) error { return os.Mkdir(path, fs.ModePerm) }, pseudonymstore.ErrUnsafeFile},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			dir := stateDir(t)
			s := open(t, dir, sessionID)
			require.NoError(t, tc.put(filepath.Join(dir, "sessions", only(t, dir), "memory")))
			_, err := s.Remember(context.Background(), []string{"one"})
			require.ErrorIs(t, err, tc.want)
			requireTypedError(t, err)
			_, err = s.Remembers(context.Background(), "one")
			require.ErrorIs(t, err, tc.want)
		})
	}
}

func TestMemoryOfARemovedSession(t *testing.T) {
	dir := stateDir(t)
	s := open(t, dir, sessionID)
	remember(t, s, "one")
	require.NoError(t, os.Remove(sessionFile(t, dir, "pseudonyms.log")))
	_, err := s.Remember(context.Background(), []string{"two"})
	require.ErrorIs(t, err, pseudonymstore.ErrRemoved)
	require.NoError(t, s.Close())
	_, err = s.Remember(context.Background(), []string{"two"})
	require.ErrorIs(t, err, pseudonymstore.ErrClosed)
}

const placesPerWorker = 20

// rememberer remembers the same texts as its neighbours and prints those that were
// new.
func rememberer(dir string) int {
	all := []string{}
	for i := range placesPerWorker {
		s, err := pseudonymstore.Open(dir, sessionID)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		fresh, err := s.Remember(context.Background(), []string{fmt.Sprint("place ", i)})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		all = append(all, fresh...)
		if s.Close() != nil {
			return 1
		}
	}
	if json.NewEncoder(os.Stdout).Encode(all) != nil {
		return 1
	}
	return 0
}

func TestSixteenProcessesRememberOnce(t *testing.T) {
	dir := stateDir(t)
	times := map[string]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), envMemory+"="+dir)
			cmd.Stderr = os.Stderr
			printed, err := cmd.Output()
			var fresh []string
			if assert.NoError(t, err) && assert.NoError(t, json.Unmarshal(printed, &fresh)) {
				mu.Lock()
				defer mu.Unlock()
				for _, text := range fresh {
					times[text]++
				}
			}
		})
	}
	wg.Wait()
	require.Len(t, times, placesPerWorker)
	for text, n := range times {
		require.Equal(t, 1, n, text)
	}
}
