// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// emptyProgram reads its standard input and ends: no hook can start faster.
const emptyProgram = `package main

import (
	"io"
	"os"
)

func main() { _, _ = io.Copy(io.Discard, os.Stdin) }
`

// BenchmarkHookStart runs veil as a host does, one process per event, in turn
// with an empty Go program, and reports the median of the CPU time that each
// takes. The bar is a ratio of 2 (x-empty).
func BenchmarkHookStart(b *testing.B) {
	dir := b.TempDir()
	source := filepath.Join(dir, "empty.go")
	require.NoError(b, os.WriteFile(source, []byte(emptyProgram), 0o600))
	build(b, filepath.Join(dir, "empty"), source)
	build(b, filepath.Join(dir, "veil"), "../../cmd/veil")
	require.NoError(b, os.WriteFile(filepath.Join(dir, "names.txt"), []byte("Ana Ruiz\nÓscar Núñez Ibáñez\n"), 0o600))
	event := `{"hook_event_name":"UserPromptSubmit","session_id":"s","cwd":"/nowhere","prompt":"` + strings.Repeat("nothing to find here; ", 9) + `"}`

	for _, c := range []struct{ name, catalogue string }{{"no-catalogue", ""}, {"catalogue", filepath.Join(dir, "names.txt")}} {
		b.Run(c.name, func(b *testing.B) {
			var empty, veil []time.Duration
			for b.Loop() {
				empty = append(empty, cpu(b, dir, "", filepath.Join(dir, "empty"), event))
				veil = append(veil, cpu(b, dir, c.catalogue, filepath.Join(dir, "veil"), event))
			}
			b.ReportMetric(float64(median(veil))/float64(median(empty)), "x-empty")
			b.ReportMetric(float64(median(veil).Microseconds()), "veil-cpu-µs")
			b.ReportMetric(float64(median(empty).Microseconds()), "empty-cpu-µs")
		})
	}
}

func build(b *testing.B, out, what string) {
	b.Helper()
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, what)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	text, err := cmd.CombinedOutput()
	require.NoError(b, err, "%s", text)
}

// cpu runs a program once and returns the CPU time that it took.
func cpu(b *testing.B, home, catalogue, program, stdin string) time.Duration {
	b.Helper()
	cmd := exec.Command(program, "claude-code")
	cmd.Env = []string{"HOME=" + home, "VEIL_CATALOG=" + catalogue}
	cmd.Stdin = strings.NewReader(stdin)
	require.NoError(b, cmd.Run())
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}
