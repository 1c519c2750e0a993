// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/cmd-veil/internal/nearest"
)

// absent says why a file that the command line names cannot be read, and what to do. A
// value that was given in place of a file is not said again.
func (c *checker) absent(name string, n int, err error) {
	c.unread++
	what, hint := name+": cannot be read: "+config.Cause(err), ""
	if name == "" {
		what = `""` + what
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		hint = "run it as who may read that"
	case errors.Is(err, config.ErrIrregular):
		hint = "veil check < " + name + " reads what comes from there"
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		hint = "it reads files: type a text after veil check alone, or pipe it there"
		if near := nearFile(name); near != "" {
			hint = "did you mean " + near + "?"
		} else if found := c.set.Find(nil, []byte(name)); len(found) > 0 {
			what = fmt.Sprintf("argument %d names no file, and holds personal data: %s", n, found[0].Kind)
		}
	}
	c.complain(what, hint)
}

// nearFile returns the file that a path with a slip in its last name may mean, or "".
func nearFile(path string) string {
	dir, base := filepath.Split(path)
	entries, err := os.ReadDir(filepath.Clean(dir))
	if err != nil {
		return ""
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if near := nearest.Name(base, names); near != "" {
		return dir + near
	}
	return ""
}
