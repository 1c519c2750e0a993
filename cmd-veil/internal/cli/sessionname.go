// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// filterSession is the id of the session that veil filter keeps under a name. It never
// is the id of a host's session.
func filterSession(name string) string { return "filter:" + name }

// find returns the name of the folder of the session that a person calls by its id, by
// the name that filter was given or by its host's id. The latter two are kept nowhere:
// what their folder would be called is computed.
func (f shelf) find(word string) (string, error) {
	ids, named := f.like(word), f.named(word)
	switch {
	case word == "" || len(ids) == 0 && named == "":
		hint := hintList
		if near := f.near(word); near != "" {
			hint = "did you mean " + near + "?"
		}
		return "", &usageError{fmt.Sprintf("no session has the id or name %q", word), hint}
	case named != "" && (len(ids) == 0 || slices.Equal(ids, []string{named})):
		return named, nil
	case named != "":
		return "", &usageError{fmt.Sprintf("%q is the name of one session and begins the id of another", word), "give more digits of the id that you mean: veil sessions list"}
	case len(ids) > 1:
		return "", &usageError{fmt.Sprintf("%d sessions have an id that begins with %q", len(ids), word), "give more of its digits"}
	default:
		return ids[0], nil
	}
}

// named returns the folder's name of the session with filter's name or the host's id,
// or "".
func (f shelf) named(name string) string {
	if f.nameOf == nil || name == "" {
		return ""
	}
	for _, session := range []string{filterSession(name), name} {
		if folder := f.nameOf(session); slices.Contains(f.Names, folder) {
			return folder
		}
	}
	return ""
}

// longestName bounds what is tried in place of a name: some thousands of hashes.
const longestName = 40

// near returns the name of one of filter's sessions that differs by a slip of the
// finger, or "". An agent is not told: it need not know the name.
func (f shelf) near(name string) string {
	if f.nameOf == nil || len(name) > longestName || agentShell() != "" {
		return ""
	}
	for _, candidate := range slips(name) {
		if candidate != "" && slices.Contains(f.Names, f.nameOf(filterSession(candidate))) {
			return candidate
		}
	}
	return ""
}

// keys are the characters that one may have left out or hit by mistake.
const keys = "abcdefghijklmnopqrstuvwxyz0123456789-_. ABCDEFGHIJKLMNOPQRSTUVWXYZáéíóúüñç/@+"

// slips are the names that somebody may have meant: in other case, without the blanks
// around it, or with one character added, left out, changed, or swapped with the next.
func slips(name string) []string {
	lower := strings.ToLower(name)
	list := []string{strings.TrimSpace(name), lower, strings.ToUpper(name)}
	if first := []rune(lower); len(first) > 0 {
		first[0] = unicode.ToUpper(first[0])
		list = append(list, string(first))
	}
	letters := []rune(name)
	for i := range letters {
		before, after := string(letters[:i]), string(letters[i+1:])
		list = append(list, before+after)
		if i+1 < len(letters) {
			list = append(list, before+string([]rune{letters[i+1], letters[i]})+string(letters[i+2:]))
		}
		for _, key := range keys {
			list = append(list, before+string(key)+after, before+string(key)+string(letters[i:]))
		}
	}
	for _, key := range keys {
		list = append(list, name+string(key))
	}
	return list
}
