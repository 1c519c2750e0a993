// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// The byte orders that tests write UTF-16 in.
var (
	leOrder binary.AppendByteOrder = binary.LittleEndian
	beOrder binary.AppendByteOrder = binary.BigEndian
)

func TestFindBinary(t *testing.T) {
	wide := func(order binary.AppendByteOrder, s string) string {
		return string(UTF16{order: order}.Encode([]byte(s)))
	}
	tests := []struct {
		name, in string
		want     []string
	}{
		{"between NUL bytes", "\x00\x01DNI 12345678Z\x00\x02", []string{"12345678Z"}},
		{"UTF-8", "\x89PNG\x00\x00tEXtAutor\x00María Pérez\x00", []string{"María Pérez"}},
		{"UTF-16, little endian", "\x01\x02" + wide(leOrder, "ana@clinicasol.es") + "\x00\x01", []string{wide(leOrder, "ana@clinicasol.es")[:33]}},
		{"UTF-16, big endian", "\x01" + wide(beOrder, "ana@clinicasol.es") + "01", []string{wide(beOrder, "ana@clinicasol.es")[1:]}},
		{"a string in DER", "\x30\x13\x06\x03U\x04\x05\x13\x0fIDCES-12345678Z1\x0b", []string{"12345678Z"}},
		{"a short name is there by chance", "\x00\x01\x02Ana Ruiz\x00", nil},
		{"a value over a NUL", "\x0012345\x00678Z\x00", nil},
		{"a phone over two stretches", "\x00abc 612\x01345 678 abc\x00", nil},
		{"nothing", "", nil},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			found := s.FindBinary(nil, []byte(tc.in))
			require.True(t, sound(found, []byte(tc.in)))
			for _, f := range found {
				got = append(got, tc.in[f.Start:f.End])
			}
			assert.Equal(t, tc.want, got)
		})
	}
}

func TestUTF16RoundTrip(t *testing.T) {
	tests := []struct {
		name, in string
		ok       bool
		text     string
		clean    bool
	}{
		{"little endian", "\xff\xfeA\x00\xf1\x00\n\x00", true, "Añ\n", true},
		{"big endian", "\xfe\xff\x00A\x00\xf1", true, "Añ", true},
		{"a pair of surrogates", "\xff\xfeA\x00\x3d\xd8\x00\xde", true, "A😀", true},
		{"a lone surrogate", "\xff\xfeA\x00\x3d\xd8B\x00", true, "A\ufffdB", false},
		{"a byte left over", "\xff\xfeA\x00B", true, "A", false},
		{"no mark", "1\x002\x003\x00", true, "123", true},
		{"no mark, big endian", "\x001\x002\x003", true, "123", true},
		{"8-bit text behind", "\xff\xfeA\x00DNI 12345678Z ", true, "A\u4e44\u2049\u3231\u3433\u3635\u3837\u205a", false},
		{"a short word of two bytes a letter", "\xff\xfeA\x00\x2d\x4e\x87\x65", true, "A中文", true},
		{"no mark and 8-bit text behind", "1\x002\x003\x004\x005\x006\x007\x008\x00Z\x009\x009\x009\x009\x009\x009\x009\x009\x009\x009\x009\x009\x009\x009\x009\x00DNI 12345678", false, "", false},
		{"a second mark is text", "\xff\xfe\xff\xfeA\x00", true, "\ufeffA", true},
		{"no mark and a byte left over", "1\x002\x003", false, "", false},
		{"NUL bytes", "12345678Z\x00", false, "", false},
		{"Windows-1252", "\xff\xfeana", false, "", false},
		{"UTF-8", "ana", false, "", false},
		{"empty", "", false, "", false},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			u, ok := ReadUTF16([]byte(tc.in))
			require.Equal(t, tc.ok, ok)
			if !ok {
				return
			}
			assert.Equal(t, tc.text, string(u.Text))
			assert.Equal(t, tc.clean, u.Clean)
			if tc.clean {
				assert.Equal(t, tc.in, string(u.Encode(u.Text)))
			}
		})
	}
}

// A token in UTF-16 would be in another encoding than the rest: what is found is
// refused, at its place in the original.
func TestFindRefusesValuesInUTF16(t *testing.T) {
	s := kitSet(t)
	for _, u := range []UTF16{{order: leOrder, mark: true}, {order: beOrder, mark: true}, {order: leOrder}, {order: beOrder}} {
		text := u.Encode([]byte("Año 😀: DNI 12.345.678-Z."))
		value := UTF16{order: u.order}.Encode([]byte("12.345.678-Z"))
		found := s.Find(nil, text)
		require.Len(t, found, 1)
		f := found[0]
		assert.Equal(t, value, text[f.Start:f.End])
		assert.Equal(t, core.Finding{
			Kind: core.DNI, Start: f.Start, End: f.End, Value: "12345678Z", Plain: "12.345.678-Z", Confidence: core.Certain,
			Basis: core.ByCheckDigit, Disposition: core.Refuse, Obstacle: core.ObstacleEncoding,
		}, f)
		assert.Empty(t, s.Find(nil, u.Encode([]byte("Nada que decir aquí."))))
	}
}

// A log to which another program appended in 8-bit text is refused as a whole, and
// so is what has a byte or half a character too much.
func TestFindRefusesMixedUTF16(t *testing.T) {
	s := kitSet(t)
	appended := "DNI 12345678Z de Ana ana.lopez@clinicasol.es ES9121000418450200051332\n"
	for _, u := range []UTF16{{order: leOrder, mark: true}, {order: beOrder, mark: true}} {
		head := string(u.Encode([]byte("hola ")))
		for name, in := range map[string]string{
			"behind":        head + appended,
			"between":       head + appended + " " + string(UTF16{order: u.order}.Encode([]byte(" hola"))),
			"a name":        head + "\nAna Ruiz\n",
			"a byte over":   head + "x",
			"half a letter": head + string(u.order.AppendUint16(nil, 0xD83D)) + head,
		} {
			assert.Equal(t, []core.Finding{unscannableFinding([]byte(in), core.ObstacleBinary)}, s.Find(nil, []byte(in)), name)
		}
	}
	in := base64Of("\xff\xfe" + string(UTF16{order: leOrder}.Encode([]byte("hola "))) + appended)
	assert.Equal(t, []string{in}, texts(s, in))
}

func FuzzFindBinary(f *testing.F) {
	f.Add([]byte("\x00\x01DNI 12345678Z\x00\x02"))
	f.Add([]byte("\x13\x0fIDCES-12345678Z1\x0b\x001\x002\x003\x004\x005\x006\x007\x008\x00Z\x00"))
	s := kitSet(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		require.True(t, sound(s.FindBinary(nil, data), data))
	})
}
