// SPDX-License-Identifier: Apache-2.0

package config

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"

	"github.com/veil-guard/veil/core"
)

// Reveal lets values of some kinds leave in the calls of some tools.
type Reveal struct {
	To    string // a pattern of tool names
	Kinds []core.Kind
}

// Grants are what the configuration relaxes for tools and files.
func (c Config) Grants() core.Grants {
	var g core.Grants
	if len(c.LocalTools) > 0 {
		g.Local = func(tool string) bool {
			return slices.ContainsFunc(c.LocalTools, func(p string) bool { return toolMatches(p, tool) })
		}
	}
	if len(c.Reveal) > 0 {
		g.Reveals = func(tool string, kind core.Kind) bool {
			return slices.ContainsFunc(c.Reveal, func(r Reveal) bool { return toolMatches(r.To, tool) && slices.Contains(r.Kinds, kind) })
		}
	}
	if len(c.KeepTokens) > 0 {
		g.Keeps = c.keeps
	}
	return g
}

func toolMatches(pattern, tool string) bool {
	ok, err := path.Match(pattern, tool)
	return ok && err == nil
}

// keeps says whether a file gets tokens: as its path is written, seen from cwd, or
// where its folder really is.
func (c Config) keeps(cwd, file string) bool {
	if !filepath.IsAbs(file) {
		file = filepath.Join(cwd, file)
	}
	file = filepath.Clean(file)
	if c.keepsPath(file) {
		return true
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(file))
	return err == nil && c.keepsPath(filepath.Join(folder, filepath.Base(file)))
}

func (c Config) keepsPath(file string) bool {
	return filepath.IsAbs(file) && slices.ContainsFunc(c.KeepTokens, func(p string) bool {
		ok, err := doublestar.Match(filepath.ToSlash(p), filepath.ToSlash(file))
		return ok && err == nil
	})
}

// tools reads tools: {local: [mcp__files__*]}.
func (r *reader) tools(n *yaml.Node) {
	r.members(n, "tools.", map[string]func(*yaml.Node){
		"local": func(n *yaml.Node) {
			for _, pattern := range r.texts(n, "tools.local") {
				r.layer.localTools = append(r.layer.localTools, r.toolPattern(n, pattern, "tools.local"))
			}
		},
	})
}

// toolPattern refuses what would match every tool.
func (r *reader) toolPattern(n *yaml.Node, pattern, key string) string {
	if _, err := path.Match(pattern, ""); err != nil || !regexp.MustCompile(`[A-Za-z]{3}`).MatchString(pattern) {
		r.fail(n, key+": not a tool's name, or one pattern for all of them", "write the name, such as mcp__files__read; * stands for any characters")
	}
	return pattern
}

// reveal reads reveal: [{to: mcp__mail__send, kinds: [EMAIL, NOMBRE]}].
func (r *reader) reveal(n *yaml.Node) {
	if n.Kind != yaml.SequenceNode {
		r.fail(n, "reveal: not a list", "write reveal: [{to: mcp__mail__send, kinds: [EMAIL]}]")
		return
	}
	r.layer.reveal = []Reveal{}
	for _, item := range n.Content {
		var one Reveal
		r.members(item, "reveal.", map[string]func(*yaml.Node){
			"to": func(n *yaml.Node) { one.To = r.toolPattern(n, n.Value, "reveal.to") },
			"kinds": func(n *yaml.Node) {
				for _, text := range r.texts(n, "reveal.kinds") {
					kind := core.Kind(strings.ToUpper(text))
					if !kind.InToken() {
						r.fail(n, "reveal.kinds: not a kind", "use the word that stands in the token, such as EMAIL")
					}
					one.Kinds = append(one.Kinds, kind)
				}
			},
		})
		if one.To == "" || len(one.Kinds) == 0 {
			r.fail(item, "reveal: to or kinds is missing", "write reveal: [{to: mcp__mail__send, kinds: [EMAIL]}]")
		}
		r.layer.reveal = append(r.layer.reveal, one)
	}
}

// write reads write: {keep: [/home/ana/anon/**]}.
func (r *reader) write(n *yaml.Node) {
	r.members(n, "write.", map[string]func(*yaml.Node){
		"keep": func(n *yaml.Node) {
			for _, pattern := range r.texts(n, "write.keep") {
				if !filepath.IsAbs(pattern) && !strings.HasPrefix(pattern, "~/") || !doublestar.ValidatePattern(pattern) {
					r.fail(n, "write.keep: not an absolute path or pattern", "write it from the root or from ~, such as ~/anon/**")
				}
				r.layer.keepTokens = append(r.layer.keepTokens, r.absolute(pattern))
			}
		},
	})
}
