// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// toasts are what OpenCode showed to the person in passing, and the reply as it came.
type toasts struct {
	mu    sync.Mutex
	list  []string
	reply strings.Builder
}

// reset forgets the reply.
func (l *toasts) reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reply.Reset()
}

// streamed returns the reply as far as it has come.
func (l *toasts) streamed() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.reply.String()
}

func (l *toasts) stream(piece string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reply.WriteString(piece)
}

func (l *toasts) add(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, text)
}

// with returns those that hold a text.
func (l *toasts) with(text string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []string
	for _, t := range l.list {
		if strings.Contains(t, text) {
			found = append(found, t)
		}
	}
	return found
}

// watch begins to note the toasts and the pieces of replies, until the test ends.
func (s *server) watch(t *testing.T) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.base+"/event", nil)
	require.NoError(t, err)
	req.Header.Set("X-Opencode-Directory", s.Work)
	listens := make(chan error)
	go func() {
		res, err := http.DefaultClient.Do(req)
		listens <- err
		if err != nil {
			return
		}
		defer res.Body.Close()
		s.noteToasts(res.Body)
	}()
	require.NoError(t, <-listens)
}

// noteToasts reads the server's events and notes what they show.
func (s *server) noteToasts(events io.Reader) {
	lines := bufio.NewScanner(events)
	lines.Buffer(nil, 8<<20)
	for lines.Scan() {
		var event struct {
			Type       string
			Properties struct{ Message, Delta string }
		}
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok || json.Unmarshal([]byte(data), &event) != nil {
			continue
		}
		switch event.Type {
		case "tui.toast.show":
			s.shown.add(event.Properties.Message)
		case "message.part.delta":
			s.shown.stream(event.Properties.Delta)
		}
	}
}
