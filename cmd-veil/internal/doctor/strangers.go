// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/heartbeat"
	"github.com/veil-guard/veil/cmd-veil/internal/install"
	"github.com/veil-guard/veil/cmd-veil/internal/version"
)

// running is a process of a host that runs now, in this person's home.
type running struct {
	pid  int
	host string
	argv []string
	env  []string
	age  time.Duration // 0 if unknown
}

// settled is how long an OpenCode may take to load its plugins on a busy machine.
const settled = time.Minute

// switches are what has a host run no hooks and no plugins (measured on Claude Code
// 2.1.332 and OpenCode 1.18.33).
var switches = map[string]struct{ arguments, variables []string }{
	hostClaudeCode: {[]string{"--bare", "--safe-mode"}, unguarding},
	hostOpenCode:   {[]string{"--pure"}, []string{"OPENCODE_PURE"}},
}

// strangers looks at the hosts that run now: one that was started with a switch against
// hooks, an OpenCode that gives no sign of veil, or one that runs an older veil.
func (p *patient) strangers() {
	var beats []heartbeat.Beat
	if p.broken == nil {
		beats, _ = heartbeat.All(p.setup.Dirs.State) // none is no sign
	}
	p.judgeRunning(runningHosts(p.home), beats)
}

func (p *patient) judgeRunning(list []running, beats []heartbeat.Beat) {
	for _, r := range list {
		if !p.wants(r.host) {
			continue
		}
		f := Finding{Check: "running", Level: Bad, Host: r.host, Where: fmt.Sprintf("process %d", r.pid), Remedy: "end it, and start it without that", Run: fmt.Sprintf("kill %d", r.pid)}
		if by := r.switchedOffBy(); by != "" {
			f.Text = "runs with " + by + ": unguarded"
			p.add(f)
			continue
		}
		at := slices.IndexFunc(beats, func(b heartbeat.Beat) bool { return b.PID == r.pid })
		switch {
		case r.host != hostOpenCode || p.broken != nil || r.age < settled || !r.loadsPlugins():
		case at < 0:
			f.Text, f.Remedy = "gives no sign of veil: it runs unguarded", "end it, and start it by veil run opencode"
			p.add(f)
		case beats[at].Veil != version.Veil():
			f.Level, f.Text, f.Remedy = Attention, "runs veil "+beats[at].Veil+" still", "end it, and start it anew"
			p.add(f)
		}
	}
}

// switchedOffBy names the argument or the variable that has the process run no hooks.
func (r running) switchedOffBy() string {
	off := switches[r.host]
	for i, arg := range r.argv[1:] {
		if arg == "--" {
			break
		}
		name, value, joined := strings.Cut(arg, "=")
		if slices.Contains(off.arguments, name) {
			return name
		}
		if !joined && i+2 < len(r.argv) {
			value = r.argv[i+2]
		}
		// Without the person's own settings it has none of their hooks and plugins.
		if r.host == hostClaudeCode && name == "--setting-sources" && !slices.Contains(strings.Split(value, ","), "user") {
			return name + " " + value
		}
	}
	for _, variable := range r.env {
		if name, value, _ := strings.Cut(variable, "="); slices.Contains(off.variables, name) && isOn(value) {
			return name
		}
	}
	return ""
}

// runningHosts lists the processes of hosts that have the same home. It finds none where
// the system has no /proc.
func runningHosts(home string) []running {
	folders, _ := filepath.Glob("/proc/[0-9]*")
	var list []running
	for _, folder := range folders {
		exe, err := os.Readlink(filepath.Join(folder, "exe"))
		if err != nil {
			continue // another person's, or it has ended
		}
		r := running{argv: wordsOf(filepath.Join(folder, "cmdline")), env: wordsOf(filepath.Join(folder, "environ"))}
		r.host = hostOf(exe, r.argv)
		if r.host == "" || len(r.argv) == 0 || !slices.Contains(r.env, "HOME="+home) {
			continue
		}
		r.age = ageOf(folder)
		if _, err := fmt.Sscan(filepath.Base(folder), &r.pid); err == nil {
			list = append(list, r)
		}
	}
	return list
}

// ageOf is how long a process has been running, by its start in hundredths of a second
// since the system's own (proc(5)).
func ageOf(folder string) time.Duration {
	stat, err := os.ReadFile(filepath.Join(folder, "stat"))
	if err != nil {
		return 0
	}
	uptime, err := os.ReadFile("/proc/uptime")
	if err != nil {
		return 0
	}
	// The name stands in parentheses and may hold anything.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	const started = 19
	if len(fields) <= started {
		return 0
	}
	var up, ticks float64
	if _, err := fmt.Sscan(fields[started], &ticks); err != nil {
		return 0
	}
	if _, err := fmt.Sscan(string(uptime), &up); err != nil {
		return 0
	}
	return time.Duration((up - ticks/100) * float64(time.Second))
}

// loadsPlugins says whether an OpenCode was started for work: without a command, or with
// one that holds conversations.
func (r running) loadsPlugins() bool {
	for _, arg := range r.argv[1:] {
		if !strings.HasPrefix(arg, "-") {
			return slices.Contains([]string{"run", "serve", "web", "acp"}, arg) || filepath.IsAbs(arg)
		}
	}
	return true
}

// hostOf returns the host that a process is: by its program, or for Claude Code by the
// script that it runs.
func hostOf(exe string, argv []string) string {
	name := strings.TrimSuffix(filepath.Base(exe), ".exe")
	for _, host := range install.Known() {
		if name == host.Program {
			return host.Name
		}
	}
	if len(argv) > 1 && filepath.Base(argv[1]) == install.HostOf(hostClaudeCode).Program {
		return hostClaudeCode
	}
	return ""
}

// wordsOf reads a file of words that end with a zero byte.
func wordsOf(path string) []string {
	text, err := os.ReadFile(path)
	if err != nil || len(text) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
}
