// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/veil"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// deed is what a person does that runs a hook of its own, in a session that holds a value.
type deed struct {
	hook string
	// throws names the place at which the plugin itself fails in the hook, if it can.
	throws string
	// told says that the model is told of it, and tells the person.
	told bool
	// do returns what the person saw of it.
	do func(t *testing.T, s *server, session string) string
}

// deeds are those whose hooks OpenCode runs beside the ones that TestFaults plays.
func deeds() []deed {
	return []deed{
		{hook: "config", throws: "config", do: func(t *testing.T, s *server, _ string) string {
			s.post(t, "/instance/dispose", map[string]any{}) // the next request sets up anew
			s.prompt(t, s.session(t), "Mi DNI es "+sample.DNI+".")
			return s.replies[len(s.replies)-1]
		}},
		{hook: "command.execute.before", do: func(t *testing.T, s *server, session string) string {
			return s.post(t, "/session/"+session+"/command", map[string]any{"command": "repite", "arguments": "DNI " + sample.DNI, "model": "mock/mock"})
		}},
		{hook: "command.execute.before of veil", throws: "report", told: true, do: func(t *testing.T, s *server, session string) string {
			return s.post(t, "/session/"+session+"/command", map[string]any{"command": "veil", "arguments": "", "model": "mock/mock"})
		}},
		{hook: "experimental.session.compacting", throws: "compacting", do: func(t *testing.T, s *server, session string) string {
			answer := s.post(t, "/session/"+session+"/summarize", map[string]any{"providerID": "mock", "modelID": "mock"})
			return answer + s.read(t, "/session/"+session+"/message")
		}},
	}
}

// requireNothingShared looks at what OpenCode's configuration has become.
func requireNothingShared(t *testing.T, s *server) {
	t.Helper()
	config := s.read(t, "/config")
	assert.Contains(t, config, `"share":"disabled"`)
	assert.Contains(t, config, `"openTelemetry":false`)
}

// read gets what the server shows.
func (s *server) read(t *testing.T, path string) string {
	t.Helper()
	answer, err := s.call(t.Context(), http.MethodGet, path, nil)
	require.NoError(t, err)
	return answer
}

// TestFaultsOfOtherHooks plays what else a person does, with each fault: nothing leaks, and
// the person reads why nothing happens. When the fault is mended the same is done.
func TestFaultsOfOtherHooks(t *testing.T) {
	t.Parallel() // it waits most of the time
	host, program := hosts.Require(t, "opencode"), veil.Build(t)
	b := newBox(t, host, scenario{
		files:  map[string]string{".opencode/command/repite.md": "---\ndescription: repite\n---\nRepite $ARGUMENTS\n"},
		script: func(string) provider.Script { return provider.Script{} },
	})
	stand := filepath.Join(b.Root, "program", "veil")
	b.guard(t, stand, false)
	b.plugins = nil
	b.config = map[string]any{
		"share":  "manual",
		"plugin": []any{[]any{"file://" + spoiledPlugin(t, b), map[string]any{"limitMs": 4000}}},
	}
	pid := filepath.Join(b.Root, "pid")
	well := fault{program: "echo $$ > '" + pid + `'; exec VEIL "$@"`}
	well.make(t, b, stand, program)
	s := b.serve(t)
	for _, d := range deeds() {
		for _, f := range faultsOf(d) {
			t.Run(d.hook+"/"+f.name, func(t *testing.T) {
				well.make(t, b, stand, program)
				session := s.session(t)
				b.mock.Play(provider.Say("Hecho."))
				s.prompt(t, session, "Mi DNI es "+sample.DNI+".")
				requireScriptOver(t, b)
				kill(t, pid)
				if f.program == "" {
					f.program = well.program
				}
				mend := f.make(t, b, stand, program)
				before := len(b.mock.Log.Requests())
				saw := d.do(t, s, session)
				t.Logf("the person saw: %s", strings.Join(regexp.MustCompile(`veil: [^"]*`).FindAllString(saw, 2), " · "))
				if f.told {
					wire.MustCarry(t, b.mock.Log, f.saw)
				} else {
					assert.Contains(t, saw, f.saw)
					assert.Len(t, b.mock.Log.Requests(), before, "nothing is sent")
				}
				assert.NotContains(t, saw, sample.DNI)
				if d.hook == "config" && f.throws == "" {
					requireNothingShared(t, s)
				}
				mend()
				well.make(t, b, stand, program)
				b.mock.Play(provider.Say("Hecho."))
				b.mock.Aside("## Goal\nNada")
				d.do(t, s, session)
				assert.Greater(t, len(b.mock.Log.Requests()), before, "it is mended")
				wire.NoLeak(t, b.mock.Log, sample.PlantedRecord())
			})
		}
	}
}

// faultsOf are the ways in which a deed's hook has no answer of veil.
func faultsOf(d deed) []fault {
	list := []fault{
		{name: "the program is dead", program: "exit 1", saw: "veil: veil ended with exit code 1; try again, or install veil"},
		{name: "the program hangs", program: "exec sleep 60", saw: "veil: no answer within 4 s; try again"},
		{name: "the program says garbage", program: "while read -r line; do echo garbage; done", saw: "veil: veil's answer is not one of protocol v1; install veil"},
		{name: "veil denies", spoil: replaced("config/veil/veil.yaml", "no: such\n"), saw: "veil.yaml:1: the first key is not version: 1; begin it with version: 1"},
	}
	if d.throws != "" {
		list = append(list, fault{name: "the plugin fails", throws: d.throws, told: d.told, saw: "veil: the plugin failed; please report this"})
	}
	return list
}

// kill ends the veil whose process id a file holds.
func kill(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	id, err := strconv.Atoi(strings.TrimSpace(string(text)))
	require.NoError(t, err)
	process, err := os.FindProcess(id)
	require.NoError(t, err)
	require.NoError(t, process.Kill())
	require.Eventually(t, func() bool { return process.Signal(syscall.Signal(0)) != nil }, limit, 10*time.Millisecond)
}
