// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/veil-guard/veil/cmd-veil/internal/hostprocess"
	"github.com/veil-guard/veil/cmd-veil/internal/install"
	"github.com/veil-guard/veil/cmd-veil/internal/shellword"
	"github.com/veil-guard/veil/cmd-veil/internal/version"
)

// find looks for a host's program on the PATH, and asks it for its version. A folder of
// the PATH that is not absolute is passed over: it may be the project's.
func (p *patient) find(ctx context.Context, host string) Host {
	h := Host{Name: host}
	path, err := exec.LookPath(install.HostOf(host).Program)
	if err != nil || !filepath.IsAbs(path) {
		return h
	}
	h.Path = path
	said, err := p.output(ctx, path, "--version")
	if errors.Is(err, hostprocess.ErrLate) {
		h.Hangs = true
		p.add(Finding{Check: "host-version", Level: Attention, Host: host, Where: path, Text: "hangs when it is asked for its version: no canary is played", Run: shellword.Quote(path) + " --version"})
		return h
	}
	if err == nil {
		h.Version = regexp.MustCompile(`\d+(\.\d+)+`).FindString(said)
	}
	if h.Version == "" {
		p.add(Finding{Check: "host-version", Level: Attention, Host: host, Where: path, Text: "does not say its version", Run: shellword.Quote(path) + " --version"})
		return h
	}
	p.add(Finding{Check: "host", Level: OK, Host: host, Where: path, Text: "version " + h.Version})
	return h
}

// missing says that veil is not set up in a host.
func (p *patient) missing(h Host, dir string) {
	f := Finding{Check: "installed", Host: h.Name, Level: Bad, Text: "veil is not set up there", Run: "veil install " + h.Name}
	info, err := os.Stat(dir)
	switch there := err == nil && info.IsDir(); {
	case h.Path != "" || slices.Contains(p.Hosts, h.Name):
	case there:
		f.Level = Attention
	default:
		f = Finding{Check: "installed", Host: h.Name, Level: Note, Text: "neither the host nor veil is there"}
	}
	p.add(f)
}

// copies compares what the host runs with the veil beside this program, as veil install
// would write it.
func (p *patient) copies(ctx context.Context, h *Host) {
	if h.Path == "" {
		p.add(Finding{Check: "host", Level: Attention, Host: h.Name, Text: "its program is not on the PATH: its version is not known, and no canary is played",
			Remedy: "install it, or add its folder to PATH", Run: "npm install -g " + install.HostOf(h.Name).Package})
	}
	if h.Guard != "" {
		h.GuardVersion = p.veilVersion(ctx, h.Guard)
	}
	if p.Veil == "" || h.Way == "" || !p.places.IsInstalled(h.Name) {
		p.sameVersion(*h)
		return
	}
	command := "veil install " + h.Name
	if h.Way == "hooks" {
		command += " --hooks"
	}
	plan, err := p.places.Install([]string{h.Name}, h.Way == "hooks")
	if no, ok := errors.AsType[*install.Refusal](err); ok {
		p.add(Finding{Check: "copies", Level: Attention, Host: h.Name, Text: no.What, Remedy: no.Remedy, Run: command})
		return
	}
	if err != nil {
		p.add(Finding{Check: "copies", Level: Attention, Host: h.Name, Text: "what veil install wrote cannot be read", Run: command})
		return
	}
	p.differences(*h, plan, command)
}

// differences tells of files that are not those of this veil. With the same program they
// were changed since: a host drops what it cannot parse, and says nothing.
func (p *patient) differences(h Host, plan *install.Plan, command string) {
	if len(plan.Changes) == 0 {
		whose := map[bool]string{true: "their", false: "its"}[h.Way == "hooks"]
		p.add(Finding{Check: "copies", Level: OK, Host: h.Name, Where: h.Guard, Text: "the " + h.Way + " and " + whose + " program are those of veil " + h.GuardVersion})
		return
	}
	for _, c := range plan.Changes {
		if c.Path == h.Guard {
			p.add(Finding{Check: "copies", Level: Attention, Host: h.Name, Where: h.Guard, Text: "is veil " + known(h.GuardVersion) + ", another than veil " + version.Veil() + " beside veil-desk", Run: command})
			return
		}
	}
	p.add(Finding{Check: "copies", Level: Bad, Host: h.Name, Where: plan.Changes[0].Path, Text: "is not what veil install wrote: a plugin that does not load guards nothing", Run: command})
}

// sameVersion compares versions where veil was set up by hand.
func (p *patient) sameVersion(h Host) {
	switch {
	case h.Guard == "":
	case h.GuardVersion == version.Veil():
		p.add(Finding{Check: "copies", Level: OK, Host: h.Name, Where: h.Guard, Text: "veil " + h.GuardVersion + ", set up by hand"})
	default:
		p.add(Finding{Check: "copies", Level: Attention, Host: h.Name, Where: h.Guard, Text: "is veil " + known(h.GuardVersion) + ", and veil-desk " + version.Veil(), Run: "veil install " + h.Name})
	}
}
