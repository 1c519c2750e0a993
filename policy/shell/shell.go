// SPDX-License-Identifier: Apache-2.0

// Package shell says what becomes of the tokens in a shell command: whether they
// may be turned back into values, and how, so that no value can change what the
// command does. It reads the command's syntax tree, runs nothing and does no I/O.
package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/veil-guard/veil/core"
)

// MaxCommand is the longest command that is read, in bytes. Agents write commands
// of some hundred bytes; a longer one keeps its tokens.
const MaxCommand = 256 << 10

// Bash reads commands in the language of bash. It implements [core.Shell].
type Bash struct {
	// Home is the person's home directory, an absolute path. Without it, a command that
	// writes to "~" is not local.
	Home string
}

var _ core.Shell = Bash{}

// Inspect implements [core.Shell]. A command is local if every program in it is on
// the closed list (see commands.go), every redirection is a plain local file, and
// nothing is computed when it runs. What cannot be read is not local and may write.
func (b Bash) Inspect(command string) core.ShellUse {
	file, err := parse(command)
	if err != nil {
		return core.ShellUse{Why: "the command cannot be read", Writes: true}
	}
	v := b.visit(command, file)
	return core.ShellUse{Local: v.why == "", Why: v.why, Program: v.program(file), Writes: v.misread || writerCheck{local: v.why == ""}.file(file), Files: v.files}
}

func parse(command string) (*syntax.File, error) {
	if len(command) > MaxCommand {
		return nil, errTooLong
	}
	return syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(command), "")
}

// visitor walks the statements of a command and stops at the first thing that
// keeps the tokens as they are.
type visitor struct {
	why     string
	misread bool // bash may read the command otherwise

	home    string
	folders []string // where the command may be by now, seen from where it begins
	lost    bool     // it may be anywhere
	loops   int      // that are around
	files   []string // that it may write
}

func (b Bash) visit(command string, file *syntax.File) *visitor {
	why := misread(command, file)
	v := &visitor{why: why, misread: why != "", home: b.Home, folders: []string{""}}
	v.stmts(file.Stmts)
	return v
}

func (v *visitor) refuse(why string) {
	if v.why == "" {
		v.why = why
	}
}

// program returns the name of the program that keeps the tokens; "" if the command is
// local.
func (v *visitor) program(file *syntax.File) string {
	if v.why == "" {
		return ""
	}
	return programIn(file, 0)
}

func (v *visitor) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		v.stmt(s)
	}
}

func (v *visitor) stmt(s *syntax.Stmt) {
	if s.Coprocess || s.Disown {
		v.refuse("it runs something in the background")
	}
	for _, r := range s.Redirs {
		v.redirect(r)
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		v.call(c)
	case *syntax.BinaryCmd:
		v.stmt(c.X)
		v.stmt(c.Y)
	case *syntax.Subshell:
		v.stmts(c.Stmts)
	case *syntax.Block:
		v.stmts(c.Stmts)
	case nil:
	default:
		v.script(c)
	}
}

func (v *visitor) call(c *syntax.CallExpr) {
	if len(c.Assigns) > 0 {
		v.refuse("it sets a variable")
		return
	}
	args, known := texts(c.Args)
	first := prefixLength(args) // where the program stands
	for i, w := range c.Args {
		plain := i < first || args[i] != "" && args[i][0] == '-' || needsPlainWords(args[first])
		if i == first {
			plain = args[i] != "["
		}
		if !known || isExpanded(w, plain) {
			v.refuse("a part of it is computed when it runs")
			return
		}
	}
	if why := refusal(args); why != "" {
		v.refuse(why)
		return
	}
	switch {
	case len(args) == 0:
	case args[0] == "cd":
		v.change(c.Args[1:])
	default:
		v.operands(args[first:], c.Args[first:])
	}
}

// texts are the words of a call as the shell passes them on, and whether all of them are
// known before it runs.
func texts(words []*syntax.Word) (list []string, known bool) {
	list, known = make([]string, len(words)), true
	for i, w := range words {
		text, ok := static(w)
		list[i], known = text, known && ok
	}
	return list, known
}

func (v *visitor) redirect(r *syntax.Redirect) {
	word := r.Word
	if r.Hdoc != nil {
		word = r.Hdoc
	}
	target, ok := static(word)
	switch {
	case !ok || r.Hdoc == nil && isExpanded(word, false):
		v.refuse("a part of it is computed when it runs")
	case r.Hdoc != nil || r.Op == syntax.WordHdoc:
	case (r.Op == syntax.DplIn || r.Op == syntax.DplOut) && isDescriptor(target):
	case !isLocalFile(target):
		v.refuse("it reads or writes something that is no plain file")
	case writesFile(r):
		file, known := v.path(word)
		if !known {
			v.refuse("where it writes is not known before it runs")
			return
		}
		v.writes(file)
	}
}

func writesFile(r *syntax.Redirect) bool {
	switch r.Op {
	case syntax.DplOut:
		if target, ok := static(r.Word); ok && isDescriptor(target) {
			return false
		}
	case syntax.RdrOut, syntax.AppOut, syntax.RdrInOut, syntax.RdrClob, syntax.AppClob, syntax.RdrAll, syntax.RdrAllClob, syntax.AppAll, syntax.AppAllClob:
	default:
		return false
	}
	target, ok := static(r.Word)
	return !ok || !isStandardDevice(target)
}
