// SPDX-License-Identifier: Apache-2.0

// Package target keeps values out of writes that only look like local files:
// devices, pipes, processes and the disks of other machines.
package target

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/veil-guard/veil/core"
)

// Files is a policy that denies a file write to anything but a plain file of this
// machine.
type Files struct {
	// Irregular says what a path leads to that is no plain file of this machine,
	// such as "a pipe"; empty for a plain file and for one that does not exist yet.
	// The path is absolute. Nil asks nothing.
	Irregular func(path string) string
}

var _ core.Policy = Files{}

// Judge implements [core.Policy].
func (f Files) Judge(_ context.Context, ev core.Event) (core.Verdict, error) {
	if ev.Surface != core.ToolInput || ev.Tool.Sink != core.SinkFile {
		return core.Verdict{}, nil
	}
	for _, l := range ev.Leaves {
		for _, path := range pathsIn(ev.Tool, l) {
			if what := f.What(ev.Cwd, path); what != "" {
				return core.Denied(core.Reason{
					Rule:     "not_a_local_file",
					Text:     l.ID.Pointer + " names " + what + ", not a file of this machine",
					Remedy:   "write to a file on a local disk",
					Evidence: []core.Evidence{{Leaf: l.ID}},
				}), nil
			}
		}
	}
	return core.Verdict{}, nil
}

// pathsIn are the files that a leaf names: as a path, or in the headers of a patch.
func pathsIn(tool core.ToolSpec, l core.Leaf) []string {
	name := strings.TrimPrefix(l.ID.Pointer, "/")
	switch {
	case l.ID.Key:
		return nil
	case slices.Contains(tool.PathFields, name):
		return []string{l.Text}
	case slices.Contains(tool.PatchFields, name):
		return core.PatchPaths(l.Text)
	}
	return nil
}

// What says what a path leads to that is no plain file of this machine, such as "a
// device"; "" for a plain file. A relative path is seen from cwd.
func (f Files) What(cwd, path string) string {
	if strings.HasPrefix(path, `\\`) || strings.HasPrefix(path, "//") {
		return "on another machine"
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(cwd, path)
	}
	path = filepath.Clean(path)
	for prefix, what := range map[string]string{"/dev/": "a device", "/proc/": "part of a process", "/sys/": "part of the system"} {
		if strings.HasPrefix(path, prefix) && !strings.HasPrefix(path, "/dev/shm/") {
			return what
		}
	}
	if f.Irregular == nil {
		return ""
	}
	return f.Irregular(path)
}
