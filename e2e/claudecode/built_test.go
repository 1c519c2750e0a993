// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"flag"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/veil"
)

// built is the program under test, built once for all tests: they run beside each other.
var built struct {
	once sync.Once
	dir  string // goes at the end
	path string
	err  error
}

// realHost returns the installed host and the program under test. From here on the test
// runs beside others, each in a box of its own.
func realHost(t *testing.T) (host, program string) {
	t.Helper()
	host = hosts.Require(t, "claude-code")
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "veil-e2e-"); built.err == nil {
			built.path, built.err = veil.BuildIn(built.dir)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	t.Parallel()
	return host, built.path
}

// runTests runs one test more at a time than there are processors, unless the caller
// says how many: half of what a host does is waiting.
func runTests(m *testing.M) int {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = f.Value.Set(strconv.Itoa(runtime.GOMAXPROCS(0) + 1)) // a number is always taken
	}
	code := m.Run()
	if built.dir != "" {
		_ = os.RemoveAll(built.dir) // the system's temporary folder: what stays there goes with it
	}
	return code
}
