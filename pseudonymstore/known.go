// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"github.com/veil-guard/veil/core"
)

// Known implements [core.Pseudonyms], by what this process has read or
// written: see [Session.Refresh]. LITERALs and BLOBs are not looked for. Of overlapping
// spellings the leftmost stands, and of those the longest, so that none is
// left whole. A name needs a boundary on both sides; the edge of another known
// value is one. The cost does not depend on the number of values.
func (s *Session) Known(dst []core.Finding, text []byte) []core.Finding {
	tokens := core.FindTokens(nil, string(text))
	found := dst
	// A session that failed finds nothing, and Hide says why.
	_ = s.view(func(st *state) error {
		found = dst
		at := 0
		for _, t := range tokens {
			found = st.known.find(found, text, at, t.Start)
			at = t.End
		}
		found = st.known.find(found, text, at, len(text))
		return nil
	})
	return found
}
