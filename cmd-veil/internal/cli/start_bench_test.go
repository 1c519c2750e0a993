// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
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

// barOfNames is how many times the start without names may take that with any number.
const barOfNames = 1.5

// BenchmarkHookStart runs veil as a host does, one process per event, in turn
// with an empty Go program and with catalogues of several sizes, and reports the
// median of the CPU time that each takes, as ratios to the empty program (x-empty),
// which without names should be 2, and to no catalogue (x-none), which has a bar.
func BenchmarkHookStart(b *testing.B) {
	dir := b.TempDir()
	source := filepath.Join(dir, "empty.go")
	require.NoError(b, os.WriteFile(source, []byte(emptyProgram), 0o600))
	build(b, filepath.Join(dir, "empty"), source)
	build(b, filepath.Join(dir, "veil"), "../../cmd/veil")
	event := `{"hook_event_name":"UserPromptSubmit","session_id":"s","cwd":"/nowhere","prompt":"` + strings.Repeat("nothing to find here; ", 9) + `"}`
	sizes := []int{0, 2, 10, 10_000, 1_000_000}
	lists := make([]string, len(sizes))
	for i, n := range sizes {
		lists[i] = nameList(b, dir, n)
	}
	time.Sleep(3 * time.Second) // what was just written is not compiled yet
	for i, n := range sizes {
		b.Logf("%d names, compiled in %v", n, cpu(b, dir, lists[i], filepath.Join(dir, "veil"), "check", ""))
	}

	var empty []time.Duration
	veil := make([][]time.Duration, len(sizes))
	for b.Loop() {
		empty = append(empty, cpu(b, dir, "", filepath.Join(dir, "empty"), "", event))
		for i, list := range lists {
			veil[i] = append(veil[i], cpu(b, dir, list, filepath.Join(dir, "veil"), "claude-code", event))
		}
	}
	b.ReportMetric(float64(median(empty).Microseconds()), "empty-cpu-µs")
	for i, n := range sizes {
		took := median(veil[i])
		b.ReportMetric(float64(took.Microseconds()), fmt.Sprintf("veil-%d-cpu-µs", n))
		b.ReportMetric(float64(took)/float64(median(empty)), fmt.Sprintf("x-empty-%d", n))
		times := float64(took) / float64(median(veil[0]))
		b.ReportMetric(times, fmt.Sprintf("x-none-%d", n))
		assert.LessOrEqual(b, times, barOfNames, "a hook with %d names", n)
	}
}

// nameList writes a catalogue of n made-up names, or none.
func nameList(b *testing.B, dir string, n int) string {
	if n == 0 {
		return ""
	}
	var list strings.Builder
	for i := range n {
		fmt.Fprintf(&list, "Óscar Núñez%c%c%c Ibáñez%c\n", 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26, 'a'+i/17576%26)
	}
	path := filepath.Join(dir, fmt.Sprint(n, "-names.txt"))
	require.NoError(b, os.WriteFile(path, []byte(list.String()), 0o600))
	return path
}

func build(b *testing.B, out, what string) {
	b.Helper()
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, what)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	text, err := cmd.CombinedOutput()
	require.NoError(b, err, "%s", text)
}

// cpu runs a program once and returns the CPU time that it took.
func cpu(b *testing.B, home, catalogue, program, command, stdin string) time.Duration {
	b.Helper()
	cmd := exec.Command(program, command)
	cmd.Env = []string{"HOME=" + home, "VEIL_CATALOG=" + catalogue}
	cmd.Stdin = strings.NewReader(stdin)
	var answer, said strings.Builder // an answer that is thrown away is refused
	cmd.Stdout, cmd.Stderr = &answer, &said
	require.NoError(b, cmd.Run(), "%s %s: %s", filepath.Base(program), command, &said)
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}
