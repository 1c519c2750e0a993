// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// result is what a run of veil left behind.
type result struct {
	code        int
	stdout, err string
}

// newHome gives the test a home directory and a project of its own, and returns
// the project. Nothing of the developer's own set-up reaches the test.
func newHome(t *testing.T) (project string) {
	t.Helper()
	home, project := t.TempDir(), t.TempDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "VEIL_CATALOG", "CLAUDE_PROJECT_DIR", "CLAUDE_CONFIG_DIR"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", home)
	t.Chdir(project)
	return project
}

func veil(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	var out, err bytes.Buffer
	code := Main(args, strings.NewReader(stdin), &out, &err)
	return result{code, out.String(), err.String()}
}

func writeFile(t *testing.T, path, text string) string {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func userConfig(t *testing.T, text string) {
	t.Helper()
	writeFile(t, filepath.Join(os.Getenv("HOME"), ".config", "veil", "veil.yaml"), text)
}

func TestUsage(t *testing.T) {
	newHome(t)
	tests := []struct {
		name string
		args []string
		code int
		err  string
	}{
		{"help", []string{"help"}, exitOK, ""},
		{"unknown command", []string{"chekc"}, exitUsage, "veil: no such command: chekc\nveil: hint: did you mean veil check? veil help lists the commands\n"},
		{"unknown flag", []string{"check", "--jsn"}, exitUsage, "veil: no such option: --jsn\nveil: hint: did you mean --json? veil help check shows the usage\n"},
		{"unknown flag of veil itself", []string{"--jsn"}, exitUsage, "veil: no such option: --jsn\nveil: hint: veil help lists the commands\n"},
		{"help on nothing", []string{"help", "nope"}, exitUsage, "veil: no help on that\nveil: hint: veil help lists the commands\n"},
		{"version with an argument", []string{"version", "x"}, exitUsage, "veil: version takes no arguments\nveil: hint: veil version\n"},
		{"filter with a file", []string{"filter", "x.txt"}, exitUsage, "veil: filter takes no arguments\nveil: hint: give it the text on standard input\n"},
		{"restore without a session", []string{"filter", "--restore"}, exitUsage, "veil: --restore needs --session\nveil: hint: name the session whose tokens you want back\n"},
		{"hook with an argument", []string{"claude-code", "now"}, exitUsage, "veil: claude-code takes no arguments\nveil: hint: the event is read from standard input\n"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r := veil(t, "", tc.args...)
			require.Equal(t, tc.code, r.code)
			require.Equal(t, tc.err, r.err)
			require.Equal(t, tc.code == exitOK, strings.Contains(r.stdout, "demo"), "only help goes to standard output")
		})
	}
}

// A host that does not know the form with arguments starts veil without any: it
// must not take the help for an allow.
func TestNoArgumentsIsNoSuccess(t *testing.T) {
	newHome(t)
	r := veil(t, `{"hook_event_name":"UserPromptSubmit"}`)
	require.Equal(t, exitHookFailed, r.code)
	require.Empty(t, r.stdout)
	require.Contains(t, r.err, "demo")
}

func TestVersion(t *testing.T) {
	newHome(t)
	for _, args := range []string{"version", "--version", "-v"} {
		r := veil(t, "", args)
		require.Equal(t, exitOK, r.code)
		require.Regexp(t, `^veil \S`, r.stdout)
	}
}

func TestCheck(t *testing.T) {
	project := newHome(t)
	writeFile(t, filepath.Join(project, "a", "one.txt"), "hola\nDNI 12345678Z, ana@clinicasol.es\n")
	writeFile(t, filepath.Join(project, "a", "clean.txt"), "nada\n")
	writeFile(t, filepath.Join(project, "a", ".git", "x"), "12345678Z\n")
	writeFile(t, filepath.Join(project, "bin"), "a\x00b")

	r := veil(t, "", "check", "a")
	require.Equal(t, result{exitFound, "a/one.txt:2:5: DNI (becomes a token)\na/one.txt:2:16: EMAIL (becomes a token)\n", "veil: 2 findings in 1 of 2 files: 1 DNI, 1 EMAIL\n"}, r)

	r = veil(t, "", "check", "--json", "a/one.txt", "bin")
	require.Equal(t, exitFound, r.code)
	require.Equal(t, `{"file":"a/one.txt","kind":"DNI","start":9,"end":18,"disposition":"rewrite"}
{"file":"a/one.txt","kind":"EMAIL","start":20,"end":37,"disposition":"rewrite"}
`, r.stdout)
	require.Equal(t, "veil: 1 binary file: searched for text only\n", r.err)
	require.NotContains(t, r.stdout, "12345678Z")

	require.Equal(t, result{exitOK, "", ""}, veil(t, "", "check", "a/clean.txt"))
	require.Equal(t, exitFound, veil(t, "12345678Z", "check").code)
	require.Equal(t, exitFound, veil(t, "12345678Z", "check", "-").code)
	require.Equal(t, result{exitUsage, "", "veil: absent: cannot be read: no such file or directory\nveil: hint: it reads files: type a text after veil check alone, or pipe it there\n"}, veil(t, "", "check", "absent"))
}

