// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"encoding/hex"
	"path"
	"slices"
	"strings"
)

// maxPath is the longest path, in bytes: PATH_MAX of Linux.
const maxPath = 4096

// maxFollowed is in how many paths of one event links are followed: a script as
// an argument may have thousands of words. More are denied.
const maxFollowed = 4096

// pathScan is the work on the paths of one event.
type pathScan struct {
	*SecretPaths
	cwd      string            // of the event
	followed map[string]string // path -> path without links
	over     bool              // links were left unfollowed
}

func newPathScan(s *SecretPaths, cwd string) *pathScan {
	return &pathScan{SecretPaths: s, cwd: toSlash(cwd), followed: map[string]string{}}
}

// field returns the class of a tool's path argument, or "". The tool may take it
// as it stands, or expand it.
func (s *pathScan) field(text string) string {
	text = toSlash(strings.TrimSpace(text))
	if text == "" {
		return ""
	}
	class := s.class(join(s.cwd, text))
	for _, option := range expandBraces(text) {
		if class == "" {
			class = s.class(s.absolute(option, s.cwd))
		}
	}
	return class
}

// word returns the class of a word that a program may take as a path, or "".
func (s *pathScan) word(w, cwd string) string {
	w = strings.TrimSpace(w)
	if w == "" || isURL(w) || strings.HasPrefix(w, "!") {
		return ""
	}
	return s.class(s.absolute(w, cwd))
}

// class returns the class of a clean path, as it is named and with its links
// followed, or "".
func (s *pathScan) class(full string) string {
	final := s.follow(full)
	if s.over {
		return classUncounted
	}
	if s.isOwn(full) || s.isOwn(final) {
		return classOwn
	}
	class := s.pathClass(full)
	if class == "" && final != full {
		class = s.pathClass(final)
	}
	if class == "" || slices.ContainsFunc(s.allow, func(allowed string) bool {
		allowed = s.absolute(allowed, s.cwd)
		return allowed == full || allowed == final
	}) {
		return ""
	}
	return class
}

// pathClass returns the class of a path or of what a pattern could match.
func (s *SecretPaths) pathClass(full string) string {
	class := secretClass(full)
	if class == "" && strings.ContainsAny(full, "*?[") {
		class = s.secretPattern(full)
	}
	return class
}

// follow returns a path with its links followed, where that can be known.
func (s *pathScan) follow(full string) string {
	if s.resolve == nil || !path.IsAbs(full) {
		return full
	}
	final, known := s.followed[full]
	switch {
	case known:
		return final
	case len(s.followed) >= maxFollowed:
		s.over = true
		return full
	}
	final = path.Clean(toSlash(s.resolve(full)))
	s.followed[full] = final
	return final
}

// isOwn says whether a path is one of veil's own, lies in one, or is a pattern
// that matches such a path.
func (s *pathScan) isOwn(full string) bool {
	full = strings.ToLower(full)
	wild := strings.ContainsAny(full, "*?[")
	for _, own := range s.own {
		rest, within := strings.CutPrefix(full, own)
		if within && (rest == "" || rest[0] == '/') || wild && s.matchesOwn(full, own) {
			return true
		}
	}
	return false
}

// matchesOwn says whether a pattern matches an own path or what lies in it. In
// the working directory "*" and "*.json" mean any file.
func (s *pathScan) matchesOwn(pattern, own string) bool {
	patterns, names := strings.Split(pattern, "/"), strings.Split(own, "/")
	if len(patterns) < len(names) || !matchAll(patterns[:len(names)], names) {
		return false
	}
	return path.Dir(own) != strings.ToLower(path.Clean(s.cwd)) || !strings.HasPrefix(patterns[len(names)-1], "*")
}

func isURL(p string) bool {
	p = strings.ToLower(p[:min(len(p), len("https://"))])
	return strings.HasPrefix(p, "http://") || strings.HasPrefix(p, "https://")
}

// absolute expands what a shell or a program may expand, and returns a clean
// path with slashes, absolute where the working directory is known.
func (s *SecretPaths) absolute(p, cwd string) string {
	p = fileURL(p)
	for _, prefix := range []string{"~", "~" + path.Base(s.home), "$HOME", "${HOME}"} {
		if rest, ok := strings.CutPrefix(p, prefix); ok && (rest == "" || rest[0] == '/') {
			p = s.home + rest
			break
		}
	}
	return join(cwd, p)
}

// join returns a clean path, absolute where the working directory is known.
func join(cwd, p string) string {
	if !path.IsAbs(p) && cwd != "" {
		p = toSlash(cwd) + "/" + p
	}
	return path.Clean(p)
}

// fileURL returns the path of a file URL (RFC 8089), or what is none as it is.
func fileURL(p string) string {
	const scheme = "file:"
	if len(p) < len(scheme) || !strings.EqualFold(p[:len(scheme)], scheme) {
		return p
	}
	p = strings.TrimPrefix(p[len(scheme):], "//")
	p = strings.TrimPrefix(p, "localhost")
	var b strings.Builder
	for {
		before, after, found := strings.Cut(p, "%")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		p = after
		if c, err := hex.DecodeString(after[:min(2, len(after))]); err == nil && len(c) == 1 {
			b.WriteByte(c[0])
			p = after[2:]
		}
	}
}

func toSlash(p string) string { return strings.ReplaceAll(p, `\`, "/") }
