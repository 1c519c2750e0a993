// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/detectors/internal/plant"
)

// The sizes of the texts, in bytes, and how many escapes the history holds: those
// of the measurement that set the bars.
const (
	chatSize    = 2_100_000
	chatEscapes = 68_000
	mixedSize   = 10_500_000
	valuesEvery = 40_000 // bytes from one value to the next: 0.05 % is personal data
)

// workload makes the texts that throughput is measured on.
type workload struct {
	rng  *rand.Rand
	g    *plant.Generator
	code string
	plan []plant.Variant
}

func newWorkload(t testing.TB) *workload {
	w := &workload{rng: rand.New(rand.NewPCG(7, 7)), g: plant.New(7), code: goSource(t, mixedSize/2)}
	for _, v := range plant.Variants() {
		if strings.HasSuffix(v.Name, "plain") {
			w.plan = append(w.plan, v)
		}
	}
	return w
}

// goSource is n bytes of the standard library's source.
func goSource(t testing.TB, n int) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(filepath.Join(goRoot(), "src"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || b.Len() >= n {
			return err
		}
		text, err := os.ReadFile(path)
		b.Write(text)
		return err
	})
	require.NoError(t, err)
	return b.String()[:n]
}

// sentence is Spanish prose without a person in it.
func (w *workload) sentence() string {
	words := strings.Fields("revisa la función del módulo después ejecuta las pruebas guarda el informe también señala qué cambió niño año " +
		"ayuntamiento aprueba obras plaza mercado calle árbol camión según acción jamás cliente pedido factura importe total con sin " +
		"para por que como cuando donde porque aunque sobre entre hasta desde durante mediante fichero carpeta línea código error aviso " +
		"compilación versión paquete petición respuesta servidor tabla columna índice consulta cambio rama revisión corrección prueba " +
		"Madrid Sevilla Bilbao lunes martes enero febrero rosa luz alba mar sol paz nieves pilar gracia consuelo")
	var b strings.Builder
	for range 6 + w.rng.IntN(14) {
		b.WriteString(words[w.rng.IntN(len(words))] + " ")
	}
	return strings.TrimSpace(b.String()) + ".\n"
}

// codePiece is some lines of source.
func (w *workload) codePiece() string {
	at := w.rng.IntN(len(w.code) - 2_000)
	return w.code[at : at+400+w.rng.IntN(1_000)]
}

// value is a line with a made-up value.
func (w *workload) value() string {
	s := w.g.Plain(w.plan[w.rng.IntN(len(w.plan))])
	return string(s.Text)
}

// chat is a history of messages as JSON, one line.
func (w *workload) chat() []byte {
	var b strings.Builder
	b.WriteString(`{"messages":[`)
	escapes, values := 0, 0
	for i := 0; b.Len() < chatSize; i++ {
		content := w.sentence() + w.sentence()
		if escapes*chatSize < chatEscapes*b.Len() {
			content += "```go\n" + w.codePiece() + "```\n"
		}
		if values*valuesEvery < b.Len() {
			content += w.value()
			values++
		}
		message, _ := json.Marshal(map[string]string{"role": "assistant", "id": fmt.Sprintf("msg_%016x", w.rng.Uint64()), "content": content})
		escapes += strings.Count(string(message), `\`)
		b.Write(append(message, ','))
	}
	return []byte(b.String() + "{}]}")
}

// mixed is code, prose, logs and lock files.
func (w *workload) mixed() []byte {
	var b strings.Builder
	values := 0
	for b.Len() < mixedSize {
		b.WriteString(w.codePiece() + "\n")
		for range 5 {
			b.WriteString(w.sentence())
			fmt.Fprintf(&b, "2026-03-%02dT10:%02d:%02d.%06dZ INFO http.request id=%016x status=200 bytes=%d peer=10.0.%d.%d:%d\n", 1+w.rng.IntN(28),
				w.rng.IntN(60), w.rng.IntN(60), w.rng.IntN(1_000_000), w.rng.Uint64(), w.rng.IntN(1<<20), w.rng.IntN(256), w.rng.IntN(256), w.rng.IntN(1<<16))
			hash := make([]byte, 32)
			for i := range hash {
				hash[i] = byte(w.rng.Uint32())
			}
			fmt.Fprintf(&b, "\"resolved\": \"https://r.obra.es/p/-/p-%d.%d.%d.tgz\", \"integrity\": \"sha256-%s\", %x\n",
				w.rng.IntN(20), w.rng.IntN(20), w.rng.IntN(20), base64.StdEncoding.EncodeToString(hash), hash[:20])
		}
		if values*valuesEvery < b.Len() {
			b.WriteString(w.value() + "\n")
			values++
		}
	}
	return []byte(b.String())
}

// samplePrompt is what a person types, of 200 bytes.
type samplePrompt struct {
	name   string
	typed  string
	values int  // that are found in it
	bar    bool // its cost is measured against promptBar
}

func (p samplePrompt) text() []byte { return []byte(p.typed[:promptSize]) }

const promptSize = 200

// prompts are ordinary prose, with no value, with one, and with three, as the tables
// of veil before v0.2.0 measured it.
func prompts() []samplePrompt {
	const head, tail = "Escribe una carta a la señora de ayer", " sobre la cita del martes y dile que llame por la mañana si no puede venir; el resto de lo que pide está en la carpeta de las notas de hoy. Gracias por todo, mañana seguimos con ello."
	return []samplePrompt{
		{"no value", head + tail, 0, true},
		{"a DNI", head + " (DNI 12345678Z)" + tail, 1, true},
		{"an address", head + " (maria@clinica-lopez.es)" + tail, 1, true},
		{"a telephone number", head + " (612 345 678)" + tail, 1, true},
		{"three values", head + " (DNI 12345678Z, maria@clinica-lopez.es) sobre la cita del martes y dile que llame al 612 345 678 si no puede venir; el resto está en la carpeta de las notas de hoy.", 3, false},
	}
}

// bigCatalogue is n made-up names of one given name and two surnames.
func bigCatalogue(n int) []byte {
	given := strings.Fields("María José Antonio Carmen Manuel Ana Francisco Isabel David Dolores Juan Pilar Javier Teresa Daniel Rosa Luis Cristina " +
		"Carlos Ángeles Jesús Lucía Alejandro Laura Miguel Elena Rafael Marta Pedro Concepción Pablo Mercedes Ángel Luz Sergio Alba Fernando " +
		"Rosario Jorge Juana Alberto Mar Álvaro Raquel Diego Beatriz Adrián Nuria Raúl Silvia Iván Julia Enrique Patricia Rubén Irene Óscar " +
		"Paz Ramón Sol Vicente Nieves Andrés Gracia Joaquín Consuelo Víctor Sara Eduardo Íñigo Begoña Hugo Olga Mario Inés")
	syllables := strings.Fields("ba be bi bo da de do ga go gui la le lo lla ma me mi mo na ni ño ra re ro sa sal so ta te to tu va ve vi za zu rre cha che pe pi cue")
	rng := rand.New(rand.NewPCG(3, 3))
	surname := func() string {
		s := ""
		for range 3 {
			s += syllables[rng.IntN(len(syllables))]
		}
		return "B" + s + []string{"", "z", "s", "n"}[rng.IntN(4)]
	}
	var b strings.Builder
	for range n {
		b.WriteString(given[rng.IntN(len(given))] + " " + surname() + " " + surname() + "\n")
	}
	return []byte(b.String())
}
