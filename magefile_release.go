// SPDX-License-Identifier: Apache-2.0

//go:build mage

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/magefile/mage/mg"
	"github.com/magefile/mage/sh"

	"github.com/veil-guard/veil/e2e/release"
)

// goreleaser is run at this version and is in no go.mod: it would raise the
// dependencies of every module of the workspace.
const goreleaser = "github.com/goreleaser/goreleaser/v2@v2.15.1"

// origin stands in for the remote of a clone that has none, without which
// GoReleaser ignores the commit.
const origin = "https://github.com/veil-guard/veil"

// Release groups the release targets; see RELEASING.md.
type Release mg.Namespace

// Snapshot builds all archives and packages into dist, and publishes nothing.
func (Release) Snapshot() error {
	env, err := snapshotEnv()
	if err != nil {
		return err
	}
	return goIn(".", env, append([]string{"run", goreleaser}, snapshotArgs...)...)
}

// Reproduce builds the last commit twice, in other folders, time zones and build caches, and compares all files.
func (Release) Reproduce() (err error) {
	work, err := os.MkdirTemp("", "veil-reproduce-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	if err := goIn(".", map[string]string{"GOBIN": work}, "install", goreleaser); err != nil {
		return err
	}
	env, err := snapshotEnv()
	if err != nil {
		return err
	}
	var builds []map[string]string
	for _, zone := range []string{"UTC", "Asia/Tokyo"} {
		clone := filepath.Join(work, zone)
		if err := sh.RunV("git", "clone", "--quiet", "--no-tags", ".", clone); err != nil {
			return err
		}
		env["TZ"] = zone
		if err := runIn(clone, env, filepath.Join(work, "goreleaser"), snapshotArgs...); err != nil {
			return err
		}
		digests, err := release.Digests(filepath.Join(clone, "dist"))
		if err != nil {
			return err
		}
		builds = append(builds, digests)
		// The first build may use what was compiled before, the second nothing.
		env["GOCACHE"] = filepath.Join(work, "cache")
	}
	if err := release.Same(builds[0], builds[1]); err != nil {
		return err
	}
	fmt.Printf("%d files, the same in both builds\n", len(builds[0]))
	return nil
}

// Rehearse does both: Modules and Packages.
func (Release) Rehearse() {
	mg.SerialDeps(Release.Modules, Release.Packages)
}

// Modules makes two releases in a scratch clone of the last commit and installs the result as a user would.
func (Release) Modules() error {
	return release.Rehearse(".", os.Stdout)
}

// Packages builds the archives and packages of the last commit, and installs, uses and removes them.
func (Release) Packages() (err error) {
	work, err := os.MkdirTemp("", "veil-packages-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	env, err := snapshotEnv()
	if err != nil {
		return err
	}
	clone := filepath.Join(work, "veil")
	if err := sh.RunV("git", "clone", "--quiet", "--no-tags", ".", clone); err != nil {
		return err
	}
	args := snapshotArgs
	if _, err := exec.LookPath("syft"); err == nil {
		args = []string{"release", "--snapshot", "--clean", "--skip=publish"}
	}
	if err := runIn(clone, env, "go", append([]string{"run", goreleaser}, args...)...); err != nil {
		return err
	}
	programs, err := release.Programs(clone)
	if err != nil {
		return err
	}
	return release.TryPackages(filepath.Join(clone, "dist"), programs, release.ClaudeCode(), os.Stdout)
}

// Pin makes the release commit of the last commit, on a branch of its own, and its tags.
func (Release) Pin() error {
	branch, err := release.Prepare(".", os.Stdout)
	if err == nil {
		fmt.Printf("%s and its tags are ready; see RELEASING.md\n", branch)
	}
	return err
}

// Unpin lets the modules replace their siblings by folders again, after a release.
func (Release) Unpin() error {
	return release.Unpin(".")
}

// snapshotArgs leave out what needs accounts, and syft for the bills of materials.
var snapshotArgs = []string{"release", "--snapshot", "--clean", "--skip=publish,sbom"}

// snapshotEnv names the product's version: GoReleaser cannot read the modules' tags.
func snapshotEnv() (map[string]string, error) {
	changelog, err := os.ReadFile("cmd-veil/CHANGELOG.md")
	if err != nil {
		return nil, err
	}
	version, err := release.Newest(string(changelog))
	return map[string]string{
		"GORELEASER_CURRENT_TAG": version,
		"GIT_CONFIG_COUNT":       "1",
		"GIT_CONFIG_KEY_0":       "remote.origin.url",
		"GIT_CONFIG_VALUE_0":     origin,
	}, err
}
