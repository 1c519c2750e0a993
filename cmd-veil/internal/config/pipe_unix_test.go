// SPDX-License-Identifier: Apache-2.0

//go:build unix

package config

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPipeInPlaceOfAFileDoesNotBlock(t *testing.T) {
	m := newMachine(t)
	pipe := filepath.Join(m.project, "names")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	t.Setenv("VEIL_CATALOG", pipe)
	c, err := m.load(t)
	require.NoError(t, err)
	_, err = c.Catalogue("", 0)
	require.ErrorContains(t, err, "not a regular file")
}

// Neither does one that takes the file's place at the last moment, nor a file of the system
// that waits for something to happen.
func TestOpeningNeverBlocks(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "names")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	_, err := readRegular(pipe, 10)
	require.ErrorContains(t, err, "not a regular file")
	if info, err := os.Stat("/proc/kmsg"); err != nil || !info.Mode().IsRegular() {
		t.Skip("there is no such file")
	}
	_, _ = ReadRegular("/proc/kmsg", 10<<20)
}

// A file that says that it is too large is not read.
func TestTooLargeAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "names")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	require.NoError(t, os.Truncate(path, 1<<40)) // with a hole
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := ReadRegular(path, 256<<20)
	require.EqualError(t, err, "larger than 256 MiB")
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
}
