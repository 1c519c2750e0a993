// SPDX-License-Identifier: Apache-2.0

// Package boundary proves the import rules of ARCHITECTURE.md: which module may
// import which, which third-party modules each may link, and that nothing on
// the path of an event can reach the network. A module border alone proves
// nothing: in a workspace a forbidden import builds and vets silently.
package boundary

// Owner is the module path of the repository. Every go.mod begins with it.
const Owner = "github.com/veil-guard/veil"

// Module is one row of the import table.
type Module struct {
	Dir string
	// Siblings are the modules of this repository that it may import.
	Siblings []string
	// ThirdParty are the other modules that its programs and packages may link.
	// What only its tests use does not count.
	ThirdParty []string
	// Network says that it may link net, net/http and os/exec.
	Network bool
	// NetworkIn are the folders of packages that may, where the others may not.
	NetworkIn []string
}

// Modules is the import table: every folder with a go.mod is in it.
func Modules() []Module {
	return []Module{
		{Dir: "core"},
		{Dir: "detectors", Siblings: []string{"core"}, ThirdParty: []string{"golang.org/x/text"}},
		{Dir: "pseudonymstore", Siblings: []string{"core"}, ThirdParty: []string{"github.com/gofrs/flock", "golang.org/x/sys"}},
		{Dir: "policy", Siblings: []string{"core"}, ThirdParty: []string{"mvdan.cc/sh/v3"}},
		{Dir: "hosts-claudecode", Siblings: []string{"core"}},
		{Dir: "hosts-opencode", Siblings: []string{"core"}},
		{
			Dir:      "cmd-veil",
			Siblings: []string{"core", "detectors", "pseudonymstore", "policy", "hosts-claudecode", "hosts-opencode"},
			ThirdParty: []string{
				"github.com/bmatcuk/doublestar/v4", "github.com/gofrs/flock", "golang.org/x/sys", "golang.org/x/text",
				"github.com/urfave/cli/v3", "go.yaml.in/yaml/v3", "mvdan.cc/sh/v3",
			},
			// The second program, veil-desk. What veil itself links has a test of its own.
			NetworkIn: []string{"cmd/veil-desk", "internal/desk", "internal/doctor", "internal/canary", "internal/hostprocess", "mock"},
		},
		{
			// Of the others it links core, hosts-claudecode and cmd-veil/mock.
			Dir:      "e2e",
			Siblings: []string{"core", "detectors", "pseudonymstore", "policy", "hosts-claudecode", "hosts-opencode", "cmd-veil"},
			Network:  true,
		},
	}
}
