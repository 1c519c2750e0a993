// SPDX-License-Identifier: Apache-2.0

//go:build mage

package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/magefile/mage/mg"
)

// Bench groups the measurements.
type Bench mg.Namespace

// All runs the benchmarks of every module. Also: mage bench.
func (Bench) All() error {
	return eachModule(func(dir string) error {
		return goIn(dir, nil, "test", "-run=^$", "-bench=.", "-benchmem", "./...")
	})
}

// Detect prints the tables of the detectors and of the start of a hook, and fails below a bar. With VEIL_UPDATE=1 it writes those of docs/detectors.
func (Bench) Detect() error {
	env := map[string]string{
		"VEIL_BENCH":       "1",
		"VEIL_TIMES":       "1",
		"VEIL_LINEAR_SIZE": "200000",
		"VEIL_RECALL_N":    "400",
	}
	for name := range env {
		if own := os.Getenv(name); own != "" {
			env[name] = own
		}
	}
	if os.Getenv("VEIL_UPDATE") != "" {
		docs, err := filepath.Abs("docs/detectors")
		if err != nil {
			return err
		}
		env["VEIL_DOCS"] = docs
	}
	return errors.Join(
		goIn("detectors", env, "test", "-count=1", "-v", "-timeout=60m", "./internal/measure"),
		goIn("cmd-veil", env, "test", "-count=1", "-v", "-run=^TestHookStart", "-bench=^BenchmarkHookStart$", "-timeout=20m", "./internal/cli"),
	)
}
