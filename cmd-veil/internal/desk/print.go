// SPDX-License-Identifier: Apache-2.0

package desk

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/veil-guard/veil/cmd-veil/internal/doctor"
	"github.com/veil-guard/veil/cmd-veil/internal/install"
)

// print prints for a person: what concerns veil, then each host.
func (r *Report) print(out io.Writer) error {
	var b strings.Builder
	colour := colours(out)
	for _, host := range []string{"", install.ClaudeCode, install.OpenCode} {
		bad := false
		for _, f := range r.Findings {
			if f.Host == host {
				b.WriteString(line(f, colour))
				bad = bad || f.Level == doctor.Bad
			}
		}
		for _, h := range r.Hosts {
			if h.Name == host && h.Way != "" && !bad {
				b.WriteString(line(doctor.Finding{Level: doctor.OK, Host: host, Text: "veil runs there by its " + h.Way}, colour))
			}
		}
	}
	if err := r.table(&b); err != nil {
		return err
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// table is what the canaries showed, beside what the capability matrix says.
func (r *Report) table(b *strings.Builder) error {
	if len(r.Canary) == 0 {
		return nil
	}
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "\ncanary\tsurface\tmeasured\tveil can") // a builder takes everything
	for _, row := range r.Canary {
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", row.Host, row.What, row.Result, row.Claim)
	}
	return t.Flush()
}

// line is a finding in one line: what, where, why, and in the end the command that mends it.
func line(f doctor.Finding, colour bool) string {
	text := cmp.Or(install.HostOf(f.Host).Title, "veil") + ": "
	if f.Where != "" {
		text += f.Where + ": "
	}
	text += f.Text
	if f.Remedy != "" {
		text += "; " + f.Remedy
	}
	if f.Run != "" {
		text += map[bool]string{true: ": ", false: "; "}[f.Remedy != ""] + f.Run
	}
	return label(f.Level, colour) + text + "\n"
}

// label is the word that begins a line, in five columns.
func label(l doctor.Level, colour bool) string {
	word, code := "--", "2"
	switch l {
	case doctor.OK:
		word, code = "ok", "32"
	case doctor.Attention:
		word, code = "warn", "33"
	case doctor.Bad:
		word, code = "bad", "1;31"
	}
	space := strings.Repeat(" ", len("warn ")-len(word))
	if colour {
		word = fmt.Sprintf("\x1b[%sm%s\x1b[0m", code, word)
	}
	return word + space
}

// colours says whether out is a terminal, and NO_COLOR is not set (no-color.org).
func colours(out io.Writer) bool {
	f, ok := out.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
