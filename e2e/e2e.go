// SPDX-License-Identifier: Apache-2.0

// Package e2e drives the built veil inside the real hosts, with a mock of the
// model's provider on loopback, and asserts on every byte that the provider
// received. Of veil the scenarios import only that mock: they see what a user sees.
package e2e

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed hosts.json
var hostsJSON string

// Host is a real host, or a program that one needs, pinned: an npm package and where
// things are within it.
type Host struct {
	Package     string `json:"package"`
	Version     string `json:"version"`
	Bin         string `json:"bin"`         // the executable, relative to the package's folder
	Postinstall string `json:"postinstall"` // the script that puts the executable there
}

// PinnedHost returns the host of that name in hosts.json, or an error if there
// is none.
func PinnedHost(name string) (Host, error) {
	var pinned map[string]Host
	if err := json.Unmarshal([]byte(hostsJSON), &pinned); err != nil {
		return Host{}, fmt.Errorf("reading hosts.json: %w", err)
	}
	host, ok := pinned[name]
	if !ok {
		return Host{}, fmt.Errorf("hosts.json has no host %q", name)
	}
	return host, nil
}
