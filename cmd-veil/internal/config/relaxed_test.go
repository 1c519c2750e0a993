// SPDX-License-Identifier: Apache-2.0

package config

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

func TestRelaxations(t *testing.T) {
	above := Config{AllowValues: []string{"a"}, Display: DisplayInteractive}
	got := above.relaxedBy("f", layer{
		allowValues: []string{"b"}, allowDomains: []string{"c", "d"}, allowPaths: []string{"/e"}, localTools: []string{"mcp__x"},
		reveal: []Reveal{{To: "mcp__mail__send", Kinds: []core.Kind{core.Email, core.Nombre}}}, keepTokens: []string{"/g/**"}, display: DisplayAlways,
	})
	require.Equal(t, []Relaxation{
		{"f", "allow.domains: e-mail addresses of 2 domains stay"},
		{"f", "paths.allow: 1 file with secrets is open to tools"},
		{"f", "tools.local: tools of 1 pattern get real values"},
		{"f", "reveal: EMAIL, NOMBRE leave by calls of mcp__mail__send"},
		{"f", "write.keep: files of 1 pattern keep tokens"},
	}, got, "what the file above has decided does not count")
	none := Config{}
	require.Equal(t, []Relaxation{{"g", "display: always: real values go wherever the assistant's text goes"}}, none.relaxedBy("g", layer{display: DisplayAlways}))
	require.Equal(t, []Relaxation{{"g", "images: pass: pictures and PDFs are sent unread"}}, none.relaxedBy("g", layer{images: ImagesPass}))
	require.Empty(t, none.relaxedBy("g", layer{images: ImagesWithhold}))
}
