// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// counted is what is counted: the detectors, and what of the standard library
// they walk over text with. What is written in assembly is not counted.
const counted = "github.com/veil-guard/veil/...,bytes,strings"

// stepper counts the steps that the detectors take. It is a process of its own:
// see testdata/stepcount.
type stepper struct {
	in  io.WriteCloser
	out *bufio.Reader
}

func newStepper(t testing.TB) *stepper {
	t.Helper()
	program := filepath.Join(t.TempDir(), "stepcount")
	build := exec.Command("go", "build", "-cover", "-covermode=atomic", "-coverpkg="+counted, "-o", program, ".")
	build.Dir = filepath.Join("testdata", "stepcount")
	text, err := build.CombinedOutput()
	require.NoError(t, err, "%s", text)
	cmd := exec.Command(program)
	cmd.Stderr, cmd.Env = os.Stderr, append(os.Environ(), "GOCOVERDIR="+t.TempDir())
	s := &stepper{}
	s.in, err = cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	s.out = bufio.NewReader(out)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = s.in.Close()
		_ = cmd.Wait() // what it wrote was checked
	})
	return s
}

// steps returns how many blocks of code run to look through a text.
func (s *stepper) steps(t testing.TB, text []byte) (steps int) {
	t.Helper()
	require.NoError(t, binary.Write(s.in, binary.LittleEndian, uint32(len(text))))
	_, err := s.in.Write(text)
	require.NoError(t, err)
	var nanoseconds int
	_, err = fmt.Fscanln(s.out, &steps, &nanoseconds)
	require.NoError(t, err)
	return steps
}
