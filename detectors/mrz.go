// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"

	"github.com/veil-guard/veil/core"
)

// How many digits begin, in the first line of the machine-readable zone of a Spanish
// identity card, behind the three letters of its number: six of the number, one of check
// and the eight of the DNI; and in that of a foreigner's card behind its letter: eight and
// one of check, before the NIE (ICAO Doc 9303, part 5; the optional data of Spain).
const (
	cardZoneDigits      = 6 + 1 + idDigits
	foreignerZoneDigits = 8 + 1
)

// zoneID reads the DNI or NIE in the machine-readable zone of a card whose first digits
// begin at i, run of them: IDESPAAA000000150123456Q<<<<<<.
func zoneID(text []byte, i, run int) (core.Finding, bool) {
	at := i + run
	head, found := text[:i], false
	switch run {
	case cardZoneDigits:
		at = i + run - idDigits
		head = head[:max(0, len(head)-3)]
		found = bytes.HasSuffix(head, []byte("IDESP"))
	case foreignerZoneDigits:
		head = head[:len(head)-1]
		found = bytes.HasSuffix(head, []byte("IRESP")) || bytes.HasSuffix(head, []byte("IXESP"))
	}
	if !found || at >= len(text) {
		return core.Finding{}, false
	}
	f, ok := plainID(text, at)
	if !ok || !bytes.HasPrefix(text[f.End:], []byte("<<")) {
		return core.Finding{}, false
	}
	return f, true
}
