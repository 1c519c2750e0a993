// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/internal/catalogcheck"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/cmd-veil/internal/plural"
	"github.com/veil-guard/veil/cmd-veil/internal/shellword"
	"github.com/veil-guard/veil/cmd-veil/internal/version"
	"github.com/veil-guard/veil/pseudonymstore"
)

// modulePath is what go install builds the programs from.
const modulePath = "github.com/veil-guard/veil/cmd-veil/cmd/"

// program looks at the veil beside this program: it is the one that veil install copies.
func (p *patient) program(ctx context.Context) {
	together, get := "install both together", "go install "+modulePath+"veil@latest "+modulePath+"veil-desk@latest"
	if version.FromClone() {
		together, get = together+", in the clone", "go install ./cmd-veil/cmd/..."
	}
	if p.Veil == "" {
		p.add(Finding{Check: "program", Level: Attention, Text: "there is no veil beside veil-desk", Remedy: together, Run: get})
		return
	}
	switch v := p.veilVersion(ctx, p.Veil); v {
	case version.Veil():
		p.add(Finding{Check: "program", Level: OK, Where: p.Veil, Text: "veil " + v})
	default:
		p.add(Finding{Check: "program", Level: Attention, Where: p.Veil, Text: "veil is " + known(v) + ", and veil-desk " + version.Veil(), Remedy: together, Run: get})
	}
}

// veilVersion asks a veil for its version; "" if it does not tell.
func (p *patient) veilVersion(ctx context.Context, program string) string {
	said, err := p.output(ctx, program, "version")
	v, ok := strings.CutPrefix(strings.TrimSpace(said), "veil ")
	if err != nil || !ok || strings.ContainsAny(v, "\n\r") {
		return ""
	}
	return v
}

func known(version string) string {
	if version == "" {
		return "of an unknown version"
	}
	return version
}

// configuration looks at veil's own settings, and at what they relax.
func (p *patient) configuration() {
	dirs, err := config.FindDirs(p.workspaces...)
	if err != nil {
		run := "unset XDG_STATE_HOME XDG_CONFIG_HOME"
		bad, ok := errors.AsType[*config.Error](err)
		switch {
		case ok && bad.Mend == config.WorkElsewhere:
			run = "cd"
		case os.Getenv("XDG_STATE_HOME") == "" && os.Getenv("XDG_CONFIG_HOME") == "":
			run = setHome
		}
		p.addError("configuration", err, run)
		return
	}
	p.misnamed(dirs)
	if p.broken != nil {
		p.addError("configuration", p.broken, "unset VEIL_CATALOG")
		return
	}
	for _, r := range p.setup.Config.Relaxed {
		p.add(Finding{Check: "relaxed", Level: Note, Where: r.File, Text: r.What})
	}
}

// misnamed tells of configurations whose name is nearly right: nothing reads them.
func (p *patient) misnamed(dirs config.Dirs) {
	for _, dir := range slices.Compact([]string{dirs.Config, dirs.Account}) {
		if dir == "" {
			continue
		}
		right := filepath.Join(dir, "veil.yaml")
		for _, name := range []string{"veil.yml", "config.yaml", "config.yml"} {
			wrong := filepath.Join(dir, name)
			if info, err := os.Stat(wrong); err != nil || info.IsDir() {
				continue
			}
			f := Finding{Check: "configuration", Level: Attention, Where: wrong, Text: "is not read", Remedy: "rename it to veil.yaml", Run: "mv " + shellword.Quote(wrong) + " " + shellword.Quote(right)}
			if _, err := os.Lstat(right); err == nil {
				f.Text, f.Remedy = "is not read: veil.yaml is", "write in veil.yaml what is to hold of it"
				f.Run = "mv " + shellword.Quote(wrong) + " " + shellword.Quote(wrong+".old")
			}
			p.add(f)
		}
	}
}

