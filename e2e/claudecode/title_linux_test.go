// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/page"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// TestClaudeCodeTitle: on the screen the host also sends the first prompt to have a title
// for it, in a request without tools.
func TestClaudeCodeTitle(t *testing.T) {
	host, program := realHost(t)
	play := func(t *testing.T, install bool) *box {
		t.Helper()
		t.Parallel()
		b := newBox(t, host, scenario{script: script(provider.Say("Anotado, y ya."))})
		if install {
			b.install(t, program, guard{plugin: &plugin{}})
		}
		b.Set(page.Serve(t, "").Env) // which lets it reach nobody else
		b.Set(map[string]string{"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": ""})
		screen := openScreen(t, b)
		screen.await(t, "❯")
		screen.enter(t, "Prepara una carta para quien tiene el DNI "+sample.DNI+" y dime cuando esté.")
		screen.await(t, "Anotado, y ya.")
		for end := time.Now().Add(limit); len(titles(b)) == 0 && time.Now().Before(end); {
			time.Sleep(100 * time.Millisecond)
		}
		assert.NotEmpty(t, titles(b), "the host asks for a title")
		return b
	}
	t.Run("guarded", func(t *testing.T) {
		b := play(t, true)
		wire.NoLeak(t, b.mock.Log, sample.PlantedDNI())
		for _, r := range titles(b) {
			assert.Contains(t, string(r.Body), "el DNI "+sample.TokenDNI)
		}
	})
	t.Run("twin", func(t *testing.T) {
		assert.NotEmpty(t, wire.Leaks(titles(play(t, false)), sample.PlantedDNI()))
	})
}

// titles are the requests without tools that hold the prompt.
func titles(b *box) []wire.Request {
	var list []wire.Request
	for _, r := range b.mock.Log.Requests() {
		body, _ := r.JSON.(map[string]any)
		tools, _ := body["tools"].([]any)
		if len(tools) == 0 && strings.Contains(string(r.Body), "Prepara una carta") {
			list = append(list, r)
		}
	}
	return list
}
