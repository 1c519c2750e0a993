// SPDX-License-Identifier: Apache-2.0

package detectors

// topLevelsOf returns the top-level domains of n letters, sorted and without
// anything between them: those of the public suffix list (publicsuffix.org, as of
// 2026-02-06, the part that follows IANA's root zone). To them come the names that
// private networks use (local, lan, corp, home, internal, intranet); zip, mov and
// target are left out, since text means files and units by them, and onion and arpa,
// which hold no mail.
func topLevelsOf(n int) string {
	switch n {
	case 2:
		return topLevels2
	case 3:
		return topLevels3
	case 4:
		return topLevels4
	case 5:
		return topLevels5
	case 6:
		return topLevels6
	case 7:
		return topLevels7
	case 8:
		return topLevels8
	case 9:
		return topLevels9
	case 10:
		return topLevels10
	case 11:
		return topLevels11
	case 12:
		return topLevels12
	case 13:
		return topLevels13
	case 14:
		return topLevels14
	case 15:
		return topLevels15
	case 16:
		return topLevels16
	case 17:
		return topLevels17
	case 18:
		return topLevels18
	case 19:
		return topLevels19
	case 20:
		return topLevels20
	case 22:
		return topLevels22
	case 23:
		return topLevels23
	case 24:
		return topLevels24
	}
	return ""
}
