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

// serviceFormat knows services that programs call, each by its documentation: Grafana
// "Service account tokens" and "Access policies", Atlassian "API tokens", New Relic "API
// keys" (user keys), Notion "Authorization", Netlify "Personal access tokens", Perplexity
// and xAI "API keys", PlanetScale "Service tokens", Replicate "API tokens", Resend "API
// keys", RubyGems "API keys", Supabase "Access tokens" and "API keys", Sentry "Auth
// tokens", SonarQube "User tokens", Brevo "API keys".
func serviceFormat(b []byte) credentialFormat {
	switch {
	case begins(b, "glsa_"):
		return credentialFormat{prefix: 5, alphabet: base64URL, least: 41, most: 41, holds: isGrafana}
	case begins(b, "glc_ey"):
		return credentialFormat{prefix: 6, alphabet: base64Text, least: 40, most: 400, holds: isMixed}
	case begins(b, "ATATT3"), begins(b, "ATCTT3"):
		return credentialFormat{prefix: 6, alphabet: atlassian, least: 150, most: 250, holds: isRandom}
	case begins(b, "NRAK-"):
		return credentialFormat{prefix: 5, alphabet: alphanumeric, least: 27, most: 27, holds: isMixed}
	case begins(b, "ntn_"):
		return credentialFormat{prefix: 4, alphabet: alphanumeric, least: 46, most: 46, holds: isRandom}
	case begins(b, "nfp_"):
		return credentialFormat{prefix: 4, alphabet: alphanumeric, least: 36, most: 40, holds: isRandom}
	case begins(b, "rubygems_"):
		return credentialFormat{prefix: 9, alphabet: hexadecimal, least: 48, most: 48}
	case begins(b, "xkeysib-"):
		return credentialFormat{prefix: 8, alphabet: kebab, least: 81, most: 81, holds: isBrevo}
	case begins(b, "pscale_tkn_"), begins(b, "pscale_pw_"):
		return credentialFormat{prefix: bytes.LastIndexByte(b[:11], '_') + 1, alphabet: base64URL, least: 32, most: 64, holds: isRandom}
	}
	return keyedFormat(b)
}

// keyedFormat is serviceFormat for the keys of models, of mail and of code analysis.
func keyedFormat(b []byte) credentialFormat {
	switch {
	case begins(b, "pplx-"):
		return credentialFormat{prefix: 5, alphabet: alphanumeric, least: 48, most: 48, holds: isRandom}
	case begins(b, "xai-"):
		return credentialFormat{prefix: 4, alphabet: alphanumeric, least: 80, most: 80, holds: isRandom}
	case begins(b, "r8_"):
		return credentialFormat{prefix: 3, alphabet: alphanumeric, least: 37, most: 37, holds: isRandom}
	case begins(b, "re_"):
		return credentialFormat{prefix: 3, alphabet: base64URL, least: 33, most: 33, holds: isResend}
	case begins(b, "sbp_"):
		return credentialFormat{prefix: 4, alphabet: hexadecimal, least: 40, most: 40}
	case begins(b, "sb_secret_"):
		return credentialFormat{prefix: 10, alphabet: base64URL, least: 31, most: 31, holds: isRandom}
	case begins(b, "sntryu_"):
		return credentialFormat{prefix: 7, alphabet: hexadecimal, least: 64, most: 64}
	case begins(b, "sqp_"), begins(b, "squ_"), begins(b, "sqa_"):
		return credentialFormat{prefix: 4, alphabet: hexadecimal, least: 40, most: 40}
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
