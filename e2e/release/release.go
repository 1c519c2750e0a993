// SPDX-License-Identifier: Apache-2.0

// Package release prepares and rehearses releases of the modules, each with its
// own version. On main a module replaces its siblings by their folders, which
// "go install" refuses; a release is one commit without the replaces, to which
// the tags of the modules point.
//
// All work is done in a scratch clone. The go command is told to look for the
// modules of veil in that clone, so that nothing needs to be published first.
package release

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/veil-guard/veil/e2e/boundary"
)

// program is the module whose version is that of the product.
const program = "cmd-veil"

// Modules returns the modules that get versions, each after those that it
// imports.
func Modules() []boundary.Module {
	var released []boundary.Module
	for _, m := range boundary.Modules() {
		if m.Dir != "e2e" {
			released = append(released, m)
		}
	}
	return released
}

// Prepare makes the release commit of what is committed at root, tries it out,
// and fetches it into root as a branch with its tags. The files of root are not
// touched. It returns the branch. Nothing is changed if a step fails.
func Prepare(root string, out io.Writer) (string, error) {
	var branch string
	err := inScratch(func(work string) error {
		r, err := clone(root, work, "--quiet")
		if err != nil {
			return err
		}
		var tags []string
		steps := []step{
			{"pin", func() (err error) { tags, err = r.pin(); return err }},
			{"look at the commit", r.inspect},
			{"import rules at the commit", r.boundary},
			{"install and run as a user", func() error { return r.tryOut(work) }},
			{"fetch branch and tags", func() (err error) { branch, err = r.deliver(root, tags); return err }},
		}
		return play(out, steps)
	})
	return branch, err
}

// Rehearse makes two releases in a row in a scratch clone of what is committed
// at root, the second one of core and the program only, and uses the result as
// a user would. It changes nothing at root.
func Rehearse(root string, out io.Writer) error {
	return inScratch(func(work string) error {
		r, err := clone(root, work, "--quiet", "--no-tags")
		if err != nil {
			return err
		}
		return play(out, []step{
			{"first release: pin", func() error { _, err := r.pin(); return err }},
			{"first release: look at the commit", r.inspect},
			{"import rules at the commit", r.boundary},
			{"unpin", r.backToMain},
			{"second release: raise core and " + program, r.raise},
			{"second release: pin", func() error { _, err := r.pin(); return err }},
			{"second release: look at the commit", r.inspect},
			{"install and run as a user", func() error { return r.tryOut(work) }},
			{"a module that imports only core", func() error { return r.downstream(work) }},
		})
	})
}

type step struct {
	name string
	do   func() error
}

// play does the steps in order, says how long each took, and names the one that
// fails. One that cannot be done here is said.
func play(out io.Writer, steps []step) error {
	for _, s := range steps {
		began := time.Now()
		mark, why := "ok", ""
		err := s.do()
		if not, ok := errors.AsType[skipped](err); ok {
			mark, why, err = "*** SKIPPED", ": "+string(not), nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if _, err := fmt.Fprintf(out, "%s  %5.1fs  %s%s\n", mark, time.Since(began).Seconds(), s.name, why); err != nil {
			return err
		}
	}
	return nil
}

func inScratch(do func(work string) error) error {
	work, err := os.MkdirTemp("", "veil-release-")
	if err != nil {
		return err
	}
	return errors.Join(do(work), os.RemoveAll(work))
}

// run runs a program and returns what it writes to standard output, without
// white space at the ends. Its error says what the program complained of.
func run(dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	text := strings.TrimSpace(string(out))
	if err != nil {
		said := strings.TrimSpace(text + "\n" + complaint.String())
		return text, fmt.Errorf("%s %s (in %s): %w\n%s", name, strings.Join(args, " "), filepath.Base(dir), err, said)
	}
	return text, nil
}
