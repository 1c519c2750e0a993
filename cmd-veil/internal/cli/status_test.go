// SPDX-License-Identifier: Apache-2.0

package cli

import (
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

func TestReportOfABrokenSetUp(t *testing.T) {
	newHome(t)
	userConfig(t, "version: 1\nmode: off\n")
	r := veil(t, modEvent("report", `"part":null`)(t, ""), "claude-code", "--mod")
	require.Equal(t, "deny", jsonOf(t, r.stdout)["decision"])
}
