// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEscapesAreBlanks(t *testing.T) {
	s := kitSet(t)
	values := []string{"12345678Z", "X1234567L", "ES9121000418450200051332", "+34 612 345 678", "0034 612 345 678", "612 345 678",
		"ana@clinica.es", "María Pérez", "maria perez", "MARÍA PÉREZ", "Mercadona"}
	escapes := []string{`\n`, `\t`, `\r`, `\b`, `\f`, `\v`, `\0`, `\\n`, `\r\n`, `\u000a`, `\u000A`, `\u0009`, `\x0a`, `\x09`,
		"\x1b[31m", "\x1b[0;1m", "\x1b[K", "\x1b[m", `\u001b[31m`, `\u001B[1;31m`, `\x1b[31m`, `\x1B[0m`, `\033[31m`, `\e[31m`, `\\u001b[0m`}
	for _, value := range values {
		for _, escape := range escapes {
			assert.Equal(t, []string{value}, texts(s, "hola"+escape+value+escape+"adios"), "%q before %q", escape, value)
		}
	}
}

func TestEscapesAndCues(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"label after an escape", `hola\ndni 12345678A`, []string{"12345678A"}},
		{"letters of a label", `hola\nD.N.I. 12345678A`, []string{"12345678A"}},
		{"phone word after an escape", `hola\ntel 612345678`, []string{"612345678"}},
		{"phone word after a colour", "\x1b[31mtel\x1b[0m 612345678", []string{"612345678"}},
		{"cue of a name", `hola\nsra. rosa`, []string{"rosa"}},
		{"a name across an escaped line end", `José Antonio\nGarcía López firma`, []string{`José Antonio\nGarcía López`}},
		{"a name across an escaped CRLF", `Pérez,\r\nMaría`, []string{`Pérez,\r\nMaría`}},
		{"an IBAN across an escaped line end", `ES91 2100 0418\n4502 0005 1332 fin`, []string{`ES91 2100 0418\n4502 0005 1332`}},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.want, texts(s, tc.in))
		})
	}
}

// What a terminal does not show stands within a name wherever its words begin and end.
func TestColoursWithinAName(t *testing.T) {
	s := kitSet(t)
	for _, colour := range []string{"\x1b[1;31m", "\x1b[m", "\x1b[01;31m\x1b[K", `\u001b[1m`, `\e[m`, "\x1b[1m\\e[K"} {
		for _, name := range []string{"Mar%sía Pérez", "María%s Pérez", "María %sPérez", "María%[1]s %[1]sPérez", "Pérez,%s María", "Pérez, %sMaría", "maría  %s  pérez"} {
			name := fmt.Sprintf(name, colour)
			assert.Equal(t, []string{name}, texts(s, "hola "+name+colour+" adiós"), "%q", name)
		}
	}
}

// A backslash stands in paths and user names of Windows too.
func TestBackslashBeforeAValue(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"a letter of no escape", `\d12345678Z`, []string{"12345678Z"}},
		{"a DNI as a file", `C:\clientes\12345678Z.pdf`, []string{"12345678Z"}},
		{"a DNI with a zero as a file", `C:\clientes\02468013K.pdf`, []string{"02468013K"}},
		{"an NIE as a file", `C:\x1234567L`, []string{"x1234567L"}},
		{"a name as a folder", `C:\maria perez\Ana\AnaMercadona`, []string{"maria perez", "Ana", "Ana", "Mercadona"}},
		{"a user of a domain", `CLINICA\maria@clinica.es`, []string{"maria@clinica.es"}},
		{"a user whose name looks escaped", `CLINICA\usuario@clinica.es`, []string{"usuario@clinica.es"}},
		{"a folder whose name begins like an escape", `C:\new12345678Z`, nil},
		{"a bracket without ESC", `a[31m12345678Z`, nil},
		{"hexadecimal without u", `\x0a0a12345678Z`, nil},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.want, texts(s, tc.in))
		})
	}
}
