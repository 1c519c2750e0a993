// SPDX-License-Identifier: Apache-2.0

package detectors

// cueWords is a set of words that are a cue. It is a number and no function so that
// asking it puts nothing on the heap.
type cueWords uint8

const (
	nameWords cueWords = iota
	dniWords
	bareDNIWords
	taxWords
	nssWords
	nssLabels
	passportWords
	plateLabels
	vehicleWords
	phoneWords
	quantityWords
	cardWords
	accountWords
)

// has says whether a word, in lower case without accents, is in the set; next is
// the byte that follows it in the text, 0 at the end.
func (c cueWords) has(word []byte, next byte) bool {
	switch c {
	case nameWords:
		return isNameCue(word, next)
	case dniWords:
		return isDNILabel(word)
	case bareDNIWords:
		return isBareLabel(word)
	case taxWords:
		return isTaxLabel(word)
	case nssWords:
		return isNSSCue(word)
	case nssLabels:
		return isNSSLabel(word)
	case passportWords:
		return isPassportWord(word)
	case plateLabels:
		return isPlateLabel(word)
	case vehicleWords:
		return isVehicle(word)
	case phoneWords:
		return isPhoneCue(word, next)
	case quantityWords:
		return isQuantityWord(word, next)
	case cardWords:
		return isCardWord(word, next)
	case accountWords:
		return isAccountWord(word, next)
	}
	return false
}
