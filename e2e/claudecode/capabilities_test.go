// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/e2e"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// TestClaudeCodeCapabilities tries every power on every surface of the installed host
// through command hooks, and compares what happened with the matrix: a power that is
// claimed and absent is wrong, and so is one that is denied and present.
func TestClaudeCodeCapabilities(t *testing.T) {
	host, _ := realHost(t)
	pinned, err := e2e.PinnedHost("claude-code")
	require.NoError(t, err)
	installed := core.Host{Name: core.ClaudeCode, Version: pinned.Version}
	for _, surface := range core.Surfaces() {
		for _, power := range core.Powers() {
			t.Run(string(surface)+"/"+string(power), func(t *testing.T) {
				t.Parallel()
				row, err := core.Matrix().Require(installed, surface, power)
				if err == nil {
					require.Equal(t, t.Name(), row.Proof)
				}
				require.Equal(t, err == nil, probes()[surface].has(t, host, power), "what the host does, and what the matrix says")
			})
		}
	}
}

// probe is how a value gets onto a surface, and how each power would show.
type probe struct {
	files  map[string]string
	before string // a prompt of an earlier turn, without hooks
	prompt string
	turns  []provider.Turn
	events []string // that stand before the surface
	// answers are what a hook would say to use a power; to observe it says nothing.
	answers map[core.Power]string
	// done says whether the power did what it is for; nil looks at what was sent.
	done func(t *testing.T, b *box, power core.Power) bool
}

// EVENT and TOKEN stand for the event's name and the text that is to be sent instead.
const (
	blockAnswer = `{"decision":"block","reason":"no"}`
	askAnswer   = `{"hookSpecificOutput":{"hookEventName":"EVENT","permissionDecision":"ask","permissionDecisionReason":"PREGUNTA"}}`
	anyAnswer   = `{"hookSpecificOutput":{"hookEventName":"EVENT","additionalContext":"TOKEN","updatedToolOutput":"TOKEN","updatedPrompt":"TOKEN"},"prompt":"TOKEN","updatedInput":{"prompt":"TOKEN"}}`
	readAnswer  = `{"hookSpecificOutput":{"hookEventName":"EVENT","updatedToolOutput":{"type":"text","file":{"filePath":"d","content":"TOKEN","numLines":1,"startLine":1,"totalLines":1}}}}`
)

func probes() map[core.Surface]probe {
	value := map[string]string{"d.txt": "DNI " + sample.DNI + "\n"}
	usual := map[core.Power]string{core.Block: blockAnswer, core.Rewrite: anyAnswer, core.AskPerson: askAnswer}
	withRead := map[core.Power]string{core.Block: readAnswer, core.Rewrite: readAnswer, core.AskPerson: askAnswer}
	call := map[core.Power]string{core.Block: strings.Replace(askAnswer, `"ask"`, `"deny"`, 1), core.AskPerson: askAnswer,
		core.Rewrite: `{"hookSpecificOutput":{"hookEventName":"EVENT","updatedInput":{"command":"echo TOKEN > salida.txt"}}}`}
	return map[core.Surface]probe{
		core.Prompt:       {prompt: "DNI " + sample.DNI, events: []string{"UserPromptSubmit"}, answers: usual},
		core.ToolInput:    {prompt: "Hazlo.", turns: []provider.Turn{bash("echo " + sample.DNI + " > salida.txt")}, events: []string{"PreToolUse"}, answers: call, done: callDone},
		core.ToolOutput:   {files: value, prompt: "Lee.", turns: []provider.Turn{provider.Use("Read", map[string]any{"file_path": "WORK/d.txt"})}, events: []string{"PostToolUse"}, answers: withRead},
		core.FailedOutput: {files: value, prompt: "Lee.", turns: []provider.Turn{bash("cat d.txt; exit 3")}, events: []string{"PostToolUseFailure", "PostToolBatch"}, answers: usual},
		core.History:      {before: "DNI " + sample.DNI, prompt: "¿Y bien?", events: []string{"SessionStart", "InstructionsLoaded", "PreCompact"}, answers: usual},
		core.System:       {files: map[string]string{"CLAUDE.md": "DNI " + sample.DNI + "\n"}, prompt: "Hola.", events: []string{"SessionStart", "InstructionsLoaded"}, answers: usual},
		core.Display:      {prompt: "Hola.", turns: []provider.Turn{provider.Say("DNI " + sample.DNI)}, events: []string{"MessageDisplay"}, answers: map[core.Power]string{core.Block: blockAnswer, core.AskPerson: askAnswer, core.Rewrite: `{"hookSpecificOutput":{"hookEventName":"EVENT","displayContent":"TOKEN"}}`}, done: displayDone},
	}
}

