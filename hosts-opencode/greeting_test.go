// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

const helloLine = `{"v":1,"id":1,"event":"hello","host":{"name":"opencode","version":"1.18.33"},"plugin":"0.2.0","cwd":"/w"}`

func TestHandshake(t *testing.T) {
	require.True(t, IsGreeting([]byte(helloLine)))
	g, err := ParseGreeting([]byte(helloLine))
	require.NoError(t, err)
	require.Equal(t, &Greeting{ID: []byte("1"), Plugin: "0.2.0", Host: core.Host{Name: "opencode", Version: "1.18.33"}, Cwd: "/w"}, g)
	line, err := g.Welcome("0.2.0")
	require.NoError(t, err)
	require.Equal(t, `{"v":1,"id":1,"decision":"allow","veil":"0.2.0"}`+"\n", string(line))
}

func TestHandshakeRefusesAPluginOfAnotherVersion(t *testing.T) {
	for version, named := range map[string]string{
		"0.1.0": "0.1.0", "0.3.0": "0.3.0", "1.0.0": "1.0.0", "x 12345678Z": "of an unknown version", strings.Repeat("1", 30): "of an unknown version",
	} {
		g, err := ParseGreeting([]byte(strings.Replace(helloLine, "0.2.0", version, 1)))
		require.NoError(t, err)
		_, err = g.Welcome("0.2.9")
		var unfit *UnfitError
		require.ErrorAs(t, err, &unfit)
		reason := core.ReasonOf(err)
		assert.Equal(t, "not analysed: the OpenCode plugin "+named+" and veil 0.2.9 do not fit together", reason.Text)
		assert.Contains(t, reason.Remedy, "0.2.0 and later, before 0.3")
	}
}

func TestReport(t *testing.T) {
	line := `{"v":1,"id":2,"event":"report","host":{"name":"opencode","version":""},"session":"a","root":"b","cwd":"/w"}`
	require.True(t, IsGreeting([]byte(line)))
	g, err := ParseGreeting([]byte(line))
	require.NoError(t, err)
	require.Equal(t, "b", g.Session)
	require.Empty(t, g.Plugin)
	out, err := g.Report("2 DNI")
	require.NoError(t, err)
	require.Equal(t, `{"v":1,"id":2,"decision":"allow","report":"2 DNI"}`+"\n", string(out))
}

func TestGreetingRefusesBadInput(t *testing.T) {
	tests := []struct{ name, line, field string }{
		{"no version of the protocol", strings.Replace(helloLine, `"v":1,`, ``, 1), "v"},
		{"later version of the protocol", strings.Replace(helloLine, `"v":1`, `"v":2`, 1), "v"},
		{"no id", strings.Replace(helloLine, `"id":1,`, ``, 1), "id"},
		{"another host", strings.Replace(helloLine, `opencode`, `x`, 1), "host/name"},
		{"no plugin", strings.Replace(helloLine, `"plugin":"0.2.0",`, ``, 1), "plugin"},
		{"with text", strings.Replace(helloLine, `"cwd"`, `"leaves":[],"cwd"`, 1), ""},
		{"a report of no session", strings.Replace(strings.Replace(helloLine, `hello`, `report`, 1), `"plugin":"0.2.0",`, ``, 1), "session"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			_, err := ParseGreeting([]byte(tc.line))
			var bad *EventError
			require.ErrorAs(t, err, &bad)
			require.Equal(t, tc.field, bad.Field)
		})
	}
	for _, line := range []string{"", "x", "{}", `{"event":"chat.message"}`, `{"event":"hello","pad":"` + strings.Repeat("a", maxGreeting) + `"}`} {
		require.False(t, IsGreeting([]byte(line)))
	}
	_, err := ParseGreeting([]byte("x"))
	require.Error(t, err)
}
