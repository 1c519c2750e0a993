// SPDX-License-Identifier: Apache-2.0

package mock

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var script = Script{
	Main:    []Turn{Use("read", map[string]any{"path": "a [DNI-001]"}), Say("Hecho para [DNI-001]")},
	Sub:     []Turn{Say("sub")},
	SubMark: "SUBTAREA",
}

// started is a provider that plays the script.
func started(t *testing.T, dialect func(Play) (*Server, error)) (*Server, *Player) {
	t.Helper()
	play := NewPlayer(script)
	s, err := dialect(play.Next)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s, play
}

// post sends a body and returns the answer's status and text.
func post(t *testing.T, url, body string) (int, string) {
	t.Helper()
	res, err := http.Post(url, "application/json", strings.NewReader(body))
	require.NoError(t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, string(text)
}

// joined puts the pieces of a streamed answer together again.
func joined(t *testing.T, stream string, paths ...string) string {
	t.Helper()
	var out strings.Builder
	for line := range strings.Lines(stream) {
		data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: ")
		if !ok || data == "[DONE]" {
			continue
		}
		var v any
		require.NoError(t, json.Unmarshal([]byte(data), &v))
		for _, path := range paths {
			if s, ok := dig(v, path).(string); ok {
				out.WriteString(s)
			}
		}
	}
	return out.String()
}

// dig follows a path of member names; an array stands for its first element.
func dig(v any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		if elements := list(v); len(elements) > 0 {
			v = elements[0]
		}
		v = member(v, name)
	}
	return v
}

func TestDialects(t *testing.T) {
	tests := []struct {
		name       string
		start      func(Play) (*Server, error)
		path       string
		text, args string // where text and arguments stand in a streamed answer
		whole      string // where the text stands in an answer of one piece
	}{
		{"openai", OpenAI, "/chat/completions", "choices.delta.content", "choices.delta.tool_calls.function.arguments", "choices.message.content"},
		{"anthropic", Anthropic, "/v1/messages?beta=true", "delta.text", "delta.partial_json", "content.text"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			s, play := started(t, tc.start)
			ask := func(body string) string {
				status, text := post(t, s.URL+tc.path, body)
				require.Equal(t, 200, status)
				return text
			}
			main := `"tools":[{"name":"read"}],"messages":[{"role":"user","content":"hola"}]`
			sub := `"tools":[{"name":"read"}],"messages":[{"role":"user","content":[{"type":"text","text":"SUBTAREA x"}]}]`

			assert.Equal(t, aside, joined(t, ask(`{"stream":true,"messages":[]}`), tc.text))
			assert.JSONEq(t, `{"path":"a [DNI-001]"}`, joined(t, ask(`{"stream":true,`+main+`}`), tc.args))
			assert.Equal(t, "sub", joined(t, ask(`{"stream":true,`+sub+`}`), tc.text))
			assert.Equal(t, 1, play.Left())
			assert.Equal(t, "Hecho para [DNI-001]", joined(t, "data: "+ask(`{`+main+`}`), tc.whole))
			assert.Equal(t, 0, play.Left())
			assert.Equal(t, "(end of script)", joined(t, ask(`{"stream":true,`+main+`}`), tc.text))

			status, _ := post(t, s.URL+"/elsewhere", "x")
			assert.Equal(t, 404, status)
			requests := s.Log.Requests()
			require.Len(t, requests, 6)
			assert.Equal(t, "hola", dig(requests[1].JSON, "messages.content"))
			assert.Equal(t, "x", string(requests[5].Body))
			assert.Nil(t, requests[5].JSON)
		})
	}
}

func TestAnthropicAsides(t *testing.T) {
	s, play := started(t, Anthropic)
	res, err := http.Head(s.URL + "/api/hello")
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	assert.Equal(t, 200, res.StatusCode)
	status, text := post(t, s.URL+"/v1/messages/count_tokens?beta=true", `{"messages":[]}`)
	assert.Equal(t, 200, status)
	assert.Contains(t, text, "input_tokens")
	assert.Equal(t, 3, play.Left())
	assert.Len(t, s.Log.Requests(), 2)
}

// A client that takes the server for its proxy reaches nothing through it.
func TestStraysAreRefused(t *testing.T) {
	s, _ := started(t, Anthropic)
	proxy, err := url.Parse(s.Origin())
	require.NoError(t, err)
	client := http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}}
	res, err := client.Get("http://elsewhere.example/v1/messages")
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	assert.Equal(t, http.StatusForbidden, res.StatusCode)
	_, err = client.Get("https://telemetry.example/") //nolint:bodyclose // there is none
	require.Error(t, err)
	assert.Equal(t, []string{"elsewhere.example", "telemetry.example:443"}, s.Strays())
	assert.Empty(t, s.Log.Requests())
}
