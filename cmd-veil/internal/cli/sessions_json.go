// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"time"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// sessionLine is a session for scripts: docs/sessions.md.
type sessionLine struct {
	ID      string            `json:"id"`
	LastUse *time.Time        `json:"last_use"`
	State   string            `json:"state"`
	Values  map[core.Kind]int `json:"values"`
	Blobs   blobLine          `json:"blobs"`
	Bytes   int64             `json:"bytes"`
	Fault   string            `json:"fault,omitempty"`
	*sessionDetails
}

type blobLine struct {
	Kept     int `json:"kept"`
	Withheld int `json:"withheld"`
}

// sessionDetails is what show says beside what list says.
type sessionDetails struct {
	Snapshot pseudonymstore.SnapshotState `json:"snapshot"`
	Torn     bool                         `json:"torn"`
	Caught   int                          `json:"caught"`
	Kinds    []kindLine                   `json:"kinds"`
	Files    []fileLine                   `json:"files"`
}

type kindLine struct {
	Kind     core.Kind `json:"kind"`
	Values   int       `json:"values"`
	Forms    int       `json:"forms"`
	Foreign  int       `json:"foreign"`
	Reserved int       `json:"reserved"`
}

type fileLine struct {
	Name    string `json:"name"`
	Count   int    `json:"count"`
	Bytes   int64  `json:"bytes"`
	Version int    `json:"version"`
}

func sessionJSON(d pseudonymstore.Description, details bool) sessionLine {
	line := sessionLine{
		ID: d.Name, State: note(d), Values: map[core.Kind]int{},
		Blobs: blobLine{d.Kept, d.Withheld}, Bytes: bytesOf(d),
	}
	if !d.LastUse.IsZero() {
		utc := d.LastUse.UTC().Truncate(time.Second)
		line.LastUse = &utc
	}
	if d.Fault != nil {
		line.Fault = d.Fault.Error()
	}
	more := &sessionDetails{Snapshot: d.Snapshot, Torn: d.Torn, Caught: d.Caught, Kinds: []kindLine{}, Files: []fileLine{}}
	for _, k := range d.Kinds {
		more.Kinds = append(more.Kinds, kindLine(k))
		if k.Values > 0 {
			line.Values[k.Kind] = k.Values
		}
	}
	for _, f := range d.Files {
		more.Files = append(more.Files, fileLine(f))
	}
	if details {
		line.sessionDetails = more
	}
	return line
}

func printSessionsJSON(s streams, all []pseudonymstore.Description) error {
	for _, d := range all {
		if err := printJSONLine(s.out, sessionJSON(d, false)); err != nil {
			return err
		}
	}
	return nil
}
