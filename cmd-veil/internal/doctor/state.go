// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/cmd-veil/internal/owner"
	"github.com/veil-guard/veil/cmd-veil/internal/shellword"
)

// state looks at where the key and the sessions are: nobody else may read them, and they
// must last.
func (p *patient) state() {
	dir := p.setup.Dirs.State
	if p.setup.Dirs.Home == "" && strings.HasPrefix(dir, filepath.Clean(os.TempDir())+string(filepath.Separator)) {
		p.add(Finding{Check: "state-place", Level: Attention, Where: dir, Text: "what veil remembers lies in a folder for temporary files: tokens do not outlive it",
			Remedy: "set HOME or XDG_STATE_HOME", Run: setHome})
	}
	before := len(p.findings)
	if _, err := os.Lstat(dir); err != nil {
		p.absentState(dir)
	} else {
		p.private(dir)
	}
	if len(p.findings) == before {
		p.privateTree(dir)
	}
	if len(p.findings) == before {
		p.add(Finding{Check: "state", Level: OK, Where: dir, Text: "the key and the sessions are yours alone"})
	}
	p.caught()
}

// absentState looks at where the state will be made: at the first folder above it.
func (p *patient) absentState(dir string) {
	above := filepath.Dir(dir)
	info, err := os.Stat(above)
	for err != nil && !errors.Is(err, fs.ErrPermission) && above != filepath.Dir(above) {
		above = filepath.Dir(above)
		info, err = os.Stat(above)
	}
	if err == nil && !info.IsDir() {
		p.add(Finding{Check: "state", Level: Bad, Where: above, Text: "is no folder: every event is denied", Run: "mv " + shellword.Quote(above) + " " + shellword.Quote(above+".old")})
		return
	}
	if err := tryWriting(above); err != nil {
		p.unwritable(above, "the state cannot be made there", err)
		return
	}
	p.add(Finding{Check: "state", Level: OK, Where: dir, Text: "not made yet"})
}

// tryWriting makes a file in a folder and removes it: rights alone do not say that there
// is room, or that the file system can be written.
func tryWriting(dir string) error {
	f, err := os.CreateTemp(dir, ".veil-doctor-*")
	if err != nil {
		return err
	}
	_ = os.Remove(f.Name()) // first, so that nothing stays if this process is killed
	_, err = f.Write(make([]byte, 4096))
	err = errors.Join(err, f.Close())
	_ = os.Remove(f.Name()) // where an open file cannot be removed
	return err
}

// unwritable adds that a file or a folder of the state cannot be used.
func (p *patient) unwritable(path, what string, err error) {
	f := Finding{Check: "state", Level: Bad, Where: path, Text: what + ": " + config.Cause(err) + ": every event is denied"}
	switch info, failed := os.Stat(path); {
	case !errors.Is(err, fs.ErrPermission):
		f.Remedy, f.Run = "make room there, or set XDG_STATE_HOME to another place", "df "+shellword.Quote(path)
	case failed == nil && !owner.IsOwn(info):
		f.Run = `sudo chown -R "$(id -un)" ` + shellword.Quote(path)
	case failed == nil && !info.IsDir():
		f.Run = "chmod u+rw " + shellword.Quote(path)
	default:
		f.Run = "chmod u+rwx " + shellword.Quote(path)
	}
	p.add(f)
}

// privateTree looks at what lies in the folder. The first fault is enough.
func (p *patient) privateTree(dir string) {
	before := len(p.findings)
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a session that has just been removed
		}
		if err != nil {
			p.unwritable(path, "cannot be read", err)
		} else {
			p.private(path)
			p.usable(path, entry.IsDir())
		}
		if len(p.findings) > before {
			return fs.SkipAll
		}
		return nil
	})
	if len(p.findings) > before {
		return
	}
	if err := tryWriting(dir); err != nil {
		p.unwritable(dir, "cannot be written", err)
	}
}

// usable adds a finding if this process could not use a file of the store.
func (p *patient) usable(path string, isDir bool) {
	err := mayRead(path)
	if errors.Is(err, fs.ErrPermission) {
		p.unwritable(path, "cannot be read", err)
		return
	}
	if isDir {
		err = mayEnter(path)
	}
	if errors.Is(err, fs.ErrPermission) {
		p.unwritable(path, "cannot be written", err)
	}
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
	case !owner.IsOwn(info):
		f.Text, f.Run = "belongs to another user: every event is denied", `sudo chown -R "$(id -un)" `+shellword.Quote(path)
	case isOpen(info):
		f.Text, f.Run = "others have access to it: every event is denied", "chmod go= "+shellword.Quote(path)
	default:
		return
	}
	p.add(f)
}
