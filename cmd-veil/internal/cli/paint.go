// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"strings"

	"github.com/veil-guard/veil/cmd-veil/internal/screen"
	"github.com/veil-guard/veil/core"
)

// painter colours text with ANSI escapes, or leaves it as it is.
type painter bool

// paints returns a painter that colours if standard output is a terminal and
// NO_COLOR is not set (no-color.org).
func paints(s streams) painter {
	_, colour := screen.Of(s.out)
	return painter(colour)
}

func (p painter) wrap(code, text string) string {
	if !p {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p painter) bold(text string) string   { return p.wrap("1", text) }
func (p painter) faint(text string) string  { return p.wrap("2", text) }
func (p painter) good(text string) string   { return p.wrap("32", text) }
func (p painter) bad(text string) string    { return p.wrap("1;31", text) }
func (p painter) values(text string) string { return p.wrap("31", text) }

// tokens paints the tokens in text.
func (p painter) tokens(text string) string {
	var b strings.Builder
	at := 0
	for _, s := range core.FindTokens(nil, text) {
		b.WriteString(text[at:s.Start])
		b.WriteString(p.wrap("1;36", text[s.Start:s.End]))
		at = s.End
	}
	return b.String() + text[at:]
}
