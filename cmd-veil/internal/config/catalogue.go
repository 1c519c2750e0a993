// SPDX-License-Identifier: Apache-2.0

package config

import (
	"errors"

	"github.com/veil-guard/veil/detectors"
)

// maxCatalogue bounds a catalogue: a million names are about 30 MiB.
const maxCatalogue = 256 << 20

// Catalogue reads the client name catalogues. It returns nil if there is none.
// A catalogue that cannot be read is an *Error: a guard that silently knows
// fewer names than the person thinks is worse than one that stops.
func (c Config) Catalogue() (*detectors.Catalogue, error) {
	var all []*detectors.Catalogue
	for _, path := range c.Catalogs {
		text, err := ReadRegular(path, maxCatalogue)
		if err != nil {
			return nil, &Error{path, 0, "the client name catalogue cannot be read: " + Cause(err), "mend the file, or the path in veil.yaml or VEIL_CATALOG"}
		}
		one, err := detectors.ParseCatalogue(text)
		var bad *detectors.CatalogueError
		switch {
		case errors.As(err, &bad):
			return nil, &Error{path, bad.Line, "the client name catalogue is not usable: " + bad.Problem, "write one name a line, or a JSON array of texts"}
		case err != nil:
			return nil, &Error{path, 0, "the client name catalogue is not usable", "write one name a line, or a JSON array of texts"}
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		return nil, nil
	}
	return detectors.Union(all...), nil
}
