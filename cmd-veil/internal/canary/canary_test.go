// SPDX-License-Identifier: Apache-2.0

package canary

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/cmd-veil/internal/heartbeat"
	"github.com/veil-guard/veil/cmd-veil/mock"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors"
	"github.com/veil-guard/veil/pseudonymstore"
)

// The values are such as veil finds: else a session would show nothing.
func TestValuesAreFound(t *testing.T) {
	for range 200 {
		name := newName()
		catalogue, err := detectors.ParseCatalogue([]byte(name + "\n"))
		require.NoError(t, err)
		set, err := detectors.New(detectors.Options{Catalogue: catalogue})
		require.NoError(t, err)
		for kind, value := range map[core.Kind]string{core.DNI: newDNI(), core.IBAN: newIBAN(), core.Email: newEmail(), core.Nombre: name} {
			found := set.Find(nil, []byte("canary x: "+value+"\n"))
			require.Len(t, found, 1, "%s", kind)
			require.Equal(t, kind, found[0].Kind)
		}
	}
}

func TestNoDNIReadsLikeADay(t *testing.T) {
	set, err := detectors.New(detectors.Options{})
	require.NoError(t, err)
	for range 30_000 {
		require.Len(t, set.Find(nil, []byte("canary x: "+newDNI()+"\n")), 1)
	}
}

// fakeHost plays a host in this process: it sends what the person says and what the files
// hold, makes the calls that the model asks for, and goes through guard with each text.
type fakeHost struct {
	*testing.T
	scene  *scene
	server *mock.Server
	guard  func(text string) string // what goes out; "" ends the turn
	back   func(text string) string // what goes into a file
	texts  []string
}

func (f *fakeHost) say(texts ...string) bool {
	for _, text := range texts {
		out := f.guard(text)
		if out == "" {
			return false
		}
		f.texts = append(f.texts, out)
	}
	return true
}

// turn asks the model once and does what it says. It returns false at the end.
func (f *fakeHost) turn() bool {
	var content []any
	for _, text := range f.texts {
		content = append(content, map[string]any{"type": "text", "text": text})
	}
	body, err := json.Marshal(map[string]any{"tools": []any{map[string]any{"name": "x"}}, "messages": []any{map[string]any{"role": "user", "content": content}}})
	require.NoError(f, err)
	res, err := http.Post(f.server.URL+"/v1/messages", "application/json", bytes.NewReader(body))
	require.NoError(f, err)
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	require.NoError(f, err)
	var answer struct {
		Content []struct {
			Name  string
			Input map[string]string
		}
	}
	require.NoError(f, json.Unmarshal(text, &answer))
	call := answer.Content[0]
	letter := filepath.Join(f.scene.work, letterFile)
	switch call.Name {
	case "Read":
		return f.say(f.file(readFile))
	case "Bash":
		return f.say(f.file(strings.Fields(call.Input["command"])[1]))
	case "Write":
		require.NoError(f, os.WriteFile(letter, []byte(f.back(call.Input["content"])), 0o600))
		return true
	case "Edit":
		require.NoError(f, os.WriteFile(letter, []byte(f.back(call.Input["new_string"]+"\n")), 0o600))
		return true
	}
	return false
}

func (f *fakeHost) file(name string) string {
	text, err := os.ReadFile(filepath.Join(f.scene.work, name))
	require.NoError(f, err)
	return string(text)
}

// play plays a whole session through a host with that guard.
func play(t *testing.T, guard func(s *scene, text string) string, back func(s *scene, text string) string) Outcome {
	t.Helper()
	s, err := newScene(Host{Name: core.ClaudeCode, Mod: true, Version: "2.1.332", Catalogues: true, Dir: t.TempDir()}, t.TempDir())
	require.NoError(t, err)
	server, err := mock.Anthropic(s.answer)
	require.NoError(t, err)
	defer func() { require.NoError(t, server.Close()) }()
	f := &fakeHost{
		T: t, scene: s, server: server,
		guard: func(text string) string { return guard(s, text) }, back: func(text string) string { return back(s, text) },
	}
	if f.say(s.prompt(), f.file(mentioned), f.file("CLAUDE.md")) {
		for f.turn() {
		}
	}
	return s.outcome(server, nil)
}

// tokens are what a sound guard writes in place of the values.
func tokens(s *scene) *strings.Replacer {
	var pairs []string
	for i, p := range s.probes {
		pairs = append(pairs, p.value, core.Token{Kind: core.DNI, Number: i + 1}.String())
	}
	return strings.NewReplacer(pairs...)
}

func values(s *scene) *strings.Replacer {
	var pairs []string
	for i, p := range s.probes {
		pairs = append(pairs, core.Token{Kind: core.DNI, Number: i + 1}.String(), p.value)
	}
	return strings.NewReplacer(pairs...)
}

