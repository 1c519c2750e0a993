// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"path/filepath"
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// What stands in the files of the pictures, and nowhere else.
const (
	markPicture = "marca-ficha-71xKq"
	markPDF     = "marca-pdf-82yLr"
	markDrawn   = "marca-crm-93zMs"
)

// images: the model reads a picture, a PDF, and what a tool of an MCP server draws. They are withheld, and the text beside them is not.
func images() scenario {
	return scenario{
		name: "images withheld",
		files: map[string]string{
			"ficha.png": string(sample.PNG(markPicture)), "ficha.pdf": string(sample.PDF(markPDF)),
		},
		planted: []wire.Planted{{Label: "picture", Value: markPicture}, {Label: "PDF", Value: markPDF}, {Label: "picture of MCP", Value: markDrawn}},
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("Read", map[string]any{"file_path": filepath.Join(work, "ficha.png")}),
				provider.Use("mcp__crm__picture", map[string]any{"text": "una"}),
				provider.Use("Read", map[string]any{"file_path": filepath.Join(work, "ficha.pdf")}),
				provider.Say("Vistas."), provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Mira la ficha.", "--mcp-config", mcpConfig(t))
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "an image or a document was withheld", "picture una: Cliente: "+sample.TokenClient)
		},
	}
}

// imagesPass: a person who lets images pass has them sent as they are.
func imagesPass() scenario {
	s := images()
	s.name, s.again = "images passed", true
	planted := s.planted
	s.planted = nil
	s.guard.config = "version: 1\nimages: pass\n"
	s.guarded = func(t *testing.T, b *box) {
		wire.MustLeak(t, b.mock.Log, planted)
		wire.MustCarry(t, b.mock.Log, sample.Picture(markPicture), "picture una: Cliente: "+sample.TokenClient)
		wire.MustNotCarry(t, b.mock.Log, "was withheld")
	}
	return s
}

// pluginImages: a picture that a prompt mentions is a block of a row, which Claude Code
// lets the mod drop and not change.
func pluginImages() scenario {
	return scenario{
		name:    "image mentioned",
		files:   map[string]string{"ficha.png": string(sample.PNG(markPicture))},
		planted: []wire.Planted{{Label: "picture", Value: markPicture}},
		script:  script(provider.Say("Vista."), provider.Say("Sí.")),
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Mira @ficha.png y resume.")
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "Mira @ficha.png y resume.", "an image or a document was withheld")
		},
	}
}
