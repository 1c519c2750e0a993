// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
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
		Usage: "show scene by scene what veil does; all data is made up",
		Description: "Sends made-up events through the adapters of both hosts, with a store of its own\n" +
			"that is removed afterwards. Your configuration, catalogues and sessions are not\n" +
			"read. --config plays the events with the configuration of one file, and says\n" +
			"which key makes which difference. Exit code 1 if an answer is not the expected one.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "config", Usage: "rehearse the configuration in `FILE`", Destination: &r.config},
			&urfave.StringFlag{Name: "lang", Value: "en", Usage: "tell it in this `LANGUAGE`: en or es", Destination: &r.lang},
		},
	}, "veil demo --help shows the options", func(ctx context.Context) error { return r.play(ctx, s) })
}

// demoScene is one thing that happens, and what is to become of it.
type demoScene struct {
	title, before, want told
	where               told // the host, and its event
	// act has it happen with the text of before, and returns what became of it.
	act func(st *stage, text string) string
}

// ending is how a scene went.
type ending struct {
	got, want string
	keys      []string // of the configuration that make the difference
}

// asSaid says whether the scene ended as it should, or as the configuration has it.
func (e ending) asSaid() bool { return e.got == e.want || len(e.keys) > 0 }

// play plays the scenes, in one session, and then shows each before and after: who reads
// may go at any time, and nothing stays behind.
func (r rehearsal) play(ctx context.Context, s streams) error {
	if r.lang != "en" && r.lang != "es" {
		return &usageError{"--lang is neither en nor es", "veil demo --lang es"}
	}
	endings, err := r.endings(ctx)
	if err != nil {
		return err
	}
	sheet := demoSheetOn(s, r.lang, filepath.Base(r.config))
	var text strings.Builder
	wrong, differ := 0, 0
	for i, e := range endings {
		text.WriteString(sheet.scene(r.scenes[i], i+1, e))
		switch {
		case !e.asSaid():
			wrong++
		case e.got != e.want:
			differ++
		}
	}
	switch {
	case wrong > 0:
	case differ > 0:
		fmt.Fprintf(&text, sayDiffer.in(r.lang), len(endings), len(endings)-differ, sheet.config, differ)
	default:
		fmt.Fprintf(&text, sayAll.in(r.lang), len(endings))
	}
	if _, err := fmt.Fprint(s.out, text.String()); err != nil {
		return err
	}
	if wrong > 0 {
		s.complain(fmt.Sprintf(sayMismatch.in(r.lang), wrong, len(endings)), sayReport.in(r.lang))
		return codeError(exitFound)
	}
	return nil
}

// endings plays the scenes. A configuration can only make a difference to a scene that
// ends as expected without it.
func (r rehearsal) endings(ctx context.Context) ([]ending, error) {
	var own config.Config
	if r.config != "" {
		var err error
		if own, err = config.LoadFile(r.config); err != nil {
			return nil, err
		}
	}
	plain, err := r.perform(ctx, config.Config{})
	if err != nil {
		return nil, err
	}
	endings := make([]ending, len(r.scenes))
	for i, scene := range r.scenes {
		endings[i] = ending{got: plain[i], want: scene.want.in(r.lang)}
	}
	if r.config == "" {
		return endings, nil
	}
	return endings, r.compare(ctx, own, endings)
}
