// SPDX-License-Identifier: Apache-2.0

package config

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
)

// stamp tells whether files are the ones that they were, without reading them: their
// paths, and of each the size, the times of change, the number and the owner. The
// running program is one of them, since another veil may compile otherwise.
type stamp struct {
	sum    [sha256.Size]byte
	size   int64     // of all catalogues, in bytes
	newest time.Time // the last change of a catalogue
}

// CatalogueStamp returns what tells whether the client name catalogues are the ones
// that they were, without reading them: it is equal then. ok is false if one cannot be
// looked at.
func (c Config) CatalogueStamp() (same any, ok bool) {
	s, err := stampOf(c.Catalogs)
	return s, err == nil
}

// CatalogueSize returns the bytes of all client name catalogues, or 0 if one cannot be
// looked at.
func (c Config) CatalogueSize() int64 {
	s, err := stampOf(c.Catalogs)
	if err != nil {
		return 0
	}
	return s.size
}

// stampOf takes the stamp of catalogue files.
func stampOf(paths []string) (stamp, error) {
	var s stamp
	facts := []byte(joined(paths))
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return stamp{}, err
		}
		facts = appendFacts(facts, info)
		s.size += info.Size()
		for _, at := range []time.Time{info.ModTime(), changeTime(info)} {
			if at.After(s.newest) {
				s.newest = at
			}
		}
	}
	if program, err := os.Executable(); err == nil {
		if info, err := os.Stat(program); err == nil {
			facts = appendFacts(facts, info)
		}
	}
	s.sum = sha256.Sum256(facts)
	return s, nil
}

// appendFacts appends what tells a file from another one, or from itself when it was
// changed.
func appendFacts(dst []byte, info fs.FileInfo) []byte {
	inode, owner := identity(info)
	return fmt.Appendf(dst, "%d %d %d %d %d\n", info.Size(), info.ModTime().UnixNano(), changeTime(info).UnixNano(), inode, owner)
}

// joined are the paths, so that no two lists are alike.
func joined(paths []string) string { return strings.Join(paths, "\x00") + "\x00\x00" }
