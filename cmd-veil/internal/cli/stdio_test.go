// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/cmd-veil/internal/heartbeat"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// lineAnswer is an answer of `veil opencode --stdio`.
type lineAnswer struct {
	ID                                       json.Number
	Decision, Reason, Remedy, Report, Notice string
	Patches                                  [][]string
	Epoch                                    string
	Unread                                   []string
}

// longVeil is a `veil opencode --stdio` that runs until the test ends.
type longVeil struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *bufio.Reader
	code chan int
}

func startLongVeil(t *testing.T) *longVeil {
	t.Helper()
	in, stdin := io.Pipe()
	stdout, out := io.Pipe()
	v := &longVeil{t, stdin, bufio.NewReader(stdout), make(chan int, 1)}
	go func() { v.code <- Main([]string{"opencode", "--stdio"}, in, out, io.Discard) }()
	t.Cleanup(func() {
		_ = stdin.Close()
		assert.Equal(t, 0, <-v.code)
	})
	return v
}

func (v *longVeil) ask(line string) lineAnswer {
	v.t.Helper()
	_, err := io.WriteString(v.in, line+"\n")
	require.NoError(v.t, err)
	return v.answer()
}

func (v *longVeil) answer() (a lineAnswer) {
	v.t.Helper()
	text, err := v.out.ReadString('\n')
	require.NoError(v.t, err)
	require.NoError(v.t, json.Unmarshal([]byte(text), &a))
	return a
}

// line asks and returns the answer as it is.
func (v *longVeil) line(line string) string {
	v.t.Helper()
	_, err := io.WriteString(v.in, line+"\n")
	require.NoError(v.t, err)
	text, err := v.out.ReadString('\n')
	require.NoError(v.t, err)
	return text
}

// request is an event of the session s1 with the texts.
func request(t *testing.T, id int, event string, texts ...string) string {
	t.Helper()
	leaves := [][]string{}
	for i, text := range texts {
		leaves = append(leaves, []string{fmt.Sprintf("/%d", i), text})
	}
	list, err := json.Marshal(leaves)
	require.NoError(t, err)
	members := `"session":"s1","root":"s1",`
	if strings.HasPrefix(event, "tool.") {
		members += `"tool":"read","call":"c",`
	}
	return fmt.Sprintf(`{"v":1,"id":%d,"event":%q,"host":{"name":"opencode","version":"1.18.33"},%s"cwd":"/nowhere","leaves":%s}`, id, event, members, list)
}

const (
	history  = "experimental.chat.messages.transform"
	helloFor = `{"v":1,"id":1,"event":"hello","host":{"name":"opencode","version":"1.18.33"},"plugin":%q,"cwd":"/nowhere"}`
)

// TestStdioAnswersAsOneProcessPerEventDoes: each event, asked of the long-lived
// process, has the answer that a process of its own gives.
func TestStdioAnswersAsOneProcessPerEventDoes(t *testing.T) {
	for _, c := range wireCases {
		if c.command != "opencode" {
			continue
		}
		for kind, value := range samples {
			t.Run(c.name+"/"+string(kind), func(t *testing.T) {
				names := writeFile(t, filepath.Join(t.TempDir(), "names.txt"), "María Pérez\n")
				event := c.event(t, "uno "+value+" dos")
				newHome(t)
				t.Setenv("VEIL_CATALOG", names)
				alone := veil(t, event, "opencode").stdout + veil(t, event, "opencode").stdout
				newHome(t)
				t.Setenv("VEIL_CATALOG", names)
				long := startLongVeil(t)
				epoch := regexp.MustCompile(`,"epoch":"[A-Z2-7]+"`) // which a process alone has not
				require.Equal(t, alone, epoch.ReplaceAllString(long.line(event)+long.line(event), ""))
			})
		}
	}
}

