// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"github.com/veil-guard/veil/core"
)

// The reasons why a value is not put into a command. None holds a value.
var (
	errTooLong = errors.New("the command is too long to be read")
	// ErrNotLocal is returned for a command that is not [core.ShellUse.Local].
	ErrNotLocal = errors.New("the command does more than touch local files")
	// ErrPlace is returned for a token that stands where no value can be put: it is
	// not within one literal part of a word.
	ErrPlace = errors.New("a token stands where the command has no plain text")
	// ErrValue is returned for a value that would be more than text there: an
	// option, code for another program, or something that changes the command.
	ErrValue = errors.New("a value would change what the command does")
)

// Restore implements [core.Shell]. A token in a comment stays. A value is quoted as its
// place demands; afterwards the command is read again: it must still be local, and its
// syntax tree the same but for the values.
func (b Bash) Restore(command string, values []core.Edit) ([]core.Edit, error) {
	file, err := parse(command)
	if err != nil {
		return nil, err
	}
	if b.visit(command, file).why != "" {
		return nil, ErrNotLocal
	}
	places := placesIn(file)
	comments := sync.OnceValue(func() []place { return commentsIn(command) })
	var edits []core.Edit
	var texts []string // what the shell shall see
	for _, e := range values {
		p, ok := places.at(e.Start, e.End)
		if !ok {
			if slices.ContainsFunc(comments(), func(c place) bool { return c.start < e.Start && e.End <= c.end }) {
				continue
			}
			return nil, ErrPlace
		}
		text, ok := p.role.text(e.New)
		if !ok {
			return nil, ErrValue
		}
		edits, texts = append(edits, core.Edit{Start: e.Start, End: e.End, New: p.quote.literal(text)}), append(texts, text)
	}
	if !sameTree(command, edits, texts) || !b.Inspect(core.ApplyEdits(command, edits)).Local {
		return nil, ErrValue
	}
	return edits, nil
}

// commentsIn returns where the comments of a command stand. A command that bash may read
// otherwise beside one is not local (see misread.go).
func commentsIn(command string) (list []place) {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true)).Parse(strings.NewReader(command), "")
	if err != nil {
		return nil
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Comment); ok {
			list = append(list, place{start: offset(c.Pos()), end: offset(c.End())})
		}
		return true
	})
	return list
}

// place is a range of a command that is literal text.
type place struct {
	start, end int
	quote      quote
	role       role
}

type places []place

// at returns the place that holds the range.
func (list places) at(start, end int) (place, bool) {
	i, found := slices.BinarySearchFunc(list, start, func(p place, at int) int {
		switch {
		case p.end <= at:
			return -1
		case p.start > at:
			return 1
		}
		return 0
	})
	if !found || list[i].end < end {
		return place{}, false
	}
	return list[i], true
}

// placesIn returns the literal parts of every word, in rising order.
func placesIn(file *syntax.File) places {
	var list places
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			roles := rolesOf(n)
			for i, w := range n.Args {
				list = appendPlaces(list, w, roles[i])
			}
		case *syntax.Redirect:
			if n.Hdoc != nil {
				list = appendHereDocument(list, n)
				break
			}
			list = appendPlaces(list, n.Word, plainText)
		}
		return true
	})
	slices.SortFunc(list, func(a, b place) int { return cmp.Compare(a.start, b.start) })
	return list
}

func appendPlaces(list places, w *syntax.Word, r role) places {
	for _, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			list = append(list, place{offset(p.Pos()), offset(p.End()), unquoted, r})
		case *syntax.SglQuoted:
			list = append(list, place{offset(p.Left) + 1, offset(p.Right), single, r})
		case *syntax.DblQuoted:
			for _, inner := range p.Parts {
				list = append(list, place{offset(inner.Pos()), offset(inner.End()), double, r})
			}
		}
	}
	return list
}

// appendHereDocument takes the lines of a here-document as one place; with a
// quoted delimiter the shell takes them as they are.
func appendHereDocument(list places, r *syntax.Redirect) places {
	q := rawHereDocument
	if r.Word.Lit() != "" && !strings.Contains(r.Word.Lit(), `\`) {
		q = hereDocument
	}
	for _, part := range r.Hdoc.Parts {
		list = append(list, place{offset(part.Pos()), offset(part.End()), q, plainText})
	}
	return list
}

func offset(p syntax.Pos) int { return int(p.Offset()) }

// sameTree says whether the command with the edits has the same tree as one with a
// plain word in the place of each, but for that word.
func sameTree(command string, edits []core.Edit, texts []string) bool {
	marker := "veil"
	for strings.Contains(command, marker) || slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, marker) }) {
		marker += "x"
	}
	plain := slices.Clone(edits)
	pairs := make([]string, 0, 2*len(edits))
	for i := range plain {
		plain[i].New = marker + strconv.Itoa(i) + "q"
		pairs = append(pairs, plain[i].New, texts[i])
	}
	want, ok := outline(core.ApplyEdits(command, plain))
	if !ok {
		return false
	}
	got, ok := outline(core.ApplyEdits(command, edits))
	if !ok || len(got) != len(want) {
		return false
	}
	values := strings.NewReplacer(pairs...)
	for i := range want {
		// A value at the beginning of a word must not make it an option.
		if strings.HasPrefix(want[i], marker) && strings.HasPrefix(got[i], "-") {
			return false
		}
		if values.Replace(want[i]) != got[i] {
			return false
		}
	}
	return true
}

// fed is the text that a program reads from its here-document.
func fed(r *syntax.Redirect) (text string, ok bool) {
	if r.Hdoc == nil {
		return static(r.Word)
	}
	delimiter, ok := static(r.Word)
	text, plain := static(r.Hdoc)
	return delimiter + "\n" + text, ok && plain
}

// outline is a command's tree as a list: what its parts are, and the texts of its
// words.
func outline(command string) (list []string, ok bool) {
	file, err := parse(command)
	if err != nil {
		return nil, false
	}
	ok = true
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case nil:
			list = append(list, ")")
		case *syntax.Word:
			text, plain := static(n)
			list, ok = append(list, text), ok && plain
			return false
		case *syntax.BinaryCmd:
			list = append(list, "("+n.Op.String())
		case *syntax.Redirect:
			list = append(list, "("+n.Op.String())
			if n.Hdoc != nil || n.Op == syntax.WordHdoc {
				text, plain := fed(n)
				list, ok = append(list, "<"+text, ")"), ok && plain // what a program reads is no option
				return false
			}
		case *syntax.Stmt:
			list = append(list, "(statement "+strconv.FormatBool(n.Negated)+strconv.FormatBool(n.Background))
		case *syntax.CallExpr:
			list = append(list, "(call")
		case *syntax.Subshell, *syntax.Block:
			list = append(list, "(group")
		case *syntax.IfClause, *syntax.WhileClause, *syntax.ForClause, *syntax.TimeClause:
			list = append(list, fmt.Sprintf("(%T", n))
		}
		return true
	})
	return list, ok
}
