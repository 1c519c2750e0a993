// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
)

// hookDeadline is well below the hosts' own limit of 10 s: a hook that the host
// gives up on lets a result pass. Refusing a large event takes time as well, and
// more of it on a machine that is too busy to answer: 8 MiB took up to 2.5 s.
const hookDeadline = 5 * time.Second

// adapter is a host's wire format.
type adapter interface {
	// parse reads one event.
	parse(raw []byte) (inquiry, error)
	// refuse is the denial of an event that could not be parsed or inspected.
	refuse(raw []byte, r core.Reason) reply
}

// inquiry is one event that waits for its answer.
type inquiry interface {
	event() core.Event
	// settings are the host's files that could switch the guard off.
	settings(home string, workspaces []string) []string
	// conversation returns the tokens that the session's conversation holds, as far
	// as it can be read. It is asked once in a session.
	conversation() ([]core.Token, error)
	answer(v core.Verdict) (reply, error)
}

// reply is what the process says to the host.
type reply struct {
	stdout []byte
	stderr string // with its line end
	exit   int
}

// exitHookFailed is the exit code that both hosts understand as a denial when
// nothing else can be said.
const exitHookFailed = 2

// maxInput bounds what is read of an event. It is above core.MaxDocument: an
// event that is too large is refused, and for that its whole text is needed,
// because some hosts take a refusal only in the shape of the event.
const maxInput = 8 * core.MaxDocument

// runHook answers one event. Whatever goes wrong, the host reads a denial: an
// error, a panic, the deadline, or an output that cannot be written.
func runHook(a adapter, s streams) int {
	s.awaitEvent()
	var event received
	answered := make(chan reply, 1)
	go func() {
		defer func() {
			if recover() != nil {
				answered <- a.refuse(event.bytes(), core.ReasonOf(errPanic))
			}
		}()
		if _, err := io.Copy(&event, io.LimitReader(s.in, maxInput)); err != nil {
			answered <- a.refuse(event.bytes(), core.ReasonOf(fmt.Errorf("reading the event: %w", err)))
			return
		}
		answered <- answerEvent(a, event.bytes(), inspectEvent)
	}()
	deadline := time.NewTimer(hookDeadline)
	defer deadline.Stop()
	select {
	case r := <-answered:
		return s.say(r)
	case <-deadline.C:
		return s.say(a.refuse(event.bytes(), core.ReasonOf(context.DeadlineExceeded)))
	}
}

// errPanic stands for a panic. What it said is not kept: it may hold a value.
var errPanic = errors.New("veil panicked")

// received is what was read of an event so far. Some hosts take a refusal only in
// the shape of the event, so what came before the deadline counts.
type received struct {
	mu   sync.Mutex
	text []byte
}

// Write takes in the next part.
func (r *received) Write(part []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.text = append(r.text, part...)
	return len(part), nil
}

// bytes returns what has come. It is not changed by what comes later.
func (r *received) bytes() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text[:len(r.text):len(r.text)]
}

// say writes the reply. If the host cannot read it, the exit code denies.
func (s streams) say(r reply) int {
	if len(r.stdout) > 0 {
		why := "standard output is closed or thrown away; start veil with one that the host reads"
		_, err := s.out.Write(r.stdout)
		if err != nil {
			why = config.Cause(err) + "; start veil with a standard output that the host reads"
		}
		if err != nil || isNull(s.out) {
			_, _ = fmt.Fprintln(s.err, "veil: the answer could not be written: "+why)
			return exitHookFailed
		}
	}
	_, _ = io.WriteString(s.err, r.stderr)
	return r.exit
}

// isNull says whether what is written there is thrown away: the Go runtime puts
// the null device in place of a standard output that is closed.
func isNull(out io.Writer) bool {
	f, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil {
		return true
	}
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null)
}
