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
	// Resolve returns an absolute path with the links in it followed, as far as
	// it exists. With nil, links are not followed.
	Resolve func(path string) string
}

// SecretPaths denies tool calls that name a secret-bearing file: environment
// files, private keys, credentials of clouds and agents, shell histories,
// veil's own files. It does no I/O but what Resolve does. It is safe for
// concurrent use if Resolve is.
type SecretPaths struct {
	home    string
	allow   []string
	own     []string // with slashes, in lower case, each also with links followed
	resolve func(path string) string
	samples []secretSample
}

var _ core.Policy = (*SecretPaths)(nil)

// NewSecretPaths returns the policy.
func NewSecretPaths(o SecretPathOptions) *SecretPaths {
	s := &SecretPaths{home: toSlash(o.Home), allow: o.Allow, resolve: o.Resolve, samples: secretSamples()}
	scan := newPathScan(s, "")
	for _, p := range o.Own {
		full := s.absolute(p, "")
		s.own = append(s.own, strings.ToLower(full), strings.ToLower(scan.follow(full)))
	}
	return s
}

// Judge denies a tool's input with the rule "secret_path" if a leaf names such a
// file: in a path field, in the file lines of a patch, as a word of a command,
// or, for a tool that is unknown or leaves the machine, in any leaf that is one
// word. It denies a command that would have veil answer the agent with the rule
// "veil_in_shell". Else it returns the zero Verdict. It returns no error.
func (s *SecretPaths) Judge(_ context.Context, ev core.Event) (core.Verdict, error) {
	var v core.Verdict
	if ev.Surface != core.ToolInput {
		return v, nil
	}
	scan := newPathScan(s, ev.Cwd)
	for _, leaf := range ev.Leaves {
		if class := scan.leaf(ev.Tool, leaf); class != "" {
			v = core.Merge(v, core.Denied(secretReason(class, leaf.ID)))
		}
	}
	return v, nil
}

// secretReason names the class and the leaf, never the path: it may hold a
// name.
func secretReason(class string, leaf core.LeafID) core.Reason {
	r := core.Reason{
		Rule:     "secret_path",
		Text:     "the call names " + class + " (in " + leaf.Pointer + ")",
		Remedy:   "leave the file alone, or list its exact path under paths.allow in veil.yaml",
		Evidence: []core.Evidence{{Leaf: leaf}},
	}
	switch class {
	case classOwn:
		r.Remedy = "leave the file alone; change veil's files by hand, outside the agent"
	case classNested:
		r.Text = "not analysed: the commands in " + leaf.Pointer + " are nested too deeply"
		r.Remedy = "run the inner command by itself"
	case classUncounted:
		r.Text = "not analysed: the call names too many paths (in " + leaf.Pointer + ")"
		r.Remedy = "make several calls with fewer paths each"
	case classVeil:
		r.Rule = "veil_in_shell"
		r.Text = "an agent's shell must not run this veil command"
		r.Remedy = "run it in a terminal of your own"
	}
	return r
}

// leaf returns the class of the secret-bearing file that a leaf names, or "".
func (s *pathScan) leaf(tool core.ToolSpec, leaf core.Leaf) string {
	if leaf.ID.Key || leaf.Number {
		return ""
	}
	field, _, _ := strings.Cut(strings.TrimPrefix(leaf.ID.Pointer, "/"), "/")
	leaf.Text = withoutTokens(leaf.Text)
	switch {
	case slices.Contains(tool.CommandFields, field):
		return s.command(leaf.Text)
	case slices.Contains(tool.PathFields, field):
		return s.field(leaf.Text)
	case slices.Contains(tool.PatchFields, field):
		return s.patch(leaf.Text)
	case tool.Sink != core.SinkUnknown && tool.Sink != core.SinkEgress:
		return ""
	case slices.Contains(tool.ContentFields, field), slices.Contains(tool.PatternFields, field):
		return ""
	case isCommandName(leaf.ID.Pointer):
		return s.command(leaf.Text)
	}
	word := strings.TrimSpace(leaf.Text)
	if len(word) > maxPath || strings.ContainsAny(word, " \t\r\n") {
		return ""
	}
	return s.word(toSlash(word), s.cwd)
}

// isCommandName says whether the leaf at a pointer, or the array that it is in,
// has a name that unknown tools give to commands and code.
func isCommandName(pointer string) bool {
	for {
		name := path.Base(pointer)
		if pointer == "" || name == "" || !isDigit(name[0]) {
			switch strings.ToLower(name) {
			case "command", "cmd", "script", "shell", "bash", "code", "args":
				return true
			}
			return false
		}
		pointer = strings.TrimSuffix(pointer, "/"+name)
	}
}

// patch looks at the files that the text of an apply_patch call names.
func (s *pathScan) patch(text string) string {
	for _, file := range core.PatchPaths(text) {
		if class := s.field(file); class != "" {
			return class
		}
	}
	return ""
}
