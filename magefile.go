// SPDX-License-Identifier: Apache-2.0

//go:build mage

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/magefile/mage/mg"
	"github.com/magefile/mage/sh"
)

// Default is what a bare "go tool mage" runs.
var Default = Check

// Check runs everything that needs no host: unit tests, JavaScript tests, vet, formatting, tidy and the import rules.
func Check() {
	mg.SerialDeps(Lint.Format, Lint.Vet, Lint.Tidy, Test.Unit, Test.Race, Test.JS, Lint.Boundary)
}

// E2E groups the tests that drive the real hosts against mock model providers. They install the hosts by npm at
// pinned versions.
type E2E mg.Namespace

// All drives both hosts, and plays the scripts. Also: mage e2e.
func (E2E) All() error { return realHosts("./...") }

// ClaudeCode drives Claude Code.
func (E2E) ClaudeCode() error { return realHosts("./claudecode") }

// OpenCode drives OpenCode.
func (E2E) OpenCode() error { return realHosts("./opencode") }

func realHosts(packages string) error {
	return goIn("e2e", map[string]string{"VEIL_E2E": "1"}, "test", "-count=1", "-p=1", "-timeout=20m", "-v", packages)
}

// Test groups the test targets.
type Test mg.Namespace

// Unit runs the Go tests of every module, each alone, as its users build it.
func (Test) Unit() error {
	return eachModule(func(dir string) error {
		args := []string{"test", "./..."}
		if dir == "e2e" { // the test cache does not see a change of the programs and documents that these look at
			args = []string{"test", "-count=1", "./..."}
		}
		return goIn(dir, alone, args...)
	})
}

// Race runs the Go tests of all modules together with the race detector.
func (Test) Race() error {
	return sh.RunV("go", "test", "-race", "-timeout=30m", "work")
}

// JS checks the plugins' types and runs those of their tests that need no host.
func (Test) JS() error {
	for _, dir := range []string{"plugin-opencode", "plugin-claudecode"} {
		for _, args := range [][]string{{"ci", "--no-audit", "--no-fund", "--loglevel=error"}, {"run", "types"}, {"test"}} {
			if err := runIn(dir, nil, "npm", args...); err != nil {
				return err
			}
		}
	}
	return nil
}

// Mod validates Claude Code's plugin and runs the tests of its mod in the real host.
func (Test) Mod() error {
	return goIn("e2e", map[string]string{"VEIL_E2E": "1"}, "test", "-count=1", "-v", "-run=^TestPlugin", "./claudecode")
}

// Lint groups the static checks.
type Lint mg.Namespace

// Format fails if gofmt would change a file.
func (Lint) Format() error {
	out, err := sh.Output("gofmt", slices.Concat([]string{"-l"}, modules(), magefiles())...)
	if err != nil {
		return err
	}
	if out != "" {
		return fmt.Errorf("gofmt would change:\n%s", out)
	}
	return nil
}

// Vet runs go vet over every module, with the workspace and without, and over the mage files.
func (Lint) Vet() error {
	if err := sh.RunV("go", "vet", "work"); err != nil {
		return err
	}
	if err := sh.RunV("go", append([]string{"vet", "-tags=mage"}, magefiles()...)...); err != nil {
		return err
	}
	return eachModule(func(dir string) error { return goIn(dir, alone, "vet", "./...") })
}

// Tidy fails if go mod tidy would change a module.
func (Lint) Tidy() error {
	return eachModule(func(dir string) error { return goIn(dir, alone, "mod", "tidy", "-diff") })
}

// Boundary proves the import rules and the rules of the house. What they read
// through other programs is not tracked by the test cache.
func (Lint) Boundary() error {
	return goIn("e2e", nil, "test", "-count=1", "./boundary/...", "./house/...")
}

// alone builds a module outside the workspace.
var alone = map[string]string{"GOWORK": "off"}

// modules returns the folders that go.work names.
func modules() []string {
	text, err := os.ReadFile("go.work")
	if err != nil {
		panic(err)
	}
	var dirs []string
	for line := range strings.Lines(string(text)) {
		if dir, ok := strings.CutPrefix(strings.TrimSpace(line), "./"); ok {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return dirs
}

// magefiles are the files that hold the targets.
func magefiles() []string {
	files, err := filepath.Glob("magefile*.go")
	if err != nil {
		panic(err)
	}
	return files
}

func eachModule(f func(dir string) error) error {
	for _, dir := range modules() {
		if err := f(dir); err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
	}
	return nil
}

func goIn(dir string, env map[string]string, args ...string) error {
	return runIn(dir, env, "go", args...)
}

// runIn runs a program in a folder and shows what it prints.
func runIn(dir string, env map[string]string, name string, args ...string) error {
	fmt.Println(">", filepath.ToSlash(dir)+":", name, strings.Join(args, " "))
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, os.Stdout, os.Stderr
	cmd.Env = os.Environ()
	for key, value := range env {
		cmd.Env = append(cmd.Env, key+"="+value)
	}
	return cmd.Run()
}
