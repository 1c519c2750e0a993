// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	urfave "github.com/urfave/cli/v3"
)

// Each command, nested ones too, has help that fits a terminal, by each way to ask.
func TestHelpOfEachCommand(t *testing.T) {
	newHome(t)
	everyCommand(commands(streams{strings.NewReader(""), io.Discard, io.Discard}), "", func(c *urfave.Command, path string) {
		path = strings.TrimSpace(strings.TrimPrefix(path, "veil"))
		if c.Name == "veil" || c.Hidden {
			return
		}
		words := strings.Fields(path)
		want := veil(t, "", append([]string{"help"}, words...)...)
		require.Equal(t, exitOK, want.code, path)
		require.Contains(t, want.stdout, "   veil "+path+" - ")
		require.Empty(t, want.err)
		for line := range strings.Lines(want.stdout) {
			require.LessOrEqual(t, len([]rune(line)), 81, "veil help "+path+": "+line)
		}
		if words[0] == "help" {
			return
		}
		for _, flag := range []string{"-h", "--help"} {
			require.Equal(t, want, veil(t, "", append(words, flag)...), "%s %s", path, flag)
		}
	})
}

// What a table's heads mean is said where the table comes from.
func TestHelpSaysWhatTheColumnsAre(t *testing.T) {
	newHome(t)
	text := strings.Join(strings.Fields(veil(t, "", "help", "sessions", "show").stdout), " ")
	for _, head := range []string{"FORMS", "FOREIGN", "RESERVED", "last gate", "snapshot"} {
		require.Contains(t, text, head)
	}
}

func TestHelpOnNothing(t *testing.T) {
	newHome(t)
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"help", "catalog", "nope"}, "veil: no such command: catalog nope\nveil: hint: veil help catalog lists them\n"},
		{[]string{"help", "catalog", "ad"}, "veil: no such command: catalog ad\nveil: hint: did you mean veil catalog add? veil help catalog lists them\n"},
		{[]string{"help", "check", "all"}, "veil: no such command: check all\nveil: hint: veil help check shows the usage\n"},
		{[]string{"catalog", "ad"}, "veil: no such command: catalog ad\nveil: hint: did you mean veil catalog add? veil help catalog lists them\n"},
		{[]string{"sessions", "lits"}, "veil: no such command: sessions lits\nveil: hint: did you mean veil sessions list? veil help sessions lists them\n"},
		{[]string{"help", "chekc"}, "veil: no help on that\nveil: hint: did you mean veil check? veil help lists the commands\n"},
		{[]string{"chekc"}, "veil: no such command: chekc\nveil: hint: did you mean veil check? veil help lists the commands\n"},
		{[]string{"instal"}, "veil: no such command: instal\nveil: hint: did you mean veil install? veil help lists the commands\n"},
		{[]string{"xyzzy"}, "veil: no such command: xyzzy\nveil: hint: veil help lists the commands\n"},
		{[]string{"check", "--jsn"}, "veil: no such option: --jsn\nveil: hint: did you mean --json? veil help check shows the usage\n"},
		{[]string{"check", "--nope"}, "veil: no such option: --nope\nveil: hint: veil help check shows the usage\n"},
		{[]string{"sessions", "purge", "--older-then=3d"}, "veil: no such option: --older-then\nveil: hint: did you mean --older-than? veil help sessions purge shows the usage\n"},
		{[]string{"check", "-x"}, "veil: no such option: -x\nveil: hint: veil help check shows the usage\n"},
		{[]string{"filter", "--session"}, "veil: --session needs a value\nveil: hint: veil help filter shows the usage\n"},
		{[]string{"check", "--json=maybe"}, "veil: --json takes no value\nveil: hint: veil help check shows the usage\n"},
	} {
		require.Equal(t, result{exitUsage, "", tc.want}, veil(t, "", tc.args...), tc.args)
	}
}

// The list of the commands has help itself, once.
func TestHelpListsItself(t *testing.T) {
	newHome(t)
	require.Contains(t, veil(t, "", "help").stdout, "\n   help, h ")
	require.NotContains(t, veil(t, "", "help", "catalog").stdout, "help, h ")
	require.Equal(t, veil(t, "", "help").stdout, veil(t, "", "h").stdout)
}

// The name of a file is no request for help.
func TestHelpIsAFileToo(t *testing.T) {
	project := newHome(t)
	writeFile(t, project+"/help", "12345678Z\n")
	require.Equal(t, exitFound, veil(t, "", "check", "help").code)
}

// After its host's name, run's options are the host's.
func TestRunHelp(t *testing.T) {
	newHome(t)
	t.Setenv("PATH", "")
	require.Equal(t, "veil: opencode is not on the PATH\nveil: hint: install it, or add its folder to PATH\n", veil(t, "", "run", "opencode", "--help").err)
}
