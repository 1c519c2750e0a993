// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"bufio"
	"context"
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

const blobsPerWorker = 12

// numbered is the blob with a number.
func numbered(i int) core.Hideable { return blob(fmt.Sprintf("%03d+QUJD/", i), 60_000) }

// blobWorker hides the same blobs as its neighbours and prints their tokens.
func blobWorker(dir string) int {
	s, err := pseudonymstore.Open(dir, sessionID)
	if err != nil {
		return 1
	}
	defer s.Close()
	for i := range blobsPerWorker {
		r, err := s.Hide(context.Background(), []core.Hideable{numbered(i)})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		fmt.Println(r[0].Edits[0].New)
	}
	return 0
}

// runBlobWorker returns the tokens that a worker printed. It is killed after
// that time, if it is still running; none is for ever.
func runBlobWorker(t *testing.T, dir string, lifetime time.Duration) []string {
	tokens := []string{}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envBlobs+"="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if !assert.NoError(t, err) || !assert.NoError(t, cmd.Start()) {
		return nil
	}
	if lifetime > 0 {
		time.AfterFunc(lifetime, func() { _ = cmd.Process.Kill() })
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		tokens = append(tokens, lines.Text())
	}
	if err := cmd.Wait(); lifetime == 0 {
		assert.NoError(t, err)
	}
	return tokens
}

// TestBlobsOfProcesses: processes that write the same blobs, of which some are
// killed, agree on their tokens, and each token that was given out restores.
func TestBlobsOfProcesses(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 5 {
		dir := stateDir(t)
		var printed [4][]string
		var wg sync.WaitGroup
		for i := range printed {
			lifetime := time.Duration(0)
			if i > 0 {
				lifetime = time.Duration(5+r.IntN(80)) * time.Millisecond
			}
			wg.Go(func() { printed[i] = runBlobWorker(t, dir, lifetime) })
		}
		wg.Wait()
		require.Len(t, printed[0], blobsPerWorker)
		s := open(t, dir, sessionID)
		for i, token := range printed[0] {
			require.Equal(t, numbered(i).Text, reveal(t, s, token))
		}
		for _, tokens := range printed {
			require.Equal(t, printed[0][:len(tokens)], tokens)
		}
	}
}
