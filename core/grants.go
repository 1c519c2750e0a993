// SPDX-License-Identifier: Apache-2.0

package core

import (
	"slices"
	"strings"
)

// Grants are what the person's own configuration relaxes. The zero value relaxes
// nothing.
type Grants struct {
	// Local says that a tool's arguments stay on this machine, though nothing
	// else tells: a server that only works on local files.
	Local func(tool string) bool
	// Reveals says that values of the kind may leave in calls of the tool.
	Reveals func(tool string, kind Kind) bool
	// Keeps says that a file gets tokens and no values: an anonymised copy. A
	// relative path is seen from cwd.
	Keeps func(cwd, path string) bool
}

func (g Grants) local(t ToolSpec) bool {
	return g.Local != nil && (t.Sink == SinkUnknown || t.Sink == SinkEgress) && g.Local(t.Name)
}

func (g Grants) reveals(t ToolSpec, k Kind) bool {
	return g.Reveals != nil && (t.Sink == SinkUnknown || t.Sink == SinkEgress) && g.Reveals(t.Name, k)
}

// keeps says whether the call writes nothing but files that get tokens.
func (g Grants) keeps(ev Event) bool {
	if g.Keeps == nil || ev.Tool.Sink != SinkFile {
		return false
	}
	paths := ev.paths()
	return len(paths) > 0 && !slices.ContainsFunc(paths, func(path string) bool { return !g.Keeps(ev.Cwd, path) })
}

// paths are the files that a call names: in its arguments, or in the headers of a
// patch.
func (ev Event) paths() []string {
	var paths []string
	for _, l := range ev.Leaves {
		switch {
		case ev.Tool.isPath(l):
			paths = append(paths, l.Text)
		case isField(ev.Tool.PatchFields, l):
			paths = append(paths, PatchPaths(l.Text)...)
		}
	}
	return paths
}

// PatchPaths returns the files that the text of an apply_patch call names. A blank
// after the colon of a header may be missing.
func PatchPaths(patch string) []string {
	var paths []string
	for line := range strings.Lines(patch) {
		for _, header := range []string{"*** Add File:", "*** Update File:", "*** Delete File:", "*** Move to:"} {
			if path, ok := strings.CutPrefix(strings.TrimSpace(line), header); ok {
				paths = append(paths, strings.TrimSpace(path))
			}
		}
	}
	return paths
}
