// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

const (
	smallChars   = "abcdefghijklmnopqrstuvwxyz"
	capitalChars = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digitChars   = "0123456789"
	alnumChars   = smallChars + capitalChars + digitChars
	urlChars     = alnumChars + "-_"
	hexChars     = digitChars + "abcdef"
)

// credentialMaker makes up credentials of every format.
type credentialMaker struct{ rng *rand.Rand }

// of returns n characters of the alphabet. Neither the first nor the last is a
// sign, and the first three are of three classes if the alphabet has them.
func (m credentialMaker) of(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[m.rng.IntN(len(alphabet))]
	}
	if strings.Contains(alphabet, "a") && strings.Contains(alphabet, "7") {
		b[0], b[1], b[n-1] = 'a', '7', 'e'
	}
	if strings.Contains(alphabet, "M") && strings.Contains(alphabet, "a") {
		b[0], b[1], b[n-1] = 'a', 'M', 'e'
	}
	return string(b)
}

func (m credentialMaker) checked(prefix string) string {
	body := m.of(alnumChars, 30)
	check := base62Check([]byte(body))
	return prefix + body + string(check[:])
}

// age ends with the six characters that make the check sum one.
func (m credentialMaker) age() string {
	body := m.of(bech32, 52)
	sum := bech32Sum(strings.ToLower(agePrefix), []byte(body+"QQQQQQ")) ^ 1
	for i := 5; i >= 0; i-- {
		body += string(bech32[sum>>(5*i)&31])
	}
	return agePrefix + "1" + body
}

func (m credentialMaker) webToken() string {
	header := []string{`{"alg":"HS256","typ":"JWT"}`, `{"alg":"RS256"}`, `{"kid":"veil","alg":"ES256"}`}[m.rng.IntN(3)]
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(header)) + "." + encode(fmt.Appendf(nil, `{"sub":"%d"}`, m.rng.IntN(1e9))) + "." + m.of(urlChars, 43+m.rng.IntN(300))
}

func (m credentialMaker) privateKey() string {
	label := []string{"", "RSA ", "EC ", "OPENSSH ", "DSA ", "ENCRYPTED "}[m.rng.IntN(6)] + "PRIVATE KEY-----"
	s := "-----BEGIN " + label + "\n"
	for range 1 + m.rng.IntN(20) {
		s += m.of(alnumChars+"+/", 64) + "\n"
	}
	return s + m.of(alnumChars, 4*(1+m.rng.IntN(15))) + "\n-----END " + label
}

// all returns one credential of each format.
func (m credentialMaker) all() []string {
	number := func() string { return "1" + m.of(digitChars, 11) }
	return []string{
		m.checked("ghp_"), m.checked("gho_"), m.checked("ghu_"), m.checked("ghs_"), m.checked("ghr_"), m.checked("npm_"),
		"github_pat_" + m.of(alnumChars, 22) + "_" + m.of(alnumChars, 59),
		"glpat-" + m.of(urlChars, 20), "gldt-" + m.of(urlChars, 20), "glrt-" + m.of(urlChars, 20), "glptt-" + m.of(hexChars, 40),
		"glpat-" + m.of(urlChars, 27+m.rng.IntN(60)) + ".01." + m.of(smallChars+digitChars, 9), "glpat-" + m.of(urlChars, 27) + "." + m.of(smallChars+digitChars, 9),
		"pypi-AgEIcHlwaS5vcmc" + m.of(urlChars, 60+m.rng.IntN(120)),
		"AKIA" + m.of(capitalChars+"234567", 16), "ASIA" + m.of(capitalChars+"234567", 16),
		"xoxb-" + number() + "-" + number() + "-" + m.of(alnumChars, 24), "xoxp-" + number() + "-" + number() + "-" + number() + "-" + m.of(hexChars, 32),
		"xapp-1-A" + m.of(capitalChars+digitChars, 10) + "-" + number() + "-" + m.of(hexChars, 64),
		"sk_live_" + m.of(alnumChars, 24+m.rng.IntN(80)), "rk_live_" + m.of(alnumChars, 99), "whsec_" + m.of(alnumChars, 32),
		"sk-" + m.of(alnumChars, 20) + openAIMark + m.of(alnumChars, 20), "sk-proj-" + m.of(urlChars, 74) + openAIMark + m.of(urlChars, 74),
		"sk-ant-api03-" + m.of(urlChars, 93) + "AA", "sk-ant-admin01-" + m.of(urlChars, 93) + "AA",
		"sk-or-v1-" + m.of(hexChars, 64), "gsk_" + m.of(alnumChars, 52),
		"AIza" + m.of(urlChars, 35), "GOCSPX-" + m.of(urlChars, 28), "SG." + m.of(urlChars, 22) + "." + m.of(urlChars, 43),
		strconv.Itoa(1e8+m.rng.IntN(9e9)) + ":AA" + m.of(urlChars, 33),
		base64.RawURLEncoding.EncodeToString([]byte(number()+number()[:6])) + "." + m.of(alnumChars, 6) + "." + m.of(urlChars, 38),
		"dop_v1_" + m.of(hexChars, 64), "hf_" + m.of(smallChars+capitalChars, 34), "dapi" + m.of(hexChars, 32), "shpat_" + m.of(hexChars, 32),
		"sq0atp-" + m.of(urlChars, 22), "sq0csp-" + m.of(urlChars, 43), "dckr_pat_" + m.of(urlChars, 27),
		m.age(), m.webToken(), m.privateKey(),
	}
}

