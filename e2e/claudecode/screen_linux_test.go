// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// screen is Claude Code on a terminal, as a person sees it.
type screen struct {
	terminal *os.File // the person's side
	columns  uint16
	mu       sync.Mutex
	shown    bytes.Buffer
}

// openScreen starts Claude Code on a terminal of its own, in the box. It ends with the
// test.
func openScreen(t *testing.T, b *box) *screen {
	t.Helper()
	b.answerFirstQuestions(t)
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetPointerInt(int(terminal.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	program, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetWinsize(int(program.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 60, Col: 150}))
	b.Set(map[string]string{"TERM": "xterm-256color"})
	cmd := exec.CommandContext(t.Context(), b.host, "--permission-mode", "bypassPermissions")
	cmd.Dir, cmd.Env = b.Work, b.Environ()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, cmd.Start())
	require.NoError(t, program.Close())
	s := &screen{terminal: terminal, columns: 150}
	go s.watch()
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
		_ = terminal.Close()
	})
	return s
}

// answerFirstQuestions writes what a person answers when Claude Code first starts.
func (b *box) answerFirstQuestions(t *testing.T) {
	t.Helper()
	answers, err := json.Marshal(map[string]any{
		"hasCompletedOnboarding": true, "theme": "dark", "bypassPermissionsModeAccepted": true,
		"customApiKeyResponses": map[string]any{"approved": []string{b.Getenv("ANTHROPIC_API_KEY")}},
		"projects": map[string]any{b.Work: map[string]any{
			"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true, "allowedTools": []string{}}},
	})
	require.NoError(t, err)
	b.WriteFile(t, filepath.Join(b.Getenv("CLAUDE_CONFIG_DIR"), ".claude.json"), string(answers))
}

// watch reads what is drawn until the terminal is closed.
func (s *screen) watch() {
	part := make([]byte, 64<<10)
	for {
		n, err := s.terminal.Read(part)
		s.mu.Lock()
		s.shown.Write(part[:n])
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// controls move the cursor and choose colours. Blanks are drawn by moving on, so they
// do not count.
var controls = regexp.MustCompile("\x1b(\\[[0-9;?<>=]*[ -/]*[@-~]|\\][^\x07\x1b]*(\x07|\x1b\\\\)|[()][A-Z0-9]|[=>78])|\\s")

// redraw changes the terminal's width and returns what is drawn anew, whole: else only
// the characters that changed are.
func (s *screen) redraw(t *testing.T) string {
	t.Helper()
	s.mu.Lock()
	s.shown.Reset()
	s.mu.Unlock()
	s.columns ^= 1
	require.NoError(t, unix.IoctlSetWinsize(int(s.terminal.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 60, Col: s.columns}))
	time.Sleep(time.Second)
	s.mu.Lock()
	defer s.mu.Unlock()
	return controls.ReplaceAllString(s.shown.String(), "")
}

// await waits until the screen shows a text, and returns all that it shows then, without
// blanks.
func (s *screen) await(t *testing.T, text string) string {
	t.Helper()
	for end := time.Now().Add(limit); time.Now().Before(end); {
		if shown := s.redraw(t); strings.Contains(shown, controls.ReplaceAllString(text, "")) {
			return shown
		}
	}
	require.Fail(t, "not on the screen: "+text)
	return ""
}

// enter types a line and sends it, once the host has drawn it: a key that comes with the
// line is taken for pasted text.
func (s *screen) enter(t *testing.T, line string) {
	t.Helper()
	typed := "❯\u00a0" + controls.ReplaceAllString(line, "") + "─"
	s.press(t, line)
	s.await(t, typed)
	for end := time.Now().Add(limit); time.Now().Before(end); {
		s.press(t, "\r")
		if !strings.Contains(s.redraw(t), typed) {
			return
		}
	}
	require.Fail(t, "the line is not taken")
}

// press presses keys.
func (s *screen) press(t *testing.T, keys string) {
	t.Helper()
	_, err := s.terminal.WriteString(keys)
	require.NoError(t, err)
}
