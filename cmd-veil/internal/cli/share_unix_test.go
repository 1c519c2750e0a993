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

// What the shells make of the scripts, with a veil that is really asked. Bash has no
// bash-completion here.
func TestCompletionInTheShells(t *testing.T) {
	newHome(t)
	dir := t.TempDir()
	program, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(program, filepath.Join(dir, "veil")))
	id := filepath.Base(remember(t, "one"))[:8]
	writeFile(t, filepath.Join(dir, "letter.txt"), "")
	tests := []struct{ shell, script, want string }{
		{"bash", `source "$SCRIPT"
for line in "veil cat" "veil install " "veil filter --" "veil demo --lang " "veil demo --lang = en" "veil run o" "veil sessions show " "veil version " "./veil sessions li" "veil \$(touch made) "; do
  COMP_WORDS=($line); [ "${line% }" = "$line" ] || COMP_WORDS+=("")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); __veil_complete; echo "${COMPREPLY[@]}"
done
COMP_TYPE=63; COMP_WORDS=(veil sessions ""); COMP_CWORD=2; __veil_complete; echo "${COMPREPLY[0]}"
complete -p veil; ls`, "catalog\nclaude-code opencode\n--session --restore --help\nen es\nen\nopencode\n" + id + "\n\nlist\n\n" +
			"list     -- print one line a session; exit code 1 if one needs attention\n" +
			"complete -o bashdefault -o default -F __veil_complete veil\nletter.txt\nveil\n"},
		{"fish", `source "$SCRIPT"; for line in "veil cat" "veil install " "veil filter --re" "veil demo --lang " "veil demo --lang=e" "veil run " "veil check let" "veil version " "veil sessions show "; complete -C "$line" | string replace -r ' used.*' ''; end`,
			"catalog\tlook after the client name catalogue\nclaude-code\nopencode\n--restore\tput the values back\nen\tEnglish\nes\tespañol\n--lang=en\tEnglish\n--lang=es\tespañol\nopencode\nletter.txt\n" + id + "\tlast\n"},
		{"zsh", `autoload -Uz compinit; compinit -u -D; source "$SCRIPT"; echo "$_comps[veil]"
_describe() { echo "${lines[@]%%:*}" }; _files() { echo files }
for line in "veil cat" "veil install " "veil filter --" "veil demo --lang " "veil run o" "veil sessions show " "veil version " "veil check "; do
  words=(${(s: :)line}); [ "${line% }" = "$line" ] || words+=("")
  CURRENT=${#words}; _veil; done; true`, "_veil\ncatalog\nclaude-code opencode\n--session --restore --help\nen es\nopencode\n" + id + "\nfiles\n"},
	}
	for _, tc := range tests {
		t.Run(tc.shell, func(t *testing.T) {
			shell, err := exec.LookPath(tc.shell)
			if err != nil {
				t.Skip(tc.shell + " is not installed: its script was not tried")
			}
			cmd := exec.Command(shell, "-c", tc.script)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "SCRIPT="+filepath.Join(share, completions[tc.shell]), envAsVeil+"=1", "COLUMNS=80")
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, string(out))
			require.Equal(t, tc.want, string(out))
		})
	}
}
