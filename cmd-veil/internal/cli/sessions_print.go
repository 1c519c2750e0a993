// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/plural"
	"github.com/veil-guard/veil/pseudonymstore"
)

// describeAll describes every session, those that were used last first. One that
// is removed meanwhile is left out.
func (f shelf) describeAll() ([]pseudonymstore.Description, error) {
	var all []pseudonymstore.Description
	for _, name := range f.Names {
		d, err := pseudonymstore.Describe(f.dir, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b pseudonymstore.Description) int {
		return cmp.Or(b.LastUse.Compare(a.LastUse), cmp.Compare(a.Name, b.Name))
	})
	return all, nil
}

// printSessions prints a table, one line a session.
func printSessions(s streams, f shelf, all []pseudonymstore.Description, now time.Time) error {
	if len(all) == 0 {
		s.complain("no session is remembered", "")
		return nil
	}
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "ID\tLAST USE\tAGE\tSIZE\tBLOBS\tNOTE\tVALUES")
	for _, d := range all {
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", f.id(d.Name), day(d.LastUse), age(d.LastUse, now),
			size(bytesOf(d)), d.Kept+d.Withheld, note(d), values(d))
	}
	return w.Flush()
}

// printSession prints what is known of a session.
func printSession(s streams, d pseudonymstore.Description, now time.Time) error {
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(w, "id\t%s\nlast use\t%s (%s ago)\nstate\t%s\nblobs\t%d kept, %d withheld\nlast gate\tfound a value in %s\nsnapshot\t%s\n",
		d.Name, day(d.LastUse), age(d.LastUse, now), note(d), d.Kept, d.Withheld, plural.Of(d.Caught, "text"), d.Snapshot)
	if d.Torn {
		_, _ = fmt.Fprintln(w, "log\tits last record is not finished; the next use cuts it off")
	}
	_, _ = fmt.Fprintln(w, "\nKIND\tVALUES\tFORMS\tFOREIGN\tRESERVED")
	for _, k := range d.Kinds {
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\n", k.Kind, k.Values, k.Forms, k.Foreign, k.Reserved)
	}
	_, _ = fmt.Fprintln(w, "\nFILE\tBYTES\tVERSION")
	for _, f := range d.Files {
		version := fmt.Sprint(f.Version)
		if f.Version == 0 {
			version = "-"
		}
		_, _ = fmt.Fprintf(w, "%s\t%d\t%s\n", f.Name, f.Bytes, version)
	}
	return w.Flush()
}

// note is the state of a session in a word or two.
func note(d pseudonymstore.Description) string {
	switch {
	case errors.Is(d.Fault, pseudonymstore.ErrCorrupt):
		return "damaged"
	case errors.Is(d.Fault, pseudonymstore.ErrNewerVersion):
		return "newer version"
	case errors.Is(d.Fault, pseudonymstore.ErrUnsafeFile):
		return "not private"
	case errors.Is(d.Fault, pseudonymstore.ErrLockTimeout):
		return "locked"
	case d.Fault != nil:
		return "unusable"
	case d.Stopped:
		return "stopped"
	case d.InUse:
		return "in use"
	default:
		return "ok"
	}
}

// values says how many values a session has: "3: 2 DNI, 1 EMAIL".
func values(d pseudonymstore.Description) string {
	sum, list := 0, []string{}
	for _, k := range d.Kinds {
		if k.Values > 0 {
			sum += k.Values
			list = append(list, fmt.Sprintf("%d %s", k.Values, k.Kind))
		}
	}
	switch {
	case d.Fault != nil:
		return "?"
	case sum == 0:
		return "0"
	default:
		return fmt.Sprintf("%d: %s", sum, strings.Join(list, ", "))
	}
}

func bytesOf(d pseudonymstore.Description) (sum int64) {
	for _, f := range d.Files {
		sum += f.Bytes
	}
	return sum
}

// day is a time for a person, or "-" for an unknown one.
func day(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Local().Format("2006-01-02 15:04")
}

// age is how long ago that was, in the largest unit that is full.
func age(t, now time.Time) string {
	if t.IsZero() {
		return "-"
	}
	past := max(0, now.Sub(t))
	switch {
	case past >= 24*time.Hour:
		return fmt.Sprintf("%dd", past/(24*time.Hour))
	case past >= time.Hour:
		return fmt.Sprintf("%dh", past/time.Hour)
	default:
		return fmt.Sprintf("%dm", past/time.Minute)
	}
}

// size is a number of bytes for a person.
func size(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	default:
		return fmt.Sprintf("%d B", n)
	}
}
