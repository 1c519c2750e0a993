// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"fmt"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/version"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// reportOf says what veil does in a session: counts and capabilities, no values. A
// model may read it.
func reportOf(setup assemble.Setup, host core.Host, session string) (string, error) {
	store, err := pseudonymstore.Open(setup.Dirs.State, session)
	if err != nil {
		return "", err
	}
	defer func() { _ = store.Close() }()
	d, err := store.Describe()
	if err != nil {
		return "", err
	}
	if d.Fault != nil {
		return "", d.Fault
	}
	var b strings.Builder
	fmt.Fprintf(&b, "veil %s guards this session of %s %s.\n", version.Veil(), host.Name, host.Version)
	fmt.Fprintf(&b, "Values with a token: %s.\n", counted(d))
	fmt.Fprintf(&b, "Texts in which only the last gate found a value: %d.\n", d.Caught)
	b.WriteString("What veil can do here:\n")
	for _, s := range core.Surfaces() {
		b.WriteString(powerOf(host, s))
	}
	return b.String(), nil
}

// counted lists how many values of each kind a session has.
func counted(d pseudonymstore.Description) string {
	var parts []string
	for _, k := range d.Kinds {
		if k.Values > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", k.Values, k.Kind))
		}
	}
	if len(parts) == 0 {
		return "none yet"
	}
	return strings.Join(parts, ", ")
}

// powerOf is a line on what the host lets veil do on a surface, the strongest first.
func powerOf(host core.Host, s core.Surface) string {
	for _, power := range []core.Power{core.Rewrite, core.Block, core.Observe} {
		row, err := core.Matrix().Require(host, s, power)
		if err != nil {
			continue
		}
		caveat := ""
		if row.Caveat != "" {
			caveat = " (" + row.Caveat + ")"
		}
		return fmt.Sprintf("- %s: %s%s\n", s, power, caveat)
	}
	return fmt.Sprintf("- %s: nothing\n", s)
}
