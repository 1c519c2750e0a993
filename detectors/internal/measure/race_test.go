// SPDX-License-Identifier: Apache-2.0

//go:build race

package measure

// underRace says that the race detector is on, under which a sync.Pool drops what
// it is given now and then: allocations cannot be counted.
const underRace = true
