// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/veil-guard/veil/core"
)

// maxNested bounds how many shells within each other are looked into.
const maxNested = 3

// writerCheck looks for what puts the tokens of a command into a file or its name.
type writerCheck struct {
	// local says that the tokens are turned back, so that no name of a file holds one.
	local bool
	depth int
}

// file says whether what a command was given may end up in a file or its name.
func (c writerCheck) file(file *syntax.File) (writes bool) {
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Redirect:
			writes = writes || writesFile(n)
		case *syntax.Stmt:
			if call, ok := n.Cmd.(*syntax.CallExpr); ok && len(call.Args) > 0 {
				writes = writes || c.call(call, n.Redirs)
			}
		}
		return !writes
	})
	return writes
}

// call says it of one program. A name that is computed may be anything.
func (c writerCheck) call(call *syntax.CallExpr, redirs []*syntax.Redirect) bool {
	if _, ok := static(call.Args[0]); !ok {
		return true
	}
	args := make([]string, len(call.Args))
	for i, w := range call.Args {
		args[i] = rawText(w.Parts)
	}
	args = started(args)
	name, args := path.Base(args[0]), args[1:]
	return isWriter(name, args) || !c.local && outputs(name, args) || c.code(name, append(args, fedText(redirs)...))
}

// fedText is what stands in the here-documents of a program.
func fedText(redirs []*syntax.Redirect) (texts []string) {
	for _, r := range redirs {
		switch {
		case r.Hdoc != nil:
			texts = append(texts, rawText(r.Hdoc.Parts))
		case r.Op == syntax.WordHdoc:
			texts = append(texts, rawText(r.Word.Parts))
		}
	}
	return texts
}

// isWriter says whether a program is known for writing what it is given to a file.
func isWriter(name string, args []string) bool {
	switch name {
	case "tee", "dd", "sponge", "install", "patch", "ed", "ex", "vi", "vim", "truncate":
		return true
	case "sed", "perl", "ruby":
		return slices.ContainsFunc(args, func(arg string) bool {
			return strings.HasPrefix(arg, computed) || strings.HasPrefix(arg, "-i") || strings.HasPrefix(arg, "--in-place") || strings.HasPrefix(arg, "-pi") || strings.HasPrefix(arg, "-ni")
		})
	}
	return false
}

// code says whether code that a program is given, with a token in it, writes files.
func (c writerCheck) code(name string, args []string) bool {
	if isShell(name) || name == "eval" {
		return slices.ContainsFunc(args, c.script)
	}
	switch strings.TrimRight(name, "0123456789.") {
	case "python", "pypy", "node", "nodejs", "deno", "bun", "ruby", "perl", "php", "awk", "gawk", "mawk", "lua", "Rscript":
		return slices.ContainsFunc(args, func(text string) bool { return core.HasToken(text) && opensFile(text) })
	}
	return false
}

// script says whether a text with a token in it writes files if a shell runs it.
func (c writerCheck) script(text string) bool {
	if !core.HasToken(text) {
		return false
	}
	file, err := parse(text)
	return err != nil || c.depth == maxNested || writerCheck{depth: c.depth + 1}.file(file)
}

// opensFile says whether code in one of the languages that agents write in calls what
// writes or names files there.
func opensFile(code string) bool {
	return slices.ContainsFunc([]string{
		"open(", ".write_text(", ".write_bytes(", "to_csv(", "to_json(", "to_excel(", ".dump(", ".save(", "rename(", "mkdir(", "makedirs(", "shutil.", ".touch(",
		"writeFile", "appendFile", "WriteStream(", "copyFile", "writeTextFile", "Bun.write", "File.write", "IO.write", "FileUtils", "file_put_contents(", "open my", "> \"", ">\"", ">>",
	}, func(call string) bool { return strings.Contains(code, call) })
}
