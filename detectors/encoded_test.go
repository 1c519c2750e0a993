// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

func base64Of(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
func hexOf(s string) string    { return hex.EncodeToString([]byte(s)) }

func gzipOf(t testing.TB, s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(s))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.String()
}

func deflateOf(t testing.TB, s string) string {
	var b bytes.Buffer
	z, err := flate.NewWriter(&b, flate.BestCompression)
	require.NoError(t, err)
	_, err = z.Write([]byte(s))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.String()
}

// noise is n bytes in which nothing can be read.
func noise(n int) string {
	rng := rand.New(rand.NewPCG(7, 7))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return string(b)
}

// encodedPieces are the values and texts of the kit, encoded, and opaque runs.
func encodedPieces(texts []string) []string {
	var list []string
	for _, s := range texts {
		if len(s) < 200 {
			list = append(list, base64Of(s), base64.RawURLEncoding.EncodeToString([]byte(s)), hexOf(s))
		}
	}
	return append(list, base64Of(noise(1500)), base64Of(noise(700)), base64Of(noise(64)), hexOf(noise(20)),
		"/", "-", "_", "+", "=", "==", "eyJ", ".", `"signature":"`)
}

// A run that decodes to one value is a spelling of that value.
func TestEncodedValueHasItsPlainSpelling(t *testing.T) {
	tests := []struct {
		name, in, value, plain string
		kind                   core.Kind
	}{
		{"base64", base64Of("12.345.678-Z"), "12345678Z", "12.345.678-Z", core.DNI},
		{"with a line end", base64Of("12345678Z\r\n"), "12345678Z", "12345678Z", core.DNI},
		{"base64url", base64.RawURLEncoding.EncodeToString([]byte("ana.ruiz@clínica.es")), "ana.ruiz@xn--clnica-4va.es", "ana.ruiz@clínica.es", core.Email},
		{"hexadecimal", hexOf("X1234567L"), "X1234567L", "X1234567L", core.DNI},
		{"base64 of hexadecimal", base64Of(hexOf("12345678z")), "12345678Z", "12345678z", core.DNI},
		{"three layers", base64Of(base64Of(base64Of("12345678Z"))), "12345678Z", "12345678Z", core.DNI},
		{"gzip", base64Of(gzipOf(t, "12345678Z")), "12345678Z", "12345678Z", core.DNI},
		{"gzip in hexadecimal", hexOf(gzipOf(t, "12345678Z")), "12345678Z", "12345678Z", core.DNI},
		{"UTF-16", base64Of(string(UTF16{order: leOrder}.Encode([]byte("12345678Z")))), "12345678Z", "12345678Z", core.DNI},
		{"a name", base64Of("Pérez, María"), "maria perez", "Pérez, María", core.Nombre},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			for _, around := range []string{"%s", "id=%s", `{"id":"%s"}`, `{\"id\":\"%s\"}`, "a %s b", `\n%s\n`, "(%s)"} {
				text := fmt.Sprintf(around, tc.in)
				found := s.Find(nil, []byte(text))
				require.Len(t, found, 1, text)
				f := found[0]
				assert.Equal(t, tc.in, text[f.Start:f.End])
				assert.Equal(t, []string{string(tc.kind), tc.value, tc.plain}, []string{string(f.Kind), f.Value, f.Plain})
			}
		})
	}
}

// Any other run with values in it is a blob, and its value is what stands there.
func TestEncodedTextIsABlob(t *testing.T) {
	tests := []struct {
		name, in   string
		confidence core.Confidence
	}{
		{"two values", base64Of("12345678Z 87654321X"), core.Certain},
		{"a value among words", base64Of("DNI 12345678Z"), core.Certain},
		{"packed", base64Of(gzipOf(t, "DNI 12345678Z")), core.Certain},
		{"packed without a header", base64Of(deflateOf(t, "DNI 12345678Z y otras cosas que se cuentan de la casa, la calle, el barrio, su gente, el mercado y las plazas")), core.Certain},
		{"within binary data", base64Of(noise(50) + "\x00ana@clinicasol.es\x00" + noise(50)), core.Certain},
		{"opaque", base64Of(noise(1000)), core.Likely},
		{"a bomb", base64Of(gzipOf(t, strings.Repeat("\x00", 1<<20))), core.Likely},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			found := s.Find(nil, []byte("data: "+tc.in+"\n"))
			require.Equal(t, []core.Finding{{
				Kind: core.Blob, Start: 6, End: 6 + len(tc.in), Value: tc.in, Confidence: tc.confidence,
			}}, found)
		})
	}
}

func TestEncodedValueInABombIsNotPassed(t *testing.T) {
	in := base64Of(gzipOf(t, strings.Repeat(" ", 200_000)+"12345678Z"))
	require.Less(t, len(in), maxOpaque)
	require.Len(t, kitSet(t).Find(nil, []byte(in)), 1)
}

// An allowed value is none within encoded text either.
func TestAllowReachesEncodedText(t *testing.T) {
	s, err := New(Options{AllowValues: []string{"12345678Z"}, AllowDomains: []string{"clinica.es"}})
	require.NoError(t, err)
	assert.Empty(t, s.Find(nil, []byte(base64Of("DNI 12345678Z, ana@clinica.es"))))
	assert.Len(t, s.Find(nil, []byte(base64Of("DNI 87654321X, ana@clinica.es"))), 1)
}

