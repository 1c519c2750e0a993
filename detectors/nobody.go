// SPDX-License-Identifier: Apache-2.0

package detectors

import "strings"

// isNobodysAddress says whether what looks like an address belongs to no person:
// reserved names, senders that read no answer, and what code and files write with
// the same sign. Both parts are folded.
func isNobodysAddress(local, domain string) bool {
	return isNobody(local) || isReservedDomain(domain) || isCode(local, domain)
}

// isNobody says whether a local part is that of a program: Git over SSH, and
// senders that read no answer.
func isNobody(local string) bool {
	switch local {
	case "git", "notification", "notifications", "mailer-daemon", "bounce", "bounces",
		"no-responder", "noresponder", "no-responda", "noresponda", "no-contestar", "nocontestar":
		return true
	}
	if !strings.Contains(local, "reply") {
		return false
	}
	for _, word := range [...]string{"noreply", "no-reply", "no_reply", "no.reply", "donotreply", "do-not-reply", "do_not_reply"} {
		before, after, found := strings.Cut(local, word)
		if found && !endsWithLetter(before) && (after == "" || !isLetter(after[0])) {
			return true
		}
	}
	return false
}

func endsWithLetter(s string) bool { return s != "" && isLetter(s[len(s)-1]) }

// isReservedDomain says whether a domain is one of those that RFC 2606 and RFC 6761
// reserve, or one that only programs use: in the ids of messages, the names of
// algorithms (RFC 4251, section 6), and accounts of services.
func isReservedDomain(domain string) bool {
	rest, top := cutTopLevel(domain)
	second := rest[strings.LastIndexByte(rest, '.')+1:]
	switch top {
	case "example", "test", "invalid", "localhost":
		return true
	case "com", "net", "org", "local", "lan", "corp", "home", "internal", "intranet":
		if second == "example" {
			return true
		}
	}
	switch domain {
	case "mail.gmail.com", "openssh.com", "libssh.org":
		return true
	}
	return strings.Contains(domain, "noreply.") || strings.HasSuffix(domain, ".gserviceaccount.com")
}

// isCode says whether an address is a label of Kotlin, an annotation of OData, a
// version of a package or a picture for dense screens.
func isCode(local, domain string) bool {
	switch local {
	case "this", "super", "return", "break", "continue":
		return true
	}
	rest, _ := cutTopLevel(domain)
	first, others, _ := strings.Cut(rest, ".")
	if first == "odata" || len(first) == 2 && isDigit(first[0]) && first[1] == 'x' {
		return others == ""
	}
	return isVersion(first) && others != "" && isDigit(others[0])
}

// isVersion says whether a label is the first number of a version: 1, v2.
func isVersion(label string) bool {
	label = strings.TrimPrefix(label, "v")
	for i := range len(label) {
		if !isDigit(label[i]) {
			return false
		}
	}
	return true
}

// cutTopLevel divides a domain before its last label.
func cutTopLevel(domain string) (rest, top string) {
	dot := strings.LastIndexByte(domain, '.')
	return domain[:dot], domain[dot+1:]
}
