// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mentions returns the paths that a prompt names with @, as the prompt spells them.
// Claude Code puts what is there into the conversation, and no hook sees it. A path
// stands here in every reading that the host could take: with the punctuation behind
// it and without, with what follows a # (a range of lines) and without. Most readings
// of most prompts lead to no file.
func Mentions(prompt string) []string {
	var found []string
	add := func(path string) {
		if path = strings.TrimSpace(path); path != "" && !slices.Contains(found, path) {
			found = append(found, path)
		}
	}
	eachMention(prompt, func(rest string) {
		if quoted, ok := strings.CutPrefix(rest, `"`); ok {
			if inside, _, closed := strings.Cut(quoted, `"`); closed {
				addRanged(add, inside)
			}
		}
		word := rest
		if end := strings.IndexFunc(rest, isBlank); end >= 0 {
			word = rest[:end]
		}
		addRanged(add, word)
		addRanged(add, strings.TrimRightFunc(word, func(r rune) bool { return !isWordRune(r) }))
		addRanged(add, strings.TrimRightFunc(word, func(r rune) bool { return r > unicode.MaxASCII || !isWordRune(r) }))
	})
	return found
}

// NamesResource says whether a prompt names a resource of an MCP server:
// "@server:scheme://...". The host reads it, and no hook sees it.
func NamesResource(prompt string) bool {
	named := false
	eachMention(prompt, func(rest string) {
		word := rest
		if end := strings.IndexFunc(rest, isBlank); end >= 0 {
			word = rest[:end]
		}
		server, uri, ok := strings.Cut(word, ":")
		named = named || ok && server != "" && strings.Contains(uri, "://")
	})
	return named
}

// eachMention calls f with what follows each @ that can begin a mention. The host wants
// a blank or one of four marks before it; here anything counts that cannot stand before
// the @ of an e-mail address.
func eachMention(prompt string, f func(rest string)) {
	for at := 0; ; at++ {
		next := strings.IndexByte(prompt[at:], '@')
		if next < 0 {
			return
		}
		at += next
		before, _ := utf8.DecodeLastRuneInString(prompt[:at])
		if at == 0 || before > unicode.MaxASCII || !isWordRune(before) && !strings.ContainsRune(".%+-", before) {
			f(prompt[at+1:])
		}
	}
}

// addRanged adds a path with what follows its first # and without.
func addRanged(add func(string), path string) {
	add(path)
	if name, _, ranged := strings.Cut(path, "#"); ranged {
		add(name)
	}
}

// isBlank says whether JavaScript's \s matches the rune.
func isBlank(r rune) bool { return r == '\ufeff' || r != '\u0085' && unicode.IsSpace(r) }

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
