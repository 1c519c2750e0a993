// SPDX-License-Identifier: Apache-2.0

//go:build unix

package hostprocess

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// program writes a script.
func program(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "host")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700)) //nolint:gosec // a program
	return path
}

// Whatever a program does, it is over in time, and so is what it has started.
func TestOutput(t *testing.T) {
	tests := []struct{ name, script, out, err string }{
		{"says something", "echo 1.2.3; echo lost >&2", "1.2.3\n", ""},
		{"fails", "echo 1; exit 3", "1\n", "exit status 3"},
		{"hangs", "exec sleep 600", "", ErrLate.Error()},
		{"hangs in a child", "echo $$ >child; sleep 600", "", ErrLate.Error()},
		{"hangs in a child that holds its output", "sleep 600 & echo $! >child; wait", "", ErrLate.Error()},
		{"does not hear a request to end", "trap '' TERM INT HUP; while :; do sleep 1; done", "", ErrLate.Error()},
		{"leaves a child", "echo 1; sleep 600 >/dev/null 2>&1 & echo $! >child", "1\n", ""},
		{"leaves a child that holds its output", "echo 1; sleep 600 & echo $! >child", "1\n", ""},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path := program(t, "cd "+dir+"\n"+tc.script)
			began := time.Now()
			out, err := Output(t.Context(), 2*time.Second, path)
			require.Less(t, time.Since(began), 30*time.Second)
			require.Equal(t, tc.out, out)
			if tc.err == "" {
				require.NoError(t, err)
			} else {
				require.EqualError(t, err, tc.err)
			}
			if text, err := os.ReadFile(filepath.Join(dir, "child")); err == nil {
				pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
				require.NoError(t, err)
				require.Eventually(t, func() bool { return isGone(pid) }, 10*time.Second, 20*time.Millisecond)
			}
		})
	}
}

// A program that prints without end costs no more than what is kept of it.
func TestOutputIsBounded(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out, err := Output(t.Context(), 2*time.Second, program(t, "exec cat /dev/zero"))
	runtime.ReadMemStats(&after)
	require.ErrorIs(t, err, ErrLate)
	require.Equal(t, mostPrinted, len(out)) //nolint:testifylint // the text itself is no message
	require.Less(t, after.HeapSys-before.HeapSys, uint64(32<<20))
}

// Who interrupts does not wait for the limit.
func TestOutputIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err := Output(ctx, time.Hour, program(t, "sleep 600"))
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

// A process that is killed takes the program with it.
func TestProgramEndsWithItsParent(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the system has no such means")
	}
	if path := os.Getenv("HOSTPROCESS_TEST"); path != "" {
		_, _ = Output(t.Context(), time.Hour, path)
		return
	}
	pidFile := filepath.Join(t.TempDir(), "pid")
	parent := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestProgramEndsWithItsParent$")
	parent.Env = append(os.Environ(), "HOSTPROCESS_TEST="+program(t, "echo $$ >"+pidFile+"\nexec sleep 600"))
	require.NoError(t, parent.Start())
	var pid int
	require.Eventually(t, func() bool {
		text, _ := os.ReadFile(pidFile)
		pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		return pid > 0
	}, 20*time.Second, 20*time.Millisecond)
	require.NoError(t, parent.Process.Kill())
	_ = parent.Wait()
	require.Eventually(t, func() bool { return isGone(pid) }, 20*time.Second, 20*time.Millisecond)
}

// isGone says whether a process has ended; one that nobody waits for counts.
func isGone(pid int) bool {
	f, err := os.Open(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return syscall.Kill(pid, 0) != nil
	}
	defer func() { _ = f.Close() }()
	line, _ := bufio.NewReader(f).ReadString('\n')
	return strings.Contains(line, ") Z ")
}
