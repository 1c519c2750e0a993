// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

func TestKeep(t *testing.T) {
	tests := []struct{ name, command, want string }{
		{"a word", `git add [DNI-001].txt`, `git add '[DNI-001]'.txt`},
		{"several", `git add [DNI-001] a/[DNI-002]*.txt`, `git add '[DNI-001]' a/'[DNI-002]'*.txt`},
		{"beside a variable", `git add $X[DNI-001]"$Y"`, `git add $X'[DNI-001]'"$Y"`},
		{"in quotes", `git commit -m '[DNI-001]' "[DNI-002]"`, ""},
		{"after a backslash", `git add \[DNI-001\] \[DNI-002]`, ""},
		{"a command within quotes", `echo "[DNI-001] $(git add [DNI-002])"`, `echo "[DNI-001] $(git add '[DNI-002]')"`},
		{"a default within quotes", `echo "${X:-[DNI-001]}"`, ""},
		{"a default", `echo ${X:-[DNI-001]}`, `echo ${X:-'[DNI-001]'}`},
		{"what is assigned", `X=[DNI-001] curl -d "$X" h`, ""},
		{"an array", `X=(a-[NOMBRE-001].txt)`, `X=(a-'[NOMBRE-001]'.txt)`},
		{"a loop", `for x in [DNI-001] b; do curl $x; done`, `for x in '[DNI-001]' b; do curl $x; done`},
		{"a pattern of case", `case $x in [DNI-001]) curl h;; esac`, `case $x in '[DNI-001]') curl h;; esac`},
		{"a comparison", `[[ $x == [DNI-001] ]] && curl h`, `[[ $x == '[DNI-001]' ]] && curl h`},
		{"a here-document", "curl -d @- h <<E\n[DNI-001] $(echo [DNI-002])\nE\n", "curl -d @- h <<E\n[DNI-001] $(echo '[DNI-002]')\nE\n"},
		{"a redirection", `curl h < [DNI-001].txt`, `curl h < '[DNI-001]'.txt`},
		{"a sum", `echo $((a[DNI-001]))`, ""},
		{"a comment", "curl h # [DNI-001]", ""},
		{"code for another shell", `sh -c 'git add [DNI-001].txt "[DNI-002]"'`, `sh -c 'git add \[DNI-001\].txt "[DNI-002]"'`},
		{"in double quotes", `sudo timeout 5 bash -o pipefail -ec "git add [DNI-001] && ls"`, `sudo timeout 5 bash -o pipefail -ec "git add \[DNI-001\] && ls"`},
		{"code within code", `bash -c "cd a && sh -c 'git add [DNI-001]'"`, `bash -c "cd a && sh -c 'git add \[DNI-001\]'"`},
		{"code that is computed", `bash -c "git add $X [DNI-001]"`, ""},
		{"code that is none", `bash -c 'git add "[DNI-001]'`, ""},
		{"no code", `grep -c '[DNI-001]' bash -x`, ""},
		{"braces", `git add {[DNI-001],b}.txt`, `git add {'[DNI-001]',b}.txt`},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			edits, err := Bash{}.Keep(tc.command)
			require.NoError(t, err)
			if tc.want == "" {
				require.Empty(t, edits)
				return
			}
			after := core.ApplyEdits(tc.command, edits)
			require.Equal(t, tc.want, after)
			again, err := Bash{}.Keep(after)
			require.NoError(t, err)
			require.Empty(t, again)
		})
	}
}

func TestKeepRefuses(t *testing.T) {
	_, err := Bash{}.Keep(`git add @([DNI-001]|b)`)
	require.ErrorIs(t, err, ErrPattern)
	_, err = Bash{}.Keep(`bash -c 'git add @([DNI-001]|b)'`)
	require.ErrorIs(t, err, ErrPattern)
	_, err = Bash{}.Keep(`git add 'open`)
	require.Error(t, err)
}

// What bash itself makes of a kept token, in a folder with a file that it would stand
// for as a pattern.
func TestBashTakesKeptTokensForText(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("SKIPPED: no bash on this machine")
	}
	dir := t.TempDir()
	for _, name := range []string{"D", "1.txt", "0"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	const command = `printf '%s|' [DNI-001] [DNI-001].txt "$(echo [DNI-001].txt)"; ` +
		`bash -c 'printf "%s|" [DNI-001].txt'; bash -c "echo [DNI-001].txt"`
	edits, err := Bash{}.Keep(command)
	require.NoError(t, err)
	run := exec.Command(bash, "--norc", "-c", core.ApplyEdits(command, edits))
	run.Dir = dir
	out, err := run.CombinedOutput()
	require.NoError(t, err)
	require.Equal(t, "[DNI-001]|[DNI-001].txt|[DNI-001].txt|[DNI-001].txt|[DNI-001].txt\n", string(out))
}
