// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/veil-guard/veil/core"
)

// SecretPathOptions configure [SecretPaths]. Paths may begin with "~".
type SecretPathOptions struct {
	// Allow are exact paths that may be read and written although they are on
	// the list. A relative one counts from the event's working directory.
	Allow []string
	// Own are veil's own files and directories: nothing relaxes them.
	Own []string
	// Home is the person's home directory, an absolute path.
	Home string
}

// SecretPaths denies tool calls that name a secret-bearing file: environment
// files, private keys, credentials of clouds and agents, shell histories,
// veil's own files. It reads no file, so it does not follow links. It is safe
// for concurrent use.
type SecretPaths struct {
	home  string
	allow []string
	own   []string
}

var _ core.Policy = (*SecretPaths)(nil)

// NewSecretPaths returns the policy.
func NewSecretPaths(o SecretPathOptions) *SecretPaths {
	s := &SecretPaths{home: toSlash(o.Home), allow: o.Allow}
	for _, p := range o.Own {
		s.own = append(s.own, strings.ToLower(s.resolve(p, "")))
	}
	return s
}

// Judge denies a tool's input with the rule "secret_path" if a leaf names such a
// file: in a path field, as a word of a command, or, for a tool that is unknown
// or leaves the machine, in any leaf that is one word. Else it returns the zero
// Verdict. It returns no error.
func (s *SecretPaths) Judge(_ context.Context, ev core.Event) (core.Verdict, error) {
	var v core.Verdict
	if ev.Surface != core.ToolInput {
		return v, nil
	}
	for _, leaf := range ev.Leaves {
		if class := s.leafClass(ev, leaf); class != "" {
			v = core.Merge(v, core.Denied(secretReason(class, leaf.ID)))
		}
	}
	return v, nil
}

// secretReason names the class and the leaf, never the path: it may hold a
// name.
func secretReason(class string, leaf core.LeafID) core.Reason {
	text := "the call names " + class + " (in " + leaf.Pointer + ")"
	remedy := "leave the file alone, or list its exact path under paths.allow in veil.yaml"
	switch class {
	case classOwn:
		remedy = "leave the file alone; change veil's files by hand, outside the agent"
	case classNested:
		text = "not analysed: the commands in " + leaf.Pointer + " are nested too deeply"
		remedy = "run the inner command by itself"
	}
	return core.Reason{
		Rule:     "secret_path",
		Text:     text,
		Remedy:   remedy,
		Evidence: []core.Evidence{{Leaf: leaf}},
	}
}

// leafClass returns the class of the secret-bearing file that a leaf names, or
// "".
func (s *SecretPaths) leafClass(ev core.Event, leaf core.Leaf) string {
	if leaf.ID.Key || leaf.Number {
		return ""
	}
	field, _, _ := strings.Cut(strings.TrimPrefix(leaf.ID.Pointer, "/"), "/")
	switch {
	case slices.Contains(ev.Tool.CommandFields, field):
		return s.commandClass(leaf.Text, ev.Cwd)
	case slices.Contains(ev.Tool.PathFields, field):
		return s.pathClass(toSlash(leaf.Text), ev.Cwd)
	case ev.Tool.Sink != core.SinkUnknown && ev.Tool.Sink != core.SinkEgress:
		return ""
	case slices.Contains(ev.Tool.ContentFields, field), slices.Contains(ev.Tool.PatternFields, field):
		return ""
	case len(leaf.Text) > maxPath || strings.ContainsAny(leaf.Text, " \t\r\n"):
		return ""
	}
	return s.pathClass(toSlash(leaf.Text), ev.Cwd)
}

// maxPath is the longest path, in bytes: PATH_MAX of Linux.
const maxPath = 4096

// pathClass returns the class of one path, or "".
func (s *SecretPaths) pathClass(p, cwd string) string {
	if p == "" || isURL(p) || strings.HasPrefix(p, "!") {
		return ""
	}
	full := s.resolve(p, cwd)
	lower := strings.ToLower(full)
	for _, own := range s.own {
		if lower == own || strings.HasPrefix(lower, own+"/") {
			return classOwn
		}
	}
	class := secretClass(full)
	if class == "" && strings.ContainsAny(full, "*?[") {
		class = secretPattern(full)
	}
	if class == "" {
		return ""
	}
	for _, allowed := range s.allow {
		if full == s.resolve(allowed, cwd) {
			return ""
		}
	}
	return class
}

func isURL(p string) bool {
	p = strings.ToLower(p[:min(len(p), len("https://"))])
	return strings.HasPrefix(p, "http://") || strings.HasPrefix(p, "https://")
}

// resolve returns a clean path with slashes, absolute where the working
// directory is known.
func (s *SecretPaths) resolve(p, cwd string) string {
	p = strings.TrimPrefix(p, "file://")
	for _, prefix := range []string{"~", "$HOME", "${HOME}"} {
		if rest, ok := strings.CutPrefix(p, prefix); ok && (rest == "" || rest[0] == '/') {
			p = s.home + rest
			break
		}
	}
	if !path.IsAbs(p) && cwd != "" {
		p = toSlash(cwd) + "/" + p
	}
	return path.Clean(p)
}

func toSlash(p string) string { return strings.ReplaceAll(p, `\`, "/") }
