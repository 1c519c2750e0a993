// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"testing"
)

// BenchmarkWindows looks for disguises in texts that have none.
func BenchmarkWindows(b *testing.B) {
	texts := map[string]string{
		"ASCII":   "func handle(ctx context.Context, req *Request) (int, error) { return 0, errTooLarge }\n",
		"prose":   "Él revisó la función del módulo: «así está bien» y guardó el informe en su sitio – después salió. ",
		"history": `{"role":"assistant","content":"Revisa la función.\n\nAl final \"guarda\" el informe y\tsigue.\n"},`,
		"code":    "\tif req.size >= max && x%10 == 0 {\n\t\treturn fmt.Errorf(\"%d of %s: %w\", n, name, err) // a = b & c\n\t}\n",
		"log":     "2026-03-02T10:11:12.345Z INFO alta.guardar id=4096 ms=35 count=312 status=200 path=/var/lib/x\n",
	}
	for name, unit := range texts {
		text := bytes.Repeat([]byte(unit), 1<<20/len(unit))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var spell speller
			for b.Loop() {
				if len(appendWindows(nil, text, within{spell: &spell})) > 0 {
					b.Fatal("a window")
				}
			}
		})
	}
}
