// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/veil"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// fault is one way in which veil does not work while OpenCode has loaded its plugin.
type fault struct {
	name string
	// program is a shell script in place of veil, in which VEIL is the real one; "" is veil.
	program string
	// throws names the event at which the plugin itself fails.
	throws string
	spoil  func(t *testing.T, b *box) (mend func())
	// saw is what the person read, or, if it is told, what the model read as a tool's error.
	saw  string
	told bool
	// goesOn says that requests are sent, with tokens.
	goesOn bool
}

// faults come in an order in which each finds no process of veil that still runs.
func faults() []fault {
	const garbage = "veil's answer is not one of protocol v1; install veil and its OpenCode plugin in versions that fit together"
	const failed = "veil: the plugin failed; please report this"
	return []fault{
		{name: "the program is missing", program: "MISSING", saw: "veil: veil did not start (ENOENT); check that VEIL_BINARY names the program veil"},
		{name: "the program is no program", program: "NOT EXECUTABLE", saw: "veil: veil did not start (EACCES)"},
		{name: "the program fails", program: "exit 1", saw: "veil: veil ended with exit code 1"},
		{name: "the program is killed", program: "kill -9 $$", saw: "veil: veil was ended by a signal"},
		{name: "the program says garbage", program: "while read -r line; do echo garbage; done", saw: garbage},
		{name: "the program says nothing", program: "exec sleep 60", saw: "veil: no answer within 4 s; try again, or make the text smaller"},
		{name: "the program is of another protocol", program: `VEIL "$@" | sed -u 's/^{"v":1/{"v":2/'`, saw: garbage},
		{name: "the program is of another version", program: `sed -u 's/"plugin":"[0-9.]*"/"plugin":"0.9.0"/' | VEIL "$@"`, saw: "veil: not analysed: the OpenCode plugin 0.9.0 and veil"},
		{name: "the program dies after the handshake", program: `head -n 1 | VEIL "$@"; exit 3`, saw: "veil: veil ended with exit code 3"},
		{name: "the program says garbage after the handshake", program: `read -r line; echo "$line" | VEIL "$@"; while read -r line; do echo garbage; done`, saw: garbage},
		{name: "the program hangs after the handshake", program: `read -r line; echo "$line" | VEIL "$@"; exec sleep 60`, saw: "veil: no answer within 4 s"},
		{name: "the program allows everything of another request", program: `read -r line; echo "$line" | VEIL "$@"; while read -r line; do echo '{"v":1,"id":1,"decision":"allow"}'; done`, saw: garbage},
		{name: "the state cannot be written", spoil: replaced("state/veil", ""), saw: "veil: not analysed: the sign that veil runs cannot be written: not a directory; make veil's state directory writable, and room on its disk"},
		{name: "the store cannot be written", spoil: replaced("state/veil/sessions", ""), saw: "veil: not analysed: pseudonym store: open"},
		{name: "the configuration is broken", spoil: replaced("config/veil/veil.yaml", "no: such\n"), saw: "veil.yaml:1: the first key is not version: 1"},
		{name: "the plugin fails at a prompt", throws: "chat.message", saw: failed},
		{name: "the plugin fails at the history", throws: "experimental.chat.messages.transform", saw: failed},
		{name: "the plugin fails at the system prompt", throws: "experimental.chat.system.transform", saw: failed},
		{name: "the plugin fails at a request", throws: "fetch", saw: failed},
		{name: "the plugin fails at the headers", throws: "chat.headers", saw: failed},
		{name: "the plugin fails at a call", throws: "tool.execute.before", saw: failed, told: true, goesOn: true},
		{name: "the plugin fails at a result", throws: "tool.execute.after", saw: failed, told: true, goesOn: true},
		{name: "the plugin fails at a reply", throws: "experimental.text.complete", saw: "Hecho.", goesOn: true},
		{name: "the plugin fails at an event", throws: "event", saw: "Hecho.", goesOn: true},
	}
}

// replaced puts a file in place of what is there.
func replaced(name, text string) func(t *testing.T, b *box) (mend func()) {
	return func(t *testing.T, b *box) func() {
		path := filepath.Join(b.Root, name)
		aside := path + ".aside"
		_ = os.Rename(path, aside) // it may not be there
		b.WriteFile(t, path, text)
		return func() {
			require.NoError(t, os.Remove(path))
			_ = os.Rename(aside, path)
		}
	}
}

