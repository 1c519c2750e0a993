// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core/laws"
)

// shim plays a plugin that leaves out what was answered before.
type shim struct {
	*longVeil
	epoch   string
	answers map[string]string // by text
	sent    int               // bytes of text in the last request
	again   bool              // the last request had to be sent whole
}

// about is a request of a session that relies on an epoch.
func about(t *testing.T, session, event, epoch string, texts ...string) string {
	t.Helper()
	line := strings.ReplaceAll(request(t, 1, event, texts...), `"s1"`, `"`+session+`"`)
	if epoch != "" {
		line = strings.TrimSuffix(line, "}") + `,"epoch":"` + epoch + `"}`
	}
	return line
}

// show sends the texts of a history, all or what is new, and returns what becomes of them.
func (s *shim) show(t *testing.T, event string, texts ...string) []string {
	t.Helper()
	out, left := append([]string{}, texts...), false
	for i, text := range texts {
		became, ok := s.answers[text]
		if ok = ok && (event != "fetch" || became == text); ok {
			out[i], left = "", true
		}
	}
	epoch := ""
	if left {
		epoch = s.epoch
	}
	s.again = false
	a := s.ask(about(t, "s1", event, epoch, out...))
	if left && a.Epoch != epoch {
		require.Equal(t, "deny", a.Decision)
		s.again, s.answers, out = true, map[string]string{}, append([]string{}, texts...)
		a = s.ask(about(t, "s1", event, "", out...))
	}
	require.NotEqual(t, "deny", a.Decision, a.Reason)
	s.sent = len(strings.Join(out, ""))
	became := map[int]string{}
	for _, p := range a.Patches {
		var i int
		_, err := fmt.Sscanf(p[0], "/%d", &i)
		require.NoError(t, err)
		became[i] = p[1]
	}
	if s.epoch != a.Epoch {
		s.epoch, s.answers = a.Epoch, map[string]string{}
	}
	for i, text := range texts {
		if out[i] == "" {
			out[i] = s.answers[text]
			continue
		}
		if b, ok := became[i]; ok {
			out[i] = b
		}
		s.answers[text] = out[i]
	}
	return out
}

func startShim(t *testing.T) *shim {
	t.Helper()
	return &shim{longVeil: startLongVeil(t), answers: map[string]string{}}
}

// TestOldAnswersHoldWhileNewTextComes: parts that are new, with values or without, end no
// epoch: nothing of what was sent before is sent again.
func TestOldAnswersHoldWhileNewTextComes(t *testing.T) {
	newHome(t)
	s := startShim(t)
	texts := []string{"DNI 12345678Z " + strings.Repeat("relleno ", 10), "nada"}
	require.Equal(t, "DNI [DNI-001] "+strings.Repeat("relleno ", 10), s.show(t, history, texts...)[0])
	for turn, more := range []string{"limpio", "DNI 00000001R", "IBAN ES9121000418450200051332", "[DNI-002] y [DNI-077]"} {
		texts = append(texts, more)
		s.show(t, history, texts...)
		require.False(t, s.again, "turn %d", turn)
		require.Equal(t, len(more), s.sent, "turn %d", turn)
	}
}

// TestAnAnswerThatIsTakenBack: a request that leaves out a text whose answer holds no
// more is denied, and the whole text has the answer of today.
func TestAnAnswerThatIsTakenBack(t *testing.T) {
	const number = "nota 612345678 hoy"
	names := func(t *testing.T, text string) string {
		return "version: 1\ncatalog: " + writeFile(t, filepath.Join(t.TempDir(), "n.txt"), text) + "\n"
	}
	changes := []struct {
		name       string
		change     func(t *testing.T, s *shim)
		text, want string
		more       string // a part of the history that is new
	}{
		{name: "a prompt", text: number, want: "nota [TEL-001] hoy", change: func(_ *testing.T, s *shim) {
			s.ask(request(t, 7, "chat.message", "tel. 612345678"))
		}},
		{name: "another process", text: number, want: "nota [TEL-001] hoy", change: func(t *testing.T, _ *shim) {
			require.Equal(t, 0, veil(t, request(t, 7, "chat.message", "tel. 612345678"), "opencode").code)
		}},
		{name: "the new part itself", text: number, want: "nota [TEL-001] hoy", more: "tel. 612345678", change: func(*testing.T, *shim) {}},
		{name: "a value inside a word", text: "x12345678Zy", want: "x[DNI-001]y", more: "DNI 12345678Z", change: func(*testing.T, *shim) {}},
		{name: "the catalogue", text: "de Talleres Imaginarios", want: "de [NOMBRE-001]", change: func(t *testing.T, _ *shim) {
			userConfig(t, names(t, "Talleres Imaginarios\n"))
		}},
		{name: "a session that was purged", text: "DNI 12345678Z", want: "DNI [DNI-001]", change: func(t *testing.T, _ *shim) {
			require.NoError(t, os.RemoveAll(filepath.Join(os.Getenv("HOME"), ".local", "state", "veil", "sessions")))
		}},
		{name: "a new process", text: "DNI 12345678Z", want: "DNI [DNI-001]", change: func(t *testing.T, s *shim) {
			s.longVeil = startLongVeil(t)
		}},
		{name: "sessions that are many", text: "DNI 12345678Z", want: "DNI [DNI-001]", change: func(t *testing.T, s *shim) {
			for i := range maxKept + 1 {
				s.ask(about(t, fmt.Sprint("t", i), history, "", "x"))
			}
		}},
	}
	for _, tc := range changes {
		t.Run(tc.name, func(t *testing.T) {
			newHome(t)
			s := startShim(t)
			s.show(t, history, "otra cosa", tc.text)
			s.show(t, history, "otra cosa", tc.text)
			require.Zero(t, s.sent)
			tc.change(t, s)
			texts := []string{"otra cosa", tc.text}
			if tc.more != "" {
				texts = append(texts, tc.more)
			}
			require.Equal(t, tc.want, s.show(t, history, texts...)[1])
			require.True(t, s.again)
		})
	}
}