// hostileRuns are texts that decode to as much as they can.
func hostileRuns(t testing.TB) map[string]string {
	bomb := base64Of(gzipOf(t, strings.Repeat("\x00", 1<<20)))
	deep := "12345678Z"
	for range 10 {
		deep = base64Of(deep)
	}
	return map[string]string{
		"bombs":            bomb + " ",
		"bomb in a bomb":   base64Of(gzipOf(t, strings.Repeat(bomb+" ", 50))) + " ",
		"ten layers":       deep + " ",
		"one run":          "QWxh",
		"signs":            "////",
		"short parts":      "-" + base64Of("doce letras."),
		"parts":            "/QWxhQWxhQWxhQWxh",
		"escaped slashes":  `Qb/\/`,
		"wrapped":          base64Of(strings.Repeat("a", 48)) + "\n",
		"wrapped noise":    base64Of(noise(48)) + "\n",
		"digits":           "0123456789",
		"hexadecimal":      "4142434445464748494a4b4c4d4e4f50 ",
		"colons":           "41:42:43:",
		"hex pairs":        "41",
		"packed marks":     base64Of("\x1f\x8b\x08"+noise(27)) + " ",
		"signed tokens":    "eyJhbGciOiJIUzI1NiJ9.",
		"ends in a letter": base64Of(noise(48)) + "\né",
	}
}

// What is decoded grows with the text and no faster: it is counted.
func TestDecodingIsBounded(t *testing.T) {
	s := kitSet(t)
	decoded := func(unit string, size int) int {
		text := []byte(strings.Repeat(unit, size/len(unit)+1))
		d := new(decoding).begin(s, text)
		found := s.find(text, d)
		require.True(t, sound(found, text))
		require.LessOrEqual(t, d.effort.decoded, d.limit+maxInflated)
		return d.effort.decoded
	}
	for name, unit := range hostileRuns(t) {
		t.Run(name, func(t *testing.T) {
			n := max(100_000, 4*len(unit))
			once, twice := decoded(unit, n), decoded(unit, 2*n)
			assert.LessOrEqual(t, twice, once*21/10+len(unit), "bytes decoded of n and of 2n bytes")
		})
	}
}

// BenchmarkHostileRuns runs texts of n and 2n bytes: the throughput is the same
// if the cost is linear.
func BenchmarkHostileRuns(b *testing.B) {
	s := kitSet(b)
	for name, unit := range hostileRuns(b) {
		for _, size := range []int{1_000_000, 2_000_000} {
			text := []byte(strings.Repeat(unit, size/len(unit)))
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					s.Find(nil, text)
				}
			})
		}
	}
}

// BenchmarkRuns is the search for encoded data alone.
func BenchmarkRuns(b *testing.B) {
	s := kitSet(b)
	texts := benchTexts(b)
	var lock, minified strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&lock, "    \"node_modules/paquete-%d\": {\n      \"version\": \"1.%d.0\",\n      \"resolved\": \"https://paquetes.clinicasol.es/paquete-%d/-/paquete-%d-1.%d.0.tgz\",\n      \"integrity\": \"sha512-%s\",\n", i, i%7, i, i, i%7, base64Of(noise(64 + i)[i:]))
		fmt.Fprintf(&minified, "function e%d(t,n){return void 0===t&&(t=%d),n.addEventListener(\"load\",(function(){r.createElementNS(t.namespaceURI)})),t?n.querySelectorAll(\"a\"):null}", i, i)
	}
	texts["lock"], texts["minified"] = []byte(lock.String()), []byte(minified.String())
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var seen survey
			for b.Loop() {
				seen.read(text)
				new(decoding).begin(s, text).appendRuns(nil, &masked{text: text}, &seen)
			}
		})
	}
}

// Clean text costs no memory for the search of encoded data.
func TestRunsOfCleanTextCostNoMemory(t *testing.T) {
	text := []byte(strings.Repeat("func handle(ctx context.Context, internationalization string) { return github.com/empresa/proyecto/servicios }\n", 100))
	d := new(decoding).begin(kitSet(t), text)
	m := &masked{text: text}
	var seen survey
	seen.read(m.text)
	d.appendRuns(nil, m, &seen)
	assert.Zero(t, testing.AllocsPerRun(10, func() {
		seen.read(m.text)
		d.appendRuns(nil, m, &seen)
	}))
}

// The label of a value that stands right behind a run belongs to the value: it is
// still there once the run is a token.
func TestLabelBehindARunIsNoPartOfIt(t *testing.T) {
	in := base64Of("ES9121000418450200051332") + "/iban" + "es9121000418450200051332"
	assert.Equal(t, []string{base64Of("ES9121000418450200051332"), "es9121000418450200051332"}, texts(kitSet(t), in))
	assert.Equal(t, []string{"es9121000418450200051332"}, texts(kitSet(t), "[IBAN-001]/ibanes9121000418450200051332"))
}

// A short line ends a wrapped block; the name of a setting below it is none.
func TestNameBelowARunIsNoPartOfIt(t *testing.T) {
	run := hexOf("DNI 12345678Z de María, calle Mayor 1, Madrid")
	assert.Equal(t, []string{run}, texts(kitSet(t), "hex="+run+"\nurl=https://clinica.test\n"))
	block := strings.Repeat("QUJD", 19) + "\n" + base64Of("DNI 12345678Z.")
	require.True(t, strings.HasSuffix(block, "="))
	assert.Equal(t, []string{block}, texts(kitSet(t), block+"\nurl=x\n"))
}
