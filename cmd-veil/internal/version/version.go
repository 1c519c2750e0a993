// SPDX-License-Identifier: Apache-2.0

// Package version says which veil this is.
package version

import "runtime/debug"

// Tag is set by the release build; otherwise the build information tells.
var Tag string

// FromClone says whether this program was built from a clone: go install from a module's
// release leaves that module's sum.
func FromClone() bool {
	if Tag != "" {
		return false
	}
	info, ok := debug.ReadBuildInfo()
	return !ok || info.Main.Sum == ""
}

// Veil is the released version, or "(devel)" with the revision if known.
func Veil() string {
	if Tag != "" {
		return Tag
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel)"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" && v == "(devel)" {
			v += " " + setting.Value[:min(12, len(setting.Value))]
		}
	}
	return v
}
