// SPDX-License-Identifier: Apache-2.0

package detectors_test

import (
	"fmt"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors"
)

// A program that needs no other part of veil: it says which kinds of personal
// data stand where in a text.
func Example() {
	catalogue, err := detectors.ParseCatalogue([]byte(`["María Pérez"]`))
	if err != nil {
		fmt.Println(err)
		return
	}
	set, err := detectors.New(detectors.Options{
		Catalogue:    catalogue,
		AllowDomains: []string{"miempresa.es"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var detector core.Detector = set
	text := "Pérez, María, DNI 12.345.678-Z, maria@clinica.es (avisa a turnos@miempresa.es)"
	for _, f := range detector.Find(nil, []byte(text)) {
		fmt.Println(f.Kind, f.Start, f.End, f.Disposition)
	}
	// Output:
	// NOMBRE 0 14 rewrite
	// DNI 20 32 rewrite
	// EMAIL 34 50 rewrite
}
