// SPDX-License-Identifier: Apache-2.0

//go:build mage

package main

import "github.com/magefile/mage/sh"

// golangci is the linter at its pinned version. It is run, never required: its
// own requirements would raise those of the modules in go.work.
const golangci = "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0"

// Golangci runs golangci-lint over every module, with the rules of .golangci.yml.
func (Lint) Golangci() error {
	args := []string{"run", golangci, "run"}
	for _, dir := range modules() {
		// Named one by one: there is no module at the root, where ./... finds nothing.
		args = append(args, "./"+dir+"/...")
	}
	return sh.RunV("go", args...)
}