func TestHandshakeLeavesAHeartbeat(t *testing.T) {
	newHome(t)
	state := filepath.Join(os.Getenv("HOME"), ".local", "state", "veil")
	t.Setenv("VEIL_TICKET", "ABC7")
	v := startLongVeil(t)
	require.Equal(t, "allow", v.ask(fmt.Sprintf(helloFor, "0.2.0")).Decision)
	beats, err := heartbeat.All(state)
	require.NoError(t, err)
	require.Len(t, beats, 1)
	assert.Equal(t, os.Getppid(), beats[0].PID)
	assert.Equal(t, "1.18.33", beats[0].Host)
	assert.Equal(t, "0.2.0", beats[0].Plugin)
	assert.Equal(t, "/nowhere", beats[0].Directory)
	assert.Equal(t, "ABC7", beats[0].Ticket)
	require.NoError(t, v.in.Close())
	assert.Equal(t, 0, <-v.code)
	v.code <- 0
	beats, err = heartbeat.All(state)
	require.NoError(t, err)
	require.Len(t, beats, 1, "who gave the ticket takes the sign away")
	_, taken := heartbeat.Take(state, "ABC7")
	require.True(t, taken)
	t.Setenv("VEIL_TICKET", "")
	require.Equal(t, 0, veil(t, fmt.Sprintf(helloFor, "0.2.0")+"\n", "opencode", "--stdio").code)
	beats, err = heartbeat.All(state)
	require.NoError(t, err)
	require.Empty(t, beats, "the host has gone")
}

func TestHandshakeOfAnotherVersionIsDenied(t *testing.T) {
	newHome(t)
	a := startLongVeil(t).ask(fmt.Sprintf(helloFor, "0.9.0"))
	require.Equal(t, "deny", a.Decision)
	require.Contains(t, a.Reason, "the OpenCode plugin 0.9.0 and veil")
	require.Contains(t, a.Remedy, "0.2.0")
}

func TestStdioDeniesBadLinesAndGoesOn(t *testing.T) {
	newHome(t)
	v := startLongVeil(t)
	for _, line := range []string{"", "{", "x 12345678Z", `{"v":2,"id":4,"event":"hello"}`, request(t, 4, "no.such.event"), strings.Repeat("a", maxInput+1)} {
		a := v.ask(line)
		require.Equal(t, "deny", a.Decision)
		require.NotContains(t, a.Reason+a.Remedy, "12345678Z")
	}
	require.Equal(t, "rewrite", v.ask(request(t, 5, "chat.message", "DNI 12345678Z")).Decision)
}

func TestStdioAnswersTheLastLineWithoutItsEnd(t *testing.T) {
	newHome(t)
	r := veil(t, request(t, 5, "chat.message", "DNI 12345678Z"), "opencode", "--stdio")
	require.Equal(t, 0, r.code)
	require.Contains(t, r.stdout, `"id":5,"decision":"rewrite"`)
}

// TestStdioServesManyAtOnce: answers are told apart by their ids, and one value has
// one token.
func TestStdioServesManyAtOnce(t *testing.T) {
	newHome(t)
	v := startLongVeil(t)
	const n = 60
	var writer sync.WaitGroup
	writer.Go(func() {
		for i := range n {
			_, _ = io.WriteString(v.in, request(t, i, "tool.execute.after", "DNI 12345678Z", fmt.Sprint("texto ", i))+"\n")
		}
	})
	seen := map[string]bool{}
	for range n {
		a := v.answer()
		seen[a.ID.String()] = true
		require.Equal(t, [][]string{{"/0", "DNI [DNI-001]"}}, a.Patches)
	}
	writer.Wait()
	require.Len(t, seen, n)
}

