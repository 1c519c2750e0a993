// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

// everyEvent maps the events of protocol v1 to their surfaces.
var everyEvent = map[string]core.Surface{
	"chat.message":                         core.Prompt,
	"tool.execute.before":                  core.ToolInput,
	"tool.execute.after":                   core.ToolOutput,
	"experimental.chat.messages.transform": core.History,
	"experimental.chat.system.transform":   core.System,
	"experimental.text.complete":           core.Display,
	"fetch":                                core.History,
}

// fields are a request's members, as JSON.
type fields map[string]string

// request returns a good request for the event with some members replaced; ""
// removes one.
func request(t testing.TB, event string, change fields) []byte {
	t.Helper()
	all := fields{
		"v": `1`, "id": `7`, "event": `"` + event + `"`,
		"host":    `{"name":"opencode","version":"1.18.33"}`,
		"session": `"ses_child"`, "root": `"ses_root"`, "agent": `"general"`, "cwd": `"/w"`,
		"leaves": `[["/command","ls -l"]]`,
	}
	if event == toolBefore || event == toolAfter {
		all["tool"], all["call"] = `"bash"`, `"call_1"`
	}
	maps.Copy(all, change)
	raw := map[string]json.RawMessage{}
	for name, value := range all {
		if value != "" {
			raw[name] = json.RawMessage(value)
		}
	}
	line, err := json.Marshal(raw)
	require.NoError(t, err)
	return line
}

// reply is an answer line, decoded.
type reply struct {
	V                                int
	ID                               json.RawMessage
	Decision, Reason, Remedy, Notice string
	Patches                          [][]string
}

func decode(t testing.TB, line []byte) reply {
	t.Helper()
	require.NotEmpty(t, line)
	require.Equal(t, byte('\n'), line[len(line)-1])
	require.NotContains(t, string(line[:len(line)-1]), "\n")
	var r reply
	require.NoError(t, json.Unmarshal(line, &r))
	require.Equal(t, 1, r.V)
	return r
}
