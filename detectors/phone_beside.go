// SPDX-License-Identifier: Apache-2.0

package detectors

// standsAlone says whether a grouped number in text[start:end] is not part of a
// longer one, of a list that only blanks, dots, hyphens or colons divide, or of an
// array of numbers. A comma divides unless it is a decimal one, a stroke always.
func standsAlone(text []byte, start, end int) bool {
	if sep, number := numberBefore(text, start); number && sep != '/' && (sep != ',' || isZeroBefore(text, start-1)) {
		return false
	}
	return !goesOnAfter(text, end) && !inArray(text, start, end) && !isBelowZero(text, start)
}

// isBelowZero says whether the number at i is one below zero in a list of numbers, as
// in the view "0 -960 960 960" of an icon.
func isBelowZero(text []byte, i int) bool {
	return i > 2 && text[i-1] == '-' && text[i-2] == ' ' && countsAsDigit(text[i-3])
}

// isZeroBefore says whether the number that ends before the comma at i is 0.
func isZeroBefore(text []byte, i int) bool {
	return text[i-1] == '0' && (i == 1 || !isDigit(text[i-2]))
}

// goesOnAfter says whether the number that ends at i goes on, or another one
// follows with nothing but a separator between.
func goesOnAfter(text []byte, i int) bool {
	if i >= len(text) || text[i] == '/' {
		return false
	}
	if text[i] == ',' {
		return isDecimals(text, i+1)
	}
	return numberAfter(text, i)
}

// isDecimals says whether one or two digits stand at i and no further number follows
// them.
func isDecimals(text []byte, i int) bool {
	end := digitsEnd(text[:min(len(text), i+3)], i)
	if end == i || end > i+2 || wordBeginsAt(text, end) {
		return false
	}
	return !numberAfter(text, end)
}

// inArray says whether brackets stand on both sides.
func inArray(text []byte, start, end int) bool {
	if start > 0 && text[start-1] == ' ' {
		start--
	}
	end += blankAt(text, end)
	return start > 0 && text[start-1] == '[' && end < len(text) && text[end] == ']'
}
