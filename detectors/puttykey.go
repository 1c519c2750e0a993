// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"

	"github.com/veil-guard/veil/core"
)

// maxPuttyDigits is the most digits of the number of lines in a key file of PuTTY.
const maxPuttyDigits = 3

// puttyKey reads the private lines at i of a key file of PuTTY ("PPK file format",
// in PuTTY's manual): as many as the line before says.
func puttyKey(text []byte, i int) (core.Finding, bool) {
	head := text[:i]
	for _, end := range []string{"\n", `\n`, "\r", `\r`} {
		head = bytes.TrimSuffix(head, []byte(end))
	}
	digits := len(head)
	for digits > 0 && len(head)-digits < maxPuttyDigits && isDigit(head[digits-1]) {
		digits--
	}
	if !bytes.HasSuffix(head[:digits], []byte("Private-Lines: ")) {
		return core.Finding{}, false
	}
	count := 0
	for _, c := range head[digits:] {
		count = count*10 + int(c-'0')
	}
	end := i
	for next := i; count > 0; count-- {
		line := bodyEnd(text, next, base64Text)
		if line == next {
			break
		}
		end, next = line, keyGap(text, line)
	}
	if goesOn(text, end) || end == i {
		return core.Finding{}, false
	}
	return credentialFinding(text, i, end, core.ByContext), true
}
