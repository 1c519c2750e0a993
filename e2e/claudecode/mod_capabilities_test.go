// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/e2e"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// TestClaudeCodeModCapabilities tries every power on every surface of the installed host
// through the events that veil's mod uses, and compares what happened with the matrix, in
// both directions as TestClaudeCodeCapabilities does.
func TestClaudeCodeModCapabilities(t *testing.T) {
	host, _ := realHost(t)
	pinned, err := e2e.PinnedHost("claude-code")
	require.NoError(t, err)
	installed := core.Host{Name: core.ClaudeCodeMod, Version: pinned.Version}
	for _, surface := range core.Surfaces() {
		for _, power := range core.Powers() {
			t.Run(string(surface)+"/"+string(power), func(t *testing.T) {
				t.Parallel()
				if surface == core.Display && runtime.GOOS != "linux" {
					t.Skip("the test has a terminal on Linux only")
				}
				row, err := core.Matrix().Require(installed, surface, power)
				if err == nil {
					require.Equal(t, t.Name(), row.Proof)
				}
				require.Equal(t, err == nil, modProbes()[surface].has(t, host, power), "what the host does, and what the matrix says")
			})
		}
	}
}

// modProbe is how a value gets onto a surface, the mod's event that stands before it, and
// what a hook of a mod does there to use a power.
type modProbe struct {
	files  map[string]string
	before string // a prompt of an earlier turn, without the mod
	prompt string
	args   []string
	turns  []provider.Turn
	event  string
	uses   map[core.Power]string
	done   func(t *testing.T, b *box, power core.Power) bool
}

// The bodies of hooks. note writes what the hook is given into a file, and hidden puts the
// token in the value's place.
const (
	observes = `await note($, e); return next(e);`
	asks     = `return {ask: "PREGUNTA"};`
	denies   = `return {deny: "PREGUNTA"};`
)

func modProbes() map[core.Surface]modProbe {
	value := map[string]string{"d.txt": "DNI " + sample.DNI + "\n"}
	rows := map[core.Power]string{
		core.Rewrite: `return next(hidden(e));`,
		core.Block:   `return next({...e, message: {...e.message, content: e.message.content.map((b) => b.type === "tool_result" ? {...b, content: "no"} : b)}});`,
	}
	gate := map[core.Power]string{core.Rewrite: `return next({...e, init: hidden(e.init)});`, core.Block: denies}
	return map[core.Surface]modProbe{
		core.Prompt: {prompt: "DNI " + sample.DNI, event: "prompt.submit",
			uses: map[core.Power]string{core.Rewrite: `return next(hidden(e));`, core.Block: `return {drop: "PREGUNTA"};`}},
		core.ToolInput: {prompt: "Hazlo.", turns: []provider.Turn{bash("echo " + sample.DNI + " > salida.txt")}, event: "tool.call",
			uses: map[core.Power]string{core.Rewrite: `return next({...e, command: hidden(e.command)});`, core.Block: denies}, done: callDone},
		core.ToolOutput:   {files: value, prompt: "Lee.", turns: []provider.Turn{bash("cat d.txt")}, event: "session.append", uses: rows},
		core.FailedOutput: {files: value, prompt: "Lee.", turns: []provider.Turn{bash("cat d.txt; exit 3")}, event: "session.append", uses: rows},
		core.History:      {before: "DNI " + sample.DNI, prompt: "¿Y bien?", event: "http.fetch", uses: gate},
		core.System:       {prompt: "Hola.", args: []string{"--append-system-prompt", "DNI " + sample.DNI}, event: "http.fetch", uses: gate},
		core.Display: {prompt: "Hola.", turns: []provider.Turn{provider.Say("DNI " + sample.DNI + ", y ya.")}, event: "ui.render",
			uses: map[core.Power]string{core.Rewrite: `return next({...e, props: hidden(e.props)});`, core.Block: `return JSON.stringify(e.props).includes(value) ? $.ui.resolve(e).Box({}) : next(e);`}},
	}
}

// mod is the program text of a mod that uses a power.
func (p modProbe) mod(power core.Power, log string) string {
	body := p.uses[power]
	switch power {
	case core.Observe:
		body = observes
	case core.AskPerson:
		body = asks
	}
	if p.event == "http.fetch" { // the host's own requests alone
		body = `if (next.origin.plugin !== "engine") return next(e); ` + body
	}
	return strings.NewReplacer("EVENT", p.event, "BODY", body, "REAL", sample.DNI, "TOKEN", sample.TokenDNI, "LOG", log).Replace(`
const value = "REAL";
const hidden = (part) => JSON.parse(JSON.stringify(part).replaceAll(value, "TOKEN"));
const note = ($, e) => $.process.run(["/bin/sh", "-c", "cat >> 'LOG'"], {stdin: JSON.stringify(e), timeoutMs: 5000});
export const register = (on) => {
  on("EVENT", async ($, e, next) => { BODY }).catch((_, e, next) => next(e));
};
`)
}

// has plays the probe with a mod that tries the power, and says whether it is there.
func (p modProbe) has(t *testing.T, host string, power core.Power) bool {
	t.Helper()
	b := newBox(t, host, scenario{files: p.files, script: func(string) provider.Script {
		var turns []provider.Turn
		if p.before != "" {
			turns = append(turns, provider.Say("Vale."))
		}
		return provider.Script{Main: append(append(turns, p.turns...), provider.Say("Hecho."), provider.Say("Sí."))}
	}})
	args := p.args
	if p.before != "" {
		b.ask(t, p.before)
		args = append(args, "--continue")
	}
	sent := len(b.mock.Log.Requests())
	log := filepath.Join(b.Root, "seen.json")
	b.WriteFile(t, filepath.Join(b.pluginDir(), ".claude-plugin", "plugin.json"), `{"name":"veil","version":"0.0.1","description":"a probe"}`)
	b.WriteFile(t, filepath.Join(b.pluginDir(), "hooks", "hooks.json"), `{"modules":["./register.js"]}`)
	b.WriteFile(t, filepath.Join(b.pluginDir(), "hooks", "register.js"), p.mod(power, log))
	if p.event == "ui.render" {
		return p.hasScreen(t, b, power, log)
	}
	b.mayFail = true // a request that a mod stops ends the host
	b.ask(t, p.prompt, args...)
	if power == core.Observe {
		seen, err := os.ReadFile(log)
		return err == nil && strings.Contains(string(seen), sample.DNI)
	}
	if p.done != nil {
		return p.done(t, b, power)
	}
	if power != core.Rewrite { // what a turn holds back the next one may send
		b.ask(t, "¿Seguro?", append([]string{"--continue"}, p.args...)...)
	}
	if len(wire.Leaks(b.mock.Log.Requests()[sent:], sample.PlantedDNI())) > 0 {
		return false
	}
	switch power {
	case core.Rewrite:
		return wire.Carries(b.mock.Log, sample.TokenDNI)
	case core.AskPerson: // not that something went wrong
		return strings.Contains(strings.Join(b.replies, "\n"), "PREGUNTA")
	default:
		return true
	}
}