// TestHistoryIsAskedAboutAgain: what was clean is not clean for ever. A value that
// becomes known later, from this process or another, and a changed configuration, are
// seen in texts that were answered before.
func TestHistoryIsAskedAboutAgain(t *testing.T) {
	const number = "nota 612345678 hoy"
	changes := []struct {
		name   string
		change func(t *testing.T, v *longVeil)
		text   string
		want   string
	}{
		{"by this process", func(t *testing.T, v *longVeil) {
			v.ask(request(t, 7, "chat.message", "tel. 612345678"))
		}, number, "nota [TEL-001] hoy"},
		{"by another process", func(t *testing.T, _ *longVeil) {
			require.Equal(t, 0, veil(t, request(t, 7, "chat.message", "tel. 612345678"), "opencode").code)
		}, number, "nota [TEL-001] hoy"},
		{"by the configuration", func(t *testing.T, _ *longVeil) {
			userConfig(t, "version: 1\ncatalog: "+writeFile(t, filepath.Join(t.TempDir(), "n.txt"), "Talleres Imaginarios\n")+"\n")
		}, "de Talleres Imaginarios", "de [NOMBRE-001]"},
	}
	for _, tc := range changes {
		t.Run(tc.name, func(t *testing.T) {
			newHome(t)
			v := startLongVeil(t)
			for range 3 {
				require.Equal(t, "allow", v.ask(request(t, 1, history, "otra cosa", tc.text)).Decision)
			}
			tc.change(t, v)
			for range 3 {
				require.Equal(t, [][]string{{"/1", tc.want}}, v.ask(request(t, 2, history, "otra cosa", tc.text)).Patches)
			}
		})
	}
}

func TestACatalogueThatChangesIsReadAgain(t *testing.T) {
	newHome(t)
	names := writeFile(t, filepath.Join(t.TempDir(), "n.txt"), "Uno Cualquiera\n")
	t.Setenv("VEIL_CATALOG", names)
	v := startLongVeil(t)
	require.Equal(t, "allow", v.ask(request(t, 1, history, "de Talleres Imaginarios")).Decision)
	writeFile(t, names, "Talleres Imaginarios\n")
	require.Equal(t, "rewrite", v.ask(request(t, 2, history, "de Talleres Imaginarios")).Decision)
	require.NoError(t, os.Remove(names))
	a := v.ask(request(t, 3, history, "hola"))
	require.Equal(t, "deny", a.Decision)
	require.Contains(t, a.Reason, "catalogue is not there")
}

// TestAPurgedSessionBeginsAnew: no value is written into files that are gone.
func TestAPurgedSessionBeginsAnew(t *testing.T) {
	newHome(t)
	v := startLongVeil(t)
	require.Equal(t, "rewrite", v.ask(request(t, 1, "chat.message", "DNI 12345678Z")).Decision)
	require.NoError(t, os.RemoveAll(filepath.Join(os.Getenv("HOME"), ".local", "state", "veil", "sessions")))
	require.Equal(t, [][]string{{"/0", "DNI [DNI-001]"}}, v.ask(request(t, 2, "chat.message", "DNI 00000001R")).Patches)
}

// TestTheLastGateCounts: what only the fetch guard found is counted in the session.
func TestTheLastGateCounts(t *testing.T) {
	newHome(t)
	v := startLongVeil(t)
	v.ask(request(t, 1, "chat.message", "DNI 12345678Z"))
	v.ask(request(t, 2, "fetch", "clean", "[DNI-001]"))
	report := `{"v":1,"id":9,"event":"report","host":{"name":"opencode","version":"1.18.33"},"session":"s1","cwd":"/nowhere"}`
	require.Contains(t, v.ask(report).Report, "last gate found a value: 0.")
	require.Equal(t, "rewrite", v.ask(request(t, 3, "fetch", "missed: 12345678Z", "and 00000001R", "clean")).Decision)
	text := v.ask(report).Report
	require.Contains(t, text, "last gate found a value: 2.")
	require.Contains(t, text, "Values with a token: 2 DNI.")
	require.Contains(t, text, "- prompt: rewrite")
	require.NotContains(t, text, "12345678Z")
	caught, err := pseudonymstore.Caught(filepath.Join(os.Getenv("HOME"), ".local", "state", "veil"))
	require.NoError(t, err)
	require.Equal(t, 2, caught, "veil doctor tells")
}