// TestEpochsOfTwoSessions: what one session answered says nothing about another.
func TestEpochsOfTwoSessions(t *testing.T) {
	newHome(t)
	v := startLongVeil(t)
	first := v.ask(about(t, "s1", history, "", "nota 612345678"))
	second := v.ask(about(t, "s2", history, "", "tel. 612345678"))
	require.NotEmpty(t, first.Epoch)
	require.NotEqual(t, first.Epoch, second.Epoch)
	require.Equal(t, "deny", v.ask(about(t, "s2", history, first.Epoch, "")).Decision)
	require.Equal(t, "deny", v.ask(about(t, "s3", history, first.Epoch, "")).Decision)
	require.Equal(t, "allow", v.ask(about(t, "s1", history, first.Epoch, "")).Decision)
	one := veil(t, about(t, "s1", history, first.Epoch, ""), "opencode")
	require.Contains(t, one.stdout, `"deny"`, "a process for one event answers for nothing that was left out")
}

// TestBodiesShareWhatTheHistoryTaught: the body of a request is left out where it was
// clean, and what only the last gate finds is sent and counted each time.
func TestBodiesShareWhatTheHistoryTaught(t *testing.T) {
	newHome(t)
	s := startShim(t)
	s.show(t, history, "limpio", "DNI 12345678Z")
	require.Equal(t, []string{"limpio", "DNI [DNI-001]", "de otro: [DNI-002]"}, s.show(t, "fetch", "limpio", "DNI [DNI-001]", "de otro: 00000001R"))
	s.show(t, "fetch", "limpio", "DNI [DNI-001]", "de otro: 00000001R")
	require.Equal(t, len("de otro: 00000001R"), s.sent)
	report := `{"v":1,"id":9,"event":"report","host":{"name":"opencode","version":"1.18.33"},"session":"s1","cwd":"/nowhere"}`
	require.Contains(t, s.ask(report).Report, "last gate found a value: 2.")
}

// TestLeavingOutChangesNothing: over histories of made-up documents, a plugin that leaves
// out what was answered ends up with the texts of one that sends all.
func TestLeavingOutChangesNothing(t *testing.T) {
	pieces := []string{"DNI 12345678Z", "612345678", "tel. 612345678", "[DNI-001] y [DNI-009]", "nada", "x12345678Zy", "ES9121000418450200051332", "ana@correo-imaginario.es", "12345678-Z", "código"}
	for seed := range laws.Seeds(t, 6) {
		chance := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // a test that can be run again
		var stories [20][]string
		for turn := range stories {
			if turn > 0 {
				stories[turn] = append(stories[turn], stories[turn-1]...)
			}
			stories[turn] = append(stories[turn], fmt.Sprint(pieces[chance.IntN(len(pieces))], " ", pieces[chance.IntN(len(pieces))], " ", chance.IntN(4)))
		}
		play := func(forgetful bool) (out [][]string) {
			newHome(t)
			s := startShim(t)
			for turn, texts := range stories {
				if forgetful {
					s.answers = map[string]string{}
				}
				out = append(out, s.show(t, history, texts...))
				if turn%5 == 4 {
					s.show(t, "experimental.chat.system.transform", "nota "+texts[0])
					s.show(t, "fetch", out[turn]...)
				}
			}
			return out
		}
		assert.Equal(t, play(true), play(false), "seed %d", seed)
	}
}
