// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// credentialFormat is what a provider's token looks like: a prefix, and a body of
// least to most bytes.
type credentialFormat struct {
	prefix      int
	alphabet    alphabet
	least, most int
	holds       func(body []byte) bool // nil if the shape says enough
	checked     bool                   // holds verifies check characters
	suffix      func(rest []byte) int  // the length of a part that may follow
}

// formatAt returns the format whose prefix b begins with, or the zero value. The
// sources are the providers' own pages, as of 2026; what they do not state (some
// lengths) is what their tokens have.
func formatAt(b []byte) credentialFormat {
	if len(b) < minCredentialRun {
		return credentialFormat{}
	}
	switch string(b[:2]) {
	case "gh", "gi":
		return githubFormat(b)
	case "gl":
		if b[2] == 's' || b[2] == 'c' && b[3] == '_' {
			return serviceFormat(b)
		}
		return gitlabFormat(b)
	case "AT", "NR", "nt", "nf", "pp", "ps", "r8", "re", "ru", "sb", "sn", "xk":
		if !isServiceHead(b) {
			return credentialFormat{} // as most words
		}
		return serviceFormat(b)
	case "np", "py", "do", "dc", "hf", "da", "sh", "sq":
		return platformFormat(b)
	case "AK", "AS", "AI", "GO", "AG":
		return upperFormat(b)
	case "xo", "xa", "se":
		if begins(b, "xai-") {
			return serviceFormat(b)
		}
		return slackFormat(b)
	case "sk", "rk", "wh", "gs":
		return keyFormat(b)
	}
	if b[0]-'M' <= 2 {
		return discordFormat(b)
	}
	return credentialFormat{}
}

func begins(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}

// githubFormat knows "Behind GitHub's new authentication token formats" (GitHub
// blog, 2021) and the fine-grained tokens of GitHub's "Token expiration and
// revocation".
func githubFormat(b []byte) credentialFormat {
	switch {
	case begins(b, "github_pat_"):
		return credentialFormat{prefix: 11, alphabet: base64URL, least: 82, most: 82, holds: isFineGrained}
	case begins(b[2:], "p_"), begins(b[2:], "o_"), begins(b[2:], "u_"), begins(b[2:], "s_"), begins(b[2:], "r_"):
		return credentialFormat{prefix: 4, alphabet: alphanumeric, least: 36, most: 36, holds: base62Holds, checked: true}
	}
	return credentialFormat{}
}

// gitlabFormat knows the "Token prefixes" of GitLab's "Security, token overview":
// 20 or more characters, and since 17.10 the length and the check sum after a dot.
func gitlabFormat(b []byte) credentialFormat {
	dash := bytes.IndexByte(b[:8], '-')
	if dash < 0 {
		return credentialFormat{}
	}
	switch string(b[2:dash]) {
	case "pat", "dt", "rt", "rtr", "cbt", "ptt", "ft", "imt", "agent", "wt", "soat", "oas", "ffct":
		return credentialFormat{prefix: dash + 1, alphabet: base64URL, least: 20, most: 300, holds: isMixed, suffix: routableSuffix}
	}
	return credentialFormat{}
}

// platformFormat knows registries and platforms, each by its documentation:
// npm "About access tokens" (and the check sum of GitHub's), PyPI "API tokens"
// (a macaroon for pypi.org), DigitalOcean "Personal access tokens", Docker "Access
// tokens", Hugging Face "User access tokens", Databricks "Personal access tokens",
// Shopify "Access tokens" and Square "Access tokens".
func platformFormat(b []byte) credentialFormat {
	switch {
	case begins(b, "npm_"):
		return credentialFormat{prefix: 4, alphabet: alphanumeric, least: 36, most: 36, holds: base62Holds, checked: true}
	case begins(b, "pypi-AgEIcHlwaS5vcmc"):
		return credentialFormat{prefix: 20, alphabet: base64URL, least: 50, most: 1000}
	case begins(b, "dop_v1_"), begins(b, "doo_v1_"), begins(b, "dor_v1_"):
		return credentialFormat{prefix: 7, alphabet: hexadecimal, least: 64, most: 64}
	case begins(b, "dckr_pat_"):
		return credentialFormat{prefix: 9, alphabet: base64URL, least: 27, most: 27, holds: isMixed}
	case begins(b, "hf_"):
		return credentialFormat{prefix: 3, alphabet: letters, least: 34, most: 34, holds: isMixed}
	case begins(b, "dapi"):
		return credentialFormat{prefix: 4, alphabet: hexadecimal, least: 32, most: 32, holds: isMixed}
	case begins(b, "shpat_"), begins(b, "shpca_"), begins(b, "shppa_"), begins(b, "shpss_"):
		return credentialFormat{prefix: 6, alphabet: hexadecimal, least: 32, most: 32}
	case begins(b, "sqp_"), begins(b, "squ_"), begins(b, "sqa_"):
		return serviceFormat(b)
	case begins(b, "sq0atp-"):
		return credentialFormat{prefix: 7, alphabet: base64URL, least: 22, most: 22, holds: isMixed}
	case begins(b, "sq0csp-"):
		return credentialFormat{prefix: 7, alphabet: base64URL, least: 43, most: 43, holds: isMixed}
	}
	return credentialFormat{}
}

