// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/cmd-veil/mock"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/veil"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// writesFirst is a model that writes a file of that name with a token in it, and then says
// that it is done: in each session, however many there are.
func writesFirst(file string) mock.Play {
	return func(q mock.Question) mock.Turn {
		switch {
		case !q.Tools:
			return mock.Say("Un título")
		case strings.Contains(string(q.Body), `"role":"tool"`):
			return mock.Say("Hecho.")
		}
		return mock.Use("write", args{"filePath": file, "content": "DNI [DNI-001]\n"})
	}
}

// TestParallelSessions plays sixteen sessions of one OpenCode at once, in each another DNI
// under the same token, beside one whose prompt is too large for veil. No session gets
// another's value, and none but the last hears of the large one.
func TestParallelSessions(t *testing.T) {
	t.Parallel()
	const sessions = 16
	host, program := hosts.Require(t, "opencode"), veil.Build(t)
	b := newBox(t, host, scenario{script: func(string) provider.Script { return provider.Script{} }})
	model, err := mock.OpenAI(writesFirst(filepath.Join(b.Work, "[DNI-001].txt")))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, model.Close()) })
	b.mock = &provider.Server{Server: model}
	b.guard(t, program, false)
	s := b.serve(t)
	prompt := func(text string) string {
		answer, err := s.call(t.Context(), http.MethodPost, "/session/"+s.session(t)+"/message",
			map[string]any{"model": mockModel("mock"), "parts": []any{map[string]any{"type": "text", "text": text}}})
		assert.NoError(t, err)
		return answer
	}
	var all sync.WaitGroup
	var planted []wire.Planted
	for i := range sessions {
		value := madeUpDNI(100 + i)
		planted = append(planted, wire.Planted{Label: fmt.Sprint("session ", i), Value: value})
		all.Go(func() { assert.NotContains(t, prompt("Mi DNI es "+value), "veil: ") })
	}
	all.Go(func() {
		assert.Contains(t, prompt(strings.Repeat("muchas palabras ", core.MaxDocument/16)), "veil: not analysed: request: larger than 8 MiB")
	})
	all.Wait()
	for _, p := range planted {
		assert.Equal(t, "DNI "+p.Value+"\n", b.ReadWork(t, p.Value+".txt"), p.Label)
	}
	wire.NoLeak(t, b.mock.Log, planted)
	wire.MustCarry(t, b.mock.Log, "Mi DNI es [DNI-001]")
	wire.MustNotCarry(t, b.mock.Log, "[DNI-002]")
}
