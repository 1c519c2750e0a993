// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

func judgePersons(t *testing.T, ev core.Event) core.Verdict {
	t.Helper()
	v, err := Persons{}.Judge(t.Context(), ev)
	require.NoError(t, err)
	return v
}

func shellCall(command string) core.Event {
	return core.Event{
		Surface: core.ToolInput,
		Tool:    core.ToolSpec{Name: "bash", Sink: core.SinkShell, CommandFields: []string{"command"}},
		Leaves:  []core.Leaf{{ID: core.LeafID{Pointer: "/command"}, Text: command}},
	}
}

func TestPersonsInAShell(t *testing.T) {
	tests := []struct {
		name, command string
		denied        bool
	}{
		{"plain", "veil sessions purge --all --yes", true},
		{"by a path", "/usr/local/bin/veil sessions purge abc", true},
		{"by a relative path", "../bin/veil.exe sessions purge", true},
		{"in capitals", "./VEIL sessions purge", true},
		{"with options between", "veil --x sessions -v purge", true},
		{"with an option's value between", "veil --x y sessions purge", true},
		{"env", "env -u CLAUDECODE A=b veil sessions purge", true},
		{"unset first", "unset CLAUDECODE; veil sessions purge", true},
		{"an assignment", "CLAUDECODE= veil sessions purge", true},
		{"sudo", "sudo -u ana veil sessions purge", true},
		{"setsid and nohup", "nohup setsid -f veil sessions purge &", true},
		{"timeout", "timeout -k 1 5 veil sessions purge", true},
		{"exec", "exec veil sessions purge", true},
		{"xargs", "echo abc | xargs veil sessions purge", true},
		{"xargs adds the word", "echo purge --all | xargs veil sessions", true},
		{"xargs adds both", "echo sessions purge | xargs veil", true},
		{"xargs gets all", "echo veil sessions purge | xargs env", true},
		{"find", `find . -exec veil sessions purge {} \;`, true},
		{"a shell", "bash -c 'veil sessions purge'", true},
		{"a shell with more in it", `sh -c "cd $X; veil sessions purge $Y"`, true},
		{"a shell within a shell", `bash -c "bash -c 'veil sessions purge'"`, true},
		{"a pipe into a shell", "echo 'veil sessions purge' | sh", true},
		{"printf into a shell", `printf 'veil sessions %s' purge | sh`, true},
		{"a here-document", "bash <<E\nveil sessions purge\nE\n", true},
		{"a here-string", "bash <<< 'veil sessions purge'", true},
		{"a loop's here-document", "while read l; do $l; done <<E\nveil sessions purge\nE\n", true},
		{"eval", "eval veil sessions purge", true},
		{"a substitution", "echo $(veil sessions purge)", true},
		{"backquotes", "echo `veil sessions purge`", true},
		{"another language", `python3 -c "import os; os.system('veil sessions purge')"`, true},
		{"a list of another language", `python3 -c "subprocess.run(['veil','sessions','purge'])"`, true},
		{"quotes within words", `v""eil ses'sions' pu\rge`, true},
		{"quotes within a shell's words", `bash -c 'v""eil sessions pu\rge'`, true},
		{"a variable for the word", "P=purge; veil sessions $P", true},
		{"a variable for both", `veil "$@"`, true},
		{"a variable for veil", "V=veil; $V sessions purge", true},
		{"a pattern for veil", "/usr/local/bin/vei? sessions purge", true},
		{"braces", "{veil,sessions,purge}", true},
		{"a function", `f() { veil sessions "$@"; }; f purge`, true},
		{"a condition", "if true; then veil sessions purge; fi", true},
		{"what cannot be read", "veil sessions purge 'open", true},
		{"git's alias", `git -c alias.x='!veil sessions purge' x`, true},
		{"after what is too long to read", "true " + strings.Repeat("x", MaxCommand) + "; veil sessions purge", true},

		{"release", "veil sessions release --yes abc", true},
		{"release in a shell", "sh -c '$V sessions release abc'", true},

		{"install", "veil install opencode", true},
		{"install by a path", "./bin/veil install --all", true},
		{"uninstall", "CLAUDECODE= veil --x uninstall", true},
		{"uninstall in a shell", "sh -c 'cd /; veil uninstall claude-code'", true},
		{"uninstall through a variable", "V=$(command -v veil); $V uninstall", true},
		{"add to the catalogue", "veil catalog add --file x Ana", true},
		{"remove from the catalogue", "veil catalog remove --file=clients.txt Ana", true},
		{"remove, the word computed", "veil catalog $W Ana", true},
		{"remove through a variable", "$V catalog remove Ana", true},
		{"remove from a pipe", "echo Ana | xargs veil catalog remove", true},
		{"another language removes", `python3 -c "subprocess.run(['veil','catalog','remove','-'])"`, true},

		{"restore", "veil filter --session s --restore < a", true},
		{"restore in a pipe", "cat a | veil filter -restore --session s", true},

		{"filter", "veil filter --session $S < a", false},
		{"restore of another program", "git restore veil/filter.go", false},
		{"check of a catalogue", "veil catalog check names.txt", false},
		{"another's install", "npm install veil-opencode && pip install -r veil/requirements.txt", false},
		{"a module's install", "go install github.com/veil-guard/veil/cmd-veil/cmd/veil@latest", false},
		{"a variable's install", "$PIP install requests", false},
		{"a package's install", "sudo apt-get install veil", false},
		{"another catalog", "docker catalog remove x", false},
		{"doctor", "veil doctor && veil demo", false},

		{"list", "veil sessions list --json", false},
		{"show", "veil sessions show $ID", false},
		{"help", "veil sessions", false},
		{"check", "veil check \"$F\" purge", false},
		{"xargs check", "ls | xargs veil check", false},
		{"text", "echo veil sessions purge", false},
		{"text of a commit", "git add . && git commit -m 'docs: say what veil sessions purge does'", false},
		{"a search", "grep -rn 'veil sessions purge' docs", false},
		{"a search after tests", "go test ./... && grep -rn 'veil sessions purge' docs", false},
		{"a note", "cat > notes.md <<E\nveil sessions purge\nE\n", false},
		{"another program", "docker system purge", false},
		{"another program's sessions", "tmux sessions purge", false},
		{"a folder", "cat veil/sessions/purge.go", false},
		{"a file of that name", "go test ./veil ./sessions ./purge", false},
		{"nothing", "", false},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			v := judgePersons(t, shellCall(tc.command))
			if !tc.denied {
				require.Equal(t, core.Verdict{}, v)
				return
			}
			require.Equal(t, core.Deny, v.Decision)
			require.Equal(t, "veil_in_shell", v.Reasons[0].Rule)
		})
	}
}

