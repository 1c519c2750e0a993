// SPDX-License-Identifier: Apache-2.0

package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/shellword"
	"github.com/veil-guard/veil/detectors"
)

// maxCatalogue bounds a catalogue: a million names are about 30 MiB.
const maxCatalogue = 256 << 20

// Catalogue returns the names of the client name catalogues, or nil if there is no
// catalogue. One that cannot be read is an *Error: a guard that silently knows fewer
// names than the person thinks is worse than one that stops.
//
// A large catalogue is compiled once and kept below cache, the directory of
// [Dirs.Cache]; "" keeps nothing. The compiled one is used as long as every
// catalogue file is the same; if it is damaged, or there is no room for it, the
// catalogues are read as if there were none. Without a fresh one, catalogues of more
// than mostParsed bytes in all are an *Error, for who has no time to parse them; 0
// stands for any number.
func (c Config) Catalogue(cache string, mostParsed int64) (*detectors.Catalogue, error) {
	if len(c.Catalogs) == 0 {
		return nil, nil
	}
	return indexCache{cache, time.Now(), mostParsed}.catalogue(c.Catalogs)
}

// readCatalogues reads and parses the files.
func readCatalogues(paths []string) (*detectors.Catalogue, error) {
	var all []*detectors.Catalogue
	for _, path := range paths {
		one, err := readCatalogue(path)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return detectors.Union(all...), nil
}

func readCatalogue(path string) (*detectors.Catalogue, error) {
	text, err := ReadCatalogueText(path)
	if err != nil {
		return nil, err
	}
	catalogue, err := detectors.ParseCatalogue(text)
	if err != nil {
		return nil, CatalogueError(path, err)
	}
	return catalogue, nil
}

// ReadCatalogueText reads a catalogue file. Errors are *Error.
func ReadCatalogueText(path string) ([]byte, error) {
	text, err := ReadRegular(path, maxCatalogue)
	if err != nil {
		if command := MakeCatalogue(path); command != "" {
			return nil, &Error{path, 0, "the client name catalogue is not there", "make it by " + command + " NAME..., or mend the path in veil.yaml or VEIL_CATALOG"}
		}
		return nil, &Error{path, 0, "the client name catalogue cannot be read: " + Cause(err), "mend the file, or the path in veil.yaml or VEIL_CATALOG"}
	}
	return text, nil
}

// MakeCatalogue returns the command that makes a catalogue that is not there, but for the
// names; "" if something is. A link to nothing is something: what is wrong is where it
// leads.
func MakeCatalogue(path string) string {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	command := "veil catalog add --file " + shellword.Quote(path)
	if _, err := os.Lstat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) {
		command = "mkdir -p " + shellword.Quote(filepath.Dir(path)) + " && " + command
	}
	return command
}

// CatalogueError is the error of a catalogue that was read but cannot be used.
func CatalogueError(path string, err error) error {
	const remedy = "write one name a line, or a JSON array of texts"
	if bad, ok := errors.AsType[*detectors.CatalogueError](err); ok && bad.Empty {
		return &Error{path, bad.Line, "the client name catalogue is not usable: " + bad.Problem, "add one by veil catalog add --file " + shellword.Quote(path) + " NAME..."}
	} else if ok {
		return &Error{path, bad.Line, "the client name catalogue is not usable: " + bad.Problem, remedy}
	}
	return &Error{path, 0, "the client name catalogue is not usable", remedy}
}
