// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/hostprocess"
	"github.com/veil-guard/veil/cmd-veil/internal/shellword"
)

// versionLimit bounds how long a program may take to say its version: a second on a
// quiet machine.
const versionLimit = 20 * time.Second

// output runs a program for what it prints.
func (p *patient) output(ctx context.Context, program string, args ...string) (string, error) {
	return hostprocess.Output(ctx, cmp.Or(p.Patience, versionLimit), program, args...)
}

// edit is the command that opens a file.
func edit(file string) string {
	if strings.HasPrefix(file, "/etc/") {
		return `sudo "${EDITOR:-vi}" ` + shellword.Quote(file)
	}
	return `"${EDITOR:-vi}" ` + shellword.Quote(file)
}

// mend takes the remedy of a host's fault apart: a command, or what to write in the file.
func mend(file, remedy string) (what, run string) {
	if command, ok := strings.CutPrefix(remedy, "run "); ok {
		return "", strings.ReplaceAll(command, ", then ", " && ")
	}
	return remedy, edit(file)
}