// TestAHeaderStopsTheRequest: headers go with the body in one question.
func TestAHeaderStopsTheRequest(t *testing.T) {
	newHome(t)
	v := startLongVeil(t)
	ask := func(header string) lineAnswer {
		return v.ask(strings.TrimSuffix(request(t, 1, "fetch", "clean"), "}") + `,"headers":[["x-client","` + header + `"],["authorization","Bearer 12345678Z"]]}`)
	}
	a := ask("opencode")
	require.Equal(t, "allow", a.Decision)
	require.NotEmpty(t, a.Epoch)
	a = ask("DNI 12345678Z")
	require.Equal(t, "deny", a.Decision)
	require.Equal(t, "a header of the request holds personal data", a.Reason)
	report := `{"v":1,"id":9,"event":"report","host":{"name":"opencode","version":"1.18.33"},"session":"s1","cwd":"/nowhere"}`
	require.Contains(t, v.ask(report).Report, "last gate found a value: 1.")
}

// TestManySessionsAreKept: more than are kept open at once, each with its own numbers.
func TestManySessionsAreKept(t *testing.T) {
	newHome(t)
	v := startLongVeil(t)
	for round := range 2 {
		for i := range maxKept + 4 {
			line := strings.ReplaceAll(request(t, i, "chat.message", "DNI 12345678Z"), "s1", fmt.Sprint("s-", i))
			require.Equal(t, [][]string{{"/0", "DNI [DNI-001]"}}, v.ask(line).Patches, "round %d, session %d", round, i)
		}
	}
}

// TestStdioEndsWithItsInput also when an event is still being answered.
func TestStdioEndsWithItsInput(t *testing.T) {
	newHome(t)
	began := time.Now()
	r := veil(t, strings.Repeat(request(t, 1, history, strings.Repeat("texto ", 1000))+"\n", 50), "opencode", "--stdio")
	require.Equal(t, 0, r.code)
	require.Equal(t, 50, strings.Count(r.stdout, "\n"))
	require.Less(t, time.Since(began), hookDeadline)
}

// TestCachedHistoryEqualsUncached: over growing histories of made-up documents, the
// process that remembers answers as one that does not.
func TestCachedHistoryEqualsUncached(t *testing.T) {
	newHome(t)
	v := startLongVeil(t)
	pieces := []string{"DNI 12345678Z", "612345678", "tel. 612345678", "[DNI-001] y [DNI-009]", "nada", "ES9121000418450200051332", "ana@correo-imaginario.es", "código"}
	var texts []string
	for turn := range 24 {
		texts = append(texts, fmt.Sprint(pieces[turn*5%len(pieces)], " ", pieces[turn%len(pieces)], " ", turn/3))
		line := request(t, turn, history, texts...)
		first, again := v.ask(line), v.ask(line)
		require.Equal(t, first.Patches, again.Patches, "turn %d", turn)
		alone := veil(t, line, "opencode")
		var want lineAnswer
		require.NoError(t, json.Unmarshal([]byte(alone.stdout), &want))
		require.Equal(t, want.Patches, again.Patches, "turn %d", turn)
	}
}

// TestStdioOfALargeRequest: what is too large is denied by its own id. A denial of no
// request in particular would stop what other sessions wait for.
func TestStdioOfALargeRequest(t *testing.T) {
	newHome(t)
	v := startLongVeil(t)
	for id, size := range map[int]int{7: core.MaxDocument, 8: maxInput} {
		a := v.ask(request(t, id, history, strings.Repeat("x", size)))
		require.Equal(t, json.Number(strconv.Itoa(id)), a.ID)
		require.Equal(t, "deny", a.Decision)
		require.Contains(t, a.Reason, "larger than 8 MiB")
		require.Equal(t, "send a smaller text, or name the file; begin a new session if the conversation is so long", a.Remedy)
	}
	require.Equal(t, "allow", v.ask(request(t, 9, history, "hola")).Decision, "and it goes on")
}
