// SPDX-License-Identifier: Apache-2.0

// Package scripts runs the scripts of e2e/testdata: the program veil as a
// process, with exact output, failures included. A script is
// <command>-<case>.txtar; it starts in $WORK/project with an empty home.
// "go test ./scripts -update" rewrites the outputs that scripts compare with.
package scripts

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/veil"
)

var update = flag.Bool("update", false, "rewrite the outputs that scripts compare with")

// params are what all scripts run with. program is the path of veil.
func params(program string) testscript.Params {
	return testscript.Params{
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			env.Cd = filepath.Join(env.WorkDir, "project")
			env.Setenv("HOME", home)
			env.Setenv("PROGRAMS", filepath.Dir(program)) // a PATH without a host that this machine has
			env.Setenv("PATH", filepath.Dir(program)+string(filepath.ListSeparator)+env.Getenv("PATH"))
			return errors.Join(os.MkdirAll(home, 0o700), os.MkdirAll(env.Cd, 0o700))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"answer": answer,
			"exits":  exits,
			"expand": expand,
		},
		Condition: func(condition string) (bool, error) {
			if condition != "agent" {
				return false, fmt.Errorf("unknown condition %q", condition)
			}
			return insideAgent(), nil
		},
	}
}

func TestScripts(t *testing.T) {
	program := veil.Build(t)
	requireScripts(t, program)
	p := params(program)
	p.Dir = filepath.Join("..", "testdata")
	testscript.Run(t, p)
}

// requireScripts asserts that every command that help lists has a script.
func requireScripts(t *testing.T, program string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), program, "help").Output()
	require.NoError(t, err)
	_, list, found := strings.Cut(string(out), "COMMANDS:\n")
	require.True(t, found)
	list, _, found = strings.Cut(list, "\n\n")
	require.True(t, found)
	for line := range strings.Lines(list) {
		if strings.HasPrefix(line, "    ") {
			continue // a long line goes on
		}
		name, _, _ := strings.Cut(strings.Fields(line)[0], ",")
		scripts, err := filepath.Glob(filepath.Join("..", "testdata", name+"-*.txtar"))
		require.NoError(t, err)
		require.NotEmpty(t, scripts, "%s has no script", name)
	}
}

// exits is the script command "exits CODE PROGRAM [ARGS...]": exec, but the exit
// code must be CODE.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARGS...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	err = ts.Exec(args[1], args[2:]...)
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		code = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// answer is the script command "answer PROGRAM [ARGS...]": the program must end
// with 0 and say nothing on standard error. Its answer goes to the file answer,
// with $WORK in place of the script's work directory, and with a line end.
func answer(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: answer PROGRAM [ARGS...]")
	}
	ts.Check(ts.Exec(args[0], args[1:]...))
	if said := ts.ReadFile("stderr"); said != "" {
		ts.Fatalf("on standard error: %s", said)
	}
	text := strings.ReplaceAll(ts.ReadFile("stdout"), filepath.ToSlash(ts.Getenv("WORK")), "$WORK")
	ts.Check(os.WriteFile(ts.MkAbs("answer"), []byte(strings.TrimSuffix(text, "\n")+"\n"), 0o600))
}

// expand is the script command "expand FILE...": it puts the script's work
// directory in place of $WORK.
func expand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: expand FILE...")
	}
	for _, name := range args {
		text := strings.ReplaceAll(ts.ReadFile(name), "$WORK", filepath.ToSlash(ts.Getenv("WORK")))
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o600))
	}
}

// insideAgent says whether an ancestor of this process is a host: then veil
// gives out no values, and asks that host for its version.
func insideAgent() bool {
	for pid := os.Getppid(); pid > 1; {
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err != nil {
			return false
		}
		words := strings.Split(string(line), "\x00")
		for _, word := range words[:min(2, len(words))] {
			if slices.Contains([]string{"claude", "claude.exe", "opencode", "opencode.exe"}, filepath.Base(word)) {
				return true
			}
		}
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			return false
		}
		_, after, _ := strings.Cut(string(status), "\nPPid:\t")
		number, _, _ := strings.Cut(after, "\n")
		if pid, err = strconv.Atoi(number); err != nil {
			return false
		}
	}
	return false
}
