// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/page"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// pageStory: the model reads a page of the web, which Claude Code gives to a model of its
// own before any command hook sees it. That one answers with a token.
func pageStory(guarded func(t *testing.T, b *box)) scenario {
	return scenario{
		name:    "WebFetch",
		planted: sample.PlantedRecord(),
		// Else the host asks the provider's own site whether the page may be read.
		files: map[string]string{".claude/settings.json": `{"skipWebFetchPreflight":true}`},
		script: script(
			provider.Use("WebFetch", map[string]any{"url": "https://example.com/ficha", "prompt": "Resume."}), provider.Say("Hecho."), provider.Say("Sí.")),
		drive: func(t *testing.T, b *box) {
			site := page.Serve(t, "<html><body><pre>"+sample.Record+"</pre></body></html>")
			b.Set(site.Env)
			b.mock.Aside("Es de " + sample.TokenEmail + ".")
			b.ask(t, "Lee la página.")
			b.goOn(t, "¿Y bien?")
			b.site = site
		},
		guarded: guarded,
	}
}

// pluginWebFetch: the mod's last gate rewrites the request with the page.
func pluginWebFetch() scenario {
	return pageStory(func(t *testing.T, b *box) {
		wire.MustCarry(t, b.mock.Log, "DNI: "+sample.TokenDNI, "Es de "+sample.TokenEmail)
		wire.MustNotCarry(t, b.mock.Log, "[LITERAL-001]")
		assert.Equal(t, []string{"example.com:443"}, b.site.Asked())
		program := programIn(b.pluginDir())
		id := strings.Fields(strings.Split(b.veil(t, program, 0, "sessions", "list"), "\n")[1])[0]
		assert.Regexp(t, "last gate  found a value in [0-9]+ texts?", b.veil(t, program, 0, "sessions", "show", id))
	})
}

// hooksWebFetch: with command hooks alone the page is not fetched.
func hooksWebFetch() scenario {
	return pageStory(func(t *testing.T, b *box) {
		wire.MustCarry(t, b.mock.Log, "WebFetch gives the page to a model before any hook sees it; fetch it with curl in Bash")
		assert.Empty(t, b.site.Asked())
	})
}
