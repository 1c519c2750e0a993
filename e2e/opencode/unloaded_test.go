// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/veil"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// unload is a way in which OpenCode runs on without the plugin and says nothing.
type unload struct {
	name   string
	plugin string // what stands in its file; "" if there is none
	env    string // a variable that is set
	args   []string
	saw    string
	// elsewhere says that the plugin is set up in one project, and OpenCode starts in another.
	elsewhere bool
}

func unloads() []unload {
	const notHere = "OpenCode does not load veil's plugin here: it would run unguarded"
	return []unload{
		{name: "no file", saw: notHere},
		{name: "a syntax error", plugin: "export default { id: ;", saw: notHere},
		{name: "a throw while it loads", plugin: `throw new Error("x")`, saw: notHere},
		{name: "another directory", elsewhere: true, args: []string{"--dir", "../otro"}, saw: "OpenCode does not load veil's plugin in that directory"},
		{name: "pure", args: []string{"--pure"}, saw: "--pure has OpenCode load no plugin"},
		{name: "pure by a variable", env: "OPENCODE_PURE", saw: "OPENCODE_PURE has OpenCode load no plugin"},
	}
}

// TestUnloadedPlugin: what the plugin cannot close, veil run opencode does. OpenCode alone
// sends everything; started by veil it sends nothing, and the person reads why.
func TestUnloadedPlugin(t *testing.T) {
	host, program := hosts.Require(t, "opencode"), veil.Build(t)
	for _, c := range unloads() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBox(t, host, scenario{script: func(string) provider.Script {
				return provider.Script{Main: []provider.Turn{provider.Say("Hola.")}}
			}})
			b.guard(t, program, false)
			file := filepath.Join(b.Root, "broken", "veil-plugin.js")
			if c.plugin != "" {
				b.WriteFile(t, file, c.plugin)
			}
			if c.args == nil && c.env == "" {
				b.plugins = []string{"file://" + file}
			}
			if c.elsewhere {
				b.writeJSON(t, filepath.Join(b.Work, "opencode.json"), map[string]any{"plugin": b.plugins})
				b.plugins = nil
				require.NoError(t, os.MkdirAll(filepath.Join(b.Work, "..", "otro"), 0o700))
			}
			if c.env != "" {
				b.Set(map[string]string{c.env: "1"})
			}
			b.writeConfig(t)
			bin := filepath.Join(b.Root, "bin")
			require.NoError(t, os.MkdirAll(bin, 0o700))
			require.NoError(t, os.Symlink(host, filepath.Join(bin, "opencode")))
			b.Set(map[string]string{"PATH": bin + string(os.PathListSeparator) + b.Getenv("PATH")})
			prompt := append(append([]string{"run"}, c.args...), "--format", "json", "--model", "mock/mock", "--", "Mi DNI es "+sample.DNI)

			said, code := b.start(t, program, append([]string{"run", "opencode"}, prompt...)...)
			assert.Equal(t, 5, code, "%s", said)
			assert.Contains(t, said, c.saw)
			wire.MustBeSilent(t, b.mock.Log)
			_, _ = b.start(t, host, prompt...)
			wire.MustLeak(t, b.mock.Log, sample.PlantedDNI())
		})
	}
}

// start runs a program in the project to its end and returns what it says, and its exit
// code.
func (b *box) start(t *testing.T, program string, args ...string) (said string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = b.Work, b.Environ()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return out.String(), exit.ExitCode()
	}
	require.NoError(t, err)
	return out.String(), 0
}
