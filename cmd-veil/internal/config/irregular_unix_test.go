// SPDX-License-Identifier: Apache-2.0

//go:build unix

package config

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestIrregular(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	require.Equal(t, "a pipe", Irregular(pipe))
	require.Equal(t, "a device", Irregular("/dev/null"))
	require.Empty(t, Irregular(write(t, filepath.Join(dir, "a.txt"), "x")))
	require.Empty(t, Irregular(filepath.Join(dir, "new.txt")))
	require.Empty(t, Irregular(filepath.Join(dir, "no", "new.txt")))
}
