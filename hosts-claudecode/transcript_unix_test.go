// SPDX-License-Identifier: Apache-2.0

//go:build unix

package claudecode

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestVersionDoesNotWait: opening a pipe would wait for a writer for ever.
func TestVersionDoesNotWait(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	require.Empty(t, Version(path))
}
