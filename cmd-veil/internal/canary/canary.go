// SPDX-License-Identifier: Apache-2.0

// Package canary plays one session through a real host, with the person's own settings
// and made-up values, against a model provider of its own on loopback, and says surface by
// surface what became of the values. No credential of the person's is in the host's
// environment, and what the host wants to reach besides is refused.
package canary

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/cmd-veil/mock"
	"github.com/veil-guard/veil/core"
)

// Result is what became of a value on one surface.
type Result string

// The results. Lost is a value that should have come back into a file and did not.
const (
	Hidden     Result = "hidden"     // a token went out in its place
	Blocked    Result = "blocked"    // nothing of the text went out
	Restored   Result = "restored"   // the file got the value
	Leaked     Result = "LEAKED"     // the provider got the value
	Lost       Result = "lost"       // the file got something else
	Unmeasured Result = "unmeasured" // the session did not come there
)

// Row is one surface. It holds no value.
type Row struct {
	Host    string `json:"host"`
	What    string `json:"what"`    // for a person
	Surface string `json:"surface"` // of the capability matrix
	Result  Result `json:"result"`
	// Claim is the strongest power that the capability matrix has there: "rewrite",
	// "block", or "nothing".
	Claim string `json:"claim"`
}

// Outcome is what one host did.
type Outcome struct {
	Rows    []Row
	Strays  []string // places that the host wanted to reach besides, and did not
	Foreign bool     // a request carried another key than the canary's
	Silent  bool     // the host ended well and asked its model nothing
	Failed  string   // why the host could not be played through, or ""
	Left    []string // what of it stays on the disk
}

// Host is one to be played.
type Host struct {
	Name, Path, Version string
	Mod                 bool // Claude Code runs veil as a plugin
	State               string
	// Dir is the host's own directory, CLAUDE_CONFIG_DIR or its default.
	Dir string
	// Project is where the person works: its settings are played, not its files.
	Project string
	// Catalogues says whether client names may be added to those of the configuration.
	Catalogues bool
}

// matrixName is the host in the capability matrix.
func (h Host) matrixName() string {
	if h.Mod {
		return core.ClaudeCodeMod
	}
	return h.Name
}

// claim is the strongest power that the matrix has on a surface.
func (h Host) claim(s core.Surface) string {
	for _, power := range []core.Power{core.Rewrite, core.Block} {
		if _, err := core.Matrix().Require(core.Host{Name: h.matrixName(), Version: h.Version}, s, power); err == nil {
			return string(power)
		}
	}
	return "nothing"
}

// Play plays a session. Its folder, its traces in the host's directory and what veil
// remembers of it are removed.
func Play(ctx context.Context, h Host) (out Outcome, err error) {
	clearUp(h)
	root, err := os.MkdirTemp("", prefix)
	if err != nil {
		return out, err
	}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	defer func() { err = errors.Join(err, os.RemoveAll(root)) }()
	s, err := newScene(h, root)
	if err != nil {
		return out, err
	}
	start, run := mock.Anthropic, runClaudeCode
	if h.Name == core.OpenCode {
		start, run = mock.OpenAI, runOpenCode
	}
	server, err := start(s.answer)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	failed := run(ctx, s, server)
	out = s.outcome(server, failed)
	out.Left = s.leave(server, failed)
	return out, nil
}

// errLate says that a host did not end in time.
var errLate = errors.New("the host did not end in time")

// purgeTries is how often a session that is still in use is tried to be purged.
const purgeTries = 20

// smallCatalogues is up to which size the catalogues of the configuration are parsed anew
// in every event; larger ones have an index, which other names would not be in.
const smallCatalogues = 1 << 20

// TakesNames says whether a name can be added to the catalogues for one session.
func TakesNames(c config.Config) bool {
	var size int64
	for _, file := range c.Catalogs {
		if info, err := os.Stat(file); err == nil {
			size += info.Size()
		}
	}
	return size <= smallCatalogues
}

// pause waits between two tries.
func pause() { time.Sleep(100 * time.Millisecond) }
