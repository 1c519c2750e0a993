// SPDX-License-Identifier: Apache-2.0

package config

import (
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Dirs are the places that veil uses on this machine, as absolute paths.
type Dirs struct {
	Home    string // the person's home directory; "" if unknown
	Config  string // holds veil.yaml; "" if unknown
	Account string // holds veil.yaml whatever the environment says; "" if unknown
	State   string // holds the key and the sessions
	Cache   string // holds compiled catalogues; "" if there is no place for them
}

// FindDirs returns veil's directories: XDG_CONFIG_HOME and XDG_STATE_HOME, or
// the usual places below the home directory, or for the state the system's
// temporary directory. It creates nothing.
//
// A workspace is a directory whose owner is not the person: a cloned
// repository. Its settings reach a hook's environment without a question, so
// directories inside it are refused with an *Error. A cache inside it is none.
func FindDirs(workspaces ...string) (Dirs, error) {
	home, _ := os.UserHomeDir()
	d := Dirs{Home: home, Config: configDir(home), State: stateDir(home), Cache: cacheDir(home)}
	if own := accountHome(); own != "" {
		d.Account = filepath.Join(own, ".config", "veil")
	}
	for _, own := range []struct{ dir, variable string }{{d.State, "XDG_STATE_HOME"}, {d.Config, "XDG_CONFIG_HOME"}} {
		if own.dir == "" {
			continue
		}
		if insideAny(own.dir, workspaces) {
			return Dirs{}, &Error{What: "veil's own files would lie inside the workspace", Mend: mendInside(own.dir, own.variable, home, workspaces)}
		}
	}
	if d.Cache != "" && insideAny(d.Cache, workspaces) {
		d.Cache = ""
	}
	return d, nil
}

// WorkElsewhere is the remedy where the workspace is the fault: it is one of the person's
// folders that hold veil's own files.
const WorkElsewhere = "start the host in a project: this folder, or one in it, holds veil's own files"

// mendInside says what to do about a directory that would lie inside a workspace: where
// the home directory does not, and the directory is where it always is, nothing is set
// wrongly.
func mendInside(dir, variable, home string, workspaces []string) string {
	usual := []string{filepath.Join(home, ".config", "veil"), filepath.Join(home, ".local", "state", "veil")}
	if home != "" && slices.Contains(usual, dir) && !insideAny(home, workspaces) {
		return WorkElsewhere
	}
	return "set HOME and " + variable + " to a place outside the project"
}

// insideAny says whether the directory lies in one of the workspaces.
func insideAny(dir string, workspaces []string) bool {
	real := FollowLinks(dir)
	for _, w := range workspaces {
		if w != "" && inside(real, FollowLinks(w)) && !isOwn(w) {
			return true
		}
	}
	return false
}

func cacheDir(home string) string {
	if dir := os.Getenv("XDG_CACHE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "veil")
	}
	if dir := os.Getenv("LOCALAPPDATA"); runtime.GOOS == "windows" && filepath.IsAbs(dir) {
		return filepath.Join(dir, "veil", "cache")
	}
	if home == "" {
		return ""
	}
	return filepath.Join(home, ".cache", "veil")
}

func configDir(home string) string {
	if dir := os.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "veil")
	}
	if home == "" {
		return ""
	}
	return filepath.Join(home, ".config", "veil")
}

func stateDir(home string) string {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "veil")
	}
	if dir := os.Getenv("LOCALAPPDATA"); runtime.GOOS == "windows" && filepath.IsAbs(dir) {
		return filepath.Join(dir, "veil")
	}
	if home == "" {
		return filepath.Join(os.TempDir(), "veil")
	}
	return filepath.Join(home, ".local", "state", "veil")
}

// isOwn says whether the workspace holds the account's home directory: then the
// person works in their own directory and not in a clone.
func isOwn(workspace string) bool {
	home := accountHome()
	return home != "" && inside(FollowLinks(home), FollowLinks(workspace))
}

// accountHome is the home directory in the account's entry. It is asked where HOME
// cannot be trusted: a project can set it.
func accountHome() string {
	account, err := user.LookupId(strconv.Itoa(os.Getuid()))
	if err != nil {
		return ""
	}
	return account.HomeDir
}

// inside says whether path is dir or lies below it. Links are resolved before.
func inside(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// FollowLinks follows the links of the longest part of path that exists.
func FollowLinks(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	parent := filepath.Dir(path)
	if parent == path {
		return path
	}
	return filepath.Join(FollowLinks(parent), filepath.Base(path))
}
