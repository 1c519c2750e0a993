// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"encoding/base64"
	"hash/crc32"
	"strings"
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// base62Check returns the check characters of GitHub and npm: the CRC-32 (IEEE) of
// what stands before them, in six digits of base 62.
func base62Check(b []byte) (check [6]byte) {
	sum := crc32.ChecksumIEEE(b)
	for i := len(check) - 1; i >= 0; i-- {
		check[i] = base62[sum%62]
		sum /= 62
	}
	return check
}

func base62Holds(body []byte) bool {
	n := len(body) - 6
	return base62Check(body[:n]) == [6]byte(body[n:])
}

// agePrefix is the human-readable part of an age identity.
const agePrefix = "AGE-SECRET-KEY-"

// bech32 is the alphabet of BIP 173, in upper case.
const bech32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"

// ageHolds says whether the check characters of an identity hold (BIP 173).
func ageHolds(body []byte) bool {
	return bech32Sum(strings.ToLower(agePrefix), body) == 1
}

// bech32Sum is the check sum of BIP 173 over a human-readable part in lower case
// and the characters after the "1"; 0 if one is not in the alphabet.
func bech32Sum(human string, data []byte) uint32 {
	sum := uint32(1)
	for i := range len(human) {
		sum = bech32Step(sum, uint32(human[i]>>5))
	}
	sum = bech32Step(sum, 0)
	for i := range len(human) {
		sum = bech32Step(sum, uint32(human[i]&31))
	}
	for _, c := range data {
		k := strings.IndexByte(bech32, c)
		if k < 0 {
			return 0
		}
		sum = bech32Step(sum, uint32(k))
	}
	return sum
}

// bech32Step is one division by the generator of BIP 173.
func bech32Step(sum, digit uint32) uint32 {
	top := sum >> 25
	sum = sum&0x1FFFFFF<<5 ^ digit
	for i, g := range [5]uint32{0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3} {
		if top>>i&1 != 0 {
			sum ^= g
		}
	}
	return sum
}

// isFineGrained says whether the parts are of 22 and 59 characters.
func isFineGrained(body []byte) bool {
	return body[22] == '_' && bytes.Count(body, []byte("_")) == 1 && bytes.IndexByte(body, '-') < 0
}

// routableSuffix is the length of the end of a routable token of GitLab, or 0: a
// version, which may be absent, and in base 36 two digits of the length and seven
// of the check sum, each after a dot.
func routableSuffix(rest []byte) int {
	for _, form := range []string{".vv.llccccccc", ".llccccccc"} {
		n := 0
		for n < len(form) && n < len(rest) && (form[n] == '.') == (rest[n] == '.') && (rest[n] == '.' || isDigit(rest[n]) || isLower(rest[n])) {
			n++
		}
		if n == len(form) && !goesOn(rest, n) && !wordBeginsAt(rest, n) {
			return n
		}
	}
	return 0
}

// isMixed says whether the body is of two cases, or of letters and digits: names
// in code mostly are not.
func isMixed(body []byte) bool {
	var small, large, digit int
	for _, c := range body {
		switch {
		case isDigit(c):
			digit = 1
		case isLower(c):
			small = 1
		case isLetter(c):
			large = 1
		}
	}
	return small+large+digit > 1
}

// isSlackToken says whether numbers stand before a last part of letters and digits.
func isSlackToken(body []byte) bool {
	last := body[bytes.LastIndexByte(body, '-')+1:]
	return len(last) >= 24 && len(last) < len(body) && isDigit(body[0]) && isMixed(last)
}

// isSlackHook says whether the body is a team, a bot and 24 characters.
func isSlackHook(body []byte) bool {
	parts := strings.Split(string(body), "/")
	return len(parts) == 3 && len(parts[0]) >= 9 && parts[1] != "" && parts[1][0] == 'B' && len(parts[1]) >= 9 &&
		len(parts[2]) == 24 && !isPlaceholder([]byte(parts[2]))
}

// openAIMark stands in every key of OpenAI: "OpenAI" in base64.
const openAIMark = "T3BlbkFJ"

func isOpenAIKey(body []byte) bool {
	i := bytes.Index(body, []byte(openAIMark))
	return i >= 20 && len(body)-i-len(openAIMark) >= 20
}

// isAnthropicKey says whether the body is a type with two digits, then the key,
// which ends with AA.
func isAnthropicKey(body []byte) bool {
	dash := bytes.IndexByte(body, '-')
	return dash >= 5 && dash <= 7 && isDigit(body[dash-1]) && isDigit(body[dash-2]) && bytes.HasSuffix(body, []byte("AA")) && isMixed(body[dash:])
}

// isDiscordToken says whether the first part is a number in base64url.
func isDiscordToken(body []byte) bool {
	id, rest, _ := bytes.Cut(body, []byte("."))
	stamp, signature, found := bytes.Cut(rest, []byte("."))
	if !found || len(stamp) != 6 || len(signature) < 27 || bytes.IndexByte(signature, '.') >= 0 {
		return false
	}
	number, err := base64.RawURLEncoding.DecodeString(string(id))
	return err == nil && len(number) >= 17 && digitsEnd(number, 0) == len(number)
}
