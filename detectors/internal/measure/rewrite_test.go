// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"

	"github.com/veil-guard/veil/core"
)

// replaced is one token and the bytes that it stands for.
type replaced struct{ token, was []byte }

// replaceFound puts a token in place of each finding. In UTF-16 the tokens are
// UTF-16 too.
func replaceFound(text []byte, found []core.Finding, wide bool) (after []byte, tokens []replaced) {
	at := 0
	for i, f := range found {
		token := []byte(core.Token{Kind: f.Kind, Number: 900 + i, Form: 1}.String())
		if wide {
			token = widen(token, text[0] == 0xFE)
		}
		after = append(append(after, text[at:f.Start]...), token...)
		tokens = append(tokens, replaced{token, text[f.Start:f.End]})
		at = f.End
	}
	return append(after, text[at:]...), tokens
}

// widen writes ASCII in UTF-16.
func widen(ascii []byte, big bool) []byte {
	var order binary.AppendByteOrder = binary.LittleEndian
	if big {
		order = binary.BigEndian
	}
	var out []byte
	for _, unit := range utf16.Encode([]rune(string(ascii))) {
		out = order.AppendUint16(out, unit)
	}
	return out
}

// restore puts back what the tokens stand for. Outside of UTF-16 it recognises
// them as veil does, so that one which grows together with its neighbours is
// lost.
func restore(after []byte, tokens []replaced, wide bool) []byte {
	if wide {
		for _, r := range tokens {
			after = bytes.Replace(after, r.token, r.was, 1)
		}
		return after
	}
	var out []byte
	at := 0
	for _, t := range core.FindTokens(nil, string(after)) {
		for _, r := range tokens {
			if string(after[t.Start:t.End]) == string(r.token) {
				out = append(append(out, after[at:t.Start]...), r.was...)
				at = t.End
			}
		}
	}
	return append(out, after[at:]...)
}
