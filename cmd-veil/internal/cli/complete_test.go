// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCompletionOf(t *testing.T) {
	newHome(t)
	root := commands(streams{nil, io.Discard, io.Discard})
	for _, tc := range []struct {
		words, current, want string
		files                bool
	}{
		{"", "un", "uninstall", false},
		{"", "he", "help", false},
		{"help", "cat", "catalog", false},
		{"help catalog", "", "check add remove", false},
		{"catalog help", "a", "add", false},
		{"help check", "", "", false},
		{"catalog", "", "check add remove", false},
		{"catalog check", "", "", true},
		{"catalog add --file", "", "", true},
		{"catalog add", "", "", false},
		{"check --js", "", "", true},
		{"check", "--a", "--all", false},
		{"check --", "--a", "", true},
		{"demo --config x --lang", "e", "en es", false},
		{"demo", "--lang=es", "--lang=es", false},
		{"demo --lang =", "es", "es", false},
		{"demo --lang", "=", "en es", false},
		{"install", "c", "claude-code", false},
		{"install claude-code", "", "", false},
		{"install --dry-run", "o", "opencode", false},
		{"run", "", "opencode", false},
		{"run opencode", "--", "", true},
		{"completion", "", "bash zsh fish pwsh", false},
		{"filter --session", "", "", false},
		{"sessions purge --older-than", "3", "30d", false},
		{"nothing", "", "", false},
	} {
		c := completionOf(root, strings.Fields(tc.words), tc.current)
		var words []string
		for _, o := range c.offers {
			words = append(words, o.word)
		}
		require.Equal(t, tc.want, strings.Join(words, " "), "%s, %s", tc.words, tc.current)
		require.Equal(t, tc.files, c.files, "%s, %s", tc.words, tc.current)
	}
}

// The scripts of an earlier veil, and PowerShell's, ask in another way.
func TestCompletionAsTheLibraryAsks(t *testing.T) {
	newHome(t)
	for words, want := range map[string]string{
		"install": "claude-code\nopencode\n", "catalog ch": "check:say which entries should be marked or removed; exit code 1 if there are any\n",
		"check": "", "check --js": "--json:print one JSON object a line, with byte offsets\n",
	} {
		r := veil(t, "", append(strings.Fields(words), "--generate-shell-completion")...)
		require.Equal(t, result{exitOK, want, ""}, r, words)
	}
	require.Contains(t, veil(t, "", "completion", "pwsh").stdout, "--generate-shell-completion")
}