// TestFaults plays on one OpenCode a prompt, the read of a file and a reply with each
// fault: nothing leaks, and the person reads why nothing happens. Afterwards all is well
// again: what is mended needs no new start.
func TestFaults(t *testing.T) {
	t.Parallel() // it waits most of the time
	host, program := hosts.Require(t, "opencode"), veil.Build(t)
	b := newBox(t, host, scenario{files: map[string]string{"ficha.txt": sample.Record}, script: func(string) provider.Script { return provider.Script{} }})
	stand := filepath.Join(b.Root, "program", "veil")
	b.guard(t, stand, false)
	b.plugins = nil
	b.config = map[string]any{"plugin": []any{[]any{"file://" + spoiledPlugin(t, b), map[string]any{"limitMs": 4000}}}}
	list := append(faults(), fault{name: "nothing", saw: "Hecho.", goesOn: true})
	list[0].make(t, b, stand, program)
	s := b.serve(t)
	for _, f := range list {
		t.Run(f.name, func(t *testing.T) {
			defer f.make(t, b, stand, program)()
			before := len(b.mock.Log.Requests())
			b.mock.Play(provider.Use("read", map[string]any{"filePath": b.Work + "/ficha.txt"}), provider.Say("Hecho."))
			s.prompt(t, s.session(t), "Mi DNI es "+sample.DNI+". Lee la ficha.")
			saw := b.replies[len(b.replies)-1]
			t.Logf("the person saw: %.300s", regexp.MustCompile(`"(message|text)":"[^"]*"`).FindString(saw))
			if f.told {
				wire.MustCarry(t, b.mock.Log, f.saw)
			} else {
				assert.Contains(t, saw, f.saw)
			}
			assert.NotContains(t, saw, sample.DNI)
			wire.NoLeak(t, b.mock.Log, sample.PlantedRecord())
			if f.goesOn {
				requireScriptOver(t, b)
			} else {
				assert.Len(t, b.mock.Log.Requests(), before, "nothing is sent")
			}
		})
	}
	t.Run("twin", func(t *testing.T) {
		b := newBox(t, host, scenario{files: map[string]string{"ficha.txt": sample.Record}, script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{provider.Use("read", map[string]any{"filePath": work + "/ficha.txt"}), provider.Say("Hecho.")}}
		}})
		s := b.serve(t)
		s.prompt(t, s.session(t), "Mi DNI es "+sample.DNI+". Lee la ficha.")
		wire.MustLeak(t, b.mock.Log, sample.PlantedRecord())
	})
}

// make makes the fault, and returns what mends it.
func (f fault) make(t *testing.T, b *box, stand, program string) (mend func()) {
	t.Helper()
	require.NoError(t, os.RemoveAll(stand))
	script := f.program
	if script == "" {
		script = `exec VEIL "$@"`
	}
	if f.program != "MISSING" {
		b.WriteFile(t, stand, "#!/bin/sh\n"+strings.ReplaceAll(script, "VEIL", program)+"\n")
	}
	if f.program != "NOT EXECUTABLE" && f.program != "MISSING" {
		require.NoError(t, os.Chmod(stand, 0o700)) //nolint:gosec // it is a program
	}
	b.WriteFile(t, filepath.Join(b.Root, "throws"), f.throws)
	unspoil := func() {}
	if f.spoil != nil {
		unspoil = f.spoil(t, b)
	}
	return func() {
		unspoil()
		b.WriteFile(t, filepath.Join(b.Root, "throws"), "")
	}
}

// spoiledPlugin writes a plugin that fails at the event which a file names.
func spoiledPlugin(t *testing.T, b *box) string {
	t.Helper()
	text, err := os.ReadFile(veil.Shim(t))
	require.NoError(t, err)
	spoiled := string(text)
	for old, becomes := range map[string]string{
		`import { existsSync } from "node:fs";`:                         `import { existsSync, readFileSync } from "node:fs"; const fails = (at) => readFileSync(` + "`" + b.Root + "/throws`" + `, "utf8") === at;`,
		"      const resent = RESENT.has(event);\n":                     "      if (fails(event)) throw new Error(JSON.stringify(typeof of === 'function' ? of([]).map(leaf) : of.map(leaf)));\n      const resent = RESENT.has(event);\n",
		`    "chat.headers": async ({ sessionID }, output) => {` + "\n": `    "chat.headers": async ({ sessionID }, output) => {` + "\n" + `      if (fails("chat.headers")) throw new Error("the headers failed");` + "\n",
		"      config.share = \"disabled\";":                            "      if (fails(\"config\")) throw new Error(\"the configuration failed\");\n      config.share = \"disabled\";",
		"report: async (/** @type {string} */ session) => String(":      "report: async (/** @type {string} */ session) => fails(\"report\") ? Promise.reject(new Error(\"the report failed\")) : String(",
		"=> void summarising.add(sessionID),":                           "=> void (fails(\"compacting\") ? await Promise.reject(new Error(\"the compaction failed\")) : summarising.add(sessionID)),",
		`    event: async ({ event }) => void (`:                        `    event: async ({ event }) => void (fails("event") ? await Promise.reject(new Error("the event failed")) : `,
	} {
		require.Equal(t, 1, strings.Count(spoiled, old), "the plugin has another text now: %s", old)
		spoiled = strings.Replace(spoiled, old, becomes, 1)
	}
	file := filepath.Join(b.Root, "spoiled", "veil-plugin.js")
	b.WriteFile(t, file, spoiled)
	return file
}
