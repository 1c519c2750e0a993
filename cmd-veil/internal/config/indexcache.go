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

// settling is how long a file must be unchanged before what was read of it is kept:
// the coarsest clock of a file system in use (FAT) has steps of 2 s, and a change
// within a step cannot be seen.
const settling = 2 * time.Second

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
}

// catalogue returns the catalogue of the files, compiled if they are large.
func (c indexCache) catalogue(paths []string) (*detectors.Catalogue, error) {
	read := func() (*detectors.Catalogue, error) { return readCatalogues(paths) }
	before, err := stampOf(paths)
	if err != nil || c.dir == "" || before.size < minCompiled || !privateDir(c.dir) {
		return read()
	}
	file := filepath.Join(c.dir, nameOf(paths))
	if data, ok := openPrivate(file); ok && len(data) > indexStart && bytes.HasPrefix(data, before.header()) {
		if catalogue, err := detectors.OpenIndex(data[indexStart:], read); err == nil {
			return catalogue, nil
		}
	}
	catalogue, err := read()
	if err != nil {
		return nil, err
	}
	if after, err := stampOf(paths); err == nil && after == before && c.now.Sub(before.newest) > settling {
		c.keep(file, catalogue.AppendIndex(before.header()))
	}
	return catalogue, nil
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
	if err = errors.Join(err, temp.Chmod(0o600), temp.Close()); err == nil {
		_ = os.Rename(temp.Name(), file)
	}
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
