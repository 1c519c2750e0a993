// SPDX-License-Identifier: Apache-2.0

package hosts

import (
	"context"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/veil-guard/veil/e2e"
)

// Ripgrep returns the folder of the program rg: this machine's, or a pinned one that is
// installed. OpenCode's grep and glob run it, and download it where they do not find it.
// It is "" where it cannot be had on a developer's machine; with CI set the test fails.
func Ripgrep(t *testing.T) string {
	t.Helper()
	if here, err := exec.LookPath("rg"); err == nil {
		return filepath.Dir(here)
	}
	ctx, cancel := context.WithTimeout(t.Context(), installLimit)
	defer cancel()
	dir, err := installRipgrep(ctx, CacheDir())
	if err != nil {
		missing(t, "ripgrep", err)
		return ""
	}
	return dir
}

// installRipgrep installs the package with the program for this machine, which has the
// names of Node for it.
func installRipgrep(ctx context.Context, cache string) (string, error) {
	pinned, err := e2e.PinnedHost("ripgrep")
	if err != nil {
		return "", err
	}
	system, chip := runtime.GOOS, runtime.GOARCH
	if system == "windows" {
		system = "win32"
	}
	if chip == "amd64" {
		chip = "x64"
	}
	bin := filepath.Join(packageDir(pinned)+"-"+system+"-"+chip, filepath.FromSlash(pinned.Bin))
	place, err := installOnce(cache, "ripgrep-"+pinned.Version, bin, func(dir string) error {
		if err := npmInstall(ctx, dir, pinned); err != nil {
			return err
		}
		_, err := command(ctx, dir, filepath.Join(dir, bin, "rg"), "--version")
		return err
	})
	return filepath.Join(place, bin), err
}
