// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"bytes"
	"encoding/json"
)

// object is a JSON object that is being written. Encoding a struct would not
// do: an encoder takes the white space out of the host's own literals.
type object []byte

// raw appends a member whose value is a JSON literal, byte for byte.
func (o object) raw(name string, literal []byte) object {
	if len(o) == 0 {
		o = append(o, '{')
	} else {
		o = append(o, ',')
	}
	o = append(append(o, quote(name)...), ':')
	return append(o, literal...)
}

// text appends a member whose value is a string.
func (o object) text(name, value string) object { return o.raw(name, quote(value)) }

// close returns the finished object, which must have a member.
func (o object) close() []byte { return append(o, '}') }

// quote writes text as a JSON string. The default encoder would turn <, > and &
// into escapes, which the host may show as they are.
func quote(text string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string can be encoded, and a buffer written to
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
