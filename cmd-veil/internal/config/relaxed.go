// SPDX-License-Identifier: Apache-2.0

package config

import (
	"fmt"
	"strings"
)

// Relaxation is what one file takes from the guard. It holds no value and no path.
type Relaxation struct{ File, What string }

// relaxedBy says what a layer relaxes that no layer above it has decided.
func (c *Config) relaxedBy(file string, l layer) []Relaxation {
	var list []Relaxation
	add := func(decided bool, n int, one, more string) {
		switch {
		case decided || n == 0:
		case n == 1:
			list = append(list, Relaxation{file, one})
		default:
			list = append(list, Relaxation{file, fmt.Sprintf(more, n)})
		}
	}
	add(c.AllowValues != nil, len(l.allowValues), "allow.values: 1 text counts as no personal data", "allow.values: %d texts count as no personal data")
	add(c.AllowDomains != nil, len(l.allowDomains), "allow.domains: e-mail addresses of 1 domain stay", "allow.domains: e-mail addresses of %d domains stay")
	add(c.AllowPaths != nil, len(l.allowPaths), "paths.allow: 1 file with secrets is open to tools", "paths.allow: %d files with secrets are open to tools")
	add(c.LocalTools != nil, len(l.localTools), "tools.local: tools of 1 pattern get real values", "tools.local: tools of %d patterns get real values")
	for _, r := range l.reveal {
		kinds := make([]string, len(r.Kinds))
		for i, kind := range r.Kinds {
			kinds[i] = string(kind)
		}
		if c.Reveal == nil {
			list = append(list, Relaxation{file, "reveal: " + strings.Join(kinds, ", ") + " leave by calls of " + r.To})
		}
	}
	add(c.KeepTokens != nil, len(l.keepTokens), "write.keep: files of 1 pattern keep tokens", "write.keep: files of %d patterns keep tokens")
	if c.Display == "" && l.display == DisplayAlways {
		list = append(list, Relaxation{file, "display: always: real values go wherever the assistant's text goes"})
	}
	if c.Images == "" && l.images == ImagesPass {
		list = append(list, Relaxation{file, "images: pass: pictures and PDFs are sent unread"})
	}
	return list
}
