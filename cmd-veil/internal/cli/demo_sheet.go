// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/veil-guard/veil/cmd-veil/internal/screen"
)

// demoSheet is where the scenes are shown.
type demoSheet struct {
	paint        painter
	width        int // 0 if it is no terminal
	lang, config string
}

func demoSheetOn(s streams, lang, config string) demoSheet {
	width, _ := screen.Of(s.out)
	return demoSheet{paints(s), width, lang, screen.Visible(config)}
}

// demoMargin is where the texts begin.
const demoMargin = "            "

// scene renders the scene with number n, and what became of it.
func (d demoSheet) scene(scene demoScene, n int, e ending) string {
	text := d.title(fmt.Sprintf("%d. %s", n, scene.title.in(d.lang)), scene.where.in(d.lang))
	text += d.line(sayBefore, scene.before.in(d.lang), d.paint.values) + d.line(sayAfter, e.got, d.paint.tokens)
	switch {
	case e.got == e.want:
		return text + "  " + d.paint.good(sayOK.in(d.lang)) + "\n\n"
	case e.asSaid():
		said := fmt.Sprintf(sayIntended.in(d.lang), d.config, strings.Join(e.keys, ", "))
		return text + d.line(sayWithout, e.want, d.paint.tokens) + "  " + d.paint.wrap("33", said) + "\n\n"
	}
	return text + d.line(sayExpected, e.want, d.paint.tokens) + "  " + d.paint.bad(sayWrong.in(d.lang)) + "\n\n"
}

// title names the scene and, behind or below it, where it takes place.
func (d demoSheet) title(title, where string) string {
	between := "  "
	if d.width > 0 && utf8.RuneCountInString(title+between+where) >= d.width {
		between = "\n   "
	}
	return d.paint.bold(screen.Fold(title, 0, d.width, "   ")) + between + d.paint.faint(screen.Fold(where, 3, d.width, "   ")) + "\n"
}

func (d demoSheet) line(what told, text string, paint func(string) string) string {
	return "  " + what.in(d.lang) + "  " + paint(screen.Fold(visible(text), len(demoMargin), d.width, demoMargin)) + "\n"
}

// visible shows what a terminal would not, or would obey.
func visible(text string) string {
	return strings.NewReplacer("\x00", `\0`, "\x01", `\1`, "\u200b", `\u200b`, "\u00ad", `\u00ad`).Replace(text)
}