func TestOutcome(t *testing.T) {
	hide := func(s *scene, text string) string { return tokens(s).Replace(text) }
	restore := func(s *scene, text string) string { return values(s).Replace(text) }
	same := func(_ *scene, text string) string { return text }
	seven := func(r Result) []Result { return []Result{r, r, r, r, r, r, r} }
	tests := []struct {
		name        string
		guard, back func(*scene, string) string
		want        []Result // the seven probes, the write, the edit
	}{
		{"a guard", hide, restore, append(seven(Hidden), Restored, Restored)},
		{"no guard", same, same, append(seven(Leaked), Unmeasured, Unmeasured)},
		{"a guard that does not restore", hide, same, append(seven(Hidden), Lost, Lost)},
		{"a guard that lets a file pass", func(s *scene, text string) string {
			if strings.Contains(text, s.of("mention").mark()) {
				return text
			}
			return hide(s, text)
		}, restore, []Result{Hidden, Leaked, Hidden, Hidden, Hidden, Hidden, Hidden, Restored, Restored}},
		{"a guard that blocks the prompt", func(*scene, string) string { return "" }, same,
			[]Result{Blocked, Blocked, Blocked, Unmeasured, Unmeasured, Unmeasured, Unmeasured, Unmeasured, Unmeasured}},
		{"a guard that ends the turn at a failure", func(s *scene, text string) string {
			if strings.Contains(text, s.of("failed").mark()) {
				return ""
			}
			return hide(s, text)
		}, restore, []Result{Hidden, Hidden, Hidden, Hidden, Hidden, Blocked, Hidden, Restored, Restored}},
		{"a guard that withholds", func(s *scene, text string) string {
			if strings.Contains(text, s.of("read").mark()) {
				return "[withheld]"
			}
			return hide(s, text)
		}, restore, []Result{Hidden, Hidden, Hidden, Blocked, Hidden, Hidden, Hidden, Unmeasured, Unmeasured}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			out := play(t, tc.guard, tc.back)
			var got []Result
			for _, row := range out.Rows {
				got = append(got, row.Result)
				assert.Equal(t, "rewrite", row.Claim)
			}
			require.Equal(t, tc.want, got)
			require.False(t, out.Foreign)
		})
	}
}

// Where the host failed, silence proves nothing.
func TestAFailureIsNoBlock(t *testing.T) {
	s, err := newScene(Host{Name: core.ClaudeCode, Dir: t.TempDir()}, t.TempDir())
	require.NoError(t, err)
	server, err := mock.Anthropic(s.answer)
	require.NoError(t, err)
	defer func() { require.NoError(t, server.Close()) }()
	out := s.outcome(server, errLate)
	require.Equal(t, "the host did not end in time", out.Failed)
	for _, row := range out.Rows {
		require.Equal(t, Unmeasured, row.Result)
	}
}

// No credential of the person's reaches the host, and one that comes by another way is
// noticed.
func TestCredentialsStayAway(t *testing.T) {
	for _, name := range []string{
		"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN", "AWS_SECRET_ACCESS_KEY", "OPENAI_API_KEY", "GITHUB_TOKEN",
		"OPENCODE_SERVER_PASSWORD", "CLAUDECODE", "HTTPS_PROXY", "SSH_AUTH_SOCK", "ANTHROPIC_BASE_URL",
	} {
		t.Setenv(name, "of-the-person")
	}
	t.Setenv("OPENCODE_PURE", "1") // what switches a guard off is played
	s, err := newScene(Host{Name: core.OpenCode, Catalogues: true}, t.TempDir())
	require.NoError(t, err)
	server, err := mock.OpenAI(s.answer)
	require.NoError(t, err)
	defer func() { require.NoError(t, server.Close()) }()
	env := s.environment(server, map[string]string{"A": "b"})
	require.NotContains(t, strings.Join(env, "\n"), "of-the-person")
	require.Contains(t, env, "OPENCODE_PURE=1")
	require.Contains(t, env, "HTTPS_PROXY="+server.Origin())
	require.Contains(t, env, "A=b")
	for value, foreign := range map[string]bool{"": false, key: false, "Bearer " + key: false, "Bearer sk-of-the-person": true} {
		r := mock.Request{Header: http.Header{}}
		r.Header.Set("Authorization", value)
		require.Equal(t, foreign, hasForeignKey(r), value)
	}
}