// inCode returns the lines in which developers keep a credential.
func inCode(secret string) []string {
	quoted, _ := json.Marshal(secret)
	return []string{
		"const token = \"" + secret + "\";\n", "TOKEN=" + secret + "\n", "export API_KEY='" + secret + "'\n", "token: " + secret + "\n",
		"  - name: KEY\n    value: \"" + secret + "\"\n", `{"token":` + string(quoted) + `,"a":1}`, "curl -H \"X-Api-Key: " + secret + "\" https://clinica.es\n",
		"curl \"https://clinica.es/a?key=" + secret + "&b=2\"\n", "Mi clave es " + secret + ", guárdala.\n", "| key | " + secret + " |\n", "<key>" + secret + "</key>",
		"`" + secret + "`", "(" + secret + ")", "a;" + secret + ";b", "\x1b[32m" + secret + "\x1b[0m\n", secret, "2026-11-30T02:00:00Z level=info key=" + secret + "\n",
		`log("line\n` + strings.Trim(string(quoted), `"`) + `\tend")`, "+  token = " + secret + "\n-  token = none\n",
	}
}

// Every credential is found, whole, wherever it stands.
func TestEveryCredentialIsFound(t *testing.T) {
	s, err := New(Options{})
	require.NoError(t, err)
	m := credentialMaker{rand.New(rand.NewPCG(11, 2))}
	planted := 0
	for planted < 5_000 {
		for _, secret := range m.all() {
			lines := inCode(secret)
			text := lines[m.rng.IntN(len(lines))]
			require.Equal(t, []string{secret}, secretsIn(s, text), "%q", text)
			planted++
		}
	}
}

func secretsIn(s *Set, text string) []string {
	var found []string
	for _, f := range s.Find(nil, []byte(text)) {
		if f.Kind == core.Secreto {
			found = append(found, f.Value)
		}
	}
	return found
}

// Published keys of the formats that have check characters.
func TestCheckCharactersHold(t *testing.T) {
	tests := []struct{ name, prefix, body string }{
		{"GitHub's documentation of personal access tokens", "gh" + "p_", "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17"},
		{"the test kit of age", agePrefix + "1", "GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			found := secretFindings(t, tc.prefix+tc.body)
			require.Len(t, found, 1)
			require.Equal(t, core.ByCheckDigit, found[0].Basis)
			require.Equal(t, core.Certain, found[0].Confidence)
			last := len(tc.body) - 1
			require.Empty(t, secretFindings(t, tc.prefix+tc.body[:last]+"0"), "a wrong check character")
		})
	}
}

func secretFindings(t *testing.T, text string) []core.Finding {
	s, err := New(Options{})
	require.NoError(t, err)
	return s.Find(nil, []byte(text))
}
