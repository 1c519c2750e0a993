// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package claudecode

import (
	"testing"

	"github.com/veil-guard/veil/core"
)

// hasScreen is played on Linux only.
func (modProbe) hasScreen(*testing.T, *box, core.Power, string) bool { return false }
