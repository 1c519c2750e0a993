// SPDX-License-Identifier: Apache-2.0

//go:build linux

package pseudonymstore_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// meetFullDisk is a process that finds the disk full in the middle of a write,
// and then not any more. A limit on the size of files stands in for the disk;
// it holds for root too.
func meetFullDisk(dir string) int {
	s, err := pseudonymstore.Open(dir, sessionID)
	if err != nil {
		return 1
	}
	defer s.Close()
	signal.Ignore(syscall.SIGXFSZ)
	var before syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before) != nil {
		return 2
	}
	limit := syscall.Rlimit{Cur: 300, Max: before.Max}
	if syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit) != nil {
		return 3
	}
	_, err = s.Hide(context.Background(), []core.Hideable{whole("value four"), whole("value " + strings.Repeat("x", 300))})
	fmt.Println(errors.Is(err, syscall.EFBIG), len(s.Known(nil, []byte("value four"))))
	_, err = s.Hide(context.Background(), []core.Hideable{blob("QUJD", large)})
	fmt.Println(errors.Is(err, syscall.EFBIG))
	return afterFullDisk(s, before)
}

// afterFullDisk has room for the log, not for a snapshot, and then for all.
func afterFullDisk(s *pseudonymstore.Session, before syscall.Rlimit) int {
	limit := syscall.Rlimit{Cur: 9000, Max: before.Max}
	if syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit) != nil {
		return 6
	}
	if _, err := s.Hide(context.Background(), hundred("many")); err != nil {
		return 7
	}
	if syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before) != nil {
		return 4
	}
	r, err := s.Hide(context.Background(), []core.Hideable{whole("value five")})
	if err != nil {
		return 5
	}
	fmt.Println(r[0].Edits[0].New)
	return 0
}

func TestFullDisk(t *testing.T) {
	dir, path := threeValues(t)
	s := open(t, dir, sessionID)
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Less(t, len(before), 300)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envFullDisk+"="+dir)
	printed, err := cmd.Output()
	require.NoError(t, err)
	require.Equal(t, "true 0\ntrue\n[SECRETO-104]\n", string(printed))
	require.NoFileExists(t, filepath.Join(filepath.Dir(path), "pseudonyms.index"))
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(after), "value five")
	require.NotContains(t, string(after), "value four", "nothing is left of the write that failed")
	require.Equal(t, "[SECRETO-105]", hide(t, s, whole("value four")))
	require.Empty(t, blobFiles(t, filepath.Dir(path)))
	require.Equal(t, "[BLOB-001]", hide(t, s, blob("QUJD", large)))
}
