// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// demoNames is the client name catalogue of the demonstration.
const demoNames = "María Pérez\nClínica Dental Sol\n"

// demoProject is where the agent of the demonstration works. Nothing is written there.
const demoProject = "/home/ana/obra"

// stage is where the scenes take place: a session in a directory that is removed
// afterwards.
type stage struct {
	ctx   context.Context
	dir   string
	lang  string // that of the scene
	guard *core.Guard
	store *pseudonymstore.Session
	// broken is the stage's set-up with a store that cannot be opened.
	broken assemble.Setup
}

// newStage sets the stage up below dir, with a configuration beside the
// demonstration's own names.
func newStage(ctx context.Context, dir string, own config.Config) (*stage, error) {
	names := dir + "/names.txt"
	if err := errors.Join(os.WriteFile(names, []byte(demoNames), 0o600), os.WriteFile(dir+"/file", nil, 0o600)); err != nil {
		return nil, err
	}
	own.Catalogs = append([]string{names}, own.Catalogs...)
	setup := assemble.Setup{Config: own, Dirs: config.Dirs{State: dir + "/state", Home: "/home/ana"}}
	guard, store, err := setup.Guard("demo")
	if err != nil {
		return nil, err
	}
	setup.Dirs.State = dir + "/file" // no folder
	setup.Config.Catalogs = nil      // it does not come to reading them
	return &stage{ctx: ctx, dir: dir, guard: guard, store: store, broken: setup}, nil
}

// play has the scene happen. What is said about the stage's directory names it ~.
func (st *stage) play(d demoScene, lang string) string {
	st.lang = lang
	got := d.act(st, d.before.in(lang))
	return strings.TrimSpace(strings.ReplaceAll(got, st.dir, "~"))
}

// demoEvent is what a host says.
type demoEvent struct {
	adapter adapter
	members map[string]any
	// version stands in for what the host's process or transcript would say.
	version string
	screen  bool // a person reads the host's screen
}

// ask sends the event through its adapter and returns the host's view of the answer.
func (st *stage) ask(e demoEvent) answerView {
	return e.send(func(ev core.Event) (core.Verdict, error) { return st.guard.Inspect(st.ctx, ev) })
}

// askBroken is ask with a store that cannot be opened.
func (st *stage) askBroken(e demoEvent) answerView {
	return e.send(func(ev core.Event) (core.Verdict, error) {
		guard, store, err := st.broken.Guard("demo")
		if err != nil {
			return core.Verdict{}, err
		}
		defer func() { _ = store.Close() }()
		return guard.Inspect(st.ctx, ev)
	})
}

// send has the event answered as a hook process answers it, but by inspect.
func (e demoEvent) send(inspect func(core.Event) (core.Verdict, error)) answerView {
	return answerView(answerEvent(e.adapter, eventJSON(e.members), func(_ context.Context, q inquiry) (core.Verdict, error) {
		ev := q.event()
		if e.version != "" {
			ev.Host.Version = e.version
		}
		ev.Interactive = e.screen
		verdict, err := inspect(ev)
		if _, ok := errors.AsType[*core.UnsupportedCapabilityError](err); ok {
			return verdict, nil
		}
		return verdict, err
	}))
}

// eventJSON is the JSON of a value, with its signs as they are.
func eventJSON(value any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return nil // which no adapter reads as an event
	}
	return b.Bytes()
}

// answerView is a reply, read as its host reads it.
type answerView reply

// at returns the text at a place in the answer's JSON; "" if there is none.
func (a answerView) at(path ...string) string {
	doc, err := core.ParseDocument(a.stdout)
	if err != nil {
		return ""
	}
	v := doc.Root()
	for _, name := range path {
		v = v.Get(name)
	}
	return v.Text()
}

// or returns the new text, or what went through unchanged.
func (a answerView) or(unchanged string, path ...string) string {
	if text := a.at(path...); text != "" {
		return text
	}
	if len(a.stdout) > 0 && a.at("decision") != "allow" && a.at("decision") != "rewrite" {
		return string(a.stdout) // neither: then it must show
	}
	return unchanged
}

// refusal returns why the call was denied, or that it was not.
func (st *stage) refusal(a answerView) string {
	for _, path := range [][]string{{"hookSpecificOutput", "permissionDecisionReason"}, {"reason"}} {
		if why := a.at(path...); why != "" {
			if remedy := a.at("remedy"); remedy != "" {
				why += "; " + remedy
			}
			return sayDenied.in(st.lang) + why
		}
	}
	return sayNotDenied.in(st.lang)
}
