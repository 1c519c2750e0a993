// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
)

// maxAtOnce bounds the events that are inspected at the same time; further ones wait
// in the pipe.
const maxAtOnce = 8

// lineAdapter is a host's wire format where one process serves many events, one line
// each: docs/protocol.md.
type lineAdapter interface {
	adapter
	// greet answers a line that is about no event; ok is false for an event.
	greet(line []byte) (r reply, ok bool)
	// close is called when the host has gone.
	close()
}

// runStdio answers one event a line until standard input ends. Answers come in any
// order. It returns 0 then, and exitHookFailed when nobody reads the answers.
func runStdio(a lineAdapter, s streams) int {
	defer a.close()
	k := newKeeper()
	out := lineWriter{streams: s}
	var events sync.WaitGroup
	defer events.Wait()
	turns := make(chan struct{}, maxAtOnce)
	in := bufio.NewReaderSize(s.in, 64<<10)
	for {
		line, err := readLine(in)
		if errors.Is(err, errLongLine) {
			out.say(a.refuse(line, core.ReasonOf(err)))
		} else if err != nil {
			events.Wait()
			return out.exitCode()
		}
		if out.exitCode() != exitOK {
			return exitHookFailed
		}
		if err != nil {
			continue
		}
		turns <- struct{}{}
		events.Go(func() {
			out.say(answerLine(a, line, k.inspect))
			<-turns
		})
	}
}

// errLongLine: a request has more bytes than veil reads.
var errLongLine = &config.Error{
	What: fmt.Sprintf("the request is larger than %d MiB", core.MaxDocument>>20),
	Mend: "send a smaller text, or name the file; begin a new session if the conversation is so long",
}

// readLine reads up to the next line end. Of a line that is too long only the beginning is kept,
// which says what is asked about.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxInput; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0):
			return nil, io.EOF
		case long:
			return line[:min(len(line), in.Size())], errLongLine
		default:
			return line, nil
		}
	}
}

// answerLine answers one line in time, whatever happens.
func answerLine(a lineAdapter, line []byte, inspect inspector) reply {
	answered := make(chan reply, 1)
	go func() {
		defer func() {
			if recover() != nil {
				answered <- a.refuse(line, core.ReasonOf(errPanic))
			}
		}()
		if r, ok := a.greet(line); ok {
			answered <- r
			return
		}
		answered <- answerEvent(a, line, inspect)
	}()
	deadline := time.NewTimer(hookDeadline)
	defer deadline.Stop()
	select {
	case r := <-answered:
		return r
	case <-deadline.C:
		return a.refuse(line, core.ReasonOf(context.DeadlineExceeded))
	}
}

// lineWriter writes whole answers, one at a time.
type lineWriter struct {
	streams
	mu   sync.Mutex
	code int // of the first answer that could not be written
}

func (w *lineWriter) say(r reply) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.code == exitOK {
		w.code = w.streams.say(r)
	}
}

func (w *lineWriter) exitCode() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.code
}
