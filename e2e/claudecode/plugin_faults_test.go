// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// fault is one way in which the plugin does not work.
type fault struct {
	name  string
	spoil func(t *testing.T, dir string)
	// saw is what the person read, and silent says that the model was asked nothing.
	saw    string
	silent bool
}

// isSlow says whether each event takes its whole time limit: one is enough then.
func (f fault) isSlow() bool {
	return slices.Contains([]string{"the mod waits for ever", "the mod never yields", "the program hangs"}, f.name)
}

// faulty is the story that is played with each fault: a CLAUDE.md, a clean prompt, a
// command that fails, and a prompt with a value.
func faulty() scenario {
	return scenario{
		files:   map[string]string{"CLAUDE.md": "Su correo es " + sample.Email + ".\n", "ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("Bash", map[string]any{"command": "cat ficha.txt; exit 3", "description": "Muestra"}),
				provider.Say("Falla."), provider.Say("Anotado."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Empezamos.")
			b.ask(t, "Mi DNI es "+sample.DNI+".")
		},
	}
}

// replaced puts other text into one of the plugin's files.
func replaced(file, old, text string) func(t *testing.T, dir string) {
	return func(t *testing.T, dir string) {
		path := filepath.Join(dir, file)
		was, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(was), old), "%s has another text now", file)
		require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(was), old, text, 1)), 0o600))
	}
}

// programIs puts a shell script in place of the program.
func programIs(script string) func(t *testing.T, dir string) {
	return func(t *testing.T, dir string) {
		require.NoError(t, os.Remove(programIn(dir)))
		require.NoError(t, os.WriteFile(programIn(dir), []byte("#!/bin/sh\n"+script+"\n"), 0o700)) //nolint:gosec // a program
	}
}

// inState has the program keep its state in another place.
func inState(dir string) func(t *testing.T, folder string) {
	return func(t *testing.T, folder string) {
		real := programIn(folder) + "-real"
		require.NoError(t, os.Rename(programIn(folder), real))
		script := "#!/bin/sh\nXDG_STATE_HOME=" + dir + " exec '" + real + "' \"$@\"\n"
		require.NoError(t, os.WriteFile(programIn(folder), []byte(script), 0o700)) //nolint:gosec // a program
	}
}

func faults() []fault {
	const asks = "  const id = ++lastID;"
	const gone = "the mod of veil's plugin does not run"
	when := func(event, then string) string { return "if (event === \"" + event + "\") " + then + "\n" + asks }
	return []fault{
		{"the mod throws", replaced("hooks/ask.js", asks, "throw new Error(part);"), "veil: the mod failed", true},
		{"the mod throws at rows", replaced("hooks/ask.js", asks, when("session.append", "throw new Error(part);")), "[veil: withheld]", false},
		{"the mod throws at calls", replaced("hooks/ask.js", asks, when("tool.call", "throw new Error(part);")), "Anotado.", false},
		{"the mod throws at requests", replaced("hooks/ask.js", asks, when("http.fetch", "throw new Error(part);")), "veil: the mod failed", true},
		{"the mod sees no rows", replaced("hooks/register.js", "if (!content.some(counts)) return next(e);", "if (content) return next(e);"), "Anotado.", false},
		{"the mod does not parse", replaced("hooks/register.js", "export const register = (on) => {", "export const register = (on => {"), gone, true},
		{"the mod does not register", replaced("hooks/register.js", "export const register = (on) => {", "export const register = (on) => { throw new Error('x');"), gone, true},
		{"the mod is not there", func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, "hooks", "ask.js"))) }, gone, true},
		{"the mod waits for ever", replaced("hooks/ask.js", asks, when("prompt.submit", "await new Promise(() => {});")), "veil: the mod failed", true},
		{"the mod never yields", replaced("hooks/ask.js", asks, when("prompt.submit", "for (;;);")), "veil: the mod failed", true},
		{"the mod dies at a call", replaced("hooks/ask.js", asks, when("tool.call", "for (;;);")), "Anotado.", false},
		{"the program is missing", func(t *testing.T, dir string) { require.NoError(t, os.Remove(programIn(dir))) }, "veil did not start", true},
		{"the program fails", programIs("exit 1"), "veil ended with exit code 1", true},
		{"the program is killed", programIs("kill -9 $$"), "veil ended with exit code 1; something ended it: try again", true},
		{"the program cannot be executed", notExecutable, "the program veil cannot be executed", true},
		{"the program prints garbage", programIs("cat; echo '{}'"), "veil's answer is not one of its protocol", true},
		{"the program says nothing", programIs("exit 0"), "veil's answer is not one of its protocol", true},
		{"the program hangs", programIs("exec sleep 60"), "veil did not start or did not answer", true},
		{"the store cannot be written", inState("/proc/self"), "pseudonym store: open: mkdir /proc/self/veil", true}, // where not even root can make a folder
	}
}

// notExecutable puts a file of its own in the program's place: the program there is one
// for all tests, by a link.
func notExecutable(t *testing.T, dir string) {
	require.NoError(t, os.Remove(programIn(dir)))
	require.NoError(t, os.WriteFile(programIn(dir), []byte("#!/bin/sh\n"), 0o600))
}

// TestClaudeCodePluginFaults: whatever of the plugin does not work, nothing leaks, and
// the person reads why nothing happens.
func TestClaudeCodePluginFaults(t *testing.T) {
	host, program := realHost(t)
	for _, f := range faults() {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			s := faulty()
			b := newBox(t, host, s)
			b.install(t, program, guard{plugin: &plugin{spoil: f.spoil}})
			b.mayFail = true
			if f.isSlow() {
				b.ask(t, "Mi DNI es "+sample.DNI+".")
			} else {
				s.drive(t, b)
			}
			wire.NoLeak(t, b.mock.Log, s.planted)
			assert.Contains(t, strings.Join(b.replies, "\n"), f.saw)
			assert.NotContains(t, strings.Join(b.replies, "\n"), sample.DNI)
			if f.silent {
				wire.MustBeSilent(t, b.mock.Log)
			}
		})
	}
	t.Run("twin", func(t *testing.T) { t.Parallel(); playTwin(t, host, faulty()) })
}
