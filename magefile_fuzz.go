// SPDX-License-Identifier: Apache-2.0

//go:build mage

package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/magefile/mage/mg"
)

// Fuzz groups the fuzz targets.
type Fuzz mg.Namespace

// Aliases are further names of targets.
var Aliases = map[string]any{"fuzz": Fuzz.Long, "bench": Bench.All, "e2e": E2E.All}

// How long each fuzz target runs if VEIL_FUZZTIME does not say.
const (
	longFuzz  = time.Minute
	shortFuzz = 4 * time.Second
)

// Long runs every fuzz target for VEIL_FUZZTIME each, by default a minute, one after the other. Also: mage fuzz.
func (Fuzz) Long() error { return fuzzAll(longFuzz) }

// Short runs every fuzz target for some seconds, for CI.
func (Fuzz) Short() error { return fuzzAll(shortFuzz) }

// Laws tries the properties with made-up texts on many seeds, each for VEIL_LAW_TIME, by default a minute. VEIL_LAW_SEEDS=from-to says which.
func (Fuzz) Laws() error {
	env := map[string]string{"VEIL_LAW_SEEDS": os.Getenv("VEIL_LAW_SEEDS"), "VEIL_LAW_TIME": cmp.Or(os.Getenv("VEIL_LAW_TIME"), "1m")}
	var failed []error
	for _, laws := range []struct{ dir, pkg, tests string }{
		{"detectors", ".", "OnManySeeds"},
		{"core", ".", "TestMergeLaws|TestResolveOverlapsIs|TestSpliceOfRandom|TestUnquoteReads|TestComposeEditsEquals"},
		{"policy", "./shell", "TestBashReadsTheValue"},
		{"pseudonymstore", ".", "TestSnapshotChangesNoAnswer|TestIndexFindsWhat"},
		{"cmd-veil", "./internal/cli", "TestFreshText|TestResentText|TestNoValueSurvives|TestRestoredText|TestAnEditLeaves|TestAPatchHas|TestLeavingOut"},
	} {
		failed = append(failed, goIn(laws.dir, env, "test", "-count=1", "-timeout=0", "-v", "-run="+laws.tests, laws.pkg))
	}
	return errors.Join(failed...)
}

// Kills ends sixteen processes that share a session, at random points, VEIL_KILL_ROUNDS times, by default 200.
func (Fuzz) Kills() error {
	env := map[string]string{"VEIL_KILL_ROUNDS": cmp.Or(os.Getenv("VEIL_KILL_ROUNDS"), "200")}
	return goIn("pseudonymstore", env, "test", "-count=1", "-timeout=60m", "-v", "-run=TestSixteenProcessesThatAreKilled", ".")
}

// fuzzTarget is one fuzz test.
type fuzzTarget struct{ dir, pkg, name string }

// fuzzAll runs each fuzz target and prints how often it ran. It goes on after a
// finding, so that one run shows them all, and fails in the end.
func fuzzAll(each time.Duration) error {
	if text := os.Getenv("VEIL_FUZZTIME"); text != "" {
		var err error
		if each, err = time.ParseDuration(text); err != nil {
			return fmt.Errorf("VEIL_FUZZTIME is not a duration such as 90s: %w", err)
		}
	}
	targets, err := fuzzTargets()
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "module\ttarget\texecutions\ttime\tresult")
	var failed []error
	for _, t := range targets {
		start := time.Now()
		executions, err := t.run(each)
		result := "ok"
		if err != nil {
			result = "FAILED"
			failed = append(failed, fmt.Errorf("%s %s: %w", t.dir, t.name, err))
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", t.dir, t.name, executions, time.Since(start).Round(time.Second), result)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return errors.Join(failed...)
}

// fuzzTargets finds the fuzz tests of every module.
func fuzzTargets() ([]fuzzTarget, error) {
	var targets []fuzzTarget
	err := eachModule(func(dir string) error {
		cmd := exec.Command("go", "test", "-list", "^Fuzz", "./...")
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return err
		}
		var names []string
		for line := range strings.Lines(string(out)) {
			switch fields := strings.Fields(line); {
			case len(fields) == 1 && strings.HasPrefix(fields[0], "Fuzz"):
				names = append(names, fields[0])
			case len(fields) > 1 && fields[0] == "ok": // a package ends with its path
				for _, name := range names {
					targets = append(targets, fuzzTarget{dir, fields[1], name})
				}
				names = nil
			}
		}
		return nil
	})
	return targets, err
}

// executed finds the count in a progress line of go test -fuzz.
var executed = regexp.MustCompile(`execs: (\d+)`)

// run fuzzes one target with one worker, so that a machine can do other things
// too, and returns the number of executions.
func (t fuzzTarget) run(each time.Duration) (executions string, err error) {
	args := []string{"test", "-run=^$", "-fuzz=^" + t.name + "$", "-fuzztime=" + each.String(), "-parallel=1",
		"-fuzzminimizetime=200x", // by default it may spend the whole time on that
		"-timeout=0", t.pkg,
	}
	fmt.Println(">", filepath.ToSlash(t.dir)+": go", strings.Join(args, " "))
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stderr, cmd.Env = t.dir, os.Stderr, append(os.Environ(), inMemory()...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	late, written := false, false
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		late = late || strings.TrimSpace(line) == "context deadline exceeded"
		written = written || strings.Contains(line, "Failing input written to")
		if count := executed.FindStringSubmatch(line); count != nil {
			executions = count[1]
			continue
		}
		fmt.Println(line)
	}
	err = cmd.Wait()
	if late && !written {
		fmt.Println("no finding: go test takes the end of its time for a failure now and then (golang/go#75804)")
		err = nil
	}
	return executions, errors.Join(lines.Err(), err)
}

// inMemory has temporary files kept in memory where the system can: a store
// waits for the disk at every write, which is twenty times slower.
func inMemory() []string {
	const dir = "/dev/shm"
	if info, err := os.Stat(dir); err != nil || !info.IsDir() || os.Getenv("TMPDIR") != "" {
		return nil
	}
	return []string{"TMPDIR=" + dir}
}
