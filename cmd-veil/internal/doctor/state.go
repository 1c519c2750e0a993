// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/internal/shellword"
)

// state looks at where the key and the sessions are: nobody else may read them, and they
// must last.
func (p *patient) state() {
	dir := p.setup.Dirs.State
	if p.setup.Dirs.Home == "" && strings.HasPrefix(dir, filepath.Clean(os.TempDir())+string(filepath.Separator)) {
		p.add(Finding{Check: "state-place", Level: Attention, Where: dir, Text: "what veil remembers lies in a folder for temporary files: tokens do not outlive it",
			Remedy: "set HOME or XDG_STATE_HOME", Run: `export HOME="$(getent passwd "$(id -u)" | cut -d: -f6)"`})
	}
	before := len(p.findings)
	_, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		p.add(Finding{Check: "state", Level: OK, Where: dir, Text: "not made yet"})
		return
	}
	p.private(dir)
	if len(p.findings) == before {
		p.privateTree(dir)
	}
	if len(p.findings) == before {
		p.add(Finding{Check: "state", Level: OK, Where: dir, Text: "the key and the sessions are yours alone"})
	}
	p.caught()
}

// privateTree looks at what lies in the folder. The first fault is enough.
func (p *patient) privateTree(dir string) {
	before := len(p.findings)
	_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a session that has just been removed
		}
		if err != nil {
			p.add(Finding{Check: "state", Level: Bad, Where: path, Text: "cannot be read: every event is denied", Run: "chmod u+rwX " + shellword.Quote(path)})
		} else if path != dir {
			p.private(path)
		}
		if len(p.findings) > before {
			return fs.SkipAll
		}
		return nil
	})
}

// private adds a finding if somebody else could read or replace a file of the store.
func (p *patient) private(path string) {
	info, err := os.Lstat(path)
	if err != nil {
		return // it has gone
	}
	f := Finding{Check: "state", Level: Bad, Where: path}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		f.Text, f.Run = "is a link: every event is denied", "rm "+shellword.Quote(path)
	case !isOwn(info):
		f.Text, f.Run = "belongs to another user: every event is denied", `sudo chown -R "$(id -un)" `+shellword.Quote(path)
	case isOpen(info):
		f.Text, f.Run = "others have access to it: every event is denied", "chmod go= "+shellword.Quote(path)
	default:
		return
	}
	p.add(f)
}
