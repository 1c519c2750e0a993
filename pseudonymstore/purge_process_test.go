// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// opener opens the session again and again, as hooks do. What it mints while it
// has the session open must stand for the same value in whoever opens it then.
func opener(dir string) int {
	for i := range 12 {
		time.Sleep(time.Duration(rand.IntN(80)) * time.Millisecond)
		if err := openOnce(dir, fmt.Sprintf("value %d of %d", i, os.Getpid())); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return 0
}

func openOnce(dir, value string) (err error) {
	s, err := pseudonymstore.Open(dir, "a")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	r, err := s.Hide(context.Background(), []core.Hideable{whole(value)})
	if err != nil {
		return err
	}
	token := r[0].Edits[0].New
	second, err := pseudonymstore.Open(dir, "a")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, second.Close()) }()
	r, err = second.Reveal(context.Background(), []string{token})
	if err == nil && core.ApplyEdits(token, r[0].Edits) != value {
		err = errors.New("the token stands for something else while the session is open")
	}
	return err
}

// TestPurgeWhileSixteenProcessesOpen: no process ever fails, none loses a token
// that it has, and the purge comes through in between.
func TestPurgeWhileSixteenProcessesOpen(t *testing.T) {
	dir := stateDir(t)
	name := func() string {
		require.NoError(t, open(t, dir, "a").Close())
		return only(t, dir)
	}()
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), envOpeners+"="+dir)
			cmd.Stderr = os.Stderr
			assert.NoError(t, cmd.Run())
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	purged := 0
	for running := true; running; {
		switch err := pseudonymstore.Purge(dir, name, time.Time{}); {
		case err == nil:
			purged++
		case !errors.Is(err, pseudonymstore.ErrInUse) && !errors.Is(err, os.ErrNotExist):
			assert.NoError(t, err)
		}
		select {
		case <-done:
			running = false
		case <-time.After(time.Millisecond):
		}
	}
	t.Logf("purged %d times", purged)
	require.Positive(t, purged)
	require.NoError(t, pseudonymstore.FinishPurges(dir))
}

// TestPurgesWhileASessionIsMade: several purges at once meet a session whose
// process has made only some of its files. Once it is open, it stays.
func TestPurgesWhileASessionIsMade(t *testing.T) {
	dir, log := threeValues(t)
	name := only(t, dir)
	stop := make(chan struct{})
	var purgers sync.WaitGroup
	for range 3 {
		purgers.Go(func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(time.Duration(rand.IntN(20)) * time.Millisecond): // opening needs its time too
				}
				err := pseudonymstore.Purge(dir, name, time.Time{})
				if !errors.Is(err, pseudonymstore.ErrInUse) && !errors.Is(err, os.ErrNotExist) {
					assert.NoError(t, err)
				}
			}
		})
	}
	for i := range 100 {
		s, err := pseudonymstore.Open(dir, sessionID)
		require.NoError(t, err)
		time.Sleep(time.Duration(i%3) * 100 * time.Microsecond)
		require.FileExists(t, log, "it is in use")
		require.NoError(t, s.Close())
	}
	close(stop)
	purgers.Wait()
}
