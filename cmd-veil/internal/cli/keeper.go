// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"reflect"
	"sync"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors"
	"github.com/veil-guard/veil/pseudonymstore"
)

// maxKept bounds the sessions that a process keeps open: each holds a few files.
const maxKept = 16

// keeper keeps between the events of one process what is dear to make: the detectors
// and the open sessions. It looks at every event whether they still hold: the
// configuration is read again, the catalogues' files are looked at, and what other
// processes wrote into the session is taken in.
type keeper struct {
	mu       sync.Mutex
	made     madeDetectors
	sessions map[string]*keptSession // by root session
	events   int
}

// madeDetectors are detectors and what they were made from. A generation is not equal
// to another one.
type madeDetectors struct {
	set        *detectors.Set
	config     config.Config
	catalogues any
	generation int
}

// keptSession is an open session. Its events are answered one after the other.
type keptSession struct {
	mu    sync.Mutex
	store *pseudonymstore.Session
	seen  leafCache
	last  int // the event that used it last
}

func newKeeper() *keeper { return &keeper{sessions: map[string]*keptSession{}} }

// inspect is the inspector of a process that lives longer than one event.
func (k *keeper) inspect(ctx context.Context, q inquiry) (core.Verdict, error) {
	ev := q.event()
	workspaces := workspacesOf(ev)
	setup, err := assemble.Load(workspaces...)
	if err != nil {
		return core.Verdict{}, err
	}
	set, generation, err := k.detectors(setup)
	if err != nil {
		return core.Verdict{}, err
	}
	s, err := k.open(ctx, setup.Dirs.State, ev.Session)
	if err != nil {
		return core.Verdict{}, err
	}
	defer s.mu.Unlock()
	guard := setup.GuardOver(set, s.store, q.settings(setup.Dirs.Home, workspaces)...)
	verdict, err := inspectOpen(ctx, q, s.store, func(ctx context.Context, ev core.Event) (core.Verdict, error) {
		return s.seen.inspect(ctx, ev, guard, s.knowledge(generation))
	})
	if r, ok := q.(resent); ok && err == nil && remembers(ev) {
		r.hold(s.seen.epoch)
	}
	if err == nil {
		err = countCaught(ctx, q, s.store, verdict)
	}
	if err != nil {
		k.drop(ev.Session, s)
	}
	return verdict, err
}

// resent is an inquiry about what is sent again and again.
type resent interface {
	// hold says which epoch the answer belongs to: what it rests on holds until the
	// process names another one.
	hold(epoch string)
}

// knowledge is all that an answer depends on but the text.
func (s *keptSession) knowledge(generation int) func() knowledge {
	return func() knowledge { return knowledge{generation, s.store.Position()} }
}

// detectors returns the detectors for a configuration, those of the last event if
// nothing has changed, and their generation.
func (k *keeper) detectors(setup assemble.Setup) (*detectors.Set, int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	catalogues, ok := setup.Config.CatalogueStamp()
	if ok && k.made.set != nil && k.made.catalogues == catalogues && reflect.DeepEqual(k.made.config, setup.Config) {
		return k.made.set, k.made.generation, nil
	}
	set, err := setup.Detectors()
	if err != nil {
		return nil, 0, err
	}
	k.made = madeDetectors{set, setup.Config, catalogues, k.made.generation + 1}
	return set, k.made.generation, nil
}

// open returns the session, locked and with everything that other processes wrote. One
// that was removed meanwhile, or given up by another event, is opened anew.
func (k *keeper) open(ctx context.Context, state, session string) (*keptSession, error) {
	const tries = 3
	for try := 1; ; try++ {
		s, err := k.kept(state, session)
		if err != nil {
			return nil, err
		}
		s.mu.Lock()
		err = s.store.Refresh(ctx)
		if err == nil {
			return s, nil
		}
		k.drop(session, s)
		s.mu.Unlock()
		if try == tries {
			return nil, err
		}
	}
}

// kept returns the session, opened if it is not.
func (k *keeper) kept(state, session string) (*keptSession, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.events++
	s := k.sessions[session]
	if s == nil {
		store, err := pseudonymstore.Open(state, session)
		if err != nil {
			return nil, err
		}
		s = &keptSession{store: store}
		k.sessions[session] = s
	}
	s.last = k.events
	if len(k.sessions) > maxKept {
		k.forgetOldest()
	}
	return s, nil
}

// forgetOldest closes the session that was used least recently, unless it is busy.
func (k *keeper) forgetOldest() {
	oldest := ""
	for name, s := range k.sessions {
		if oldest == "" || s.last < k.sessions[oldest].last {
			oldest = name
		}
	}
	if s := k.sessions[oldest]; s.mu.TryLock() {
		delete(k.sessions, oldest)
		_ = s.store.Close()
		s.mu.Unlock()
	}
}

// drop gives a session up that did not answer. The next event opens it anew.
func (k *keeper) drop(session string, s *keptSession) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.sessions[session] == s {
		delete(k.sessions, session)
	}
	_ = s.store.Close()
}
