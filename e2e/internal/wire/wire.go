// SPDX-License-Identifier: Apache-2.0

// Package wire asserts on what left the machine: [mock] records it and looks for
// personal data in it.
package wire

import "github.com/veil-guard/veil/cmd-veil/mock"

type (
	// Request is one that a provider received.
	Request = mock.Request
	// Log is all that it received.
	Log = mock.Log
	// Planted is a value that must not be in it.
	Planted = mock.Planted
	// Leak is where one was found.
	Leak = mock.Leak
)

// Leaks is [mock.Leaks].
func Leaks(requests []Request, planted []Planted) []Leak { return mock.Leaks(requests, planted) }
