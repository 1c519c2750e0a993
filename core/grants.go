// SPDX-License-Identifier: Apache-2.0

package core

// Grants are what the person's own configuration relaxes. The zero value relaxes
// nothing.
type Grants struct {
	// Local says that a tool's arguments stay on this machine, though nothing
	// else tells: a server that only works on local files.
	Local func(tool string) bool
	// Reveals says that values of the kind may leave in calls of the tool.
	Reveals func(tool string, kind Kind) bool
	// Keeps says that a file gets tokens and no values: an anonymised copy.
	Keeps func(path string) bool
}

func (g Grants) local(t ToolSpec) bool {
	return g.Local != nil && (t.Sink == SinkUnknown || t.Sink == SinkEgress) && g.Local(t.Name)
}

func (g Grants) reveals(t ToolSpec, k Kind) bool {
	return g.Reveals != nil && (t.Sink == SinkUnknown || t.Sink == SinkEgress) && g.Reveals(t.Name, k)
}

// keeps says whether the call writes nothing but files that get tokens.
func (g Grants) keeps(ev Event) bool {
	if g.Keeps == nil || ev.Tool.Sink != SinkFile {
		return false
	}
	named := false
	for _, l := range ev.Leaves {
		if !ev.Tool.isPath(l) {
			continue
		}
		if !g.Keeps(l.Text) {
			return false
		}
		named = true
	}
	return named
}
