// SPDX-License-Identifier: Apache-2.0

package screen

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFold(t *testing.T) {
	tests := []struct {
		name, text string
		at, width  int
		want       string
	}{
		{"short", "a b", 0, 10, "a b"},
		{"at a space", "aaaa bbbb cc", 0, 10, "aaaa bbbb\n  cc"},
		{"where it begins counts", "aaaa bbbb cc", 5, 10, "aaaa\n  bbbb cc"},
		{"a long word stays whole", "a bbbbbbbbbbbbbbbb c", 0, 8, "a\n  bbbbbbbbbbbbbbbb\n  c"},
		{"lines stay lines", "aaaa\nbbbb bbbb", 0, 8, "aaaa\n  bbbb\n  bbbb"},
		{"signs, not bytes", "ñññññ ñññ", 0, 10, "ñññññ ñññ"},
		{"no terminal", "aaaa bbbb cc\ndddd", 0, 0, "aaaa bbbb cc\n  dddd"},
		{"spaces stay", "a  b", 0, 9, "a  b"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) { require.Equal(t, tc.want, Fold(tc.text, tc.at, tc.width, "  ")) })
	}
}

func TestVisible(t *testing.T) {
	require.Equal(t, `a\x1b[2J\nb\x00ñ /x`, Visible("a\x1b[2J\nb\x00ñ /x"))
	require.Equal(t, `\u202ea`, Visible("\u202ea"))
}

func TestOf(t *testing.T) {
	width, colour := Of(&bytes.Buffer{})
	require.Zero(t, width)
	require.False(t, colour)
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	require.NoError(t, err)
	width, _ = Of(f)
	require.Zero(t, width)
	require.NoError(t, f.Close())
	width, _ = Of(f)
	require.Zero(t, width, "closed")
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	t.Setenv("NO_COLOR", "1")
	width, colour = Of(null)
	require.Equal(t, usualWidth, width, "a device that does not tell")
	require.False(t, colour)
	require.NoError(t, null.Close())
}
