// SPDX-License-Identifier: Apache-2.0

// Package hosts puts a pinned real host on this machine and gives each test a
// home of its own to run it in.
package hosts

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/veil-guard/veil/e2e"
)

// installLimit bounds an installation: two packages of some 350 MB each.
const installLimit = 10 * time.Minute

// Require returns the path of the real host's executable, installing it when
// the cache does not have it. Unless VEIL_E2E=1 is set the test is skipped. A
// host that cannot be had skips the test on a developer's machine and fails it
// when CI is set.
func Require(t *testing.T, name string) string {
	t.Helper()
	if os.Getenv("VEIL_E2E") != "1" {
		t.Skip("set VEIL_E2E=1 to run against the real host (go tool mage e2e does)")
	}
	ctx, cancel := context.WithTimeout(t.Context(), installLimit)
	defer cancel()
	bin, err := Install(ctx, CacheDir(), name)
	if err == nil {
		return bin
	}
	missing(t, name, err)
	t.Skipf("%s cannot be installed: %v", name, err)
	return ""
}

// missing says loudly that something cannot be had, and fails the test when CI is set.
func missing(t *testing.T, what string, err error) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf("%s cannot be installed: %v", what, err)
	}
	fmt.Fprintf(os.Stderr, "\n*** e2e SKIPPED: %s cannot be installed: %v ***\n\n", what, err)
}

// CacheDir is where installed hosts are kept between runs.
func CacheDir() string {
	base, err := os.UserCacheDir()
	if err != nil { // neither HOME nor XDG_CACHE_HOME is set
		base = os.TempDir()
	}
	return filepath.Join(base, "veil-e2e")
}

// Cached returns the executable of the pinned host if an earlier run has installed it.
func Cached(cache, name string) (bin string, ok bool) {
	host, err := e2e.PinnedHost(name)
	if err != nil {
		return "", false
	}
	bin = filepath.Join(cache, name+"-"+host.Version, packageDir(host), filepath.FromSlash(host.Bin))
	_, err = os.Stat(bin)
	return bin, err == nil
}

// Install returns the executable of the pinned host within cache, installing it
// there if it is not yet.
func Install(ctx context.Context, cache, name string) (string, error) {
	host, err := e2e.PinnedHost(name)
	if err != nil {
		return "", err
	}
	bin := filepath.Join(packageDir(host), filepath.FromSlash(host.Bin))
	place, err := installOnce(cache, name+"-"+host.Version, bin, func(dir string) error { return installInto(ctx, dir, host) })
	return filepath.Join(place, bin), err
}

// installOnce returns the folder of that name within cache, which fill fills if it does
// not hold the file made yet. An installation is complete or absent: it is made in a
// folder beside its place and renamed.
func installOnce(cache, name, made string, fill func(dir string) error) (string, error) {
	place := filepath.Join(cache, name)
	if _, err := os.Stat(filepath.Join(place, made)); err == nil {
		return place, nil
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return "", err
	}
	scratch, err := os.MkdirTemp(cache, name+"-*.partial")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	if err := fill(scratch); err != nil {
		return "", err
	}
	if err := os.Rename(scratch, place); err != nil {
		// Another run may have been first; its copy is as good.
		if _, statErr := os.Stat(filepath.Join(place, made)); statErr != nil {
			return "", err
		}
	}
	return place, nil
}

// packageDir is the folder of the host's package, relative to the installation.
func packageDir(host e2e.Host) string {
	return filepath.Join("node_modules", filepath.FromSlash(host.Package))
}
