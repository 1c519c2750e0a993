// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// runCommand: the same from `opencode run`, as a script would call it. Its
// output goes into pipes and logs, so tokens stay in it.
func runCommand() scenario {
	return scenario{
		name:    "run",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("read", map[string]any{"filePath": filepath.Join(work, "ficha.txt")}),
				provider.Say("Hecho para " + sample.TokenDNI + "."),
			}}
		},
		drive: func(t *testing.T, b *box) { b.run(t, "Mi DNI es "+sample.DNI+". Lee la ficha.") },
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, sample.TokenDNI, sample.TokenIBAN, sample.TokenEmail, sample.TokenClient)
			assert.Contains(t, b.replies[0], "Hecho para "+sample.TokenDNI)
		},
		twin: func(t *testing.T, b *box) {
			assert.Contains(t, b.replies[0], "Hecho para "+sample.TokenDNI)
		},
	}
}

// run calls `opencode run` with a prompt and keeps its output.
func (b *box) run(t *testing.T, prompt string, args ...string) {
	t.Helper()
	b.writeConfig(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, b.host, append(append([]string{"run", "--format", "json", "--model", "mock/mock"}, args...), "--", prompt)...)
	cmd.Dir, cmd.Env = b.Work, b.Environ()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	require.NoError(t, cmd.Run(), "opencode run: %s", stderr.String())
	b.replies = append(b.replies, stdout.String())
}
