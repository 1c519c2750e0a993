// SPDX-License-Identifier: Apache-2.0

//go:build unix

package install

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Nobody writes into a pipe that stands where settings should: who reads it waits for ever.
func TestNoPipeIsRead(t *testing.T) {
	pipe := func(t *testing.T, path string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, syscall.Mkfifo(path, 0o600))
	}
	device := func(t *testing.T, path string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.Symlink(os.DevNull, path))
	}
	claude := func(p Places) string { return p.claudeSettings() }
	backup := func(p Places) string { return p.claudeSettings() + backupEnding }
	opencode := func(p Places) string { return filepath.Join(p.OpenCode, "opencode.json") }
	comments := func(p Places) string { return filepath.Join(p.OpenCode, "opencode.jsonc") }
	program := func(p Places) string { return p.PluginProgram(OpenCode) }
	managed := func(p Places) string { return p.managedSettings() }
	manifestOf := func(p Places) string { return filepath.Join(p.claudeFolder(), manifest) }
	install := func(host string, hooks bool) func(Places) (*Plan, error) {
		return func(p Places) (*Plan, error) {
			p.HasHooksAlone()
			return p.Install([]string{host}, hooks)
		}
	}
	uninstall := func(host string) func(Places) (*Plan, error) {
		return func(p Places) (*Plan, error) { return p.Uninstall([]string{host}) }
	}
	tests := []struct {
		name string
		at   func(Places) string
		make func(*testing.T, string)
		plan func(Places) (*Plan, error)
	}{
		{"plugin", claude, pipe, install(ClaudeCode, false)},
		{"hooks", claude, pipe, install(ClaudeCode, true)},
		{"hooks, a device", claude, device, install(ClaudeCode, true)},
		{"backup", backup, pipe, install(ClaudeCode, true)},
		{"manifest", manifestOf, pipe, install(ClaudeCode, false)},
		{"OpenCode", opencode, pipe, install(OpenCode, false)},
		{"OpenCode, with comments", comments, pipe, install(OpenCode, false)},
		{"program", program, pipe, install(OpenCode, false)},
		{"managed", managed, pipe, Places.InstallManaged},
		{"a person's beside managed", managed, pipe, install(ClaudeCode, false)},
		{"out of Claude Code", claude, pipe, uninstall(ClaudeCode)},
		{"out of OpenCode", comments, pipe, uninstall(OpenCode)},
		{"out of managed", managed, pipe, Places.UninstallManaged},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			p := places(t)
			p.Managed = t.TempDir()
			tc.make(t, tc.at(p))
			answer := make(chan error, 1)
			go func() {
				_, err := tc.plan(p)
				answer <- err
			}()
			select {
			case err := <-answer:
				var no *Refusal
				require.ErrorAs(t, err, &no)
				if tc.name == "manifest" {
					require.Equal(t, p.claudeFolder()+" holds something else than veil's plugin", no.What)
					return
				}
				require.Equal(t, &Refusal{What: tc.at(p) + " is no plain file", Remedy: "put a plain file in its place, or remove it"}, no)
			case <-time.After(10 * time.Second):
				t.Fatal("it waits for who writes into the pipe")
			}
		})
	}
}
