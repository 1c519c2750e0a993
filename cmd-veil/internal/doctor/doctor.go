// SPDX-License-Identifier: Apache-2.0

// Package doctor looks at whether the hosts will run veil in a directory: at their
// settings and veil's own, at the programs and their versions, and at what a host does
// silently when it goes on without a guard. It starts a host for its version alone. What
// a host really does, a canary measures; see internal/canary.
package doctor

import (
	"context"
	"os"
	"slices"
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/cmd-veil/internal/install"
)

// Level says what a finding means for the person.
type Level string

// The levels. A host with a Bad one is not protected, or veil denies everything there.
const (
	OK        Level = "ok"
	Note      Level = "note"
	Attention Level = "attention"
	Bad       Level = "bad"
)

// Finding is one thing that was looked at. It holds no value of the person's.
type Finding struct {
	Check  string `json:"check"` // the same word in every version
	Level  Level  `json:"level"`
	Host   string `json:"host,omitempty"`  // "" for veil itself
	Where  string `json:"where,omitempty"` // a file, a folder or a variable
	Text   string `json:"text"`
	Remedy string `json:"remedy,omitempty"` // what to do, if that is more than the command
	Run    string `json:"run,omitempty"`    // the command that mends it
}

// Host is one that can run veil.
type Host struct {
	Name    string `json:"name"`
	Path    string `json:"path,omitempty"`    // of its program; "" if it is not on the PATH
	Version string `json:"version,omitempty"` // "" if it does not tell
	// Way is how it runs veil: "plugin", "hooks", or "" if veil is not set up there.
	Way string `json:"way,omitempty"`
	// Guard is the veil that it runs, and GuardVersion what that says of itself.
	Guard        string `json:"guard,omitempty"`
	GuardVersion string `json:"guard_version,omitempty"`
	// Hangs says that it did not even say its version in time.
	Hangs bool `json:"-"`
}

// Options say where to look.
type Options struct {
	Hosts []string // none for both
	Veil  string   // the absolute path of the program veil; "" if there is none beside
	Cwd   string
	// Patience is how long a program may take to say its version; 0 for the usual time.
	Patience time.Duration
}

// Result is what was found.
type Result struct {
	Hosts    []Host
	Findings []Finding
	Setup    assemble.Setup // the zero value if the configuration cannot be read
}

// patient is what the checks look at.
type patient struct {
	Options
	home       string
	workspaces []string
	places     install.Places
	setup      assemble.Setup
	broken     error // why there is no setup
	findings   []Finding
}

// setHome is the command that sets HOME to what it is in the account's entry.
const setHome = `export HOME="$(getent passwd "$(id -u)" | cut -d: -f6)"`

// Examine makes all checks.
func Examine(ctx context.Context, o Options) Result {
	home, _ := os.UserHomeDir()
	p := &patient{Options: o, home: home, workspaces: slices.Compact([]string{o.Cwd, config.RepositoryOf(o.Cwd)})}
	var homeless error
	p.places, homeless = install.Find(home, o.Veil)
	p.setup, p.broken = assemble.LoadHere()
	p.program(ctx)
	p.configuration()
	if p.broken == nil {
		p.catalogue()
		p.state()
	}
	if homeless != nil {
		p.add(Finding{Check: "home", Level: Bad, Text: "there is no home directory: no host can be looked at", Remedy: "set HOME", Run: setHome})
		return Result{nil, p.findings, p.setup}
	}
	var hosts []Host
	for _, look := range []func(context.Context) Host{p.claudeCode, p.openCode} {
		if h := look(ctx); h.Name != "" {
			hosts = append(hosts, h)
		}
	}
	p.strangers()
	return Result{hosts, p.findings, p.setup}
}

// wants says whether a host was asked for.
func (o Options) wants(host string) bool { return len(o.Hosts) == 0 || slices.Contains(o.Hosts, host) }

func (p *patient) add(f Finding) { p.findings = append(p.findings, f) }

// Worst is the highest level of the findings.
func Worst(findings []Finding) Level {
	worst := OK
	for _, f := range findings {
		switch f.Level {
		case Bad:
			return Bad
		case Attention:
			worst = Attention
		}
	}
	return worst
}
