// SPDX-License-Identifier: Apache-2.0

package canary

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/heartbeat"
	"github.com/veil-guard/veil/cmd-veil/mock"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// leave removes what the session left in veil's state and in the host's folder, and says
// what stays.
func (s *scene) leave(server *mock.Server) (stays []string) {
	if !s.purge(s.sessions(server)) {
		stays = append(stays, "a session of made-up values in "+s.host.State)
	}
	if s.host.Name != core.ClaudeCode {
		_, _ = heartbeat.All(s.host.State) // it removes the sign of a host that was ended
		return stays
	}
	// Claude Code names the folder of a project by its path; no other has this name.
	own := "*" + filepath.Base(s.root) + "*"
	cache, _ := os.UserCacheDir()
	for _, parent := range []string{filepath.Join(s.host.Dir, "projects"), filepath.Join(cache, "claude-cli-nodejs")} {
		folders, _ := filepath.Glob(filepath.Join(parent, own))
		for _, folder := range folders {
			if os.RemoveAll(folder) != nil {
				stays = append(stays, folder)
			}
		}
	}
	for _, dir := range []string{s.host.Dir, filepath.Dir(s.host.Dir)} {
		file := filepath.Join(dir, ".claude.json")
		if text, err := os.ReadFile(file); err == nil && strings.Contains(string(text), s.root) {
			stays = append(stays, "the name of its folder in "+file)
		}
	}
	return stays
}

// sessions are the host's ids of the session, as the requests name it.
func (s *scene) sessions(server *mock.Server) map[string]bool {
	ids := s.ids
	for _, r := range server.Log.Requests() {
		if id := r.Header.Get("X-Claude-Code-Session-Id"); id != "" {
			ids[id] = true
		}
	}
	files, _ := filepath.Glob(filepath.Join(s.host.Dir, "projects", "*"+filepath.Base(s.root)+"*", "*.jsonl"))
	for _, file := range files { // a prompt that was refused made no request
		ids[strings.TrimSuffix(filepath.Base(file), ".jsonl")] = true
	}
	return ids
}

// purge removes sessions from veil's state. The last of the host's children may still
// have them open for a moment.
func (s *scene) purge(ids map[string]bool) (all bool) {
	all = true
	for id := range ids {
		name, err := pseudonymstore.NameOf(s.host.State, id)
		if err != nil {
			return false
		}
		for try := 0; try < purgeTries; try++ {
			err = pseudonymstore.Purge(s.host.State, name, time.Time{})
			if !errors.Is(err, pseudonymstore.ErrInUse) {
				break
			}
			pause()
		}
		all = all && (err == nil || errors.Is(err, os.ErrNotExist))
	}
	return all
}
