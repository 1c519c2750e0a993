// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"cmp"
	"context"
	"os"
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

// mostSettings bounds what is read of a host's settings: 64 MiB.
const mostSettings = 64 << 20

// unreadable adds a finding for settings that nobody should begin to read, and says
// whether there are any. A host that reads them hangs as well.
func (p *patient) unreadable(host string, files []string) (found bool) {
	for _, file := range files {
		info, err := os.Stat(file)
		f := Finding{Check: "settings", Level: Bad, Host: host, Where: file}
		switch {
		case err != nil || info.IsDir():
			continue
		case !info.Mode().IsRegular():
			f.Text, f.Run = "is no plain file: who reads it may wait for ever", "rm "+shellword.Quote(file)
		case info.Size() > mostSettings:
			f.Text, f.Run = "has more than 64 MiB: it is not read", "mv "+shellword.Quote(file)+" "+shellword.Quote(file+".old")
		default:
			continue
		}
		p.add(f)
		found = true
	}
	return found
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
