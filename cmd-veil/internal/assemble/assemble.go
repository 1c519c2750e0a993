// SPDX-License-Identifier: Apache-2.0

// Package assemble puts veil's parts together. It is the only place that sees
// detectors, the pseudonym store and the guard at once.
package assemble

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors"
	"github.com/veil-guard/veil/policy/shell"
	"github.com/veil-guard/veil/policy/target"
	"github.com/veil-guard/veil/pseudonymstore"
)

// Setup is what every guard of a process shares.
type Setup struct {
	Config config.Config
	Dirs   config.Dirs
	// MostParsed is how many bytes of client name catalogues are parsed if their index
	// is not built yet; 0 for any number.
	MostParsed int64
}

// mostParsedOnEvent is what is surely parsed before a hook's deadline, also while the
// machine is busy: it takes about 0.1 s a MiB, and a hook has 5 s.
const mostParsedOnEvent = 6 << 20

// Load finds the directories and reads the configuration that holds in the
// workspaces, for a host's event: nothing of veil may lie in a workspace, and a large
// catalogue is not parsed, since the host waits.
// Errors are *config.Error.
func Load(workspaces ...string) (Setup, error) {
	dirs, err := config.FindDirs(workspaces...)
	if err != nil {
		return Setup{}, err
	}
	c, err := config.Load(dirs, workspaces...)
	return Setup{c, dirs, mostParsedOnEvent}, err
}

// LoadHere is Load for a command that a person types in the current directory:
// the environment is the person's own.
func LoadHere() (Setup, error) {
	dirs, err := config.FindDirs()
	if err != nil {
		return Setup{}, err
	}
	cwd, err := os.Getwd()
	if err != nil {
		return Setup{}, err
	}
	c, err := config.Load(dirs, cwd)
	return Setup{Config: c, Dirs: dirs}, err
}

// Detectors returns the detectors with the configured catalogues and
// allowances.
func (s Setup) Detectors() (*detectors.Set, error) {
	catalogue, err := s.Config.Catalogue(s.Dirs.Cache, s.MostParsed)
	if err != nil {
		return nil, err
	}
	set, err := detectors.New(detectors.Options{
		Catalogue:    catalogue,
		AllowValues:  s.Config.AllowValues,
		AllowDomains: s.Config.AllowDomains,
		Assignments:  s.Config.Assignments,
	})
	if bad, ok := errors.AsType[*detectors.AllowError](err); ok {
		return nil, s.Config.AllowError(bad)
	}
	return set, err
}

// Compile compiles catalogues that have just changed and that a hook would not parse in
// time; it waits until they have settled. What is wrong with one of them an event says.
func (s Setup) Compile() {
	if s.Config.CatalogueSize() <= mostParsedOnEvent {
		return
	}
	time.Sleep(config.Settling + settled)
	_, _ = s.Detectors()
}

// settled is how much longer than needed is waited, for clocks that differ.
const settled = 100 * time.Millisecond

// Guard returns a guard for one root session, and the store to close after its
// last use. deny are further paths that no tool call may touch.
func (s Setup) Guard(session string, deny ...string) (*core.Guard, *pseudonymstore.Session, error) {
	set, err := s.Detectors()
	if err != nil {
		return nil, nil, err
	}
	store, err := pseudonymstore.Open(s.Dirs.State, session)
	if err != nil {
		return nil, nil, err
	}
	return s.GuardOver(set, store, deny...), store, nil
}

// GuardOver is Guard with detectors and a store that the caller keeps.
func (s Setup) GuardOver(set *detectors.Set, store *pseudonymstore.Session, deny ...string) *core.Guard {
	files := target.Files{Irregular: config.Irregular}
	return &core.Guard{
		Capabilities: core.Matrix(),
		Detectors:    []core.Detector{set},
		Pseudonyms:   store,
		Shell:        shell.Bash{Home: s.Dirs.Home},
		Policies: []core.Policy{
			onDemand(func() core.Policy { return s.secretPaths(deny) }),
			files,
			shell.Persons{},
		},
		Grants:     s.Config.Grants(),
		Present:    config.Present,
		Irregular:  files.What,
		Memory:     store,
		ShowValues: s.Config.Display == config.DisplayAlways,
	}
}

// secretPaths is the policy that keeps tool calls away from secrets, from deny and
// from veil's own files.
func (s Setup) secretPaths(deny []string) core.Policy {
	return detectors.NewSecretPaths(detectors.SecretPathOptions{
		Allow:   s.Config.AllowPaths,
		Own:     append(s.own(), deny...),
		Home:    s.Dirs.Home,
		Resolve: config.FollowLinks,
	})
}

// onDemand is a policy that is made when it is first asked: most events are no
// tool calls, and following the links of all its paths costs more than they do.
func onDemand(make func() core.Policy) core.Policy { return &demanded{make: sync.OnceValue(make)} }

type demanded struct{ make func() core.Policy }

// Judge implements core.Policy.
func (d *demanded) Judge(ctx context.Context, ev core.Event) (core.Verdict, error) {
	return d.make().Judge(ctx, ev)
}

// own are veil's own files. An agent that changes one of them changes the guard:
// what it hides, or whether it runs at all.
func (s Setup) own() []string {
	own := slices.Concat(s.Config.Files, s.Config.Catalogs)
	program, _ := os.Executable()
	for _, path := range []string{s.Dirs.State, s.Dirs.Config, s.Dirs.Account, s.Dirs.Cache, program} {
		if path != "" {
			own = append(own, path)
		}
	}
	return own
}
