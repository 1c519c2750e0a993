// SPDX-License-Identifier: Apache-2.0

//go:build !race

package measure

// underRace says that the race detector is on.
const underRace = false
