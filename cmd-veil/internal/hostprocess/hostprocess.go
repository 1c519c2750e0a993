// SPDX-License-Identifier: Apache-2.0

// Package hostprocess runs programs that may hang, print without end or leave children
// behind, so that none of that outlives the call.
package hostprocess

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"runtime"
	"time"
)

// afterwards is how long a program's children may keep its output open.
const afterwards = 3 * time.Second

// mostPrinted bounds what is kept of what a program prints.
const mostPrinted = 1 << 20

// Printed takes what a program prints, up to a limit. The rest is thrown away. The buffer
// is no embedded one: its ReadFrom would know no limit.
type Printed struct{ buffer bytes.Buffer }

// Write implements [io.Writer].
func (p *Printed) Write(text []byte) (int, error) {
	_, _ = p.buffer.Write(text[:min(len(text), max(0, mostPrinted-p.buffer.Len()))]) // a buffer takes everything
	return len(text), nil
}

// String is what was kept.
func (p *Printed) String() string { return p.buffer.String() }

// Run runs a program that [exec.CommandContext] made to its end, or to that of its
// context, and ends what it has started. On Linux the program ends with this process,
// however that ends.
func Run(cmd *exec.Cmd) error {
	cmd.WaitDelay = afterwards
	inGroup(cmd)
	// The system counts this thread as the parent: it must live as long as the program.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := cmd.Run()
	endGroup(cmd)
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil // the program ended well, and a child of it went on
	}
	return err
}

// ErrLate says that a program did not end in time.
var ErrLate = errors.New("it did not end in time")

// Output runs a program for what it prints, of which it keeps the beginning. The error is
// ErrLate, that of ctx, or one of os/exec.
func Output(ctx context.Context, limit time.Duration, program string, args ...string) (string, error) {
	timed, cancel := context.WithTimeoutCause(ctx, limit, ErrLate)
	defer cancel()
	cmd := exec.CommandContext(timed, program, args...)
	var out Printed
	cmd.Stdout = &out
	err := Run(cmd)
	if err != nil && timed.Err() != nil {
		err = context.Cause(timed)
	}
	return out.String(), err
}
