// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"unicode"
)

// isServiceHead says whether the sign that ends the prefix of a service, by its first two
// letters, stands where it has to.
func isServiceHead(b []byte) bool {
	switch b[0] {
	case 'r':
		return b[2] == '_' || b[1] == 'u' && b[8] == '_'
	case 'n':
		return b[3] == '_'
	case 'p':
		return b[4] == '-' || b[6] == '_'
	case 's':
		return b[2] == '_' || b[3] == '_' || b[6] == '_'
	case 'x':
		return b[7] == '-'
	case 'A':
		return b[5] == '3'
	}
	return b[4] == '-'
}

// services are those that programs call, each by its documentation: Grafana "Service
// account tokens" and "Access policies", Atlassian "API tokens", New Relic "API keys" (user
// keys), Notion "Authorization", Netlify "Personal access tokens", Perplexity and xAI "API
// keys", PlanetScale "Service tokens", Replicate "API tokens", Resend "API keys", RubyGems
// "API keys", Supabase "Access tokens" and "API keys", Sentry "Auth tokens", SonarQube "User
// tokens", Brevo "API keys".
var services = [...]struct {
	prefix      string
	alphabet    alphabet
	least, most int
	holds       func(body []byte) bool
}{
	{"glsa_", base64URL, 41, 41, isGrafana},
	{"glc_ey", base64Text, 40, 400, isMixed},
	{"ATATT3", atlassian, 150, 250, isRandom},
	{"ATCTT3", atlassian, 150, 250, isRandom},
	{"NRAK-", alphanumeric, 27, 27, isMixed},
	{"ntn_", alphanumeric, 46, 46, isRandom},
	{"nfp_", alphanumeric, 36, 40, isRandom},
	{"rubygems_", hexadecimal, 48, 48, nil},
	{"xkeysib-", kebab, 81, 81, isBrevo},
	{"pscale_tkn_", base64URL, 32, 64, isRandom},
	{"pscale_pw_", base64URL, 32, 64, isRandom},
	{"pplx-", alphanumeric, 48, 48, isRandom},
	{"xai-", alphanumeric, 80, 80, isRandom},
	{"r8_", alphanumeric, 37, 37, isRandom},
	{"re_", base64URL, 33, 33, isResend},
	{"sbp_", hexadecimal, 40, 40, nil},
	{"sb_secret_", base64URL, 31, 31, isRandom},
	{"sntryu_", hexadecimal, 64, 64, nil},
	{"sqp_", hexadecimal, 40, 40, nil},
	{"squ_", hexadecimal, 40, 40, nil},
	{"sqa_", hexadecimal, 40, 40, nil},
}

// serviceFormat returns the format of the service whose prefix b begins with, or the zero
// value.
func serviceFormat(b []byte) credentialFormat {
	for i := range services {
		if s := &services[i]; begins(b, s.prefix) {
			return credentialFormat{prefix: len(s.prefix), alphabet: s.alphabet, least: s.least, most: s.most, holds: s.holds}
		}
	}
	return credentialFormat{}
}

// isRandom says whether the body has small letters, capitals and digits, as one that was
// drawn has, and a name in code has not.
func isRandom(body []byte) bool {
	var small, large, digit bool
	for _, c := range body {
		small, large, digit = small || isLower(c), large || isLetter(c) && !isLower(c), digit || isDigit(c)
	}
	return small && large && digit
}

// isGrafana says whether the parts are of 32 characters and 8 digits of a check sum.
func isGrafana(body []byte) bool {
	return body[32] == '_' && bytes.IndexByte(body, '-') < 0 && bytes.Count(body, []byte("_")) == 1 && isMixed(body[:32]) &&
		bodyEnd(body, 33, hexadecimal) == len(body)
}

// isBrevo says whether the parts are of 64 hexadecimal digits and 16 characters.
func isBrevo(body []byte) bool { return bodyEnd(body, 0, hexadecimal) == 64 && body[64] == '-' }

// isResend says whether the parts are of 8 and 24 characters.
func isResend(body []byte) bool {
	return body[8] == '_' && bytes.Count(body, []byte("_")) == 1 && bytes.IndexByte(body, '-') < 0 && isRandom(body)
}

// isShortKey says whether the key is of 32 small hexadecimal digits, as DeepSeek and
// others have them behind the prefix of OpenAI.
func isShortKey(body []byte) bool {
	return bodyEnd(body, 0, hexadecimal) == len(body) && isMixed(body) && bytes.IndexFunc(body, unicode.IsUpper) < 0
}
