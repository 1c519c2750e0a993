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

// Scan prints which part of hiding 16 KiB in a session of 5,000 values is the search for those: index.find, of which docs/sessions.md speaks.
func (Bench) Scan() error {
	dir, err := os.MkdirTemp("", "veil-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	program, profile := filepath.Join(dir, "cli.test"), filepath.Join(dir, "cpu")
	if err := goIn("cmd-veil", nil, "test", "-run=^$", "-bench=^BenchmarkPseudonymise$/^16KiB$", "-benchtime=10s", "-cpuprofile="+profile, "-o="+program, "./internal/cli"); err != nil {
		return err
	}
	return goIn("cmd-veil", nil, "tool", "pprof", "-top", "-cum", "-show=Guard..Inspect$|index..find$|Set..Find$|Session..Hide$", program, profile)
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
		goIn("cmd-veil", env, "test", "-count=1", "-v", "-run=^$", "-bench=^BenchmarkHookStart$", "-timeout=20m", "./internal/cli"),
	)
}
