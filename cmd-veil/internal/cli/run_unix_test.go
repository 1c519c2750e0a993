// SPDX-License-Identifier: Apache-2.0

//go:build unix

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fakeOpenCode says the version, and on any other call greets veil as the plugin would,
// if it loads plugins, and says how it was called.
const fakeOpenCode = `#!/bin/sh
[ "$1" = --version ] && { echo "$FAKE_VERSION"; exit; }
[ "$PWD" != "$FAKE_UNLOADED" ] || FAKE_PLUGIN=
[ -z "$FAKE_PLUGIN" ] || echo '{"v":1,"id":1,"event":"hello","host":{"name":"opencode","version":"1.18.33"},"plugin":"0.2.0","cwd":"/nowhere"}' | "$VEIL_BINARY" opencode --stdio >/dev/null
echo "called: $*"
exit 7
`

func TestRunOpenCode(t *testing.T) {
	const noPlugin = "it would run unguarded"
	tests := []struct {
		name, version, plugin string
		args, env             []string
		code                  int
		out, err              string
	}{
		{"the plugin loads", "1.18.33", "yes", []string{"run", "hola"}, nil, 7, "called: run hola\n", ""},
		{"further flags", "1.18.33", "yes", []string{"--model", "a/b", "-c"}, nil, 7, "called: --model a/b -c\n", ""},
		{"no sign of life", "1.18.33", "", []string{"run", "hola"}, nil, exitNotProtected, "", noPlugin},
		{"--pure", "1.18.33", "yes", []string{"run", "--pure", "hola"}, nil, exitNotProtected, "", "--pure has OpenCode load no plugin"},
		{"--pure=true", "1.18.33", "yes", []string{"--pure=true"}, nil, exitNotProtected, "", "--pure has OpenCode load no plugin"},
		{"a prompt that names it", "1.18.33", "yes", []string{"run", "--", "--pure"}, nil, 7, "called: run -- --pure\n", ""},
		{"by the environment", "1.18.33", "yes", nil, []string{"OPENCODE_PURE=1"}, exitNotProtected, "", "OPENCODE_PURE has OpenCode load no plugin"},
		{"OpenCode 2", "2.0.14", "yes", nil, nil, exitNotProtected, "", "the plugins of OpenCode 2.0.14 are not known to this veil"},
		{"an old one", "1.2.3", "yes", nil, nil, exitNotProtected, "", "the plugins of OpenCode 1.2.3 are not known to this veil"},
		{"another server", "1.18.33", "yes", []string{"run", "--attach", "http://127.0.0.1:1", "hola"}, nil, exitNotProtected, "", "--attach sends to an OpenCode that was started elsewhere"},
		{"another server, in one word", "1.18.33", "yes", []string{"run", "hola", "--attach=http://127.0.0.1:1"}, nil, exitNotProtected, "", "start that one by veil run opencode serve"},
		{"attached to it", "1.18.33", "yes", []string{"--print-logs", "attach", "http://127.0.0.1:1"}, nil, exitNotProtected, "", "attach sends to an OpenCode that was started elsewhere"},
		{"a prompt that says so", "1.18.33", "yes", []string{"run", "attach", "it"}, nil, 7, "called: run attach it\n", ""},
		{"help, where nothing loads", "1.18.33", "", []string{"run", "--help"}, nil, 7, "called: run --help\n", ""},
		{"a prompt that asks for it", "1.18.33", "", []string{"run", "--", "--help"}, nil, exitNotProtected, "", noPlugin},
		{"a project in which nothing loads", "1.18.33", "yes", []string{"-m", "a/b", "BARE"}, []string{"FAKE_UNLOADED=BARE"}, exitNotProtected, "", "does not load veil's plugin in that directory: it would run unguarded"},
		{"a directory in which nothing loads", "1.18.33", "yes", []string{"run", "--dir", ".BARE", "hola"}, []string{"FAKE_UNLOADED=BARE"}, exitNotProtected, "", noPlugin},
		{"the same, in one word", "1.18.33", "yes", []string{"run", "hola", "--dir=BARE"}, []string{"FAKE_UNLOADED=BARE"}, exitNotProtected, "", noPlugin},
		{"a prompt that is a directory", "1.18.33", "yes", []string{"run", "BARE"}, []string{"FAKE_UNLOADED=BARE"}, 7, "called: run BARE\n", ""},
		{"no version", "x 12345678Z", "yes", nil, nil, exitNotProtected, "", "(version unknown)"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			m, bare := newMachine(t), t.TempDir()
			named := func(texts ...string) (out []string) {
				for _, text := range texts {
					out = append(out, strings.ReplaceAll(text, "BARE", bare))
				}
				return out
			}
			bin := filepath.Join(t.TempDir(), "opencode")
			require.NoError(t, os.WriteFile(bin, []byte(fakeOpenCode), 0o700))
			cmd := exec.Command(os.Args[0], append([]string{"run", "opencode"}, named(tc.args...)...)...)
			cmd.Dir = "/"
			cmd.Env = append([]string{
				envAsVeil + "=1", "HOME=" + m.home, "PATH=" + filepath.Dir(bin), "VEIL_BINARY=" + os.Args[0],
				"FAKE_VERSION=" + tc.version, "FAKE_PLUGIN=" + tc.plugin, "GORACE=atexit_sleep_ms=0",
			}, named(tc.env...)...)
			var out, err bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &err
			_ = cmd.Run() // its exit code is looked at
			require.Equal(t, tc.code, cmd.ProcessState.ExitCode(), err.String())
			require.Equal(t, named(tc.out)[0], out.String())
			require.Contains(t, err.String(), tc.err)
			require.NotContains(t, err.String(), "12345678Z")
			left, globbed := filepath.Glob(filepath.Join(m.state(), "heartbeats", "*.json"))
			require.NoError(t, globbed)
			require.Empty(t, left)
		})
	}
}

func TestRunUsage(t *testing.T) {
	newHome(t)
	for _, args := range [][]string{{"run"}, {"run", "claude"}, {"run", "/bin/opencode"}} {
		r := veil(t, "", args...)
		require.Equal(t, exitUsage, r.code)
		require.Contains(t, r.err, "run starts opencode only")
	}
	t.Setenv("PATH", "relative"+string(filepath.ListSeparator)+t.TempDir())
	require.Contains(t, veil(t, "", "run", "opencode").err, "opencode is not on the PATH")
}