// has plays the probe with hooks that try the power, and says whether it is there.
func (p probe) has(t *testing.T, host string, power core.Power) bool {
	t.Helper()
	b := newBox(t, host, scenario{files: p.files, script: func(work string) provider.Script {
		var turns []provider.Turn
		if p.before != "" {
			turns = append(turns, provider.Say("Vale."))
		}
		for _, turn := range p.turns {
			for _, c := range turn.Calls {
				if path, ok := c.Input["file_path"].(string); ok {
					c.Input["file_path"] = strings.Replace(path, "WORK", work, 1)
				}
			}
			turns = append(turns, turn)
		}
		return provider.Script{Main: append(turns, provider.Say("Hecho."), provider.Say("Sí."))}
	}})
	var more []string
	if p.before != "" {
		b.ask(t, p.before)
		more = []string{"--continue"}
	}
	sent := len(b.mock.Log.Requests())
	log := p.listen(t, b, power)
	b.ask(t, p.prompt, more...)
	if power == core.Observe {
		seen, err := os.ReadFile(log)
		return err == nil && strings.Contains(string(seen), sample.DNI)
	}
	if p.done != nil {
		return p.done(t, b, power)
	}
	switch power {
	case core.AskPerson:
		return wire.Carries(b.mock.Log, "PREGUNTA")
	case core.Block: // what a turn holds back the next one may send
		b.goOn(t, "¿Seguro?")
	}
	leaks := wire.Leaks(b.mock.Log.Requests()[sent:], sample.PlantedDNI())
	return len(leaks) == 0 && (power == core.Block || wire.Carries(b.mock.Log, sample.TokenDNI))
}

// listen installs the test binary as the hook of the probe's events, and returns the file
// that it writes what it sees to.
func (p probe) listen(t *testing.T, b *box, power core.Power) (log string) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	answers := map[string]string{}
	for _, event := range p.events {
		answers[event] = strings.NewReplacer("EVENT", event, "TOKEN", sample.TokenDNI).Replace(p.answers[power])
	}
	text, err := json.Marshal(answers)
	require.NoError(t, err)
	log = filepath.Join(b.Root, "hooks.jsonl")
	b.WriteFile(t, filepath.Join(b.Root, "answers.json"), string(text))
	b.Set(map[string]string{recorderEnv: log, answersEnv: filepath.Join(b.Root, "answers.json")})
	b.install(t, self, guard{events: p.events})
	return log
}

// callDone looks at the file that the call writes: the model's own call holds the value.
func callDone(t *testing.T, b *box, power core.Power) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(b.Work, "salida.txt"))
	switch power {
	case core.Rewrite:
		return err == nil && string(text) == fmt.Sprintln(sample.TokenDNI)
	default:
		return os.IsNotExist(err) && wire.Carries(b.mock.Log, "PREGUNTA")
	}
}

// displayDone looks at what the host printed.
func displayDone(t *testing.T, b *box, power core.Power) bool {
	t.Helper()
	shown := b.replies[len(b.replies)-1]
	switch power {
	case core.Rewrite:
		return strings.Contains(shown, sample.TokenDNI) && !strings.Contains(shown, sample.DNI)
	case core.Block:
		return !strings.Contains(shown, sample.DNI)
	default:
		return strings.Contains(shown, "PREGUNTA")
	}
}
