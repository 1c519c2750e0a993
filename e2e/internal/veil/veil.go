// SPDX-License-Identifier: Apache-2.0

// Package veil finds or builds the program under test.
package veil

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// Build returns the absolute path of a veil program: $VEIL_BIN, or one built
// from this checkout for the length of the test, with veil-desk beside it.
func Build(t *testing.T) string {
	t.Helper()
	path, err := BuildIn(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// BuildIn is Build into a folder that the caller keeps.
func BuildIn(dir string) (string, error) {
	if given := os.Getenv("VEIL_BIN"); given != "" {
		return absolute(given)
	}
	path := filepath.Join(dir, "veil")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	build := exec.Command("go", "build", "-o", dir+string(filepath.Separator), "./cmd/...")
	build.Dir = filepath.Join(checkout(), "cmd-veil")
	if said, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building veil: %w\n%s", err, said)
	}
	return path, nil
}

// Shim returns the absolute path of the OpenCode plugin.
func Shim(t *testing.T) string {
	t.Helper()
	return existing(t, filepath.Join(checkout(), "plugin-opencode", "veil-plugin.js"))
}

// checkout is the folder that holds the modules, seen from the folder of the
// running test's package, e2e/<host>.
func checkout() string { return filepath.Join("..", "..") }

// existing returns the absolute path of a file, which must be there.
func existing(t *testing.T, path string) string {
	t.Helper()
	path, err := absolute(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// absolute returns the absolute path of a file, which must be there.
func absolute(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	_, err = os.Stat(path)
	return path, err
}
