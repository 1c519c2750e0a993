// SPDX-License-Identifier: Apache-2.0

package hosts

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/veil-guard/veil/e2e"
)

// installInto installs the host below dir and checks that it starts and says
// the pinned version.
func installInto(ctx context.Context, dir string, host e2e.Host) error {
	if err := npmInstall(ctx, dir, host); err != nil {
		return err
	}
	pkg := filepath.Join(dir, packageDir(host))
	if _, err := command(ctx, pkg, "node", host.Postinstall); err != nil {
		return err
	}
	said, err := command(ctx, dir, filepath.Join(pkg, filepath.FromSlash(host.Bin)), "--version")
	if err != nil {
		return err
	}
	if fields := strings.Fields(said); len(fields) == 0 || fields[0] != host.Version {
		return fmt.Errorf("%s says version %q, want %s", host.Package, strings.TrimSpace(said), host.Version)
	}
	return nil
}

// npmInstall installs the host's package and what it needs below dir. The install script is
// run by name afterwards: newer versions of npm ask before they run scripts, and it is the
// only one that is needed.
func npmInstall(ctx context.Context, dir string, host e2e.Host) error {
	_, err := command(ctx, dir, "npm", "install", "--prefix", dir, "--no-audit", "--no-fund", "--ignore-scripts",
		"--include=optional", host.Package+"@"+host.Version)
	return err
}

// command runs a program in dir, with a home of its own so that nothing lands
// in the user's, and returns its standard output.
func command(ctx context.Context, dir, name string, args ...string) (string, error) {
	home, err := os.MkdirTemp("", "veil-e2e-home-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(home) }()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home, "XDG_STATE_HOME="+home,
		"CLAUDE_CONFIG_DIR="+home, "DISABLE_AUTOUPDATER=1", "OPENCODE_DISABLE_AUTOUPDATE=1")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", filepath.Base(name), args[0], err, lastLine(stderr.String()))
	}
	return stdout.String(), nil
}

// lastLine returns the last line that says what went wrong; npm ends with the
// name of a log file.
func lastLine(text string) string {
	last := ""
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.Contains(line, "complete log") {
			last = line
		}
	}
	return last
}
