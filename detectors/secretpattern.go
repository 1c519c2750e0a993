// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"path"
	"slices"
	"strings"

	"github.com/veil-guard/veil/core"
)

// secretSample is a path of the list that a pattern is tried on.
type secretSample struct {
	path  string
	names []string
	dir   bool // a directory, whose files bear secrets
}

// secretSamples returns those of the list. A directory ends with a slash.
func secretSamples() []secretSample {
	var samples []secretSample
	for _, p := range []string{
		".env", ".env.local", ".env.production", ".envrc", "prod.env",
		"id_rsa", "id_ed25519", "id_ecdsa", "server.pem", "server.key", "server.p12", "server.pfx",
		"server.keystore", "server.jks", ".ssh/id_rsa", ".ssh/id_ed25519", ".ssh", ".ssh/",
		".aws/credentials", ".aws/sso/", ".config/gcloud/", ".azure/", ".oci/", ".kube/config", ".docker/config.json",
		".netrc", ".npmrc", ".pypirc", ".pgpass", ".git-credentials", ".gnupg", ".gnupg/", ".password-store/",
		".cargo/credentials", ".config/gh/hosts.yml", ".config/git/credentials", ".config/github-copilot/", "/etc/shadow",
		".claude/.credentials.json", ".claude.json", "opencode/auth.json", ".codex/auth.json", ".gemini/oauth_creds.json",
		"/proc/self/environ", "/proc/1/environ", ".bash_history", ".zsh_history",
	} {
		names := strings.Split(strings.TrimSuffix(p, "/"), "/")
		samples = append(samples, secretSample{p, names, strings.HasSuffix(p, "/")})
	}
	return samples
}

// minLiteral is how many characters of a pattern must be literal before it is
// taken to mean a secret: "*" and "*.*" mean any file.
const minLiteral = 3

// secretPattern returns the class of a secret-bearing file that a glob could
// match, or "". A pattern that begins with a dot needs no literal but the dot.
func (s *SecretPaths) secretPattern(p string) string {
	segments := strings.Split(strings.ToLower(p), "/")
	for _, sample := range s.samples {
		n := len(sample.names)
		for i := len(segments) - n; i >= 0; i-- {
			if window := segments[i : i+n]; matchAll(window, sample.names) && isSpecific(window) {
				rest := strings.Join(segments[i+n:], "/")
				if class := secretClass(sample.path + rest); class != "" {
					return class
				}
			}
			if !sample.dir {
				break
			}
		}
	}
	return ""
}

// withoutTokens puts "?" for each token. A token is a name that nothing here knows,
// and what its brackets would match for a shell is one character.
func withoutTokens(text string) string {
	if !core.HasToken(text) {
		return text
	}
	var b strings.Builder
	at := 0
	for _, t := range core.FindTokens(nil, text) {
		b.WriteString(text[at:t.Start])
		b.WriteByte('?')
		at = t.End
	}
	b.WriteString(text[at:])
	return b.String()
}

func isSpecific(segments []string) bool {
	literal := 0
	for _, s := range segments {
		if strings.HasPrefix(s, ".") {
			return true
		}
		literal += len(s) - strings.Count(s, "*") - strings.Count(s, "?")
	}
	return literal >= minLiteral
}

// matchAll says whether each pattern matches the name at its place. As in a
// shell, only a dot matches a dot at the beginning.
func matchAll(patterns, names []string) bool {
	for i, name := range names {
		pattern := patterns[i]
		if strings.HasPrefix(name, ".") && !strings.HasPrefix(pattern, ".") {
			return false
		}
		if !strings.ContainsAny(pattern, `*?[\\`) {
			if pattern != name {
				return false
			}
			continue
		}
		pattern = strings.ReplaceAll(pattern, "[!", "[^")
		if ok, err := path.Match(pattern, name); !ok || err != nil {
			return false
		}
	}
	return true
}

// A word with braces is taken apart if it is at most maxBraceWord bytes long,
// into at most about maxBraces words: together they bound the work. Beyond them
// the braces count as "*".
const (
	maxBraces    = 16
	maxBraceWord = 512
)

// expandBraces returns the words that a word like ".{env,npmrc}" stands for, or
// patterns that match them.
func expandBraces(w string) []string {
	if len(w) > maxBraceWord {
		return []string{w, starBraces(w)}
	}
	words := []string{w}
	for i := 0; i < len(words); {
		open, end := innerBraces(words[i])
		if end == 0 {
			i++
			continue
		}
		options := strings.Split(words[i][open+1:end], ",")
		// A range, or more than the bound.
		if len(options) == 1 || len(words)+len(options) > maxBraces {
			options = []string{"*"}
		}
		for j, option := range options {
			options[j] = words[i][:open] + option + words[i][end+1:]
		}
		words = slices.Replace(words, i, i+1, options...)
	}
	return words
}

// innerBraces returns the places of the first pair of braces that has none
// within and is a list or a range, or 0, 0.
func innerBraces(w string) (open, end int) {
	var opens []int
	for i := range len(w) {
		switch {
		case w[i] == '{':
			opens = append(opens, i)
		case w[i] == '}' && len(opens) > 0:
			open, opens = opens[len(opens)-1], opens[:len(opens)-1]
			inner := w[open+1 : i]
			if (open == 0 || w[open-1] != '$') && (strings.Contains(inner, ",") || strings.Contains(inner, "..")) {
				return open, i
			}
		}
	}
	return 0, 0
}

// starBraces returns a word with everything from its first to its last brace
// replaced by "*".
func starBraces(w string) string {
	open, end := strings.IndexByte(w, '{'), strings.LastIndexByte(w, '}')
	if open < 0 || end < open {
		return w
	}
	return w[:open] + "*" + w[end+1:]
}
