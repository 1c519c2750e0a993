// SPDX-License-Identifier: Apache-2.0

package install

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Plan is what an installation changes.
type Plan struct {
	Hosts   []string // those in which something changes, as a person calls them
	Notes   []string // one line a host: what changes there
	Stays   []string // what was left though it may have been meant
	Changes []Change // in the order in which they are made
	dirs    []string // removed at the end, those that are empty
	public  bool     // everybody on the machine may read what is written
}

// Change is one file's. Old and New are what it holds before and after; nil if it is
// not there.
type Change struct {
	Path     string
	Old, New []byte
	mode     fs.FileMode // of a new file
	settings bool        // a person reads them: the diff shows them whole
}

// entry is what goes into settings. apply returns them with it, or as they are if it is
// there; strip takes it out of settings that have changed since. before is what they
// were, or "". names says whether a text names veil in whatever form.
type entry interface {
	apply(text string) (string, error)
	strip(text, before string) (string, error)
	names(text string) bool
}

const (
	backupEnding = ".before-veil"
	// noFile is the backup of settings that were not there. It is no JSON.
	noFile = "veil: this file was not there\n"
)

// put plans that a file holds a text.
func (plan *Plan) put(path string, text []byte, mode fs.FileMode) error {
	if plan.public {
		mode |= mode & 0o500 >> 3
		mode |= mode & 0o500 >> 6
	}
	old, err := read(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	runs := err == nil && info.Mode()&mode&0o111 == mode&0o111
	if old == nil || !bytes.Equal(old, text) || !runs {
		plan.Changes = append(plan.Changes, Change{Path: path, Old: old, New: text, mode: mode})
	}
	return nil
}

// remove plans that a file goes.
func (plan *Plan) remove(path string) error {
	old, err := read(path)
	if old != nil {
		plan.Changes = append(plan.Changes, Change{Path: path, Old: old})
	}
	return err
}

// enter plans an entry in settings, and their backup.
func (plan *Plan) enter(path string, e entry) error {
	old, err := read(path)
	if err != nil {
		return err
	}
	text, err := e.apply(string(old))
	if err != nil {
		return about(path, err)
	}
	if old != nil && text == string(old) {
		return nil
	}
	backup, err := read(path + backupEnding)
	if err != nil {
		return err
	}
	if rest, err := e.strip(string(old), ""); backup == nil || err == nil && rest == string(old) {
		backup = old // nothing of an earlier installation is in it
	}
	if backup == nil {
		backup = []byte(noFile)
	}
	if err := plan.put(path+backupEnding, backup, 0o600); err != nil {
		return err
	}
	return plan.putSettings(path, []byte(text))
}

// putSettings is put for settings; nil removes them.
func (plan *Plan) putSettings(path string, text []byte) error {
	before := len(plan.Changes)
	var err error
	if text == nil {
		err = plan.remove(path)
	} else {
		err = plan.put(path, text, 0o600)
	}
	for i := range plan.Changes[before:] {
		plan.Changes[before+i].settings = true
	}
	return err
}

// leave plans that an entry goes out of settings again. Without a backup nothing went
// in: what is there is the person's own.
func (plan *Plan) leave(path string, e entry) error {
	backup, err := read(path + backupEnding)
	if err != nil {
		return err
	}
	now, err := read(path)
	if err != nil {
		return err
	}
	before := string(backup)
	if before == noFile {
		before = ""
	}
	text := string(now)
	if now != nil && backup != nil {
		if text, err = undo(before, text, e); err != nil {
			return about(path, err)
		}
		after := []byte(text)
		if text == "" && string(backup) == noFile {
			after = nil
		}
		if err := plan.putSettings(path, after); err != nil {
			return err
		}
	}
	if e.names(text) {
		plan.Stays = append(plan.Stays, path+" names veil, and no veil install put that there: take it out by hand")
	}
	return plan.remove(path + backupEnding)
}

// undo returns settings without the entry: what they were, if nothing else changed.
func undo(before, now string, e entry) (string, error) {
	if again, err := e.apply(before); err == nil && again == now {
		return before, nil
	}
	return e.strip(now, before)
}

// about adds the file to a refusal.
func about(path string, err error) error {
	if r, ok := errors.AsType[*Refusal](err); ok {
		return &Refusal{What: path + " " + r.What, Remedy: r.Remedy}
	}
	return fmt.Errorf("%s: %w", path, err)
}

// read returns what a file holds, and nil if it is not there. A link to nothing is an
// error: whatever was written there would take the link's place.
func read(path string) ([]byte, error) {
	text, err := readPlain(path)
	if !errors.Is(err, fs.ErrNotExist) {
		if err == nil && text == nil {
			text = []byte{}
		}
		return text, err
	}
	if _, err := os.Lstat(path); err == nil {
		return nil, &Refusal{What: path + " is a link to a file that is not there", Remedy: "remove the link, or make the file"}
	}
	return nil, nil
}

// readPlain reads a file that is no pipe and no device: nobody may ever write into those.
func readPlain(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, &Refusal{What: path + " is no plain file", Remedy: "put a plain file in its place, or remove it"}
	}
	return os.ReadFile(path)
}
