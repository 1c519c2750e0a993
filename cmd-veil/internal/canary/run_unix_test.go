// SPDX-License-Identifier: Apache-2.0

//go:build unix

package canary

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// A host that hangs is ended in time, with what it has started; so is what a host leaves.
func TestChildrenAreEnded(t *testing.T) {
	for _, tc := range []struct {
		name, script string
		want         string
	}{
		{"hangs", "sleep 600 & echo $! >child; wait", errLate.Error()},
		{"leaves a child", "sleep 600 >/dev/null 2>&1 & echo $! >child", ""},
		{"fails", "exit 3", "the host ended with exit code 3"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			host := filepath.Join(t.TempDir(), "claude")
			require.NoError(t, os.WriteFile(host, []byte("#!/bin/sh\n"+tc.script+"\n"), 0o700)) //nolint:gosec // a program
			s, err := newScene(Host{Name: core.ClaudeCode, Path: host}, t.TempDir())
			require.NoError(t, err)
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			began := time.Now()
			err = s.run(ctx, os.Environ())
			if tc.want == "" {
				require.NoError(t, err)
			} else {
				require.EqualError(t, err, tc.want)
			}
			require.Less(t, time.Since(began), time.Minute)
			if text, err := os.ReadFile(filepath.Join(s.work, "child")); err == nil {
				pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
				require.NoError(t, err)
				require.Eventually(t, func() bool { return isGone(pid) }, 10*time.Second, 50*time.Millisecond)
			}
		})
	}
}

// isGone says whether a process has ended; one that nobody waits for counts.
func isGone(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err == nil {
		return strings.Contains(string(stat), ") Z ")
	}
	return syscall.Kill(pid, 0) != nil
}
