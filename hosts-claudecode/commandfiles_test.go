// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCommandFiles(t *testing.T) {
	tests := []struct {
		config, cwd, name string
		want              []string
	}{
		{"/h/.claude", "/p", "a", []string{
			"/h/.claude/commands/a.md", "/h/.claude/skills/a/SKILL.md", "/p/.claude/commands/a.md", "/p/.claude/skills/a/SKILL.md",
			"/.claude/commands/a.md", "/.claude/skills/a/SKILL.md"}},
		{"", "/", "a:b", []string{"/.claude/commands/a/b.md", "/.claude/skills/a/b/SKILL.md"}},
		{"/c", "", "a", []string{"/c/commands/a.md", "/c/skills/a/SKILL.md"}},
		{"/c", "p", "a", []string{"/c/commands/a.md", "/c/skills/a/SKILL.md"}},
		{"/c", "/", "", nil},
		{"/c", "/", "..", nil},
		{"/c", "/", "a:..:b", nil},
		{"/c", "/", "a/b", nil},
	}
	for _, tc := range tests {
		require.Equal(t, tc.want, CommandFiles(tc.config, tc.cwd, tc.name), tc.name)
	}
}
