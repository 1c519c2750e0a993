// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// cueWords is a set of words that are a cue. It is a number and no function so that
// asking it puts nothing on the heap.
type cueWords uint8

const (
	nameCues cueWords = iota
	dniLabels
	bareLabels
	taxLabels
	nssCues
	nssLabels
	passportLabels
	plateLabels
	vehicleCues
	phoneCues
	quantityCues
	cardCues
	accountCues
	cueSets // how many there are
)

// has says whether a word, in lower case without accents, is in the set; next is
// the byte that follows it in the text, 0 at the end.
func (c cueWords) has(word []byte, next byte) bool {
	switch c {
	case nameCues:
		return isNameCue(word, next)
	case dniLabels:
		return isDNILabel(word)
	case bareLabels:
		return isBareLabel(word)
	case taxLabels:
		return isTaxLabel(word)
	case nssCues:
		return isNSSCue(word)
	case nssLabels:
		return isNSSLabel(word)
	case passportLabels:
		return isPassportWord(word)
	case plateLabels:
		return isPlateLabel(word)
	case vehicleCues:
		return isVehicle(word)
	case phoneCues:
		return isPhoneCue(word, next)
	case quantityCues:
		return isQuantityWord(word, next)
	case cardCues:
		return isCardWord(word, next)
	case accountCues:
		return isAccountWord(word, next)
	}
	return false
}

// isLabel says whether a word is the label of a value of any kind.
func isLabel(word []byte) bool {
	folded := bytes.ToLower(word)
	for _, c := range [...]cueWords{dniLabels, taxLabels, nssLabels, passportLabels, plateLabels, phoneCues, cardCues, accountCues} {
		if c.has(folded, 0) {
			return true
		}
	}
	return false
}
