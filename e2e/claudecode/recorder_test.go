// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// recorderEnv names the file that the test binary, called by the host as a
// hook, writes what it sees to.
const recorderEnv = "VEIL_E2E_RECORD"

// answersEnv names a file with what that hook prints: a JSON object from event to text.
const answersEnv = "VEIL_E2E_ANSWERS"

func TestMain(m *testing.M) {
	if os.Getenv(mcpEnv) != "" {
		if playMCP(os.Stdin, os.Stdout) != nil {
			os.Exit(1) // the host says that the server failed, and the tool is missing
		}
		return
	}
	path := os.Getenv(recorderEnv)
	if path == "" {
		os.Exit(runTests(m))
	}
	if err := record(path); err != nil {
		os.Exit(2) // the host shows a failed hook, and the test misses its line
	}
}

// recorded is what a hook sees.
type recorded struct {
	Input      json.RawMessage
	Env        map[string]string
	Transcript bool     // the transcript file exists
	Versions   []string // the version of each of its rows that has one
}

// hookInput is the part of a hook's input that the tests name.
type hookInput struct {
	Event      string `json:"hook_event_name"`
	Transcript string `json:"transcript_path"`
	Tool       string `json:"tool_name"`
	Agent      string `json:"agent_id"`
	Calls      []struct {
		Tool string `json:"tool_name"`
	} `json:"tool_calls"`
}

func (r recorded) input(t *testing.T) hookInput {
	t.Helper()
	var in hookInput
	require.NoError(t, json.Unmarshal(r.Input, &in))
	return in
}

// record plays the hook: it appends one line to the file.
func record(path string) error {
	input, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	var in hookInput
	if err := json.Unmarshal(input, &in); err != nil {
		return err
	}
	seen := recorded{Input: input, Env: map[string]string{}}
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		seen.Env[name] = value
	}
	if seen.Transcript, seen.Versions, err = readTranscript(in.Transcript); err != nil {
		return err
	}
	line, err := json.Marshal(seen)
	if err != nil {
		return err
	}
	out, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = out.Write(append(line, '\n'))
	return errors.Join(err, out.Close(), answer(in.Event))
}

// answer prints what the hook is to answer to an event, if anything.
func answer(event string) error {
	path := os.Getenv(answersEnv)
	if path == "" {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var answers map[string]string
	if err := json.Unmarshal(text, &answers); err != nil {
		return err
	}
	_, err = os.Stdout.WriteString(answers[event])
	return err
}

func readTranscript(path string) (exists bool, versions []string, err error) {
	content, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return false, nil, nil
	}
	for line := range bytes.Lines(content) {
		var row struct{ Version string }
		if json.Unmarshal(line, &row) == nil && row.Version != "" {
			versions = append(versions, row.Version)
		}
	}
	return true, versions, err
}

// readRecords returns what the hooks saw, in order.
func readRecords(t *testing.T, path string) []recorded {
	t.Helper()
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	var out []recorded
	for line := range bytes.Lines(content) {
		var r recorded
		require.NoError(t, json.Unmarshal(line, &r))
		out = append(out, r)
	}
	return out
}
