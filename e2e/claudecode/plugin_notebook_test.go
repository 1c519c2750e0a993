// SPDX-License-Identifier: Apache-2.0

package claudecode

// pluginNotebook is the story of a notebook with the mod: the cell on disk holds the value,
// and the result that quotes it the token.
func pluginNotebook() scenario { return hooksNotebook() }
