// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
)

// rehearsal is one run of the demonstration.
type rehearsal struct {
	config, lang string
	scenes       []demoScene
}

func demoCommand(s streams) *urfave.Command {
	r := rehearsal{scenes: demoScenes()}
	return plain(&urfave.Command{
		Name:  "demo",
		Usage: "show what veil does with a handful of events; all data is made up",
		Description: "Sends made-up events through the adapters of both hosts, with a store of its own\n" +
			"that is removed afterwards. Your configuration, catalogues and sessions are not\n" +
			"read. --config plays the events with the configuration of one file. Exit code 1\n" +
			"if an answer is not the expected one.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "config", Usage: "rehearse the configuration in `FILE`", Destination: &r.config},
			&urfave.StringFlag{Name: "lang", Value: "en", Usage: "tell it in this `LANGUAGE`: en or es", Destination: &r.lang},
		},
	}, "veil demo --help shows the options", func(ctx context.Context) error { return r.play(ctx, s) })
}

// demoScene is one thing that happens, and what is to become of it.
type demoScene struct {
	title, before, want told
	where               string // the host, and its event
	// act has it happen with the text of before, and returns what became of it.
	act func(st *stage, text string) string
}

// play plays the scenes, in one session, and shows each before and after.
func (r rehearsal) play(ctx context.Context, s streams) (err error) {
	if r.lang != "en" && r.lang != "es" {
		return &usageError{"--lang is neither en nor es", "veil demo --lang es"}
	}
	var own config.Config
	if r.config != "" {
		if own, err = config.LoadFile(r.config); err != nil {
			return err
		}
	}
	dir, err := os.MkdirTemp("", "veil-demo-")
	if err != nil {
		return err
	}
	defer func() {
		if left := os.RemoveAll(dir); err == nil {
			err = left
		}
	}()
	st, err := newStage(ctx, filepath.ToSlash(dir), own)
	if err != nil {
		return err
	}
	defer func() { _ = st.store.Close() }()
	wrong := 0
	for i, scene := range r.scenes {
		got := st.play(scene, r.lang)
		if got != scene.want.in(r.lang) {
			wrong++
		}
		if _, err := fmt.Fprint(s.out, scene.show(paints(s), r.lang, i+1, got)); err != nil {
			return err
		}
	}
	return r.sum(s, wrong)
}

// sum says how it went.
func (r rehearsal) sum(s streams, wrong int) error {
	if wrong > 0 {
		hint := sayReport
		if r.config != "" {
			hint = sayConfig
		}
		s.complain(fmt.Sprintf(sayMismatch.in(r.lang), wrong, len(r.scenes)), hint.in(r.lang))
		return codeError(exitFound)
	}
	_, err := fmt.Fprintf(s.out, sayAll.in(r.lang), len(r.scenes))
	return err
}

// show renders the scene with number n, and what became of it.
func (d demoScene) show(paint painter, lang string, n int, got string) string {
	text := fmt.Sprintf("%s  %s\n", paint.bold(fmt.Sprintf("%d. %s", n, d.title.in(lang))), paint.faint(d.where))
	line := func(what told, text string) string { return fmt.Sprintf("  %s  %s\n", what.in(lang), indent(text)) }
	text += line(sayBefore, paint.values(visible(d.before.in(lang)))) + line(sayAfter, paint.tokens(visible(got)))
	if got == d.want.in(lang) {
		return text + "  " + paint.good(sayOK.in(lang)) + "\n\n"
	}
	return text + line(sayExpected, paint.tokens(visible(d.want.in(lang)))) + "  " + paint.bad(sayWrong.in(lang)) + "\n\n"
}

// indent sets the further lines of a text below its first.
func indent(text string) string { return strings.ReplaceAll(text, "\n", "\n            ") }

// visible shows what a terminal would not, or would obey.
func visible(text string) string {
	return strings.NewReplacer("\x00", `\0`, "\x01", `\1`, "\u200b", `\u200b`, "\u00ad", `\u00ad`).Replace(text)
}
