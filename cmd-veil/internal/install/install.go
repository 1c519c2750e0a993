// SPDX-License-Identifier: Apache-2.0

// Package install puts veil into the hosts' settings and takes it out again. It starts
// no host: it reads and writes their files. A [Plan] says what will change before
// anything does.
package install

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	claudecode "github.com/veil-guard/veil/hosts-claudecode"
)

// The hosts that veil can be installed for, as the command line names them.
const (
	ClaudeCode = "claude-code"
	OpenCode   = "opencode"
)

// Refusal says why nothing was changed. What and Remedy are for a person.
type Refusal struct{ What, Remedy string }

// Error implements error.
func (r *Refusal) Error() string { return r.What }

// Places are the absolute paths that an installation concerns.
type Places struct {
	Claude   string // Claude Code's directory, CLAUDE_CONFIG_DIR or ~/.claude
	OpenCode string // OpenCode's directory, below XDG_CONFIG_HOME or ~/.config
	Managed  string // the directory of Claude Code's managed settings
	Program  string // the veil that is running
}

// Find returns the places of this environment.
func Find(home, program string) (Places, error) {
	p := Places{Claude: os.Getenv("CLAUDE_CONFIG_DIR"), OpenCode: os.Getenv("XDG_CONFIG_HOME"), Managed: claudecode.ManagedFolder(), Program: program}
	if !filepath.IsAbs(p.Claude) {
		p.Claude = filepath.Join(home, ".claude")
	}
	if !filepath.IsAbs(p.OpenCode) {
		p.OpenCode = filepath.Join(home, ".config")
	}
	p.OpenCode = filepath.Join(p.OpenCode, "opencode")
	if !filepath.IsAbs(p.Claude) || !filepath.IsAbs(p.OpenCode) {
		return Places{}, &Refusal{What: "there is no home directory", Remedy: "set HOME"}
	}
	return p, nil
}

// Hosts returns those whose directories are there.
func (p Places) Hosts() []string {
	var hosts []string
	for host, dir := range map[string]string{ClaudeCode: p.Claude, OpenCode: p.OpenCode} {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			hosts = append(hosts, host)
		}
	}
	slices.Sort(hosts)
	return hosts
}

// Install plans how veil gets into the hosts; with hooks into Claude Code's settings
// instead of as a plugin. Errors are a *Refusal or the file system's.
func (p Places) Install(hosts []string, hooks bool) (*Plan, error) {
	if isTemporary(p.Program) {
		return nil, temporary()
	}
	plan := &Plan{}
	for _, host := range hosts {
		var err error
		if host == ClaudeCode {
			err = p.refuseBesideManaged()
		}
		switch {
		case err != nil:
		case host == OpenCode:
			err = p.installOpenCode(plan)
		case hooks:
			err = p.installHooks(plan)
		default:
			err = p.installPlugin(plan)
		}
		if err != nil {
			return nil, err
		}
	}
	return plan, nil
}

// Uninstall plans how veil gets out of the hosts. Settings that are as the installation
// left them become what they were, to the byte.
func (p Places) Uninstall(hosts []string) (*Plan, error) {
	plan := &Plan{}
	for _, host := range hosts {
		var err error
		if host == OpenCode {
			err = p.uninstallOpenCode(plan)
		} else {
			err = p.uninstallClaudeCode(plan)
		}
		if err != nil {
			return nil, err
		}
	}
	return plan, nil
}

// temporary is the refusal to install a program that goes again.
func temporary() error {
	return &Refusal{
		What:   "this veil was built by go run, which removes it again",
		Remedy: "go install ./cmd-veil/cmd/..., and run that veil",
	}
}

// isTemporary says whether a program is one of go run.
func isTemporary(program string) bool {
	if regexp.MustCompile(`^[0-9a-f]{64}-d$`).MatchString(filepath.Base(filepath.Dir(program))) {
		return true // in Go's build cache
	}
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(program), "/"), func(folder string) bool {
		return strings.HasPrefix(folder, "go-build")
	})
}
