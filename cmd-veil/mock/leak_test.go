// SPDX-License-Identifier: Apache-2.0

package mock

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	dni   = "12345678Z"
	iban  = "ES91 2100 0418 4502 0005 1332"
	email = "ana.prueba@example.org"
)

var planted = []Planted{{"dni", dni}, {"iban", iban}, {"email", email}}

// sent is a log with one request of that body.
func sent(target, body string, header ...string) []Request {
	var log Log
	r := httptest.NewRequest("POST", target, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	log.Add(r, []byte(body))
	return log.Requests()
}

// content is a JSON body with text in a message.
func content(text string) string {
	b, _ := json.Marshal(map[string]any{"messages": []any{map[string]any{"content": text}}})
	return string(b)
}

func escaped(s string) string {
	var b strings.Builder
	for _, r := range s {
		fmt.Fprintf(&b, `\u%04x`, r)
	}
	return b.String()
}

func percent(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}

func TestLeaks(t *testing.T) {
	at := "/messages/0/content"
	tests := []struct {
		name, body string
		want       Leak
	}{
		{"clear", content("Mi DNI es " + dni + "."), Leak{0, at, "clear", "dni"}},
		{"dots and dash", content("12.345.678-z"), Leak{0, at, "spelling", "dni"}},
		{"lower case", content("12345678z"), Leak{0, at, "spelling", "dni"}},
		{"upper case", content("ANA.PRUEBA@EXAMPLE.ORG"), Leak{0, at, "spelling", "email"}},
		{"no separators", content("ES9121000418450200051332"), Leak{0, at, "spelling", "iban"}},
		{"other separators", content("ES91-2100-0418-4502-0005-1332"), Leak{0, at, "spelling", "iban"}},
		{"hex", content(hex.EncodeToString([]byte("a" + dni))), Leak{0, at, "hex", "dni"}},
		{"hex, upper", content(strings.ToUpper(hex.EncodeToString([]byte(email)))), Leak{0, at, "hex", "email"}},
		{"percent, each byte", content("q=" + percent(dni)), Leak{0, at, "percent", "dni"}},
		{"form", content("q=ES91+2100+0418+4502+0005+1332"), Leak{0, at, "spelling", "iban"}},
		{"percent, query", content(url.QueryEscape(email)), Leak{0, at, "percent", "email"}},
		{"escape in a nested text", content(`{"a":"` + escaped(dni) + `"}`), Leak{0, at, "escape", "dni"}},
		{"a colour within", content("ES91 2100\x1b[01;31m\x1b[K 0418 4502\x1b[m 0005 1332"), Leak{0, at, "colour", "iban"}},
		{"a colour spelled in a nested text", content(`{"a":"1234\u001b[1m5678Z"}`), Leak{0, at, "colour", "dni"}},
		{"escaped twice", content(`{"a":"` + strings.ReplaceAll(escaped(dni), `\`, `\\`) + `"}`), Leak{0, at, "escape", "dni"}},
		{"key", `{"` + dni + `":1}`, Leak{0, "/" + dni + " (key)", "clear", "dni"}},
		{"not JSON", "x=" + dni, Leak{0, "body", "clear", "dni"}},
		{"duplicate key", `{"a":"` + dni + `","a":"x"}`, Leak{0, "body", "clear", "dni"}},
		{"number", `{"n":[1,12345678]}`, Leak{0, "body", "clear", "digits"}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			got := Leaks(sent("/v1", tc.body), append([]Planted{{"digits", "12345678"}}, planted...))
			require.Contains(t, got, tc.want)
		})
	}
}

func TestLeaksBase64AtEveryOffset(t *testing.T) {
	encodings := map[string]*base64.Encoding{"base64": base64.StdEncoding, "base64url": base64.URLEncoding}
	rng := rand.New(rand.NewPCG(1, 2))
	for name, enc := range encodings {
		for range 300 {
			p := planted[rng.IntN(len(planted))]
			around := make([]byte, rng.IntN(9)+rng.IntN(9))
			for i := range around {
				around[i] = byte(rng.Uint32())
			}
			cut := rng.IntN(len(around) + 1)
			text := enc.EncodeToString([]byte(string(around[:cut]) + p.Value + string(around[cut:])))
			got := Leaks(sent("/v1", content(text)), planted)
			require.NotEmpty(t, got, "%s at offset %d", name, cut)
			require.Equal(t, p.Label, got[0].Label)
		}
	}
}

func TestLeaksOutsideTheBody(t *testing.T) {
	got := Leaks(sent("/v1/"+dni+"?m="+url.QueryEscape(email), "{}", "X-Note", iban), planted)
	require.Equal(t, []Leak{
		{0, "url", "clear", "dni"}, {0, "header X-Note", "clear", "iban"}, {0, "url", "percent", "email"},
	}, got)
}

func TestLeaksCleanLog(t *testing.T) {
	clean := content("DNI [DNI-001], IBAN [IBAN-001], [EMAIL-001]. 12345678A, ES00 2100 0418, ana@example.org")
	require.Empty(t, Leaks(sent("/v1?beta=true", clean, "User-Agent", "cli/2.1.332"), planted))
}

func TestLeakNeverShowsTheValue(t *testing.T) {
	for _, leak := range Leaks(sent("/v1", content(dni)), planted) {
		assert.NotContains(t, leak.String(), dni)
		assert.Contains(t, leak.String(), "request 0, ")
	}
}
