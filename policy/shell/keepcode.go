// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"errors"
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/veil-guard/veil/core"
)

// code quotes the tokens in what a command gives to another shell: sh -c 'git add [DNI-001]'.
// Backslashes before the brackets pass through the quotes that it stands in.
func (k *keeper) code(call *syntax.CallExpr) {
	for i, w := range call.Args {
		if text, ok := static(w); !ok || !isShell(path.Base(text)) {
			continue
		}
		script := shellCode(call.Args[i+1:])
		if script == nil {
			continue
		}
		start, end := literalRange(script, k.command)
		edits, err := keep(k.command[start:end], true)
		if errors.Is(err, ErrPattern) {
			k.failed = true
		}
		for _, e := range edits {
			k.inner = append(k.inner, core.Edit{Start: start + e.Start, End: start + e.End, New: e.New})
		}
		return
	}
}

// shellCode returns the word behind -c among the arguments of a shell, or nil.
func shellCode(args []*syntax.Word) *syntax.Word {
	for i, w := range args {
		text, ok := static(w)
		switch {
		case !ok || text == "" || text[0] != '-' && (i == 0 || !isOptionOfShell(args[i-1])):
			return nil
		case text[0] == '-' && !strings.HasPrefix(text, "--") && strings.HasSuffix(text, "c") && i+1 < len(args):
			return args[i+1]
		}
	}
	return nil
}

// isOptionOfShell says whether a word is an option of a shell with a name behind it: -o pipefail.
func isOptionOfShell(w *syntax.Word) bool {
	text, _ := static(w)
	return text == "-o" || text == "-O"
}

// literalRange returns where the text of a word begins and ends that is all in one pair of
// quotes and stands as it is read; no range for any other.
func literalRange(w *syntax.Word, command string) (start, end int) {
	if len(w.Parts) != 1 {
		return 0, 0
	}
	switch p := w.Parts[0].(type) {
	case *syntax.SglQuoted:
		if !p.Dollar {
			return offset(p.Pos()) + 1, offset(p.End()) - 1
		}
	case *syntax.DblQuoted:
		start, end = offset(p.Pos())+1, offset(p.End())-1
		if _, ok := static(w); ok && !p.Dollar && !strings.Contains(command[start:end], `\`) {
			return start, end
		}
	}
	return 0, 0
}
