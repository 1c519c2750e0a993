// SPDX-License-Identifier: Apache-2.0

// Package wire asserts on what left the machine: [mock] records it and looks for
// personal data in it.
package wire

import "github.com/veil-guard/veil/cmd-veil/mock"

// What a provider received, what must not be in it, and where it was found.
type (
	Request = mock.Request
	Log     = mock.Log
	Planted = mock.Planted
	Leak    = mock.Leak
)

// Leaks is [mock.Leaks].
func Leaks(requests []Request, planted []Planted) []Leak { return mock.Leaks(requests, planted) }