func TestCheckCountsCharactersAndLines(t *testing.T) {
	newHome(t)
	r := veil(t, "ñandú 12345678Z 12345678Z\n\n€ 12345678Z\r\n12345678Z", "check")
	require.Equal(t, "-:1:7: DNI (becomes a token)\n-:1:17: DNI (becomes a token)\n-:3:3: DNI (becomes a token)\n-:4:1: DNI (becomes a token)\n", r.stdout)
}

func TestCheckHoldsToTheConfiguration(t *testing.T) {
	newHome(t)
	names := writeFile(t, filepath.Join(os.Getenv("HOME"), "names.txt"), "Ana Ruiz\n")
	userConfig(t, "version: 1\ncatalog: "+names+"\nallow:\n  values: ['12345678Z']\n  domains: [clinicasol.es]\n")
	r := veil(t, "12.345.678-Z ana@clinicasol.es ana ruiz", "check")
	require.Equal(t, "-:1:32: NOMBRE (becomes a token)\n", r.stdout)

	userConfig(t, "version: 1\ncatalogue: x\n")
	r = veil(t, "x", "check")
	require.Equal(t, exitConfig, r.code)
	require.Contains(t, r.err, `veil.yaml:2: unknown key "catalogue"`)
	require.Contains(t, r.err, "veil: hint: did you mean catalog? use one of: ")
}

func TestCommandsHoldToTheProjectsConfiguration(t *testing.T) {
	project := newHome(t)
	writeFile(t, filepath.Join(project, "names.txt"), "Ana Ruiz\n")
	writeFile(t, filepath.Join(project, ".veil.yaml"), "version: 1\ncatalog: names.txt\n")
	require.Equal(t, exitFound, veil(t, "Ana Ruiz", "check").code)
	require.Equal(t, "[NOMBRE-001]", veil(t, "Ana Ruiz", "filter").stdout)
	writeFile(t, filepath.Join(project, ".veil.yaml"), "version: 1\nallow: {values: [a]}\n")
	require.Equal(t, exitConfig, veil(t, "x", "check").code)
	require.Equal(t, exitConfig, veil(t, "x", "filter").code)
}

func TestAllowedDomainMustBeOne(t *testing.T) {
	newHome(t)
	userConfig(t, "version: 1\nallow: {domains: ['*.clinicasol.es']}\n")
	r := veil(t, "x", "check")
	require.Equal(t, exitConfig, r.code, r.err)
	require.Contains(t, r.err, "veil.yaml:2: allow.domains, entry 1: not a domain\nveil: hint: write it as clinica.es")
}

func TestFilterRoundTrip(t *testing.T) {
	newHome(t)
	notAnAgent(t)
	text := "\ufeffDNI 12345678Z y 12.345.678-Z\r\n[DNI-001] [LITERAL-001] ana@clinicasol.es\xff\r\n"
	hidden := veil(t, text, "filter", "--session", "s")
	require.Equal(t, exitOK, hidden.code, hidden.err)
	for _, value := range []string{"12345678Z", "12.345.678-Z", "ana@"} {
		require.NotContains(t, hidden.stdout, value)
	}
	restored := veil(t, hidden.stdout, "filter", "--restore", "--session", "s")
	require.Equal(t, result{exitOK, text, ""}, restored)

	veil(t, "x", "filter", "--session", "other")
	other := veil(t, hidden.stdout, "filter", "--restore", "--session", "other")
	require.NotContains(t, other.stdout, "12345678Z", "sessions share nothing")
	require.Contains(t, other.err, "and 4 more stand for no value of this session")
}

