// SPDX-License-Identifier: Apache-2.0

package provider

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/veil-guard/veil/e2e/internal/wire"
)

// Server is a mock provider that is listening on loopback.
type Server struct {
	URL    string
	Log    *wire.Log
	player *player
}

// answer is a provider's dialect: it writes the answer to a recorded request.
type answer func(w http.ResponseWriter, req wire.Request, play *player)

// start serves the dialect until the test ends.
func start(t testing.TB, script Script, reply answer) *Server {
	t.Helper()
	s := &Server{Log: &wire.Log{}, player: &player{script: script}}
	listener := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		// What arrived of a broken request left the machine too.
		req := s.Log.Add(r, body)
		if err != nil {
			return
		}
		reply(w, req, s.player)
	}))
	t.Cleanup(listener.Close)
	s.URL = listener.URL
	return s
}

// Then adds turns to the conversation.
func (s *Server) Then(turns ...Turn) { s.player.then("", turns) }

// Play puts turns in the place of those that nobody asked for.
func (s *Server) Play(turns ...Turn) { s.player.play(turns) }

// Aside says what requests that are not part of a conversation are answered from now
// on, up to the next Then: a title, a summary.
func (s *Server) Aside(text string) { s.player.then(text, nil) }

// Left is the number of scripted turns that nobody asked for.
func (s *Server) Left() int { return s.player.left() }

// writeJSON answers with one JSON value.
func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // a host that hung up has no use for the answer
}

// writeEvent writes one server-sent event; name may be empty. A host that hung
// up has no use for it.
func writeEvent(w io.Writer, name string, data any) {
	if name != "" {
		_, _ = fmt.Fprintf(w, "event: %s\n", name)
	}
	_, _ = fmt.Fprintf(w, "data: %s\n\n", encode(data))
}

// encode is for values made of maps, slices and strings, which always encode.
func encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "{}"
	}
	return string(text)
}

// pieces cuts text into short runs of whole characters, so that a token is
// split over several events, as a real model does.
func pieces(text string) []string {
	const size = 5
	var out []string
	for runes := []rune(text); len(runes) > 0; {
		n := min(size, len(runes))
		out = append(out, string(runes[:n]))
		runes = runes[n:]
	}
	return out
}

// nextID is a fresh identifier, as random as a provider's own: it must not look
// like data.
func nextID() string { return strings.ToLower(rand.Text()[:16]) }

// member returns the member of a JSON object, or nil.
func member(v any, name string) any {
	object, _ := v.(map[string]any)
	return object[name]
}

// list returns a JSON array, or nil.
func list(v any) []any {
	elements, _ := v.([]any)
	return elements
}

// userText joins every text in the messages of role user.
func userText(body any) string {
	var text string
	for _, message := range list(member(body, "messages")) {
		if member(message, "role") != "user" {
			continue
		}
		if s, ok := member(message, "content").(string); ok {
			text += s + "\n"
		}
		for _, block := range list(member(message, "content")) {
			if s, ok := member(block, "text").(string); ok {
				text += s + "\n"
			}
		}
	}
	return text
}
