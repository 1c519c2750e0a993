// SPDX-License-Identifier: Apache-2.0

// Package mock plays a model's provider on loopback, so that a real host can be tried
// without a model. It records every request and looks for planted values in what it
// received, in every spelling and encoding that a value could hide behind. veil-desk and
// the tests against the real hosts use it; veil does not link it.
package mock
