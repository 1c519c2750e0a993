// SPDX-License-Identifier: Apache-2.0

package mock

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Server is a mock provider that is listening on loopback.
type Server struct {
	URL      string // for the host's settings; that of OpenAI ends in /v1
	Log      *Log
	listener net.Listener
	server   http.Server
	mu       sync.Mutex
	strays   []string
}

// Play says how the model answers a question. It is called by several goroutines.
type Play func(Question) Turn

// Question is a request to the model.
type Question struct {
	Request
	Tools bool   // it offers tools: it is part of a conversation
	User  string // the text of its user messages
}

// dialect writes the answer to a recorded request.
type dialect func(w http.ResponseWriter, req Request, play Play)

// headerTime bounds how long a client takes to send its headers.
const headerTime = 10 * time.Second

// start serves the dialect until the server is closed.
func start(play Play, answer dialect) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{URL: "http://" + listener.Addr().String(), Log: &Log{}, listener: listener}
	s.server = http.Server{ReadHeaderTimeout: headerTime, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodConnect || r.URL.IsAbs() {
			s.refuse(w, r)
			return
		}
		body, err := io.ReadAll(r.Body)
		// What arrived of a broken request left the machine too.
		req := s.Log.Add(r, body)
		if err != nil {
			return
		}
		answer(w, req, play)
	})}
	go func() { _ = s.server.Serve(listener) }() // it ends when the server is closed
	return s, nil
}

// Close ends the server and its connections.
func (s *Server) Close() error { return s.server.Close() }

// Origin is the server's own address, which a client may take for its proxy too: what is
// meant for another place is refused, and stays in Strays.
func (s *Server) Origin() string { return "http://" + s.listener.Addr().String() }

// Strays returns the places, host and port, that a client wanted to reach through the
// server as its proxy.
func (s *Server) Strays() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.strays...)
}

func (s *Server) refuse(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.strays = append(s.strays, r.Host)
	s.mu.Unlock()
	w.WriteHeader(http.StatusForbidden)
}

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

// question is what a request asks the model.
func question(req Request) Question {
	return Question{req, len(list(member(req.JSON, "tools"))) > 0, userText(req.JSON)}
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
