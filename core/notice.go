// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

const (
	// maxDestinations bounds of how many destinations of one call the person hears.
	maxDestinations = 8
	// maxAddresses bounds the URLs of a text in which they are looked for.
	maxAddresses = 64
	// maxWord is the longest host name that is shown, in bytes (RFC 1035, 2.3.4).
	maxWord = 255

	rememberedDestination = "destination "
	rememberedLookAlike   = "look-alike "
)

// sayKept adds to the verdict that the call goes out with tokens, once in a session
// for each of its destinations. Nothing is asked: the person only has to know why
// what comes back speaks of tokens.
func (g *Guard) sayKept(ctx context.Context, ev Event, v Verdict) (Verdict, error) {
	if ev.Surface != ToolInput || v.Decision == Deny {
		return v, nil
	}
	d := g.departure(ev.with(v.Patches))
	if g.Memory != nil && len(d.to) > 0 {
		fresh, err := g.Memory.Remember(ctx, prefixed(rememberedDestination, d.to))
		if err != nil {
			return Verdict{}, fmt.Errorf("remembering a destination: %w", err)
		}
		d.to = slices.DeleteFunc(d.to, func(to string) bool { return !slices.Contains(fresh, rememberedDestination+to) })
	}
	if len(d.to) == 0 {
		return v, nil
	}
	return Merge(v, Verdict{Reasons: []Reason{{
		Rule:     "tokens_kept",
		Text:     fmt.Sprintf("%s gets tokens such as %s, not the values", strings.Join(d.to, ", "), d.token),
		Remedy:   "said once per destination; where it needs the values, run it yourself or see reveal in veil.yaml",
		Evidence: []Evidence{{d.leaf, d.token.Kind}},
	}}}), nil
}

func prefixed(prefix string, texts []string) []string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = prefix + text
	}
	return list
}

// departure is what leaves the machine with tokens in it: one of the tokens, where it
// stands, and where it goes. Without tokens it goes nowhere.
type departure struct {
	token Token
	leaf  LeafID
	to    []string // hosts, or else the tool or the program
}

// departure says what of a call leaves the machine with tokens in it.
func (g *Guard) departure(ev Event) departure {
	var d departure
	direction := g.direction(ev)
	for _, l := range ev.Leaves {
		switch {
		case direction == leaving:
			d.add(l)
			if isURLField(l) {
				d.to = g.appendHosts(d.to, l.Text)
			}
		case direction == commanding && ev.Tool.isCommand(l) && HasToken(l.Text):
			use := g.shellUse(l.Text)
			if use.Local {
				continue
			}
			d.add(l)
			d.to = g.appendHosts(d.to, l.Text)
			if len(d.to) == 0 && g.isSpeakable(use.Program) {
				d.to = []string{use.Program}
			}
		}
	}
	if d.token == (Token{}) {
		return departure{}
	}
	switch {
	case len(d.to) > 0:
	case direction == commanding:
		d.to = []string{"the shell command"}
	default:
		d.to = []string{g.toolName(ev)}
	}
	return d
}

// add notes the first token.
func (d *departure) add(l Leaf) {
	if spans := FindTokens(nil, l.Text); d.token == (Token{}) && len(spans) > 0 {
		d.token, d.leaf = spans[0].Token, l.ID
	}
}

// appendHosts appends the hosts of the URLs in a text, each once, with their ports and
// without whom they are for.
func (g *Guard) appendHosts(hosts []string, text string) []string {
	for range maxAddresses {
		_, rest, found := strings.Cut(text, "://")
		if !found || len(hosts) == maxDestinations {
			break
		}
		text = rest
		if end := strings.IndexAny(rest, "/?# \t\r\n\"'`()<>;|&\\"); end >= 0 {
			rest = rest[:end]
		}
		host := strings.ToLower(rest[strings.LastIndexByte(rest, '@')+1:])
		if !slices.Contains(hosts, host) && g.isSpeakable(host) {
			hosts = append(hosts, host)
		}
	}
	return hosts
}

// toolName is the name of the event's tool. A model can call one that does not exist.
func (g *Guard) toolName(ev Event) string {
	if g.isSpeakable(ev.Tool.Name) {
		return ev.Tool.Name
	}
	return "the tool"
}

// isSpeakable says whether a word may be shown: a plain name that is no value.
func (g *Guard) isSpeakable(word string) bool {
	plain := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune(".-_+:", c)
	}
	return word != "" && len(word) <= maxWord && strings.TrimFunc(word, plain) == "" && len(g.find(word)) == 0
}
