// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/veil"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// surface is one way for a value to reach the model. Each has a value of its own, so
// that many can be played on one OpenCode.
type surface struct {
	name  string
	files func(value string) map[string]string // of the project
	drive func(t *testing.T, s *server, value string)
	// beyond says that no hook of OpenCode sees it: only the fetch guard does.
	beyond bool
	// raced says that a hook masks the same objects in the meantime: which comes first
	// depends on the machine, so that without the fetch guard it may leak or not.
	raced bool
	// ripgrep says that the host needs ripgrep for it.
	ripgrep bool
}

func surfaces() []surface {
	return slices.Concat(promptSurfaces(), toolSurfaces(), searchSurfaces(), questionSurfaces(), mcpSurfaces(), conversationSurfaces(), beyondSurfaces())
}

// madeUpDNI returns the n-th of a series of made-up DNIs.
func madeUpDNI(n int) string {
	number := 41_000_003 + 7919*n
	return fmt.Sprintf("%d%c", number, "TRWAGMYFPDXBNJZSQVHLCKE"[number%23])
}

// valued is a surface with its value.
type valued struct {
	surface
	value string
}

// valuedSurfaces are the surfaces that can be played, with ripgrep or without.
func valuedSurfaces(ripgrep bool) (list []valued, planted []wire.Planted) {
	for i, s := range surfaces() {
		if s.ripgrep && !ripgrep {
			continue
		}
		v := valued{s, madeUpDNI(i)}
		list, planted = append(list, v), append(planted, wire.Planted{Label: s.name, Value: v.value})
	}
	return list, planted
}

// TestBattery plays every surface on the real host three times. With veil no value may
// be in any request, without it each must be in one, and with the fetch guard alone
// taken out exactly those that no hook sees: that is what it closes.
func TestBattery(t *testing.T) {
	host := hosts.Require(t, "opencode")
	program, ripgrep := veil.Build(t), hosts.Ripgrep(t)
	list, planted := valuedSurfaces(ripgrep != "")
	t.Run("guarded", func(t *testing.T) {
		t.Parallel()
		b := playBattery(t, host, list, func(b *box) { b.guard(t, program, false) })
		wire.NoLeak(t, b.mock.Log, planted)
		assert.Contains(t, b.veil(t, program, "doctor"), "that only the last gate found")
	})
	t.Run("twin", func(t *testing.T) {
		t.Parallel()
		b := playBattery(t, host, list, func(*box) {})
		wire.MustLeak(t, b.mock.Log, planted)
	})
	t.Run("without the fetch guard", func(t *testing.T) {
		t.Parallel()
		b := playBattery(t, host, list, func(b *box) {
			b.guard(t, program, false)
			b.plugins = []string{"file://" + withoutFetchGuard(t, b)}
		})
		var always, never []string
		for _, v := range list {
			switch {
			case !v.beyond:
				never = append(never, v.name)
			case !v.raced:
				always = append(always, v.name)
			}
		}
		names := leaked(b, planted)
		assert.Subset(t, names, always)
		for _, name := range never {
			assert.NotContains(t, names, name)
		}
	})
}

// leaked are the surfaces whose values are in a request.
func leaked(b *box, planted []wire.Planted) []string {
	names := map[string]bool{}
	for _, leak := range wire.Leaks(b.mock.Log.Requests(), planted) {
		names[leak.Label] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// withoutFetchGuard writes the plugin without its last gate and returns the file.
func withoutFetchGuard(t *testing.T, b *box) string {
	t.Helper()
	text, err := os.ReadFile(veil.Shim(t))
	require.NoError(t, err)
	const call = "  guardFetch();\n"
	require.Equal(t, 2, strings.Count(string(text), call))
	file := filepath.Join(b.Root, "without", "veil-plugin.js")
	b.WriteFile(t, file, strings.ReplaceAll(string(text), call, ""))
	return file
}

// playBattery plays the surfaces one after the other, each in sessions of its own.
func playBattery(t *testing.T, host string, list []valued, guard func(*box)) *box {
	t.Helper()
	files := map[string]string{"sub/inner.txt": "nada\n"}
	for _, v := range list {
		if v.files != nil {
			maps.Copy(files, v.files(v.value))
		}
	}
	b := newBox(t, host, scenario{files: files, script: func(string) provider.Script { return provider.Script{} }})
	if dir := hosts.Ripgrep(t); dir != "" {
		b.Set(map[string]string{"PATH": dir + string(os.PathListSeparator) + b.Getenv("PATH")})
	}
	guard(b)
	b.seedConfigFolder(t, filepath.Join(b.Work, ".opencode"))
	b.addPlugin(t, list)
	b.addMCP(t, list)
	s := b.serve(t)
	for _, v := range list {
		if v.drive == nil {
			continue
		}
		before := len(b.mock.Log.Requests())
		v.drive(t, s, v.value)
		require.Greater(t, len(b.mock.Log.Requests()), before, "%s: no request was sent: silence looks like success", v.name)
		requireScriptOver(t, b)
	}
	return b
}

// valueOf returns the value of the surface of that name.
func valueOf(t *testing.T, list []valued, name string) string {
	t.Helper()
	i := slices.IndexFunc(list, func(v valued) bool { return v.name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return list[i].value
}
