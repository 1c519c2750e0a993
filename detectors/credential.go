// SPDX-License-Identifier: Apache-2.0

package detectors

import "github.com/veil-guard/veil/core"

// coverCredentials finds the credentials in the text and covers them, before
// anything else is looked for: what else seems to stand in a random text, or on both
// sides of its end, is an accident. The survey is that of the text.
func coverCredentials(m *masked, seen *survey) []core.Finding {
	if len(seen.stretches) == 0 && len(seen.ats) == 0 && len(seen.keys) == 0 {
		return nil // as in most prompts
	}
	return coverCredentialsIn(m, seen, seen.stretches)
}

// coverCredentialsIn is coverCredentials for a text in which the given stretches are left.
func coverCredentialsIn(m *masked, seen *survey, runs []span) []core.Finding {
	again := false
	return coverAll(m, func(dst []core.Finding, text []byte) []core.Finding {
		if again {
			runs = appendStretches(nil, text)
		}
		again = true
		return appendCredentials(dst, text, runs, seen)
	})
}

// coverAll covers what one search finds, and searches again where a finding lost to
// one that covers only part of it.
func coverAll(m *masked, search func(dst []core.Finding, text []byte) []core.Finding) []core.Finding {
	var found []core.Finding
	for range maxRounds {
		kept, again := settle(search(nil, m.text))
		m.coverAll(kept)
		found = append(found, kept...)
		if !again && !touchesCredential(m.text, kept) {
			break
		}
	}
	return found
}

// appendCredentials finds what opens a door: tokens of providers, passwords in
// URLs, the credentials of HTTP headers and private keys. A provider's token
// counts by its prefix, alphabet and length, and by its check characters where
// it has them; what is plainly a placeholder is none. runs are the long stretches of
// the text; the rest of what is to be known of it is in the survey.
func appendCredentials(dst []core.Finding, text []byte, runs []span, seen *survey) []core.Finding {
	dst = appendRunCredentials(dst, text, runs)
	dst = appendURLPasswords(dst, text, seen.ats)
	return appendPrivateKeys(dst, text, seen.keys)
}

// minCredentialRun is the length of the shortest run of token characters that a credential
// holds, in bytes: a user and a password of 12 bytes in base64.
const minCredentialRun = 16

// appendRunCredentials looks at each of the runs that is long enough.
func appendRunCredentials(dst []core.Finding, text []byte, runs []span) []core.Finding {
	last := 0 // the end of the last finding
	for _, run := range runs {
		start := max(run.start, last)
		if run.end-start < minCredentialRun {
			continue
		}
		n := len(dst)
		dst = appendRun(dst, text[last:], start-last, run.end-last)
		for i := n; i < len(dst); i++ {
			dst[i].Start += last
			dst[i].End += last
		}
		if n < len(dst) {
			last = dst[len(dst)-1].End
		}
	}
	return dst
}

// appendRun finds the credentials that begin in the run text[start:end]: at a
// beginning of a word, or by what stands right before the run.
func appendRun(dst []core.Finding, text []byte, start, end int) []core.Finding {
	if start > 0 && (text[start-1] == '\\' || text[start-1] == '[') {
		start = min(end, escapeEnd(text, start))
	}
	if f, ok := cuedCredential(text, start); ok {
		dst = append(dst, f)
		start = max(start, f.End)
	}
	bodies := bodies{text: text}
	for i := start; i < end; i = nextStart(text, i, end) {
		if !isFormatInitial(text[i]) || i == start && letterEndsAt(text, i) {
			continue
		}
		if f, ok := bodies.credential(i); ok {
			dst = append(dst, f)
			i = f.End - 1
		}
	}
	return dst
}

// bodies reads the bodies of credentials from left to right. It remembers where
// the last one of each alphabet ends, so that a run full of prefixes is read once.
type bodies struct {
	text []byte
	ends [alphabets]int
}

// end returns the end of the characters at start that are of the alphabet.
func (b *bodies) end(start int, a alphabet) int {
	if start >= b.ends[a] {
		b.ends[a] = bodyEnd(b.text, start, a)
	}
	return b.ends[a]
}

// credential reads the credential whose prefix begins at i.
func (b *bodies) credential(i int) (core.Finding, bool) {
	if b.text[i] == 'e' {
		return b.jsonWebToken(i)
	}
	f := formatAt(b.text[i:])
	if f.most == 0 {
		return core.Finding{}, false
	}
	start := i + f.prefix
	end := b.end(start, f.alphabet)
	if n := end - start; n < f.least || n > f.most || goesOn(b.text, end) {
		return core.Finding{}, false
	}
	body := b.text[start:end]
	if f.holds != nil && !f.holds(body) || isPlaceholder(body) {
		return core.Finding{}, false
	}
	if f.suffix != nil {
		end += f.suffix(b.text[end:])
	}
	basis := core.ByContext
	if f.checked {
		basis = core.ByCheckDigit
	}
	return credentialFinding(b.text, i, end, basis), true
}

// goesOn says whether the value that ends at i does not end there: a letter or a
// digit follows, or a sign with which another value can begin. "==+34 ..." must be
// to it what "==[TEL-001]" is.
func goesOn(text []byte, i int) bool {
	if i == len(text) {
		return false
	}
	switch text[i] {
	case '+', '-', '_', '(':
		return true
	}
	return letterBeginsAt(text, i)
}

func credentialFinding(text []byte, start, end int, basis core.Basis) core.Finding {
	return core.Finding{
		Kind: core.Secreto, Start: start, End: end, Value: string(text[start:end]),
		Confidence: core.Certain, Basis: basis,
	}
}