func TestPersonsIsAboutShellTextOnly(t *testing.T) {
	for _, change := range []func(*core.Event){
		func(ev *core.Event) { ev.Surface = core.ToolOutput },
		func(ev *core.Event) { ev.Tool.CommandFields = nil },
		func(ev *core.Event) { ev.Leaves[0].ID.Key = true },
	} {
		ev := shellCall("veil sessions purge")
		change(&ev)
		require.Equal(t, core.Verdict{}, judgePersons(t, ev))
	}
}

// A command of twice the length costs at most twice the memory and little more.
func TestPersonsInALongCommand(t *testing.T) {
	for _, part := range []string{"veil ", "sessions ", "veil|", "veil sessions | ", "x | veil;", "'veil ", "$(", "xargs veil a ", "echo sessions | cat;", "veil catalog ", "$V install "} {
		cost := func(size int) float64 {
			ev := shellCall(strings.Repeat(part, (size/len(part)-1)|1)) // odd, for the quotes
			return testing.AllocsPerRun(1, func() { judgePersons(t, ev) })
		}
		require.LessOrEqual(t, cost(MaxCommand), 2.2*cost(MaxCommand/2)+100, part)
	}
}

func BenchmarkPersons(b *testing.B) {
	for name, command := range map[string]string{"other": "go test ./... 2>&1 | tail -20", "near": "go test ./veil/... && grep -rn sessions . | head"} {
		b.Run(name, func(b *testing.B) {
			ev := shellCall(command)
			b.SetBytes(int64(len(command)))
			for b.Loop() {
				if v, err := (Persons{}).Judge(b.Context(), ev); err != nil || v.Decision != core.Allow {
					b.Fatal(v, err)
				}
			}
		})
	}
}
