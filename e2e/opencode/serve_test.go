// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// server is a running `opencode serve`.
type server struct {
	*box
	base string
	end  func() // stops it before the test ends
}

// serve starts `opencode serve` until the test ends.
func (b *box) serve(t *testing.T) *server {
	t.Helper()
	b.writeConfig(t)
	cmd := exec.Command(b.host, "serve", "--port", "0", "--hostname", "127.0.0.1")
	cmd.Dir, cmd.Env = b.Work, b.Environ()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	end := sync.OnceFunc(func() { stop(cmd) })
	t.Cleanup(end)
	base := make(chan string, 1)
	go findAddress(stdout, base)
	select {
	case url, ok := <-base:
		require.True(t, ok, "opencode serve ended: %s", stderr.String())
		return &server{box: b, base: url, end: end}
	case <-time.After(limit):
		require.Fail(t, "opencode serve does not listen")
		return nil
	}
}

// findAddress reads the server's output to its end and sends the address that
// it listens on, or closes the channel.
func findAddress(stdout io.Reader, base chan<- string) {
	defer close(base)
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if _, url, ok := strings.Cut(lines.Text(), "listening on "); ok {
			base <- strings.TrimSpace(url)
		}
	}
}

func stop(cmd *exec.Cmd) {
	_ = cmd.Process.Signal(syscall.SIGTERM) // it may have ended on its own
	kill := time.AfterFunc(5*time.Second, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	_ = cmd.Wait() // a server that was told to end says so with its status
}

// session makes a session and returns its id.
func (s *server) session(t *testing.T) string {
	t.Helper()
	var created struct{ ID string }
	require.NoError(t, json.Unmarshal([]byte(s.post(t, "/session", map[string]any{})), &created))
	require.NotEmpty(t, created.ID)
	return created.ID
}

// prompt types a prompt and waits until the host is done with it.
func (s *server) prompt(t *testing.T, session, text string) {
	t.Helper()
	s.send(t, session, map[string]any{"parts": []any{map[string]any{"type": "text", "text": text}}})
}

// mockModel names a model of the mock provider.
func mockModel(name string) map[string]any {
	return map[string]any{"providerID": "mock", "modelID": name}
}

// send sends a message and waits until the host is done with it.
func (s *server) send(t *testing.T, session string, message map[string]any) {
	t.Helper()
	if message["model"] == nil {
		message["model"] = mockModel("mock")
	}
	s.replies = append(s.replies, s.post(t, "/session/"+session+"/message", message))
}

func (s *server) post(t *testing.T, path string, body any) string {
	t.Helper()
	answer, err := s.call(t.Context(), http.MethodPost, path, body)
	require.NoError(t, err)
	return answer
}

// call makes a request of the server; it may be called beside the test.
func (s *server) call(ctx context.Context, method, path string, body any) (string, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, method, s.base+path, bytes.NewReader(text))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Opencode-Directory", s.Work)
	client := http.Client{Timeout: limit}
	res, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	return string(answer), err
}
