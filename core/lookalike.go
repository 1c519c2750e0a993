// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"fmt"
	"strings"
	"sync"
)

// lookAlike is text that resembles a token and is none: [dni-001], [DNI 001],
// DNI-001. In a file it would stand for good in place of a value.
type lookAlike struct {
	text  string
	token Token // the one that it resembles
}

// findLookAlikes returns what resembles a token in text: a kind in any case with a
// number in brackets, or a kind in capitals with a padded number without them. A
// hyphen or a bracket of another form, as models write them, is as good.
func findLookAlikes(text string) []lookAlike {
	var list []lookAlike
	exact := FindTokens(nil, text)
	for at := 0; at < len(text); {
		if !isASCIILetter(text[at]) {
			at++
			continue
		}
		end := at
		for end < len(text) && isASCIILetter(text[end]) {
			end++
		}
		if at > 0 && text[at-1] == '5' && text[at]|0x20 == 'b' {
			at++ // the end of an encoded bracket
		}
		for len(exact) > 0 && exact[0].End <= at {
			exact = exact[1:]
		}
		inToken := len(exact) > 0 && exact[0].Start < end
		if l, ok := lookAlikeAt(text, at, end); ok && !inToken {
			list = append(list, l)
		}
		at = end
	}
	return list
}

// lookAlikeAt reads a look-alike whose kind is text[start:end].
func lookAlikeAt(text string, start, end int) (lookAlike, bool) {
	word := text[start:end]
	sep := prefixOf(text[end:], "-", "_", " ", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212", "\u00ad", "%2D", "%2d")
	if len(word) > maxKindLen || sep == "" {
		return lookAlike{}, false
	}
	kind := Kind(strings.ToUpper(word))
	number, n := digits(text[end+len(sep):], maxDigits)
	if n == 0 || number == 0 || !kind.InToken() {
		return lookAlike{}, false
	}
	last := end + len(sep) + n
	opening := suffixOf(text[:start], "[", "\uff3b", "\u3010", "%5B", "%5b", "=5B", `\x5b`, "(")
	closing := prefixOf(text[last:], "]", "\uff3d", "\u3011", "%5D", "%5d", "=5D", `\x5d`, ")")
	bracketed := opening != "" && closing != "" && (opening == "(") == (closing == ")") && (opening != "(" || string(kind) == word && n >= minDigits)
	bare := string(kind) == word && sep != " " && n >= minDigits && (start == 0 || !isWordByte(text[start-1])) && (last == len(text) || !isWordByte(text[last]))
	if !bracketed && !bare {
		return lookAlike{}, false
	}
	if bracketed {
		start, last = start-len(opening), last+len(closing)
	}
	return lookAlike{text[start:last], Token{kind, number, 1}}, true
}

// prefixOf returns the first of the prefixes that text begins with, or "".
func prefixOf(text string, prefixes ...string) string {
	for _, p := range prefixes {
		if strings.HasPrefix(text, p) {
			return p
		}
	}
	return ""
}

// suffixOf returns the first of the suffixes that text ends with, or "".
func suffixOf(text string, suffixes ...string) string {
	for _, s := range suffixes {
		if strings.HasSuffix(text, s) {
			return s
		}
	}
	return ""
}

func isASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isWordByte(c byte) bool {
	return isASCIILetter(c) || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

// misspelled denies a write with a look-alike of a token that the session gave
// out, unless the file holds that text already or the person wrote it in a prompt.
func (g *Guard) misspelled(ctx context.Context, ev Event) (Reason, bool, error) {
	if ev.Surface != ToolInput || ev.Tool.Sink != SinkFile {
		return Reason{}, false, nil
	}
	var found []lookAlike
	var where []Leaf
	var tokens []string
	for _, l := range ev.Leaves {
		if !ev.Tool.isContent(l) {
			continue
		}
		for _, like := range findLookAlikes(l.Text) {
			found, where, tokens = append(found, like), append(where, l), append(tokens, like.token.String())
		}
	}
	if len(found) == 0 {
		return Reason{}, false, nil
	}
	given, err := g.Pseudonyms.Reveal(ctx, tokens)
	if err != nil {
		return Reason{}, false, fmt.Errorf("restoring values: %w", err)
	}
	present := sync.OnceValue(func() string { return g.present(ev) })
	for i, like := range found {
		if len(given[i].Edits) == 0 || strings.Contains(present(), like.text) {
			continue
		}
		prompted, err := g.wasPrompted(ctx, like)
		if err != nil {
			return Reason{}, false, err
		}
		if !prompted {
			return Reason{
				Rule:     "token_misspelled",
				Text:     where[i].ID.Pointer + " holds something like the token " + tokens[i] + ": no value would take its place",
				Remedy:   "write the token exactly so, or word it in another way",
				Evidence: []Evidence{{where[i].ID, like.token.Kind}},
			}, true, nil
		}
	}
	return Reason{}, false, nil
}

// present is what the files of a call hold now.
func (g *Guard) present(ev Event) string {
	var b strings.Builder
	for _, path := range ev.paths() {
		if g.Present != nil {
			b.WriteString(g.Present(ev.Cwd, path))
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// maxNoted bounds the look-alikes that are remembered of one prompt.
const maxNoted = 256

// noteLookAlikes remembers the look-alikes in a prompt of the person: what they ask
// for may be written. The prompt of a sub-agent is the model's.
func (g *Guard) noteLookAlikes(ctx context.Context, ev Event) error {
	if g.Memory == nil || ev.Surface != Prompt || ev.Agent != "" {
		return nil
	}
	var texts []string
	for _, l := range ev.Leaves {
		for _, like := range findLookAlikes(l.Text) {
			texts = append(texts, rememberedLookAlike+like.text)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	if _, err := g.Memory.Remember(ctx, texts[:min(len(texts), maxNoted)]); err != nil {
		return fmt.Errorf("remembering a prompt: %w", err)
	}
	return nil
}

// wasPrompted says whether the look-alike stood in a prompt of the person.
func (g *Guard) wasPrompted(ctx context.Context, like lookAlike) (bool, error) {
	if g.Memory == nil {
		return false, nil
	}
	prompted, err := g.Memory.Remembers(ctx, rememberedLookAlike+like.text)
	if err != nil {
		return false, fmt.Errorf("asking for a prompt: %w", err)
	}
	return prompted, nil
}
