// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

// killRounds is how often sixteen processes are killed, if VEIL_KILL_ROUNDS does not
// say: mage fuzz:kills does it 200 times.
const killRounds = 5

// killedWorkers runs sixteen processes, ends each with SIGKILL at a random point of
// its life, and returns what each one had printed by then.
func killedWorkers(t *testing.T, dir string, life time.Duration, r *rand.Rand) (out []map[string]string, killed int) {
	t.Helper()
	out = make([]map[string]string, workers)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range workers {
		after := time.Duration(r.Int64N(int64(life)))
		wg.Go(func() {
			var printed strings.Builder
			cmd := workerOf(dir, sessionID, i)
			cmd.Stdout = &printed
			if !assert.NoError(t, cmd.Start()) {
				return
			}
			alarm := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
			err := cmd.Wait()
			alarm.Stop()
			out[i] = tokensIn(printed.String())
			if exit, failed := errors.AsType[*exec.ExitError](err); failed && exit.ExitCode() == -1 {
				mu.Lock()
				defer mu.Unlock()
				killed++
				return
			}
			assert.NoError(t, err)
		})
	}
	wg.Wait()
	return out, killed
}

// TestSixteenProcessesThatAreKilled: whatever left a process stands, nothing is given
// twice, no number is lost, and who comes later finds a store that works.
func TestSixteenProcessesThatAreKilled(t *testing.T) {
	rounds := killRounds
	if text := os.Getenv("VEIL_KILL_ROUNDS"); text != "" {
		var err error
		rounds, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	began := time.Now()
	runWorkers(t, stateDir(t), sessionID)
	life := time.Since(began) * 2 / 3 // the dead leave room to the others
	r := rand.New(rand.NewPCG(5, 16))
	all, printed := 0, 0
	for range rounds {
		dir := stateDir(t)
		left, killed := killedWorkers(t, dir, life, r)
		all += killed
		s := open(t, dir, sessionID)
		for _, tokens := range left {
			for value, token := range tokens {
				printed++
				require.Equal(t, value, revealed(t, s, token), "what left a process stands")
			}
		}
		agreed := requireOneTokenEach(t, runWorkers(t, dir, sessionID))
		for _, tokens := range left {
			for value, token := range tokens {
				require.Equal(t, agreed[value], token)
			}
		}
		for value, token := range agreed {
			require.Equal(t, value, revealed(t, s, token))
		}
	}
	t.Logf("%d rounds: %d processes killed, %d tokens had left them", rounds, all, printed)
	require.Greater(t, all, rounds, "too few were killed")
	require.Positive(t, printed)
}

func revealed(t *testing.T, s core.Pseudonyms, token string) string {
	t.Helper()
	r, err := s.Reveal(context.Background(), []string{token})
	require.NoError(t, err)
	return core.ApplyEdits(token, r[0].Edits)
}
