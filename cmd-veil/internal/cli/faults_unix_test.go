// SPDX-License-Identifier: Apache-2.0

//go:build linux || darwin

package cli

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// These tests run veil as a host does, one process an event, and break what is
// round it: the process, its streams, its disk.

var dniToken = regexp.MustCompile(`\[DNI-\d+\]`)

// ledger remembers which token an answer gave to a value, and fails if a later
// one differs or two values share one.
type ledger struct{ tokens, values map[string]string }

func (l ledger) note(t *testing.T, value, answer string) {
	t.Helper()
	token := dniToken.FindString(answer)
	require.NotEmpty(t, token, answer)
	if known, ok := l.tokens[value]; ok {
		require.Equal(t, known, token, "a value has one token")
	}
	if known, ok := l.values[token]; ok {
		require.Equal(t, known, value, "a token has one value")
	}
	l.tokens[value], l.values[token] = token, value
}

// dni is the n-th made-up value.
func dni(n int) string {
	n += 10000000
	return fmt.Sprint(n) + string(letters[n%23])
}

// TestKilledAtAnyPointIsNoAllow kills veil at points spread over its life. The
// host reads a whole answer or a failure, and the store still opens and agrees
// with all that was said.
func TestKilledAtAnyPointIsNoAllow(t *testing.T) {
	t.Parallel()
	rounds := 200
	if testing.Short() {
		rounds = 40
	}
	m, r := newMachine(t), rand.New(rand.NewPCG(21, 22))
	l := ledger{map[string]string{}, map[string]string{}}
	life := m.life(t)
	died := 0
	for i := range rounds {
		e, value := processEvents[r.IntN(len(processEvents))], dni(r.IntN(rounds/4))
		if i%4 == 0 { // an answer that takes several writes
			e.members = strings.Replace(e.members, "DNI VALUE.", "DNI VALUE."+strings.Repeat(" largo", 40<<10), 1)
		}
		got := m.killedAfter(t, e, value, time.Duration(r.Int64N(int64(life)*5/4)), []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM}[i%2])
		requireAbsent(t, "the answer", got.stdout+got.err, value)
		read := e.reads(t, got)
		require.Contains(t, []reading{denies, rewrites}, read, "%s: %+v", e.name, got)
		if got.code == killed {
			died++
			// Had the host not seen the signal: nothing, or half an answer, is no allow.
			half := e.reads(t, result{0, got.stdout, ""})
			require.True(t, got.stdout == "" || half != allows && half != asks, "%s: %s", e.name, half)
		}
		if got.code == 0 {
			l.note(t, value, got.stdout)
		}
	}
	for n := range rounds / 4 {
		for _, e := range processEvents {
			l.note(t, dni(n), m.run(t, e, dni(n)).stdout)
		}
	}
	t.Logf("%d of %d processes were killed before their end", died, rounds)
	require.Greater(t, died, rounds/10)
	require.Less(t, died, rounds)
}

// life is how long a process usually takes.
func (m machine) life(t *testing.T) time.Duration {
	t.Helper()
	times := make([]time.Duration, 9)
	for i := range times {
		began := time.Now()
		m.run(t, processEvents[0], dni(i))
		times[i] = time.Since(began)
	}
	return median(times)
}

// killedAfter starts veil and sends it a signal after a while.
func (m machine) killedAfter(t *testing.T, e processEvent, value string, wait time.Duration, sig os.Signal) result {
	t.Helper()
	cmd := m.command(e.command)
	var out, err bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(m.event(e, value)), &out, &err
	require.NoError(t, cmd.Start())
	timer := time.AfterFunc(wait, func() { _ = cmd.Process.Signal(sig) })
	defer timer.Stop()
	_ = cmd.Wait() // the exit code says it
	return result{cmd.ProcessState.ExitCode(), out.String(), err.String()}
}

// TestAnswerThatNobodyCanReadIsAFailure: exit code 0 without output would allow.
func TestAnswerThatNobodyCanReadIsAFailure(t *testing.T) {
	m := newMachine(t)
	for _, e := range processEvents {
		t.Run(e.name+"/broken pipe", func(t *testing.T) {
			read, write, err := os.Pipe()
			require.NoError(t, err)
			require.NoError(t, read.Close())
			m.requireFailure(t, e, write)
		})
		t.Run(e.name+"/full device", func(t *testing.T) {
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			if err != nil {
				t.Skip("there is no /dev/full here")
			}
			m.requireFailure(t, e, full)
		})
		t.Run(e.name+"/closed", func(t *testing.T) {
			cmd := m.command(e.command)
			cmd.Path, cmd.Args = "/bin/sh", []string{"sh", "-c", `exec "$0" "$1" >&-`, os.Args[0], e.command}
			cmd.Stdin = strings.NewReader(m.event(e, dni(1)))
			require.Error(t, cmd.Run(), "the host would read an allow")
		})
	}
}

