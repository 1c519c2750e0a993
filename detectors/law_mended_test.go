// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What random texts once violated the law with, as short as it goes.
func TestMendedViolations(t *testing.T) {
	const payload = "." + "0.eilMadeUpeil_VeilMadeUp7-_VeilMadeUp7-_Veil"
	tests := []struct{ name, text string }{
		{"a letter behind a run is no label", "4d61726961506572657a-X&#49;2345678Z"},
		{"a key before quoted-printable", "gldt-" + "eil-Made_Up7Veil-Man=CA=40z.es"},
		{"a signed token before raised digits", "eyJhbGciZlaWwifQ" + payload + "¹²³⁴⁵⁶⁷⁸Z"},
		{"a private key before an entity", "-----BEGIN " + "PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED+MIIVeilVeilMadeUpEnd7==\n-----END PRIVATE KEY-----&#49;2345678Z"},
		{"a key before a private key", "hf_" + "VeilMadeUpVeilMadeUpVeilMadeUpVeil-----BEGIN " + "PRIVATE KEY BLOCK-----ilMadeUpKey7/+MIIVeilMadeUpKey7/+MIIVeil"},
		{"UTF-16 before a private key", "MQAyADMANAA1ADYANwA4AFoA-----BEGIN " + "PRIVATE KEY BLOCK-----VeilMadeUpKey7/+MIIVeilMadeUpKey7/+MIIVe"},
		{"a key behind a run and a byte that is no character", "4d6172c3ad6150c3a972657a\xfeglpat-" + "Veil-Made_Up7Veil78Z"},
		{"a run before raised digits", "U205ejZTd2dRWFpsYm1sa1lTQmtaU0JzWVNCUVlYb3NJREV5TXpRMU5qYzRXa_Q¹²³⁴⁵⁶⁷⁸Z"},
		{"a quotation that begins with a run", "'TWFyw61hIFDDqXJles://:rf'x9A@"},
		{"a quotation that begins with a name", "'ana.o'n@a.Ro"},
		{"what a signed token is widened to", "DNI123478Z.eyJ.eJs0yvVPLiIKzZQecbiNWDaGNjEyIDM0NSA2Nzg"},
		{"an escaped plus behind padding", "TWFyw61hIFDDqXJleg=\\+33123456789"},
		{"an escaped plus behind a number with its cue", "cuenta2100 0418 4502 0005 1332\\+462345678"},
		{"the user of a URL with a number", "://Tel612345678ana@a.md"},
		{"the password of a URL with a number", "://:@Tel612345678ana@a.md"},
		{"a number with a plus behind one with its cue", "tel612345678-634567890+34(612345678"},
		{"a number in disguise behind another", "+44207946958+39212348\u200b7"},
		{"a last digit before a name", "+39066982 4Ana"},
		{"a last digit before a number", "+39066982 4+492842222"},
		{"padding before a bracket", "eCBUVlJKZWs1RVZUSk9lbWho=(91)23456 78"},
		{"a sign before a bracket", "RXNjcmliZSBhIGFuYS-(91)23456 78"},
		{"pairs before a bracket", "31:32:33:34:35:36:37:38:5a(948)2554 00"},
		{"a code in brackets behind a run", "bWVybyBkZSBsYSBTZWd1cmlkYWQgU29jaWFsOiAyODEyMzQ1Njc4NDA=(+34)612345678"},
		{"a link behind a run", "KzMzIDEgMjMgNDUgNjcgODk=wa.me/462345678"},
		{"padding of a bearer token before a name", "bearer eyJhbGciI6IkpXVCJ9.e.JvVPLiIKzZQecbiNWDaGbQ2Fi2NUnpS-LKzGf1sB-12.4MaríaPérez"},
		{"the name of a key within a run", "PGEgaHJlZj0ibWFpbHRvOmFuYS+" + "secretaccesskey Veil/Made+Up7Veil/Made+Up7Veil/Made+Upg="},
		{"an accent behind a number", "CIFP28079002\u0301+462345678"},
		{"an accent before a bracket", "612=\n 345 678\u0301(91)23456 78"},
		{"a line end in disguise below a run", `233342d383233342d313233343536373839303132\nNjEyIDM0NSA2NzD=-WzQMTQ4OCAwMzQzIDY0NjddeyJjdWVycG8iOiJFbCBETkkgZXMgMT1cbjIzNDU2Nza`},
		{"a full stop behind a run", "KzMzIDEgMjMgNDUgNjcgODk.12345678Z"},
		{"a full stop behind a number with its cue", "tel 612345678.12345678Z"},
		{"a label in disguise behind an address", "a@a.esIBAN-ES𝟗𝟏-𝟐𝟏𝟎𝟎-𝟎𝟒𝟏𝟖-𝟒𝟓𝟎𝟐-𝟎𝟎𝟎𝟓-𝟏𝟑𝟑𝟐"},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			require.NotEmpty(t, s.Find(nil, []byte(tc.text)))
			assert.Empty(t, violation(s, tc.text))
		})
	}
}
