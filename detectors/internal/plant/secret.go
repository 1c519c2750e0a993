// SPDX-License-Identifier: Apache-2.0

package plant

import (
	"encoding/base64"
	"hash/crc32"
	"strings"

	"github.com/veil-guard/veil/core"
)

const (
	base62 = digits + upper + lower // in the order in which GitHub counts
)

// githubToken ends in the CRC-32 of its random part, in base 62 (GitHub, "Behind
// GitHub's new authentication token formats", 2021).
func githubToken(prefix string) func(g *Generator) string {
	return func(g *Generator) string {
		body := g.chars(30, base62)
		sum := crc32.ChecksumIEEE([]byte(body))
		check := make([]byte, 6)
		for i := range check {
			check[len(check)-1-i] = base62[sum%62]
			sum /= 62
		}
		return prefix + body + string(check)
	}
}

func secretVariants() []Variant {
	v := func(name string, value func(*Generator) string) Variant {
		return spelled(core.Secreto, name, value, same)
	}
	return []Variant{
		v("GitHub token", githubToken("ghp_")),
		v("npm token", githubToken("npm_")),
		v("AWS access key", func(g *Generator) string { return g.pick("AKIA", "ASIA") + g.chars(16, upper+"234567") }),
		v("Slack token", func(g *Generator) string {
			return "xoxb-" + g.digits(12) + "-" + g.digits(12) + "-" + g.chars(24, base62)
		}),
		v("Stripe key", func(g *Generator) string { return "sk_live_" + g.chars(24, base62) }),
		v("Google key", func(g *Generator) string { return "AIza" + g.chars(35, base62+"-_") }),
		v("GitLab token", func(g *Generator) string { return "glpat-" + g.chars(20, base62) }),
		v("PEM private key", func(g *Generator) string {
			body := base64.StdEncoding.EncodeToString([]byte(g.chars(150, base62)))
			lines := []string{"-----BEGIN PRIVATE KEY-----"}
			for ; len(body) > 64; body = body[64:] {
				lines = append(lines, body[:64])
			}
			return strings.Join(append(lines, body, "-----END PRIVATE KEY-----"), "\n")
		}),
	}
}
