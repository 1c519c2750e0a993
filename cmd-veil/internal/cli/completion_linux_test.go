// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestCompletionAtAPrompt types Tab into the shells as a person does, without their
// settings, and so without the package bash-completion.
func TestCompletionAtAPrompt(t *testing.T) {
	script := func(shell string) string { return filepath.Join(share, completions[shell]) }
	for _, tc := range []struct {
		shell, begin string
		args         []string
	}{
		{"bash", "source " + script("bash"), []string{"--norc", "--noprofile", "-i"}},
		{"zsh", "autoload -Uz compinit; compinit -u -D; source " + script("zsh"), []string{"-f", "-i"}},
		{"fish", "source " + script("fish"), []string{"--no-config", "-i"}},
	} {
		t.Run(tc.shell, func(t *testing.T) {
			shell, err := exec.LookPath(tc.shell)
			if err != nil {
				t.Skip(tc.shell + " is not installed: its script was not tried")
			}
			newHome(t)
			p := startPrompt(t, shell, tc.args)
			p.enter("echo re''ady", "ready")
			p.enter(tc.begin+"; echo do''ne", "done")
			for _, typed := range [][2]string{
				{"veil cat\t", "veil catalog "},
				{"veil run o\t", "veil run opencode "},
				{"veil demo --lang en\t", "veil demo --lang en "},
				{"veil sessions pu\t", "veil sessions purge "},
				{"veil check let\t", "veil check letter.txt "},
			} {
				line, _, _ := strings.Cut(typed[0], "\t")
				p.enter(": "+line, "") // a line of its own, to be told from the next
				p.types("\x15"+typed[0]+"#END", typed[1]+"#END")
				p.types("\x15", "")
			}
		})
	}
}

// prompt is a shell that waits for a person.
type prompt struct {
	t      *testing.T
	master *os.File
	screen chan []byte
	seen   bytes.Buffer
}

// startPrompt starts a shell on a terminal, in a folder with one file, where veil is the
// program of this test.
func startPrompt(t *testing.T, shell string, args []string) *prompt {
	t.Helper()
	master, terminal := newTerminal(t)
	dir := t.TempDir()
	program, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(program, filepath.Join(dir, "veil")))
	writeFile(t, filepath.Join(dir, "letter.txt"), "")
	cmd := exec.Command(shell, args...)
	cmd.Dir = dir
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), envAsVeil+"=1", "TERM=dumb", "PS1=$ ", "LC_ALL=C.UTF-8", "ZDOTDIR="+dir)
	require.NoError(t, cmd.Start())
	p := &prompt{t: t, master: master, screen: make(chan []byte, 1<<10)}
	go func() {
		for {
			part := make([]byte, 4096)
			n, err := master.Read(part)
			if err != nil {
				close(p.screen)
				return
			}
			p.screen <- part[:n]
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return p
}

// enter types a line and waits for what it shows.
func (p *prompt) enter(line, want string) { p.types(line+"\n", want) }

// types types, and waits until the screen shows what is wanted behind what it showed
// before.
func (p *prompt) types(text, want string) {
	p.t.Helper()
	p.seen.Reset()
	_, err := p.master.WriteString(text)
	require.NoError(p.t, err)
	late := time.After(20 * time.Second)
	for !strings.Contains(strings.ReplaceAll(p.seen.String(), "\b ", ""), want) { // zsh sets a blank anew
		select {
		case part, ok := <-p.screen:
			require.True(p.t, ok, "the shell has ended: %q", p.seen.String())
			p.seen.Write(part)
		case <-late:
			require.Contains(p.t, p.seen.String(), want)
		}
	}
}
