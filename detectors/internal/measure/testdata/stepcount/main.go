// SPDX-License-Identifier: Apache-2.0

// Stepcount tells how many steps the detectors take for a text. It is built with
// go build -cover -covermode=atomic, whose counters count how often each block of
// code runs; the code of the detectors itself holds no counter.
//
// It reads texts from its standard input, each after its length in four bytes
// (little-endian), and writes a line for each: the steps, and the CPU time in
// nanoseconds.
package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"syscall"

	"github.com/veil-guard/veil/detectors"
	"github.com/veil-guard/veil/detectors/internal/plant"
)

func main() {
	if err := run(bufio.NewReader(os.Stdin), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "stepcount:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	catalogue, err := detectors.ParseCatalogue(plant.Catalogue())
	if err != nil {
		return err
	}
	set, err := detectors.New(detectors.Options{Catalogue: catalogue})
	if err != nil {
		return err
	}
	set.Find(nil, []byte("ana")) // what is made once is made now
	for {
		var length uint32
		if err := binary.Read(in, binary.LittleEndian, &length); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		text := make([]byte, length)
		if _, err := io.ReadFull(in, text); err != nil {
			return err
		}
		before := cpuTime()
		steps, err := countSteps(func() { set.Find(nil, text) })
		if err != nil {
			return err
		}
		fmt.Fprintln(out, steps, cpuTime()-before)
	}
}

// cpuTime is the CPU time of this process, in nanoseconds.
func cpuTime() int64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // it fails for a wrong argument only
	return u.Utime.Nano() + u.Stime.Nano()
}
