// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// The environment that makes the test binary another program.
const (
	envFullDisk = "PSEUDONYMSTORE_TEST_FULL_DISK"
	envBlobs    = "PSEUDONYMSTORE_TEST_BLOBS"
	envOpeners  = "PSEUDONYMSTORE_TEST_OPENERS"
	envMemory   = "PSEUDONYMSTORE_TEST_MEMORY"

	envDir     = "PSEUDONYMSTORE_TEST_DIR"
	envSession = "PSEUDONYMSTORE_TEST_SESSION"
	envWorker  = "PSEUDONYMSTORE_TEST_WORKER"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(envFullDisk); dir != "" {
		os.Exit(meetFullDisk(dir))
	}
	if dir := os.Getenv(envBlobs); dir != "" {
		os.Exit(blobWorker(dir))
	}
	if dir := os.Getenv(envOpeners); dir != "" {
		os.Exit(opener(dir))
	}
	if dir := os.Getenv(envMemory); dir != "" {
		os.Exit(rememberer(dir))
	}
	if dir := os.Getenv(envDir); dir != "" {
		os.Exit(worker(dir, os.Getenv(envSession), os.Getenv(envWorker)))
	}
	os.Exit(m.Run())
}

const (
	workers   = 16
	perWorker = 64
	shared    = perWorker / 2
)

// worker hides its values one by one and prints at once which token each one got:
// "[SECRETO-001] shared 1". It begins with the shared ones, from another end than its
// neighbour.
func worker(dir, session, number string) int {
	n, err := strconv.Atoi(number)
	if err != nil {
		return 2
	}
	s, err := pseudonymstore.Open(dir, session)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer s.Close()
	for i := range perWorker {
		value := fmt.Sprintf("shared %d", (i+n*5)%shared)
		if i >= shared {
			value = fmt.Sprintf("own %d of %d", i, n)
		}
		r, err := s.Hide(context.Background(), []core.Hideable{whole(value)})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		fmt.Println(r[0].Edits[0].New, value)
	}
	return 0
}

// whole is a text that is one value.
func whole(value string) core.Hideable {
	return core.Hideable{Text: value, Findings: []core.Finding{{Kind: core.Secreto, Value: value, End: len(value)}}}
}

// runWorkers runs that many processes at once, on the sessions in turn, and
// returns the tokens that each one printed.
func runWorkers(t *testing.T, dir string, sessions ...string) []map[string]string {
	t.Helper()
	out := make([]map[string]string, workers)
	var wg sync.WaitGroup
	for i := range workers {
		wg.Go(func() {
			printed, err := workerOf(dir, sessions[i%len(sessions)], i).Output()
			assert.NoError(t, err)
			out[i] = tokensIn(string(printed))
		})
	}
	wg.Wait()
	return out
}

func workerOf(dir, session string, number int) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envDir+"="+dir, envSession+"="+session, envWorker+"="+strconv.Itoa(number))
	cmd.Stderr = os.Stderr
	return cmd
}

// tokensIn returns the tokens that a worker printed, by value. A line without its end
// did not leave it whole.
func tokensIn(printed string) map[string]string {
	tokens := map[string]string{}
	for line := range strings.Lines(printed) {
		if line, whole := strings.CutSuffix(line, "\n"); whole {
			token, value, _ := strings.Cut(line, " ")
			tokens[value] = token
		}
	}
	return tokens
}

// requireOneTokenEach requires that the processes agree, and that the numbers
// have neither gap nor duplicate. It returns the token of each value.
func requireOneTokenEach(t *testing.T, printed []map[string]string) map[string]string {
	t.Helper()
	agreed := map[string]string{}
	for _, tokens := range printed {
		require.Len(t, tokens, perWorker)
		for value, token := range tokens {
			if before, ok := agreed[value]; ok {
				require.Equal(t, before, token)
			}
			agreed[value] = token
		}
	}
	var numbers []int
	for _, token := range agreed {
		numbers = append(numbers, core.FindTokens(nil, token)[0].Token.Number)
	}
	slices.Sort(numbers)
	for i, n := range numbers {
		require.Equal(t, i+1, n)
	}
	return agreed
}

func TestSixteenProcesses(t *testing.T) {
	dir := stateDir(t)
	agreed := requireOneTokenEach(t, runWorkers(t, dir, "a"))
	require.Len(t, agreed, workers*(perWorker-shared)+shared)
	s := open(t, dir, "a")
	for value, token := range agreed {
		r, err := s.Reveal(context.Background(), []string{token})
		require.NoError(t, err)
		require.Equal(t, value, core.ApplyEdits(token, r[0].Edits))
	}
}

func TestProcessesOfTwoSessions(t *testing.T) {
	printed := runWorkers(t, stateDir(t), "a", "b")
	var ofSession [2][]map[string]string
	for i, tokens := range printed {
		ofSession[i%2] = append(ofSession[i%2], tokens)
	}
	for _, tokens := range ofSession {
		require.Len(t, requireOneTokenEach(t, tokens), workers/2*(perWorker-shared)+shared)
	}
}
