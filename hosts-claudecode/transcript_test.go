// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestVersion(t *testing.T) {
	row := func(v string) string { return `{"type":"user","version":"` + v + `"}` + "\n" }
	long := func(n int) string { return `{"type":"x","text":"` + strings.Repeat("a", n) + `"}` + "\n" }
	tests := []struct{ name, rows, want string }{
		{"empty", "", ""},
		{"one row", row("2.1.332"), "2.1.332"},
		{"the newest", row("2.1.1") + row("2.1.2"), "2.1.2"},
		{"rows without it are passed over", row("2.1.1") + `{"type":"summary"}` + "\n", "2.1.1"},
		{"a row that is being written", row("2.1.1") + `{"version":"2.1.2"`, "2.1.1"},
		{"the last line without its end", row("2.1.1") + strings.TrimSpace(row("2.1.2")), "2.1.2"},
		{"only at the top", `{"a":{"version":"2.1.1"}}` + "\n", ""},
		{"in a text", `{"a":"\"version\":\"2.1.1\""}` + "\n", ""},
		{"a number", `{"version":2}` + "\n", ""},
		{"not a version", row("12345678Z") + row("2.1") + row("2.1.1-beta") + row("2..1") + row("2.1.123456") + row(""), ""},
		{"a row longer than the tail", row("2.1.1") + long(transcriptTail), "2.1.1"},
		{"found in the tail first", row("2.1.1") + long(transcriptTail) + row("2.1.2"), "2.1.2"},
		{"beyond what is read", long(transcriptHead) + row("2.1.1") + long(transcriptTail), ""},
		{"blank lines", "\n\n" + row("2.1.1") + "\n\n", "2.1.1"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "t.jsonl")
			require.NoError(t, os.WriteFile(path, []byte(tc.rows), 0o600))
			assert.Equal(t, tc.want, Version(path))
		})
	}
}

func TestVersionUnknown(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{"", dir, filepath.Join(dir, "none"), os.DevNull} {
		assert.Empty(t, Version(path))
	}
}
