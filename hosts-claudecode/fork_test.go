// SPDX-License-Identifier: Apache-2.0

package claudecode_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	claudecode "github.com/veil-guard/veil/hosts-claudecode"
)

func TestForkedFrom(t *testing.T) {
	const parent, other, elsewhere = "6067a179-c6e2-4b94-b09a-b4487ec08eab", "d460dd53-3fa3-4931-aae0-8ba1fc603755", "00000000-c6e2-4b94-b09a-b4487ec08eab"
	projects := filepath.Join(t.TempDir(), "projects [1]*")
	file := func(folder, id string) string {
		path := filepath.Join(projects, folder, id+".jsonl")
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte("{}\n"), 0o600))
		return path
	}
	beside, second, far := file("a", parent), file("a", other), file("b", elsewhere)
	_ = file("b", "11111111-c6e2-4b94-b09a-b4487ec08eab")
	mine := filepath.Join(projects, "a", "22222222-c6e2-4b94-b09a-b4487ec08eab.jsonl")

	for name, tc := range map[string]struct {
		words []string
		want  []string
	}{
		"no fork":                  {[]string{"claude", "--resume", parent}, nil},
		"the newest":               {[]string{"claude", "-p", "--continue", "--fork-session"}, []string{beside, second}},
		"one of another directory": {[]string{"claude", "--fork-session", "--resume", elsewhere}, []string{beside, second, far}},
		"one in one word":          {[]string{"claude", "--fork-session", "--resume=" + elsewhere}, []string{beside, second, far}},
		"a file":                   {[]string{"claude", "--fork-session", "-r", "/tmp/t.jsonl"}, []string{"/tmp/t.jsonl", beside, second}},
	} {
		t.Run(name, func(t *testing.T) {
			require.ElementsMatch(t, tc.want, claudecode.ForkedFrom(tc.words, mine))
		})
	}
	require.Empty(t, claudecode.ForkedFrom([]string{"claude", "--fork-session"}, ""), "a host that names no transcript")
	require.NotContains(t, claudecode.ForkedFrom([]string{"claude", "--fork-session"}, beside), beside, "its own")
}