func (m machine) requireFailure(t *testing.T, e processEvent, stdout *os.File) {
	t.Helper()
	cmd := m.command(e.command)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(m.event(e, dni(1))), stdout, &stderr
	require.Error(t, cmd.Run(), "the host would read an allow")
	require.NoError(t, stdout.Close())
	requireAbsent(t, "standard error", stderr.String(), dni(1))
}

// TestInputThatNeverEnds: the answer comes before the hosts' own limit of 10 s,
// at which Claude Code would let the event pass.
func TestInputThatNeverEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for veil's deadline")
	}
	t.Parallel()
	m := newMachine(t)
	var all sync.WaitGroup
	for _, e := range processEvents {
		for _, input := range []string{"", m.event(e, dni(1)), m.event(e, dni(1))[:40]} {
			all.Go(func() {
				cmd := m.command(e.command)
				stdin, err := cmd.StdinPipe()
				if !assert.NoError(t, err) {
					return
				}
				var out, errs bytes.Buffer
				cmd.Stdout, cmd.Stderr = &out, &errs
				began := time.Now()
				assert.NoError(t, cmd.Start())
				_, _ = io.WriteString(stdin, input)
				_ = cmd.Wait()
				assert.Less(t, time.Since(began), 9500*time.Millisecond)
				r := result{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
				assert.Equal(t, denies, e.reads(t, r), "%s: %+v", e.name, r)
				assert.NotEqual(t, killed, r.code)
				assert.Contains(t, r.stdout+r.err, "ran out of time")
			})
		}
	}
	all.Wait()
}

// TestResultWhoseInputNeverEndsIsWithheld: exit code 2 does not hide a result, so
// what came of the event must do for a refusal in its shape.
func TestResultWhoseInputNeverEndsIsWithheld(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for veil's deadline")
	}
	t.Parallel()
	m := newMachine(t)
	cmd := m.command("claude-code")
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	var out bytes.Buffer
	cmd.Stdout = &out
	require.NoError(t, cmd.Start())
	_, err = io.WriteString(stdin, m.event(processEvent{"claude-code", "PostToolUse", `"tool_name":"Bash","tool_input":{},"tool_response":{"stdout":"DNI VALUE."}`}, dni(1)))
	require.NoError(t, err)
	require.NoError(t, cmd.Wait())
	require.Equal(t, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{"stdout":"[veil: withheld: not analysed: veil ran out of time; try again, or make the text smaller]"}}}`, out.String())
}

// TestLockThatIsNeverFreed: another process holds the session's store and hangs.
func TestLockThatIsNeverFreed(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for veil's deadline")
	}
	t.Parallel()
	m, l := newMachine(t), ledger{map[string]string{}, map[string]string{}}
	requireWorks(t, m, l)
	locks, err := filepath.Glob(filepath.Join(m.state(), "sessions", "*", "lock"))
	require.NoError(t, err)
	require.NotEmpty(t, locks)
	for _, path := range locks {
		f, err := os.Open(path)
		require.NoError(t, err)
		defer func() { _ = f.Close() }()
		require.NoError(t, syscall.Flock(int(f.Fd()), syscall.LOCK_EX))
	}
	var all sync.WaitGroup
	for _, e := range processEvents {
		all.Go(func() {
			began := time.Now()
			r := m.run(t, e, dni(99))
			assert.Less(t, time.Since(began), 9500*time.Millisecond)
			assert.Equal(t, denies, e.reads(t, r), "%s: %+v", e.name, r)
			assert.Zero(t, r.code, "%s says why in the host's own form", e.name)
			assert.Contains(t, r.stdout, "not analysed")
		})
	}
	all.Wait()
}

// TestSixteenAtOnceAgree: every process gives every value the same token.
func TestSixteenAtOnceAgree(t *testing.T) {
	m := newMachine(t)
	const processes, values = 16, 4
	var answers [processes][values]string
	var all sync.WaitGroup
	for i := range processes {
		all.Go(func() {
			for n := range values {
				value := (n + i) % values
				answers[i][value] = m.run(t, processEvents[i%len(processEvents)], dni(value)).stdout
			}
		})
	}
	all.Wait()
	l := ledger{map[string]string{}, map[string]string{}}
	for _, list := range answers {
		for n, answer := range list {
			l.note(t, dni(n), answer)
		}
	}
	require.Len(t, l.tokens, values)
}
