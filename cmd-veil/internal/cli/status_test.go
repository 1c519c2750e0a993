// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What the mod is told of the session holds counts and powers, and no value.
func TestReport(t *testing.T) {
	newHome(t)
	report := func() string {
		r := veil(t, modEvent("report", `"part":null`)(t, ""), "claude-code", "--mod")
		require.Equal(t, 0, r.code, r.err)
		text, _ := jsonOf(t, r.stdout)["report"].(string)
		requireAbsent(t, "the report", r.stdout, "12345678Z")
		return text
	}
	require.Contains(t, report(), "Values with a token: none yet.")
	veil(t, modEvent("prompt.submit", `"part":TEXT`)(t, "12345678Z y maria.perez@clinicasol.es"), "claude-code", "--mod")
	require.Contains(t, report(), "Values with a token: 1 DNI, 1 EMAIL.")
	require.Contains(t, report(), "guards this session of claude-code+mod 2.1.332.")
}

// What only the mod's last gate found is counted, and said wherever a person asks.
func TestTheModsLastGateCounts(t *testing.T) {
	newHome(t)
	ask := func(event, text string) map[string]any {
		return jsonOf(t, veil(t, modEvent(event, `"part":{"system":TEXT,"messages":[{"role":"user","content":TEXT}]}`)(t, text), "claude-code", "--mod").stdout)
	}
	require.Equal(t, "allow", ask("http.fetch", "hola")["decision"])
	require.Equal(t, "rewrite", ask("http.fetch", "DNI 12345678Z")["decision"])
	require.Equal(t, "allow", ask("http.fetch", "DNI [DNI-001]")["decision"])
	text, _ := jsonOf(t, veil(t, modEvent("report", `"part":null`)(t, ""), "claude-code", "--mod").stdout)["report"].(string)
	require.Contains(t, text, "Texts in which only the last gate found a value: 2.")
	list := veil(t, "", "sessions", "list").stdout
	id := strings.Fields(strings.Split(list, "\n")[1])[0]
	require.Contains(t, veil(t, "", "sessions", "show", id).stdout, "last gate  found a value in 2 texts\n")
	require.Contains(t, veil(t, "", "sessions", "show", "--json", id).stdout, `"caught":2`)
}

func TestReportOfABrokenSetUp(t *testing.T) {
	newHome(t)
	userConfig(t, "version: 1\nmode: off\n")
	r := veil(t, modEvent("report", `"part":null`)(t, ""), "claude-code", "--mod")
	require.Equal(t, "deny", jsonOf(t, r.stdout)["decision"])
}
