// SPDX-License-Identifier: Apache-2.0

//go:build linux || darwin

package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The variables that turn this test binary into veil, and bound the size of the
// files that it can write: a disk that is full.
const (
	envAsVeil   = "VEIL_TEST_AS_VEIL"
	envFileSize = "VEIL_TEST_FILE_SIZE"
)

func TestMain(m *testing.M) {
	if os.Getenv(envAsVeil) == "" {
		os.Exit(m.Run())
	}
	if size, err := strconv.ParseUint(os.Getenv(envFileSize), 10, 64); err == nil {
		signal.Ignore(syscall.SIGXFSZ) // a full disk is an error, not a signal
		if syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: size}) != nil {
			os.Exit(exitInternal)
		}
	}
	os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// killed is the exit code of a process that a signal ended.
const killed = -1

// machine is a home directory in which veil runs as a process.
type machine struct {
	home, transcript string
}

func newMachine(t *testing.T) machine {
	t.Helper()
	return machine{t.TempDir(), transcript(t, "2.1.332")}
}

// state is veil's state directory.
func (m machine) state() string { return filepath.Join(m.home, ".local", "state", "veil") }

// command prepares a process of veil.
func (m machine) command(name string, env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], name)
	cmd.Dir = "/"
	// With the race detector, a process would sleep for a second before it ends.
	cmd.Env = append([]string{envAsVeil + "=1", "HOME=" + m.home, "TMPDIR=" + os.TempDir(), "GORACE=atexit_sleep_ms=0"}, env...)
	return cmd
}

// run has one process answer one event.
func (m machine) run(t *testing.T, e processEvent, value string, env ...string) result {
	t.Helper()
	cmd := m.command(e.command, env...)
	var out, err bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(m.event(e, value)), &out, &err
	if failed := cmd.Run(); failed != nil {
		assert.IsType(t, &exec.ExitError{}, failed)
	}
	return result{cmd.ProcessState.ExitCode(), out.String(), err.String()}
}

// processEvent is an event of a session with a value in it.
type processEvent struct{ command, name, members string }

var processEvents = []processEvent{
	{"claude-code", "UserPromptSubmit", `"prompt":"DNI VALUE."`},
	{"claude-code", "PreToolUse", `"tool_name":"mcp__crm__find","tool_use_id":"t","tool_input":{"q":"DNI VALUE."}`},
	{"opencode", "chat.message", `"leaves":[["/a","DNI VALUE."]]`},
	{"opencode", "tool.execute.after", `"tool":"read","call":"c","leaves":[["/a","DNI VALUE."]]`},
}

func (m machine) event(e processEvent, value string) string {
	members := strings.ReplaceAll(e.members, "VALUE", value)
	if e.command == "claude-code" {
		return fmt.Sprintf(`{"hook_event_name":%q,"session_id":"s","cwd":"/nowhere","transcript_path":%q,%s}`, e.name, m.transcript, members)
	}
	return fmt.Sprintf(`{"v":1,"id":7,"event":%q,"host":{"name":"opencode","version":"1.18.33"},"session":"s","cwd":"/nowhere",%s}`, e.name, members)
}

// reads is what the event's host makes of the answer, set up as the README says:
// with onFailure, every exit code but 0 blocks; a shim denies on one.
func (e processEvent) reads(t *testing.T, r result) reading {
	t.Helper()
	if r.code != 0 {
		return denies
	}
	if e.command == "opencode" {
		return shimReads(t, r, "7", []string{"/a"})
	}
	got, _ := claudeCodeReads(e.name, r)
	return got
}
