// SPDX-License-Identifier: Apache-2.0

//go:build linux || darwin

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// requireDeniedForTheDisk demands a denial that names the cause, for every event.
func (m machine) requireDeniedForTheDisk(t *testing.T, value string, env ...string) {
	t.Helper()
	for _, e := range processEvents {
		r := m.run(t, e, value, env...)
		require.Equal(t, denies, e.reads(t, r), "%s: %+v", e.name, r)
		require.Zero(t, r.code, "%s says why in the host's own form: %+v", e.name, r)
		require.Contains(t, r.stdout, "not analysed")
		require.Regexp(t, "no space|too large|read-only|permission denied", r.stdout)
		requireAbsent(t, "the answer", r.stdout+r.err, value)
	}
}

// TestFullDiskDenies: whatever part of the store does not fit, and when there is
// room again, veil goes on.
func TestFullDiskDenies(t *testing.T) {
	for _, size := range []int{0, 1, 31, 33, 64} {
		t.Run(fmt.Sprintf("files of %d bytes", size), func(t *testing.T) {
			m := newMachine(t)
			m.requireDeniedForTheDisk(t, dni(1), fmt.Sprintf("%s=%d", envFileSize, size))
			requireWorks(t, m, ledger{map[string]string{}, map[string]string{}})
		})
	}
	t.Run("in the middle of a session", func(t *testing.T) {
		m, l := newMachine(t), ledger{map[string]string{}, map[string]string{}}
		requireWorks(t, m, l)
		m.requireDeniedForTheDisk(t, dni(99), envFileSize+"=100")
		requireWorks(t, m, l)
	})
	t.Run("a file system without room", func(t *testing.T) {
		m, l := newMachine(t), ledger{map[string]string{}, map[string]string{}}
		require.NoError(t, os.MkdirAll(m.state(), 0o700))
		mount(t, m.state(), "size=64k,mode=700")
		requireWorks(t, m, l)
		hog := m.state() + "/hog"
		fill(t, hog)
		m.requireDeniedForTheDisk(t, manyValues())
		require.NoError(t, os.Remove(hog))
		requireWorks(t, m, l)
	})
}

func TestReadOnlyStateDirectoryDenies(t *testing.T) {
	m := newMachine(t)
	require.NoError(t, os.MkdirAll(m.state(), 0o700))
	if os.Getuid() == 0 { // permissions do not bind root
		mount(t, m.state(), "ro,mode=700")
	} else {
		require.NoError(t, os.Chmod(m.state(), 0o500))
	}
	m.requireDeniedForTheDisk(t, dni(1))
}

// requireWorks demands that veil answers with tokens, the same as ever.
func requireWorks(t *testing.T, m machine, l ledger) {
	t.Helper()
	for n := range 3 {
		for _, e := range processEvents {
			r := m.run(t, e, dni(n))
			require.Zero(t, r.code, r.err)
			l.note(t, dni(n), r.stdout)
		}
	}
}

// fill writes a file until the file system has no room left.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	for err == nil {
		_, err = f.Write(make([]byte, 512))
	}
	require.ErrorIs(t, err, syscall.ENOSPC)
}

// manyValues is more than the last page of a file has room for.
func manyValues() string {
	values := make([]string, 300)
	for i := range values {
		values[i] = dni(100 + i)
	}
	return strings.Join(values, " ")
}

// mount puts a file system in memory at dir, or skips the test.
func mount(t *testing.T, dir, options string) {
	t.Helper()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", options, "none", dir).CombinedOutput(); err != nil {
		t.Skipf("file systems cannot be mounted here: %s", out)
	}
	t.Cleanup(func() { require.NoError(t, exec.Command("umount", dir).Run()) })
}
