// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"context"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/veil-guard/veil/core"
)

// Persons is a policy that denies a shell command which calls a command of veil that is
// for a person alone: an agent must not make veil forget, nor send what stopped it, nor
// change which names are hidden or whether veil runs at all, nor have values back. The command itself refuses in
// an agent's shell; this one also says no where it could not tell whose shell it is in.
type Persons struct{}

var _ core.Policy = Persons{}

// Judge implements [core.Policy].
func (Persons) Judge(_ context.Context, ev core.Event) (core.Verdict, error) {
	if ev.Surface != core.ToolInput {
		return core.Verdict{}, nil
	}
	for _, l := range ev.Leaves {
		field := strings.TrimPrefix(l.ID.Pointer, "/")
		if l.ID.Key || l.Number || !slices.Contains(ev.Tool.CommandFields, field) || !maySetVeil(l.Text) {
			continue
		}
		return core.Denied(core.Reason{
			Rule:     "veil_in_shell",
			Text:     "an agent's shell must not run this veil command",
			Remedy:   "run it in a terminal of your own",
			Evidence: []core.Evidence{{Leaf: l.ID}},
		}), nil
	}
	return core.Verdict{}, nil
}

// maySetVeil says whether a command calls one of [persons], or may do so.
func maySetVeil(command string) bool {
	plain := bareText(command)
	named := strings.Contains(plain, "veil")
	if !named && !strings.Contains(plain, "sessions") && !strings.Contains(plain, "catalog") {
		return false
	}
	file, err := parse(command)
	if err != nil {
		return callsPersons(atoms(command), named)
	}
	found := false
	fed := fedCalls(file)
	syntax.Walk(file, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Stmt); ok && !found {
			found = statementCalls(s, fed, named)
		}
		return !found
	})
	return found
}

// statementCalls looks at the words of one program, as such and as code for another
// one, and at its here-documents.
func statementCalls(s *syntax.Stmt, fed map[*syntax.CallExpr]bool, named bool) bool {
	var words []string
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		if takesText(call) && !fed[call] {
			return false
		}
		for _, w := range call.Args {
			words = append(words, atoms(rawText(w.Parts))...)
		}
	}
	if callsPersons(words, named) {
		return true
	}
	for _, r := range s.Redirs {
		switch {
		case r.Hdoc != nil && callsPersons(atoms(rawText(r.Hdoc.Parts)), named):
			return true
		case r.Op == syntax.WordHdoc && callsPersons(atoms(rawText(r.Word.Parts)), named):
			return true
		}
	}
	return false
}

// takesText says whether a program runs none of its words: it is on the closed list,
// or git without an alias.
func takesText(c *syntax.CallExpr) bool {
	args := make([]string, len(c.Args))
	for i, w := range c.Args {
		args[i], _ = static(w)
	}
	if len(args) > 0 && args[0] == "git" {
		return !slices.ContainsFunc(args, func(a string) bool { return strings.Contains(a, "!") })
	}
	return refusal(args) == ""
}

// fedCalls are the calls whose output goes to a program that may run it.
func fedCalls(file *syntax.File) map[*syntax.CallExpr]bool {
	fed := map[*syntax.CallExpr]bool{}
	done := map[*syntax.BinaryCmd]bool{}
	syntax.Walk(file, func(n syntax.Node) bool {
		pipe, ok := n.(*syntax.BinaryCmd)
		if !ok || done[pipe] || pipe.Op != syntax.Pipe && pipe.Op != syntax.PipeAll {
			return true
		}
		reader := visitor{folders: []string{""}}
		if reader.stmt(pipe.Y); reader.why == "" {
			return true
		}
		syntax.Walk(pipe.X, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.CallExpr:
				fed[n] = true
			case *syntax.BinaryCmd:
				done[n] = true
			}
			return true
		})
		return true
	})
	return fed
}

// computed stands for a word that is not known before the command runs.
const computed = "$"

// rawText is the text of a word with "$" for each part that is computed.
func rawText(parts []syntax.WordPart) string {
	var b strings.Builder
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			b.WriteString(p.Value)
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			b.WriteString(rawText(p.Parts))
		default:
			b.WriteString(computed)
		}
	}
	return b.String()
}

// bareText is a text in lower case without what shells and languages quote with.
func bareText(text string) string {
	return strings.NewReplacer("'", "", `"`, "", `\`, "").Replace(strings.ToLower(text))
}

// atoms are the words that a text may hold for whoever runs it.
func atoms(text string) []string {
	words := strings.FieldsFunc(bareText(text), func(r rune) bool {
		return r <= ' ' || strings.ContainsRune(";|&()<>`,{}]!=", r)
	})
	for i, w := range words {
		if strings.ContainsAny(w, "$*?[%") {
			words[i] = computed
		}
	}
	return words
}

// persons are the commands of veil that are for a person alone, by the first word and
// the words that may follow it. A command that is one word has none.
var persons = map[string][]string{
	"sessions":  {"purge", "release"},
	"catalog":   {"add", "remove"},
	"install":   nil,
	"uninstall": nil,
}

// beginsPersons says whether words begin with such a command; what is computed may be
// anything, except for the first word.
func beginsPersons(words []string, computedToo bool) bool {
	if len(words) == 0 {
		return false
	}
	second, known := persons[words[0]]
	if !known || second == nil {
		return known
	}
	return len(words) > 1 && (slices.Contains(second, words[1]) || computedToo && words[1] == computed)
}

// callsPersons says whether words in a row call one of them, as far as they are known.
// named says that the whole command names veil.
func callsPersons(words []string, named bool) bool {
	restores := slices.ContainsFunc(words, func(w string) bool { return strings.TrimLeft(w, "-") == "restore" })
	words = slices.DeleteFunc(words, func(w string) bool { return strings.HasPrefix(w, "-") })
	if slices.ContainsFunc(words, func(w string) bool { return w == "xargs" || w == "parallel" }) {
		words = append(words, computed, computed)
	}
	called := false
	for i, w := range words {
		rest := words[i+1:]
		switch base := path.Base(w); {
		case base == "veil" || base == "veil.exe":
			called = true
			if len(rest) > 0 && rest[0] == computed || beginsPersons(rest, true) {
				return true
			}
		case called && w == "filter" && restores:
			return true
		case called && persons[w] != nil && beginsPersons(words[i:], true):
			return true
		case w == computed && beginsPersons(rest, false) && (named || persons[rest[0]] != nil):
			return true
		}
	}
	return false
}
