// SPDX-License-Identifier: Apache-2.0

package canary

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/heartbeat"
	"github.com/veil-guard/veil/cmd-veil/internal/owner"
	"github.com/veil-guard/veil/cmd-veil/mock"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// leave removes what the session left in veil's state and in the host's folder, and says
// what stays.
func (s *scene) leave(server *mock.Server, failed error) (stays []string) {
	if failed != nil { // a hook of a host that was ended may still be at work
		time.Sleep(lastHook)
	}
	if !s.purge(s.sessions(server.Log.Requests())) {
		stays = append(stays, "a session of made-up values in "+s.host.State)
	}
	if s.host.Name != core.ClaudeCode {
		_, _ = heartbeat.All(s.host.State) // it removes the sign of a host that was ended
		return stays
	}
	stays = append(stays, s.removeFolders()...)
	for _, dir := range []string{s.host.Dir, filepath.Dir(s.host.Dir)} {
		file := filepath.Join(dir, ".claude.json")
		if text, err := os.ReadFile(file); err == nil && strings.Contains(string(text), s.root) {
			stays = append(stays, "the name of its folder in "+file)
		}
	}
	return stays
}

// removeFolders removes those that Claude Code made for the session, and says which stay.
// It names the folder of a project by its path; no other has this name.
func (s *scene) removeFolders() (stays []string) {
	cache, _ := os.UserCacheDir()
	for _, folder := range append(s.conversations(), foldersIn(filepath.Join(cache, "claude-cli-nodejs"), filepath.Base(s.root)+"-")...) {
		if os.RemoveAll(folder) != nil {
			stays = append(stays, folder)
		}
	}
	return stays
}

// conversations are the folders in which Claude Code keeps the session's.
func (s *scene) conversations() []string {
	return foldersIn(filepath.Join(s.host.Dir, "projects"), filepath.Base(s.root)+"-")
}

// foldersIn are the entries of a folder whose names hold a text.
func foldersIn(parent, text string) (folders []string) {
	entries, _ := os.ReadDir(parent) // none if there is no such folder
	for _, e := range entries {
		if strings.Contains(e.Name(), text) {
			folders = append(folders, filepath.Join(parent, e.Name()))
		}
	}
	return folders
}

// sessionsFile lists in the folder of a canary the ids of its sessions: whoever clears up
// knows them, though the host was ended before it asked anything.
const sessionsFile = "sessions"

// newSession makes up the id of a session, a random UUID (RFC 9562, 5.4), and notes it.
func (s *scene) newSession() (string, error) {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it does not fail (crypto/rand)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	id := fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
	s.ids[id] = true
	var list strings.Builder
	for id := range s.ids {
		list.WriteString(id + "\n")
	}
	return id, write(filepath.Join(s.root, sessionsFile), list.String())
}

// notedSessions are those of a canary that was killed.
func notedSessions(root string) map[string]bool {
	ids := map[string]bool{}
	text, _ := os.ReadFile(filepath.Join(root, sessionsFile)) // none was begun
	for _, id := range strings.Fields(string(text)) {
		ids[id] = true
	}
	return ids
}

// prefix is how the folders of canaries begin.
const prefix = "veil-canary-"

// lastHook is how long a hook takes whose host is gone: it ends at the end of its input.
const lastHook = time.Second

// abandoned is how old the folder of a canary is for certain if who played it was killed.
const abandoned = 15 * time.Minute

// clearUp removes what canaries left that were killed.
func clearUp(h Host) {
	for _, folder := range foldersIn(os.TempDir(), prefix) {
		info, err := os.Lstat(folder)
		if err != nil || !strings.HasPrefix(filepath.Base(folder), prefix) || !info.IsDir() || !owner.IsOwn(info) || time.Since(info.ModTime()) < abandoned {
			continue
		}
		s := &scene{host: h, root: folder, ids: notedSessions(folder)}
		if h.Name == core.ClaudeCode {
			s.purge(s.sessions(nil))
			s.removeFolders()
		}
		_ = os.RemoveAll(folder)
	}
}

// sessions are the host's ids of the session, as the requests name it.
func (s *scene) sessions(requests []mock.Request) map[string]bool {
	ids := s.ids
	for _, r := range requests {
		if id := r.Header.Get("X-Claude-Code-Session-Id"); id != "" {
			ids[id] = true
		}
	}
	for _, folder := range s.conversations() { // a prompt that was refused made no request
		for _, file := range foldersIn(folder, ".jsonl") {
			ids[strings.TrimSuffix(filepath.Base(file), ".jsonl")] = true
		}
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
