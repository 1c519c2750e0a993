// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"os"
	"path/filepath"
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
)

// layered is an inquiry of a host that asks twice about the same: first by the plugin's
// mod, and then by the command hook beneath it.
type layered interface {
	// meet notes for the layer beneath that the mod asked, or says what is known from
	// the mod. The error means that the mod, which should have asked, did not.
	meet(between meeting, ev core.Event) (core.Event, error)
}

// meeting is where the layers of one session meet.
type meeting interface {
	Hear(what string) error
	TakeHeard(what string, within time.Duration) (bool, error)
}

// The names of what both layers are asked about. A prompt has no id.
const (
	heardPrompt = "prompt"
	heardCall   = "call "
)

// heardWithin is how long the host takes at most from the mod's answer to the hook: it
// starts the hook at once.
const heardWithin = time.Minute

// meet implements layered.
func (q claudeCodeModInquiry) meet(between meeting, ev core.Event) (core.Event, error) {
	if q.request.Restricted {
		return ev, &config.Error{
			What: "this machine's managed settings keep your plugins from what Claude Code sends by itself",
			Mend: "have the managed settings enable veil's plugin, or set veil up by hooks alone",
		}
	}
	switch ev.Surface {
	case core.Prompt:
		return ev, between.Hear(heardPrompt)
	case core.ToolInput:
		return ev, between.Hear(heardCall + ev.Call)
	}
	return ev, nil
}

// meet implements layered. Claude Code goes on without a mod that it cannot load. Then
// the plugin's hooks stop what the mod has not seen: they cannot do its work.
func (q claudeCodeInquiry) meet(between meeting, ev core.Event) (core.Event, error) {
	var what string
	switch {
	case !q.plugin:
		return ev, nil
	case ev.Surface == core.Prompt:
		what = heardPrompt
	case ev.Surface == core.ToolInput:
		what, ev.Answered = heardCall+ev.Call, true
	default:
		return ev, nil
	}
	heard, err := between.TakeHeard(what, heardWithin)
	if err != nil {
		return ev, err
	}
	if !heard {
		return ev, &config.Error{
			What: "the mod of veil's plugin does not run",
			Mend: "start Claude Code anew; if it stays, claude plugin validate says what is wrong with the plugin",
		}
	}
	return ev, nil
}

// pluginFolder is the folder of the plugin that this program belongs to, if it belongs
// to one.
func pluginFolder() []string {
	program, err := os.Executable()
	if err != nil {
		return nil
	}
	folder := filepath.Dir(filepath.Dir(program))
	if _, err := os.Stat(filepath.Join(folder, ".claude-plugin", "plugin.json")); err != nil {
		return nil
	}
	return []string{folder}
}