// upperFormat knows the access key ids of AWS IAM ("Unique identifiers": AKIA, and
// ASIA for temporary ones), Google's API keys and OAuth client secrets (Google
// Cloud "API keys", "OAuth clients"), and the identities of age (C2SP age, with the
// check sum of BIP 173).
func upperFormat(b []byte) credentialFormat {
	switch {
	case begins(b, "AKIA"), begins(b, "ASIA"):
		return credentialFormat{prefix: 4, alphabet: base32, least: 16, most: 16}
	case begins(b, "AIza"):
		return credentialFormat{prefix: 4, alphabet: base64URL, least: 35, most: 35, holds: isMixed}
	case begins(b, "GOCSPX-"):
		return credentialFormat{prefix: 7, alphabet: base64URL, least: 28, most: 28, holds: isMixed}
	case begins(b, agePrefix+"1"):
		return credentialFormat{prefix: len(agePrefix) + 1, alphabet: alphanumeric, least: 58, most: 58, holds: ageHolds, checked: true}
	}
	return credentialFormat{}
}

// slackFormat knows the "Token types" and the "Incoming webhooks" of Slack. Of a
// web hook only the path is secret.
func slackFormat(b []byte) credentialFormat {
	switch {
	case begins(b, "xoxb-"), begins(b, "xoxp-"), begins(b, "xoxa-"), begins(b, "xoxr-"), begins(b, "xoxs-"), begins(b, "xapp-"):
		return credentialFormat{prefix: 5, alphabet: kebab, least: 40, most: 250, holds: isSlackToken}
	case begins(b, "services/T"):
		return credentialFormat{prefix: 9, alphabet: slashed, least: 40, most: 60, holds: isSlackHook}
	}
	return credentialFormat{}
}

// keyFormat knows the secret keys of model providers (OpenAI and Anthropic, "API
// keys"; OpenRouter "Authentication"; Groq "API keys") and of Stripe ("API keys":
// live ones; those for tests open nothing but test data).
func keyFormat(b []byte) credentialFormat {
	switch {
	case begins(b, "sk-ant-"):
		return credentialFormat{prefix: 7, alphabet: base64URL, least: 80, most: 140, holds: isAnthropicKey}
	case begins(b, "sk-or-v1-"):
		return credentialFormat{prefix: 9, alphabet: hexadecimal, least: 64, most: 64}
	case begins(b, "sk-") && bodyEnd(b, 3, base64URL) == 3+32:
		return credentialFormat{prefix: 3, alphabet: base64URL, least: 32, most: 32, holds: isShortKey}
	case begins(b, "sk-"):
		return credentialFormat{prefix: 3, alphabet: base64URL, least: 48, most: 250, holds: isOpenAIKey}
	case begins(b, "gsk_"):
		return credentialFormat{prefix: 4, alphabet: alphanumeric, least: 52, most: 52, holds: isMixed}
	case begins(b, "sk_live_"), begins(b, "rk_live_"):
		return credentialFormat{prefix: 8, alphabet: alphanumeric, least: 24, most: 250, holds: isMixed}
	case begins(b, "whsec_"):
		return credentialFormat{prefix: 6, alphabet: base64Text, least: 32, most: 88, holds: isMixed}
	}
	return credentialFormat{}
}

// discordFormat knows the bot tokens of Discord ("Authentication", reference): the
// bot's number in base64url, a time stamp and a signature.
func discordFormat(b []byte) credentialFormat {
	if len(b) > 28 && (b[24] == '.' || b[26] == '.') {
		return credentialFormat{alphabet: dottedURL, least: 24 + 1 + 6 + 1 + 27, most: 28 + 1 + 6 + 1 + 40, holds: isDiscordToken}
	}
	return credentialFormat{}
}
