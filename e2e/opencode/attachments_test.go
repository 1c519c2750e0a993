// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// A picture of one pixel, and a PDF.
const (
	onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	emptyPDF = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)

// attachments: a picture and a PDF, attached by the person and read by the agent. They pass
// as they are, which docs/hosts/opencode.md says; what they are called does not.
func attachments() scenario {
	pixels, err := base64.StdEncoding.DecodeString(onePixel)
	return scenario{
		name: "attachments",
		files: map[string]string{
			sample.DNI + ".png": string(pixels), sample.DNI + ".pdf": emptyPDF,
		},
		planted:    sample.PlantedDNI(),
		modalities: []string{"text", "image", "pdf"},
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Say("Visto."),
				provider.Use("read", map[string]any{"filePath": work + "/" + sample.DNI + ".png"}),
				provider.Use("read", map[string]any{"filePath": work + "/" + sample.DNI + ".pdf"}),
				provider.Say("Leído."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			assert.NoError(t, err)
			s := b.serve(t)
			session := s.session(t)
			s.send(t, session, map[string]any{"parts": []any{
				text("Mira"), file("image/png", sample.DNI+".png", "data:image/png;base64,"+onePixel),
				file("application/pdf", sample.DNI+".pdf", "data:application/pdf;base64,"+base64.StdEncoding.EncodeToString([]byte(emptyPDF))),
			}})
			s.prompt(t, session, "Léelos tú.")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "data:image/png;base64,"+onePixel)
			last := b.mock.Log.Requests()
			body := string(last[len(last)-1].Body)
			assert.GreaterOrEqual(t, strings.Count(body, onePixel), 2, "the picture passes, attached and read")
			assert.GreaterOrEqual(t, strings.Count(body, base64.StdEncoding.EncodeToString([]byte(emptyPDF))), 2, "so does the PDF")
		},
	}
}
