// SPDX-License-Identifier: Apache-2.0

package docs

import (
	"regexp"
	"slices"
	"strings"
)

// Command is a call of veil that a document shows.
type Command struct {
	Words   []string // of the command, without veil: sessions, show
	Options []string // those it is shown with: --json
	// Args is the whole call, if it can be made as it stands: it is a line of its own,
	// and names nothing that a reader has to fill in.
	Args []string
}

var option = regexp.MustCompile(`--[a-z][a-z-]*`)

// Commands returns the calls of veil in a document: lines of blocks of code, and spans.
func Commands(document string) []Command {
	var list []Command
	for line := range strings.Lines(document) {
		line = strings.TrimRight(line, "\r\n")
		if text, ok := strings.CutPrefix(line, "    veil "); ok {
			text, _, _ = strings.Cut(text, "#")
			list = append(list, command(text, true))
			continue
		}
		for _, span := range quoted(line) {
			if text, ok := strings.CutPrefix(span, "veil "); ok {
				list = append(list, command(text, false))
			}
		}
	}
	return list
}

// command reads what stands after the word veil.
func command(text string, whole bool) Command {
	fields := strings.Fields(strings.ReplaceAll(text, `\|`, "|"))
	c := Command{Options: option.FindAllString(text, -1)}
	for _, field := range fields {
		field, _, _ = strings.Cut(field, "|") // one of several
		if !isWord(field) {
			break
		}
		c.Words = append(c.Words, field)
	}
	if whole && !slices.ContainsFunc(fields, isPlaceholder) {
		c.Args = fields
	}
	return c
}

// isWord says whether a field is the name of a command.
func isWord(field string) bool {
	return strings.Trim(field, "abcdefghijklmnopqrstuvwxyz-") == "" && !strings.HasPrefix(field, "-")
}

// isPlaceholder says whether a reader has to put something in the field's place.
func isPlaceholder(field string) bool {
	return strings.ContainsAny(field, "|[]<>$") || strings.HasSuffix(field, "...") || strings.ToUpper(field) == field && strings.ToLower(field) != field
}

var (
	mageCall      = regexp.MustCompile(`\bmage ([a-z][a-z0-9:]*)`)
	mageFunction  = regexp.MustCompile(`(?m)^func (?:\((?:\w+ )?(\w+)\) )?([A-Z]\w*)\(`)
	mageNamespace = regexp.MustCompile(`(?m)^type (\w+) mg\.Namespace`)
	mageAlias     = regexp.MustCompile(`"(\w+)": +\w+\.\w+`)
)

// MageCalls are the targets that a document names.
func MageCalls(document string) []string {
	var list []string
	for _, found := range mageCall.FindAllStringSubmatch(document, -1) {
		list = append(list, found[1])
	}
	return list
}

// MageTargets are the targets of the mage files, whose texts are given.
func MageTargets(files string) map[string]bool {
	targets, spaces := map[string]bool{}, map[string]bool{}
	for _, found := range mageNamespace.FindAllStringSubmatch(files, -1) {
		spaces[found[1]] = true
	}
	for _, found := range mageFunction.FindAllStringSubmatch(files, -1) {
		switch {
		case found[1] == "":
			targets[strings.ToLower(found[2])] = true
		case spaces[found[1]]:
			targets[strings.ToLower(found[1]+":"+found[2])] = true
		}
	}
	for _, found := range mageAlias.FindAllStringSubmatch(files, -1) {
		targets[found[1]] = true
	}
	return targets
}
