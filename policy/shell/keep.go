// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/veil-guard/veil/core"
)

// ErrPattern is returned for a token that the shell would take for a pattern of file
// names, where it cannot be quoted.
var ErrPattern = errors.New("the shell takes a token for a pattern of file names")

// Keep implements [core.Shell]. Unquoted, [DNI-001] stands for every file with the name of
// one of its characters.
func (Bash) Keep(command string) ([]core.Edit, error) { return keep(command, false) }

// keep is Keep; with slashes it writes a backslash before each bracket, and no quotes.
func keep(command string, slashes bool) ([]core.Edit, error) {
	file, err := parse(command)
	if err != nil {
		return nil, err
	}
	k := keeper{command: command, slashes: slashes}
	k.walk(file)
	if k.failed {
		return nil, ErrPattern
	}
	byStart := func(a, b core.Edit) int { return a.Start - b.Start }
	slices.SortFunc(k.edits, byStart)
	if len(k.edits) > 0 {
		after, err := parse(core.ApplyEdits(command, k.edits))
		if err != nil || !slices.Equal(skeleton(file), skeleton(after)) {
			return nil, ErrPattern
		}
	}
	edits := append(k.edits, k.inner...)
	slices.SortFunc(edits, byStart)
	return edits, nil
}

// keeper quotes the tokens that stand unquoted in the words of a command.
type keeper struct {
	command string
	slashes bool // and no quotes
	edits   []core.Edit
	inner   []core.Edit // in code for another shell, where each was looked at by itself
	failed  bool
}

func (k *keeper) walk(node syntax.Node) {
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ArithmExp, *syntax.ArithmCmd, *syntax.LetClause:
			return false
		case *syntax.CallExpr:
			k.code(n)
		case *syntax.DblQuoted:
			k.withinQuotes(n.Parts)
			return false
		case *syntax.Redirect:
			if n.Hdoc != nil {
				k.withinQuotes(n.Hdoc.Parts)
			}
			return n.Hdoc == nil
		case *syntax.Assign:
			if n.Value != nil && !n.Naked {
				k.withinQuotes(n.Value.Parts) // what is assigned names no files
			}
			return n.Value == nil || n.Naked
		case *syntax.ExtGlob:
			k.failed = k.failed || core.HasToken(n.Pattern.Value)
		case *syntax.Word:
			for _, part := range n.Parts {
				if lit, ok := part.(*syntax.Lit); ok {
					k.quote(offset(lit.Pos()), offset(lit.End()))
				}
			}
		}
		return true
	})
}

// withinQuotes looks into the commands that run within quotes.
func (k *keeper) withinQuotes(parts []syntax.WordPart) {
	for _, part := range parts {
		syntax.Walk(part, func(n syntax.Node) bool {
			if c, ok := n.(*syntax.CmdSubst); ok {
				for _, s := range c.Stmts {
					k.walk(s)
				}
				return false
			}
			return true
		})
	}
}

// quote puts quotes round the tokens in a range of the command that is literal text.
func (k *keeper) quote(start, end int) {
	text := k.command[start:end]
	for _, t := range core.FindTokens(nil, text) {
		slashes := len(text[:t.Start]) - len(strings.TrimRight(text[:t.Start], `\`))
		if t.Encoding == core.Unencoded && slashes%2 == 0 {
			quoted := "'" + text[t.Start:t.End] + "'"
			if k.slashes {
				quoted = `\[` + text[t.Start+1:t.End-1] + `\]`
			}
			k.edits = append(k.edits, core.Edit{Start: start + t.Start, End: start + t.End, New: quoted})
		}
	}
}

// skeleton is a command's tree as a list, with the text of its words but for how that
// is quoted.
func skeleton(file *syntax.File) (list []string) {
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Word:
			var b strings.Builder
			for _, part := range n.Parts {
				if text, ok := static(&syntax.Word{Parts: []syntax.WordPart{part}}); ok {
					b.WriteString(text)
				} else {
					b.WriteString("\x00")
				}
			}
			list = append(list, b.String())
		case *syntax.Lit, *syntax.SglQuoted:
			return false
		case *syntax.BinaryCmd:
			list = append(list, n.Op.String())
		case *syntax.Redirect:
			list = append(list, n.Op.String())
		case nil:
		default:
			list = append(list, fmt.Sprintf("%T", n))
		}
		return true
	})
	return list
}
