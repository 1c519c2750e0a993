// SPDX-License-Identifier: Apache-2.0

//go:build linux || darwin

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What the shells make of the scripts, with a veil that is really asked.
func TestCompletionInTheShells(t *testing.T) {
	dir := t.TempDir()
	program, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(program, filepath.Join(dir, "veil")))
	tests := []struct{ shell, script, want string }{
		{"bash", `_get_comp_words_by_ref() { cur="${COMP_WORDS[COMP_CWORD]}"; }
source "$SCRIPT"
for line in "veil cat" "veil install " "veil filter --"; do
  COMP_WORDS=($line); [ "${line% }" = "$line" ] || COMP_WORDS+=("")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); __veil_bash_autocomplete; echo "${COMPREPLY[@]}"
done; complete -p veil`, "catalog\nclaude-code opencode\n--session --restore --help\ncomplete -o bashdefault -o default -F __veil_bash_autocomplete veil\n"},
		{"fish", `source "$SCRIPT"; for line in "veil cat" "veil install " "veil filter --re"; complete -C "$line"; end`,
			"catalog\tlook after the client name catalogue\nclaude-code\nopencode\n--restore\tput the values back\n"},
		{"zsh", `autoload -Uz compinit; compinit -u -D; source "$SCRIPT"; echo "$_comps[veil]"`, "_veil\n"},
	}
	for _, tc := range tests {
		t.Run(tc.shell, func(t *testing.T) {
			shell, err := exec.LookPath(tc.shell)
			if err != nil {
				t.Skip(tc.shell + " is not installed: its script was not tried")
			}
			cmd := exec.Command(shell, "-c", tc.script)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "SCRIPT="+filepath.Join(share, completions[tc.shell]), "HOME="+dir, envAsVeil+"=1")
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, string(out))
			require.Equal(t, tc.want, string(out))
		})
	}
}
