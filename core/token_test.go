// SPDX-License-Identifier: Apache-2.0

package core

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFindTokens(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"plain", "a [DNI-001] b", []string{"[DNI-001]"}},
		{"form", "[IBAN-012.3]", []string{"[IBAN-012.3]"}},
		{"four digits", "[EMAIL-1000]", []string{"[EMAIL-1000]"}},
		{"six digits", "[TEL-999999]", []string{"[TEL-999999]"}},
		{"adjacent", "[DNI-001][DNI-002]", []string{"[DNI-001]", "[DNI-002]"}},
		{"nested brackets", "[[DNI-001]]", []string{"[DNI-001]"}},
		{"a Windows path", `C:\\[DNI-001]`, []string{"[DNI-001]"}},
		{"begun twice", "[DNI-[DNI-001]", []string{"[DNI-001]"}},
		{"too few digits", "[DNI-01]", nil},
		{"seven digits", "[DNI-1234567]", nil},
		{"padded beyond three", "[DNI-0012]", nil},
		{"number zero", "[DNI-000]", nil},
		{"form one is not written", "[DNI-001.1]", nil},
		{"form padded", "[DNI-001.02]", nil},
		{"unknown kind", "[ABC-123]", nil},
		{"unscannable is no token", "[UNSCANNABLE-001]", nil},
		{"lower case", "[dni-001]", nil},
		{"blank", "[DNI 001]", nil},
		{"not closed", "[DNI-001", nil},
		{"prefix of a longer number", "[DNI-001a]", nil},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, s := range FindTokens(nil, tc.in) {
				require.Equal(t, tc.in[s.Start:s.End], s.Token.String())
				got = append(got, s.Token.String())
			}
			require.Equal(t, tc.want, got)
			require.Equal(t, len(tc.want) > 0, HasToken(tc.in))
		})
	}
}

func TestFindEncodedTokens(t *testing.T) {
	tests := []struct {
		name, in, want string // the part that is the token; empty for none
		encoding       Encoding
	}{
		{"percent", "a?q=%5BDNI-001%5D&b", "%5BDNI-001%5D", PercentEncoded},
		{"percent in lower case, with a form", "%5bDNI-001.2%5d", "%5bDNI-001.2%5d", PercentEncoded},
		{"decimal entity", "<b>&#91;DNI-001&#93;</b>", "&#91;DNI-001&#93;", EntityEncoded},
		{"hexadecimal entity", "&#x5B;DNI-001&#x5d;", "&#x5B;DNI-001&#x5d;", EntityEncoded},
		{"named entity", "&lsqb;DNI-001&rsqb;", "&lsqb;DNI-001&rsqb;", EntityEncoded},
		{"JSON", `"\u005bDNI-001\u005d"`, `\u005bDNI-001\u005d`, JSONEncoded},
		{"JSON in JSON", `\\u005BDNI-001\\u005D`, `\\u005BDNI-001\\u005D`, JSONEncoded},
		{"backslashes", `a \[DNI-001\] b`, `\[DNI-001\]`, Escaped},
		{"two backslashes", `\\[DNI-001\\]`, `\\[DNI-001\\]`, Escaped},
		{"one end encoded", "%5BDNI-001]", "", 0},
		{"the other end encoded", "[DNI-001%5D", "", 0},
		{"two encodings", "%5BDNI-001&#93;", "", 0},
		{"more backslashes at one end", `\[DNI-001\\]`, "", 0},
		{"a backslash at the end only", `[DNI-001\]`, "", 0},
		{"another percent", "%5CDNI-001%5D", "", 0},
		{"another entity", "&#92;DNI-001&#93;", "", 0},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			found := FindTokens(nil, tc.in)
			require.Equal(t, tc.want != "", HasToken(tc.in))
			if tc.want == "" {
				require.Empty(t, found)
				return
			}
			require.Len(t, found, 1)
			require.Equal(t, tc.want, tc.in[found[0].Start:found[0].End])
			require.Equal(t, tc.encoding, found[0].Encoding)
		})
	}
}

func TestTokenOfEveryKindIsRecognised(t *testing.T) {
	for _, k := range Kinds() {
		for _, tok := range []Token{{k, 1, 1}, {k, 999, 2}, {k, MaxNumber, 17}} {
			require.Equal(t, []TokenSpan{{tok, 0, len(tok.String()), Unencoded}}, FindTokens(nil, tok.String()))
		}
	}
}

// The naive baseline is one pass for the bracket.
func BenchmarkFindTokens(b *testing.B) {
	text := strings.Repeat("let a = b[DNI]; // see [1], [DNI-001] and [x-y]\n", 4096)
	b.Run("baseline-count-brackets", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			strings.Count(text, "[")
		}
	})
	b.Run("find", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		var spans []TokenSpan
		for b.Loop() {
			spans = FindTokens(spans[:0], text)
		}
	})
}