// editConfiguration is the command that opens the person's veil.yaml, in a folder that may
// not be there yet.
func (p *patient) editConfiguration() string {
	folder := p.setup.Dirs.Config
	command := edit(filepath.Join(folder, "veil.yaml"))
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		command = "mkdir -p " + shellword.Quote(folder) + " && " + command
	}
	return command
}

// addError adds an error of veil's configuration: every event is denied. run mends one
// that is in no file.
func (p *patient) addError(check string, err error, run string) {
	f := Finding{Check: check, Level: Bad, Text: err.Error() + ": every event is denied", Run: run}
	if bad, ok := errors.AsType[*config.Error](err); ok {
		f.Remedy = bad.Mend
		if bad.File != "" {
			f.Where, f.Text, f.Run = at(bad), bad.What+": every event is denied", edit(bad.File)
		}
	}
	p.add(f)
}

func at(e *config.Error) string {
	if e.Line == 0 {
		return e.File
	}
	return fmt.Sprintf("%s:%d", e.File, e.Line)
}

// catalogue looks at the client names.
func (p *patient) catalogue() {
	files := p.setup.Config.Catalogs
	if _, err := p.setup.Detectors(); err != nil {
		p.addError("catalogue", err, p.editConfiguration())
		p.offerCatalogue(err)
		return
	}
	if len(files) == 0 {
		f := Finding{Check: "catalogue", Level: Note, Text: "no catalogue of client names: no names are found", Remedy: `write the lines "version: 1" and "catalog: FILE"`, Run: p.editConfiguration()}
		if p.setup.Dirs.Config == "" {
			f.Remedy, f.Run = "set HOME", setHome
		}
		p.add(f)
		return
	}
	c, err := catalogcheck.New()
	unique := slices.Compact(slices.Sorted(slices.Values(files)))
	for _, file := range unique {
		text, readErr := config.ReadCatalogueText(file)
		if err = errors.Join(err, readErr); err == nil {
			err = c.Check(file, text)
		}
	}
	if err != nil {
		p.addError("catalogue", err, p.editConfiguration())
		return
	}
	p.add(Finding{Check: "catalogue", Level: OK, Text: plural.Of(c.Names(), "name") + " in " + plural.Of(len(unique), "file")})
	if n := len(c.Proposals); n > 0 {
		p.add(Finding{Check: "catalogue-cues", Level: Attention, Text: plural.Of(n, "name") + " of the catalogue would be found in the wrong places, or never", Run: "veil catalog check"})
	}
	if len(config.EnvironmentCatalogs()) == len(files) {
		p.add(Finding{Check: "catalogue-environment", Level: Attention, Where: "VEIL_CATALOG", Text: "only the environment names the catalogue: a host that is started elsewhere finds no names",
			Remedy: `write the lines "version: 1" and "catalog: FILE"`, Run: p.editConfiguration()})
	}
}

// offerCatalogue has the last finding, of a catalogue that is not there, end with the
// command that makes it.
func (p *patient) offerCatalogue(err error) {
	bad, ok := errors.AsType[*config.Error](err)
	if !ok || bad.File == "" {
		return
	}
	if command := config.MakeCatalogue(bad.File); command != "" {
		f := &p.findings[len(p.findings)-1]
		f.Remedy, f.Run = "make it, one name a line and then Ctrl-D, or mend the path in veil.yaml or VEIL_CATALOG", command+" -"
	}
}

// caught tells of values that no hook before the last gate found. None left.
func (p *patient) caught() {
	n, err := pseudonymstore.Caught(p.setup.Dirs.State)
	if err != nil || n == 0 {
		return // what is wrong with the store is said elsewhere
	}
	p.add(Finding{Check: "last-gate", Level: Note, Text: plural.Of(n, "text") + " held a value that only the last gate found; none left",
		Remedy: "system prompts and pages of WebFetch are such; please report others with the versions, and the session", Run: "veil sessions list"})
}
