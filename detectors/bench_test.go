// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

func BenchmarkFind(b *testing.B) {
	s := bigSet(b, 10_000)
	for name, text := range benchTexts(b) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var found []core.Finding
			for b.Loop() {
				found = s.Find(found[:0], text)
			}
		})
	}
}

func benchTexts(b *testing.B) map[string][]byte {
	p := newPieces(b, 5)
	var chat, code strings.Builder
	for i := range 4_000 {
		fmt.Fprintf(&chat, `{"role":"assistant","id":"msg_%08x","content":"Revisa la función número %d del módulo, después ejecuta las pruebas y guarda el informe."},`, i*7919, i)
		fmt.Fprintf(&code, "func handle%d(ctx context.Context, req *Request) (int, error) {\n\tif req.size > %d {\n\t\treturn 0, errTooLarge\n\t}\n\treturn len(req.items[%d]), nil\n}\n\n", i, i*13, i%10)
		if i%200 == 0 {
			chat.WriteString(p.text())
		}
	}
	prompt := "Escribe una carta a María Pérez (DNI 12345678Z, maria.perez@clinica-lopez.es) sobre la cita del martes y dile que llame al 612 345 678 si no puede venir; el resto de la información está en notas."
	return map[string][]byte{"chat": []byte(chat.String()), "code": []byte(code.String()), "prompt": []byte(prompt)}
}

// bigSet has a catalogue of n made-up names.
func bigSet(t testing.TB, n int) *Set {
	c, err := ParseCatalogue(bigCatalogue(n))
	require.NoError(t, err)
	s, err := New(Options{Catalogue: c})
	require.NoError(t, err)
	return s
}

func bigCatalogue(n int) []byte {
	first := []string{"María", "José", "Lucía", "Íñigo", "Carmen", "Álvaro", "Nuria", "Óscar", "Pilar", "Andrés"}
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "%s Apellido%c%c%c Ñúñez%c\n", first[i%10], 'a'+i/10%26, 'a'+i/260%26, 'a'+i/6760%26, 'a'+i%26)
	}
	return b.Bytes()
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := New(Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSecretPaths judges ordinary commands, one a call.
func BenchmarkSecretPaths(b *testing.B) {
	p := NewSecretPaths(SecretPathOptions{Home: "/home/ana", Own: []string{"/home/ana/.local/state/veil"}})
	for name, command := range map[string]string{
		"short": `git commit -m "ignore .env"`,
		"long":  strings.Repeat(`grep -rn "main" src/ | sort | uniq -c > out.txt && `, 200) + "true",
	} {
		ev := core.Event{
			Surface: core.ToolInput,
			Cwd:     "/home/ana/obra",
			Tool:    core.ToolSpec{Name: "Bash", Sink: core.SinkShell, CommandFields: []string{"command"}},
			Leaves:  []core.Leaf{{ID: core.LeafID{Pointer: "/command"}, Text: command}},
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(command)))
			for b.Loop() {
				if _, err := p.Judge(context.Background(), ev); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
