// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// lookPath returns the absolute path of a program on the PATH. A folder that is not
// absolute is passed over: it may be the project's.
func lookPath(name string) (string, error) {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path := filepath.Join(dir, name)
		info, err := os.Stat(path)
		if err != nil || !filepath.IsAbs(path) || !info.Mode().IsRegular() {
			continue
		}
		if runtime.GOOS == "windows" || info.Mode()&0o111 != 0 {
			return path, nil
		}
	}
	return "", notFound(name)
}

// outputOf runs a program to its end in a directory, "" for this one, without input and
// with env besides the variables of this process, and returns its standard output.
func outputOf(dir string, env []string, argv ...string) (string, error) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return "", err
	}
	defer func() { _ = null.Close() }()
	out, in, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer func() { _ = out.Close() }()
	env = append(os.Environ(), env...)
	if dir != "" { // some programs believe PWD more than the system
		env = slices.DeleteFunc(env, func(v string) bool { return strings.HasPrefix(v, "PWD=") })
	}
	p, err := os.StartProcess(argv[0], argv, &os.ProcAttr{Dir: dir, Env: env, Files: []*os.File{null, in, nil}})
	if err := errors.Join(err, in.Close()); err != nil {
		return "", err
	}
	const most = 1 << 20
	text, err := io.ReadAll(io.LimitReader(out, most))
	_, _ = io.Copy(io.Discard, out)
	_, waited := p.Wait()
	return string(text), errors.Join(err, waited)
}

// runAttached runs a program on this process's own streams and returns its exit code. An
// interrupt reaches both; it is the program's business.
func runAttached(program string, args []string) (int, error) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	defer signal.Stop(signals)
	p, err := os.StartProcess(program, append([]string{program}, args...), &os.ProcAttr{
		Env: os.Environ(), Files: []*os.File{os.Stdin, os.Stdout, os.Stderr},
	})
	if err != nil {
		return 0, err
	}
	state, err := p.Wait()
	if err != nil {
		return 0, err
	}
	if state.ExitCode() < 0 {
		return exitInternal, nil // a signal ended it
	}
	return state.ExitCode(), nil
}
