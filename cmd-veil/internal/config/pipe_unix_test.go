// SPDX-License-Identifier: Apache-2.0

//go:build unix

package config

import (
	"path/filepath"
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
