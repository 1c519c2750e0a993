// SPDX-License-Identifier: Apache-2.0

package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/veil-guard/veil/detectors"
)

// minCompiled is the size in bytes from which catalogues are compiled: opening a
// compiled one costs about as much as parsing this much text, some 50 names
// (BenchmarkCatalogue).
const minCompiled = 2 << 10

// Settling is how long a file must be unchanged before what was read of it is kept:
// the coarsest clock of a file system in use (FAT) has steps of 2 s, and a change
// within a step cannot be seen.
const Settling = 2 * time.Second

// unused is how long a compiled catalogue is kept after it was made.
const unused = 30 * 24 * time.Hour

// A compiled catalogue is a file: the format and its version, the stamp, the index.
// Its name is a hash of the catalogues' paths.
const (
	indexFormat = "veil catalogue-index 1\n"
	indexStart  = 64
)

// indexCache keeps compiled catalogues in a private directory.
type indexCache struct {
	dir string // "" for none
	now time.Time
	// mostParsed is how many bytes of catalogues are parsed where no index is fresh; 0
	// for any number.
	mostParsed int64
}

// catalogue returns the catalogue of the files, compiled if they are large.
func (c indexCache) catalogue(paths []string) (*detectors.Catalogue, error) {
	before, err := stampOf(paths)
	if err != nil || before.size < minCompiled {
		return readCatalogues(paths)
	}
	tooLarge := c.mostParsed > 0 && before.size > c.mostParsed
	switch private := c.dir != "" && privateDir(c.dir); {
	case !private && tooLarge:
		return nil, errNoPlace()
	case !private:
		return readCatalogues(paths)
	}
	file := filepath.Join(c.dir, nameOf(paths))
	if catalogue, ok := c.open(file, before, paths); ok {
		return catalogue, nil
	}
	if tooLarge {
		return nil, c.errMissing()
	}
	catalogue, err := readCatalogues(paths)
	if err != nil {
		return nil, err
	}
	if after, err := stampOf(paths); err == nil && after == before && c.now.Sub(before.newest) > Settling {
		c.keep(file, catalogue.AppendIndex(before.header()))
	}
	return catalogue, nil
}

// open opens the compiled catalogue of the files, if it is fresh. One that turns out to
// be damaged later is removed, so that it is made again.
func (c indexCache) open(file string, fresh stamp, paths []string) (*detectors.Catalogue, bool) {
	data, ok := openPrivate(file)
	if !ok || len(data) <= indexStart || !bytes.HasPrefix(data, fresh.header()) {
		return nil, false
	}
	catalogue, err := detectors.OpenIndex(data[indexStart:], func() (*detectors.Catalogue, error) {
		_ = os.Remove(file)
		if c.mostParsed > 0 && fresh.size > c.mostParsed {
			return nil, errNotBuilt()
		}
		return readCatalogues(paths)
	})
	return catalogue, err == nil
}

// errMissing is the error where there is no time to parse the catalogues: the index is not
// built, or cannot be kept.
func (c indexCache) errMissing() error {
	temp, err := os.CreateTemp(c.dir, ".*.tmp")
	if err != nil {
		return &Error{File: c.dir, What: "the index of the client names cannot be kept there", Mend: "make room, or set XDG_CACHE_HOME to another place, and run veil check"}
	}
	_ = errors.Join(os.Remove(temp.Name()), temp.Close()) // it was a trial
	return errNotBuilt()
}

// errNotBuilt is the error where there is no time to parse the catalogues.
func errNotBuilt() error {
	return &Error{
		What: "the index of the client names is not built yet",
		Mend: "run veil check once on any file: it builds the index in some seconds",
	}
}

// errNoPlace is the error where there is no time either, and no command can help.
func errNoPlace() error {
	return &Error{
		What: "there is no private place for the index of the client names",
		Mend: "set XDG_CACHE_HOME to a place outside the project, give its folder veil the mode 0700, and run veil check",
	}
}

// header is how a compiled catalogue begins.
func (s stamp) header() []byte {
	header := append([]byte(indexFormat), s.sum[:]...)
	return append(header, make([]byte, indexStart-len(header))...)
}

// nameOf is the file name for the catalogues of these paths. It tells nothing.
func nameOf(paths []string) string {
	sum := sha256.Sum256([]byte(joined(paths)))
	return hex.EncodeToString(sum[:16]) + ".index"
}

// keep writes a compiled catalogue. Another process sees the old one, none or this
// one. That it cannot be written is no error: it is made again.
func (c indexCache) keep(file string, data []byte) {
	c.removeOld()
	temp, err := os.CreateTemp(c.dir, ".*.tmp")
	if err != nil {
		return
	}
	defer func() { _ = os.Remove(temp.Name()) }()
	_, err = temp.Write(data)
	if err = errors.Join(err, temp.Chmod(0o600), temp.Close()); err != nil {
		return
	}
	if info, err := os.Lstat(file); err == nil && info.IsDir() {
		_ = os.RemoveAll(file) // no file could take its place
	}
	_ = os.Rename(temp.Name(), file)
}

// removeOld removes what was made long ago, for catalogues that may be gone.
func (c indexCache) removeOld() {
	entries, _ := os.ReadDir(c.dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && c.now.Sub(info.ModTime()) > unused {
			_ = os.Remove(filepath.Join(c.dir, e.Name()))
		}
	}
}

// privateDir says whether the directory is the person's own, made now if it is
// absent.
func privateDir(dir string) bool {
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if os.MkdirAll(filepath.Dir(dir), 0o700) != nil || os.Mkdir(dir, 0o700) != nil || os.Chmod(dir, 0o700) != nil { //nolint:gosec // a directory needs the x bit
			return false
		}
		info, err = os.Lstat(dir)
	}
	return err == nil && info.IsDir() && isPrivate(info)
}