// What a session leaves is removed: in veil's state, and in the host's folder.
func TestLeave(t *testing.T) {
	root, dir := t.TempDir(), t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	s, err := newScene(Host{Name: core.ClaudeCode, Dir: filepath.Join(dir, ".claude"), State: filepath.Join(dir, "state", "veil")}, root)
	require.NoError(t, err)
	server, err := mock.Anthropic(s.answer)
	require.NoError(t, err)
	defer func() { require.NoError(t, server.Close()) }()
	for _, id := range []string{"id-1", "another"} {
		session, err := pseudonymstore.Open(s.host.State, id)
		require.NoError(t, err)
		require.NoError(t, session.Close())
	}
	own := filepath.Join(s.host.Dir, "projects", "-tmp-"+filepath.Base(root)+"-work", "id-1.jsonl")
	foreign := filepath.Join(s.host.Dir, "projects", "-tmp-other", "another.jsonl")
	log := filepath.Join(dir, "cache", "claude-cli-nodejs", "-tmp-"+filepath.Base(root)+"-work", "x.jsonl")
	for _, file := range []string{own, foreign, log} {
		require.NoError(t, write(file, "{}"))
	}
	require.Empty(t, s.leave(server, nil))
	require.NoDirExists(t, filepath.Dir(own))
	require.NoDirExists(t, filepath.Dir(log))
	require.FileExists(t, foreign)
	list, err := pseudonymstore.Sessions(s.host.State)
	require.NoError(t, err)
	require.Len(t, list.Names, 1, "the other session stays")

	require.NoError(t, write(filepath.Join(dir, ".claude.json"), root))
	require.Equal(t, []string{"the name of its folder in " + filepath.Join(dir, ".claude.json")}, s.leave(server, nil))
}

// What a doctor left that was killed, the next one removes; not what one plays now.
func TestClearUp(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("TMPDIR", filepath.Join(dir, "tmp [1]"))
	h := Host{Name: core.ClaudeCode, Dir: filepath.Join(dir, ".claude"), State: filepath.Join(dir, "state", "veil")}
	for _, id := range []string{"id-1", "noted"} {
		session, err := pseudonymstore.Open(h.State, id)
		require.NoError(t, err)
		require.NoError(t, session.Close())
	}
	old := time.Now().Add(-2 * abandoned)
	for _, name := range []string{prefix + "1", prefix + "2", "other-veil-canary-3"} {
		require.NoError(t, write(filepath.Join(os.TempDir(), name, "work", "x"), "x"))
		require.NoError(t, write(filepath.Join(h.Dir, "projects", "-tmp-"+name+"-work", "id-1.jsonl"), "{}"))
		require.NoError(t, write(filepath.Join(os.TempDir(), name, sessionsFile), "noted\n"))
		require.NoError(t, os.Chtimes(filepath.Join(os.TempDir(), name), old, old))
	}
	require.NoError(t, os.Chtimes(filepath.Join(os.TempDir(), prefix+"2"), time.Now(), time.Now()))
	require.NoError(t, os.Symlink(dir, filepath.Join(os.TempDir(), prefix+"4")))
	clearUp(h)
	require.NoDirExists(t, filepath.Join(os.TempDir(), prefix+"1"))
	require.NoDirExists(t, filepath.Join(h.Dir, "projects", "-tmp-"+prefix+"1-work"))
	for _, name := range []string{prefix + "2", "other-veil-canary-3"} {
		require.FileExists(t, filepath.Join(os.TempDir(), name, "work", "x"))
		require.DirExists(t, filepath.Join(h.Dir, "projects", "-tmp-"+name+"-work"))
	}
	list, err := pseudonymstore.Sessions(h.State)
	require.NoError(t, err)
	require.Empty(t, list.Names)
}

// The canary says which session the host is to begin, and knows it whatever happens then.
func TestSessionsAreNoted(t *testing.T) {
	s, err := newScene(Host{Name: core.ClaudeCode, Dir: t.TempDir()}, t.TempDir())
	require.NoError(t, err)
	first, err := s.newSession()
	require.NoError(t, err)
	require.Regexp(t, `^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, first)
	second, err := s.newSession()
	require.NoError(t, err)
	want := map[string]bool{first: true, second: true}
	require.Equal(t, want, s.sessions(nil))
	require.Equal(t, want, notedSessions(s.root))
}

// A host that ends well and asks nothing has shown nothing.
func TestSilence(t *testing.T) {
	s, err := newScene(Host{Name: core.ClaudeCode, Dir: t.TempDir()}, t.TempDir())
	require.NoError(t, err)
	server, err := mock.Anthropic(s.answer)
	require.NoError(t, err)
	defer func() { require.NoError(t, server.Close()) }()
	require.True(t, s.outcome(server, nil).Silent)
	require.False(t, s.outcome(server, errLate).Silent)
}

// The sign of an OpenCode that was ended goes too.
func TestLeaveNoSignOfLife(t *testing.T) {
	s, err := newScene(Host{Name: core.OpenCode, State: filepath.Join(t.TempDir(), "veil")}, t.TempDir())
	require.NoError(t, err)
	server, err := mock.OpenAI(s.answer)
	require.NoError(t, err)
	defer func() { require.NoError(t, server.Close()) }()
	const never = 1 << 30 // above the largest process number of a system
	sign, err := heartbeat.Leave(s.host.State, heartbeat.Beat{PID: never, Directory: s.work})
	require.NoError(t, err)
	require.Empty(t, s.leave(server, nil))
	require.NoFileExists(t, sign)
}
