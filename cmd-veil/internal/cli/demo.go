// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
)

func demoCommand(s streams) *urfave.Command {
	return plain(&urfave.Command{
		Name:  "demo",
		Usage: "show what veil does with a handful of events; all data is made up",
		Description: "Sends made-up events through the adapters of both hosts, with a store of its own\n" +
			"that is removed afterwards. Exit code 1 if an answer is not the expected one.",
	}, "veil demo", func(ctx context.Context) error { return demo(ctx, s) })
}

// demoNames is the client name catalogue of the demonstration.
const demoNames = "María Pérez\nClínica Dental Sol\n"

// demo plays the scenes and shows each before and after.
func demo(ctx context.Context, s streams) error {
	dir, err := os.MkdirTemp("", "veil-demo-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	names := dir + "/names.txt"
	if err := os.WriteFile(names, []byte(demoNames), 0o600); err != nil {
		return err
	}
	setup := assemble.Setup{
		Config: config.Config{Catalogs: []string{names}},
		Dirs:   config.Dirs{State: dir + "/state", Home: "/home/ana"},
	}
	guard, store, err := setup.Guard("demo")
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	wrong := 0
	for i, scene := range demoScenes {
		got, err := scene.play(ctx, guard)
		if err != nil {
			return err
		}
		if got != scene.want {
			wrong++
		}
		if _, err := io.WriteString(s.out, scene.show(paints(s), i+1, got)); err != nil {
			return err
		}
	}
	if wrong > 0 {
		s.complain(fmt.Sprintf("%d of %d scenes did not end as expected", wrong, len(demoScenes)), "please report this")
		return codeError(exitFound)
	}
	_, err = fmt.Fprintf(s.out, "%d scenes, each as expected. Nothing was sent and nothing was kept.\n", len(demoScenes))
	return err
}

// show renders the scene with number n, and what became of it.
func (d demoScene) show(paint painter, n int, got string) string {
	mark := paint.good("ok")
	if got != d.want {
		mark = paint.bad("NOT AS EXPECTED: " + d.want)
	}
	return fmt.Sprintf("%s  %s\n  before  %s\n  after   %s\n  %s\n\n",
		paint.bold(fmt.Sprintf("%d. %s", n, d.title)), paint.faint(d.where),
		indent(paint.values(d.before)), indent(paint.tokens(got)), mark)
}

// indent sets the further lines of a text below its first.
func indent(text string) string { return strings.ReplaceAll(text, "\n", "\n          ") }

// demoScene is one event: its host's JSON, and what the demonstration shows of
// it before and after.
type demoScene struct {
	title, where string
	adapter      adapter
	input        string
	before, want string
	// after picks what to show out of the reply.
	after func(reply) string
}

func (d demoScene) play(ctx context.Context, guard *core.Guard) (string, error) {
	q, err := d.adapter.parse([]byte(d.input))
	if err != nil {
		return "", err
	}
	ev := q.event()
	if ev.Host.Name == core.ClaudeCode {
		ev.Host.Version = "2.1.332"
	}
	ev.Interactive = true
	verdict, err := guard.Inspect(ctx, ev)
	if err != nil {
		return "", err
	}
	r, err := q.answer(verdict)
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(d.after(r)), nil
}
