// SPDX-License-Identifier: Apache-2.0

package core

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFindLookAlikes(t *testing.T) {
	tests := []struct {
		in   string
		want []string
	}{
		{"a [dni-001] b", []string{"[dni-001]"}},
		{"[DNI 001]", []string{"[DNI 001]"}},
		{"[Dni_1]", []string{"[Dni_1]"}},
		{"[DNI-1]", []string{"[DNI-1]"}},
		{"DNI-001", []string{"DNI-001"}},
		{"(IBAN_012).", []string{"(IBAN_012)"}},
		{"[DNI\u2011001]", []string{"[DNI\u2011001]"}},
		{"DNI\u2013001", []string{"DNI\u2013001"}},
		{"\uff3bDNI-001\uff3d", []string{"\uff3bDNI-001\uff3d"}},
		{"\u3010DNI-001\u3011", []string{"\u3010DNI-001\u3011"}},
		{"%5BDNI%2D001%5D", []string{"%5BDNI%2D001%5D"}},
		{`\x5bDNI-001\x5d =5BDNI-001=5D`, []string{`\x5bDNI-001\x5d`, "=5BDNI-001=5D"}},
		{"[DNI-001]", nil},
		{"%5BDNI-001%5D", nil},
		{"%5BDNI-001] [DNI-001%5D", []string{"%5BDNI-001]", "[DNI-001%5D"}},
		{"[DNI-001.2]", nil},
		{"dni-001", nil},
		{"DNI 001", nil},
		{"DNI-1", nil},
		{"email 1, EMAIL 2", nil},
		{"[ABC-001]", nil},
		{"[DNI-000]", nil},
		{"XDNI-001 DNI-001x DNI-0010000", nil},
		{"[DNI-", nil},
		{"DNI-", nil},
	}
	for _, tc := range tests {
		t.Run(tc.in, func(t *testing.T) {
			var got []string
			for _, l := range findLookAlikes(tc.in) {
				got = append(got, l.text)
			}
			require.Equal(t, tc.want, got)
		})
	}
}

func TestMisspelledTokenInAWrite(t *testing.T) {
	tests := []struct {
		name, content, present string
		want                   Decision
	}{
		{"of a token that was given out", "x [dni-001]", "", Deny},
		{"of one that was not", "x [dni-002]", "", Allow},
		{"that the file holds", "x [dni-001]", "y [dni-001]", Allow},
		{"in another spelling than the file's", "x DNI-001", "y [dni-001]", Deny},
		{"the token itself", "x [DNI-001]", "", Allow},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			g := newGuard()
			g.Present = func(_, path string) string { return map[string]string{"/a": tc.present}[path] }
			ev := openCode(ToolInput, textLeaf("/path", "/a"), textLeaf("/content", tc.content))
			ev.Tool = ToolSpec{Name: "write", Sink: SinkFile, PathFields: []string{"path"}, ContentFields: []string{"content"}}
			v := inspect(t, g, ev)
			require.Equal(t, tc.want, v.Decision, v.Reasons)
			if tc.want == Deny {
				require.Equal(t, "token_misspelled", v.Reasons[0].Rule)
			}
		})
	}
}