// A process that was killed while it wrote leaves half a record: veil cuts it off, and
// says so.
func TestFilterSaysThatItCutOffATornRecord(t *testing.T) {
	newHome(t)
	notAnAgent(t)
	require.Equal(t, result{exitOK, "DNI [DNI-001]", ""}, veil(t, "DNI 12345678Z", "filter", "--session", "s"))
	logs, err := filepath.Glob(filepath.Join(os.Getenv("HOME"), ".local/state/veil/sessions/*/pseudonyms.log"))
	require.NoError(t, err)
	require.Len(t, logs, 1)
	whole, err := os.ReadFile(logs[0])
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(logs[0], append(whole, 30, 0, 0), 0o600))
	r := veil(t, "[DNI-001]", "filter", "--restore", "--session", "s")
	require.Equal(t, exitOK, r.code)
	require.Equal(t, "12345678Z", r.stdout)
	require.Contains(t, r.err, "veil: a killed process left the session's last record half written")
	require.Equal(t, result{exitOK, "12345678Z", ""}, veil(t, "[DNI-001]", "filter", "--restore", "--session", "s"), "it is said once")
}

func TestFilterWithoutASessionKeepsNothing(t *testing.T) {
	newHome(t)
	require.Equal(t, result{exitOK, "DNI [DNI-001]", ""}, veil(t, "DNI 12345678Z", "filter"))
	require.NoDirExists(t, filepath.Join(os.Getenv("HOME"), ".local"))
}

func TestFilterRefusesWhatItCannotInspect(t *testing.T) {
	newHome(t)
	r := veil(t, "12345678Z\x00", "filter")
	require.Equal(t, exitDenied, r.code)
	require.Empty(t, r.stdout)
	require.NotEmpty(t, r.err)
	require.NotContains(t, r.err, "12345678Z")
}

func TestFilterRestoreRefusesInsideAnAgent(t *testing.T) {
	newHome(t)
	hidden := veil(t, "DNI 12345678Z", "filter", "--session", "s")
	for marker := range agentMarkers {
		notAnAgent(t)
		t.Setenv(marker, "1")
		r := veil(t, hidden.stdout, "filter", "--restore", "--session", "s")
		require.Equal(t, exitDenied, r.code, marker)
		require.Empty(t, r.stdout)
	}
}

// notAnAgent hides that the tests may run inside an agent.
func notAnAgent(t *testing.T) {
	t.Helper()
	for marker := range agentMarkers {
		t.Setenv(marker, "")
	}
	if host := agentShell(); host != "" {
		t.Skipf("an ancestor of this process is %s: veil must refuse here", host)
	}
}

// What doctor says, veil-desk says: it is not beside the program of a test.
func TestDoctorSaysHowToGetItsProgram(t *testing.T) {
	newHome(t)
	t.Setenv("PATH", t.TempDir())
	writeFile(t, filepath.Join(os.Getenv("PATH"), "veil-desk"), "#!/bin/sh\n")
	require.NoError(t, os.Chmod(filepath.Join(os.Getenv("PATH"), "veil-desk"), 0o700)) //nolint:gosec // a program that must not be run
	require.Equal(t, result{exitNotProtected, "", "veil: veil-desk is not beside this veil\n" +
		"veil: hint: take both programs from the release, or in the clone: go install ./cmd-veil/cmd/...\n"}, veil(t, "", "doctor"))
	require.Contains(t, veil(t, "", "doctor", "--help").stdout, "--no-canary")
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestHookWhoseOutputCannotBeWrittenDenies(t *testing.T) {
	newHome(t)
	event := `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"12345678Z"}`
	var stderr bytes.Buffer
	require.Equal(t, exitHookFailed, Main([]string{"claude-code"}, strings.NewReader(event), brokenPipe{}, &stderr))
	require.Equal(t, "veil: the answer could not be written: broken pipe; start veil with a standard output that the host reads\n", stderr.String())
}

// The last answer counts too: the exit code waits for it.
func TestStdioWhoseOutputCannotBeWrittenFails(t *testing.T) {
	newHome(t)
	var stderr bytes.Buffer
	require.Equal(t, exitHookFailed, Main([]string{"opencode", "--stdio"}, strings.NewReader("{}\n"), brokenPipe{}, &stderr))
	require.Contains(t, stderr.String(), "broken pipe")
}

// jsonOf decodes a reply.
func jsonOf(t *testing.T, text string) map[string]any {
	t.Helper()
	var m map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &m), text)
	return m
}
