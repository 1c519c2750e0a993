// SPDX-License-Identifier: Apache-2.0

package desk

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/veil-guard/veil/cmd-veil/internal/doctor"
	"github.com/veil-guard/veil/cmd-veil/internal/install"
)

// print prints for a person: what concerns veil, then each host, what the canaries showed,
// and the verdict.
func (r *Report) print(p page) error {
	var b strings.Builder
	for _, f := range r.inOrder() {
		b.WriteString(p.finding(f))
	}
	if err := r.table(&b); err != nil {
		return err
	}
	word, rest, found := strings.Cut(r.Summary, ":")
	if r.Verdict == notProtected && found {
		b.WriteString("\n" + p.lines(word, "1;31", ":"+strings.TrimSuffix(rest, " "+r.First), r.First, ""))
	} else {
		b.WriteString("\n" + p.lines("", "", strings.TrimSuffix(r.Summary, " "+r.First), r.First, ""))
	}
	_, err := io.WriteString(p.out, b.String())
	return err
}

// inOrder are the findings as they are printed: by hosts, each with a line that says how
// veil runs there if nothing keeps it from that.
func (r *Report) inOrder() []doctor.Finding {
	var list []doctor.Finding
	for _, host := range []string{"", install.ClaudeCode, install.OpenCode} {
		before := len(list)
		for _, f := range r.Findings {
			if f.Host == host {
				list = append(list, f)
			}
		}
		bad := slices.ContainsFunc(list[before:], func(f doctor.Finding) bool { return f.Level == doctor.Bad })
		for _, h := range r.Hosts {
			if h.Name == host && h.Way != "" && !bad {
				runs := map[bool]string{true: "is set up", false: "runs"}[h.Path == ""]
				list = append(list, doctor.Finding{Level: doctor.OK, Host: host, Text: "veil " + runs + " there by its " + h.Way})
			}
		}
	}
	return list
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

// finding renders what, where, why, and in the end the command that mends it.
func (p page) finding(f doctor.Finding) string {
	text := cmp.Or(install.HostOf(f.Host).Title, "veil") + ": "
	if f.Where != "" {
		text += f.Where + ": "
	}
	text += f.Text
	if f.Remedy != "" {
		text += "; " + f.Remedy
	}
	if f.Run != "" {
		text += map[bool]string{true: ":", false: ";"}[f.Remedy != ""]
	}
	word, code := "--", "2"
	switch f.Level {
	case doctor.OK:
		word, code = "ok", "32"
	case doctor.Attention:
		word, code = "warn", "33"
	case doctor.Bad:
		word, code = "bad", "1;31"
	}
	return p.lines(word, code, strings.Repeat(" ", len(margin)-len(word))+text, f.Run, margin)
}
