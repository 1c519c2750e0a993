// SPDX-License-Identifier: Apache-2.0

package hosts

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Sandbox is a home and a project folder that nobody else uses.
type Sandbox struct {
	Root  string
	Home  string
	Work  string // the project, the host's working directory
	State string // $XDG_STATE_HOME
	env   map[string]string
}

// NewSandbox makes a sandbox that goes with the test, with files (path relative
// to the project -> content) in its project.
func NewSandbox(t *testing.T, files map[string]string) *Sandbox {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	s := &Sandbox{Root: root, Home: filepath.Join(root, "home"), Work: filepath.Join(root, "work"), State: filepath.Join(root, "state")}
	s.env = map[string]string{
		"PATH": os.Getenv("PATH"), "LANG": "C.UTF-8", "TERM": "dumb", "NO_COLOR": "1",
		"HOME": s.Home, "TMPDIR": filepath.Join(root, "tmp"), "XDG_STATE_HOME": s.State,
		"XDG_DATA_HOME": filepath.Join(root, "data"), "XDG_CACHE_HOME": filepath.Join(root, "cache"),
		"XDG_CONFIG_HOME": filepath.Join(root, "config"), "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1",
	}
	for _, dir := range []string{s.Work, s.Home, s.State, s.env["TMPDIR"], s.env["XDG_DATA_HOME"], s.env["XDG_CACHE_HOME"], s.env["XDG_CONFIG_HOME"]} {
		must(t, os.MkdirAll(dir, 0o700))
	}
	for name, content := range files {
		s.WriteFile(t, filepath.Join(s.Work, name), content)
	}
	return s
}

// WriteFile writes a file and the folders above it.
func (s *Sandbox) WriteFile(t *testing.T, path, content string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must(t, os.WriteFile(path, []byte(content), 0o600))
}

// ReadWork returns the content of a file of the project.
func (s *Sandbox) ReadWork(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(s.Work, name))
	must(t, err)
	return string(content)
}

// Set sets environment variables of the sandbox.
func (s *Sandbox) Set(vars map[string]string) { maps.Copy(s.env, vars) }

// Getenv returns an environment variable of the sandbox.
func (s *Sandbox) Getenv(name string) string { return s.env[name] }

// Environ is the whole environment for a program in the sandbox. Of the test's
// own environment it holds PATH and nothing else.
func (s *Sandbox) Environ() []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(s.env)) {
		out = append(out, name+"="+s.env[name])
	}
	return out
}

// must stops the test on an error.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
