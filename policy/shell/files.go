// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxFolders bounds the folders that a command may be in after its cd's: each one
// may fail, so that every cd doubles them.
const maxFolders = 64

// maxFiles bounds the files that a command may write, maxTargets the folders that one
// program may put them in: each takes one.
const (
	maxFiles   = 1024
	maxTargets = 8
)

// change follows a cd. It may fail, and then the command goes on where it was.
func (v *visitor) change(words []*syntax.Word) {
	to, known := v.home, v.home != ""
	if len(words) > 0 {
		to, known = v.path(words[len(words)-1])
	}
	if v.lost = v.lost || v.loops > 0 || !known || strings.HasPrefix(to, "-"); v.lost {
		return
	}
	for _, folder := range slices.Clone(v.folders) {
		v.folders = appendNew(v.folders, within(folder, to))
	}
	v.lost = len(v.folders) > maxFolders
}

// writes notes a file that the command may write.
func (v *visitor) writes(file string) {
	if v.lost && !path.IsAbs(file) {
		v.refuse("where it writes is not known before it runs")
		return
	}
	for _, folder := range v.folders {
		v.files = appendNew(v.files, within(folder, file))
	}
	if len(v.files) > maxFiles {
		v.refuse("it writes too many files")
	}
}

// within is a path as it is seen from a folder.
func within(folder, file string) string {
	if path.IsAbs(file) {
		return path.Clean(file)
	}
	return path.Join(folder, file)
}

func appendNew(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// path returns the file that a word names, if that is known before the command runs.
func (v *visitor) path(w *syntax.Word) (file string, known bool) {
	text, known := static(w)
	if !known || len(w.Parts) == 0 {
		return text, known
	}
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok && strings.ContainsAny(withoutTokens(lit.Value), "*?[") {
			return "", false
		}
	}
	first, ok := w.Parts[0].(*syntax.Lit)
	switch {
	case !ok || !strings.HasPrefix(first.Value, "~"):
		return text, true
	case v.home == "" || !strings.HasPrefix(first.Value, "~/") && (first.Value != "~" || len(w.Parts) > 1):
		return "", false
	}
	return v.home + text[1:], true
}

// operands notes what a program writes beside redirections. What a pattern of names
// stands for is there already, and is not looked at.
func (v *visitor) operands(args []string, words []*syntax.Word) {
	name := commandName(args[0])
	switch name {
	case "cp", "mv", "mkdir", "touch", "uniq":
	case "sort":
		if !slices.ContainsFunc(args[1:], func(a string) bool { return isOption(a, "-o") || isOption(a, "--output") }) {
			return
		}
	default:
		return
	}
	var files, folders []string // folders are those that may be one to put the files in
	for i, arg := range args[1:] {
		file, known := v.path(words[i+1])
		option := strings.HasPrefix(arg, "-")
		if option {
			file, known = attachedFile(arg)
		}
		if !known {
			continue
		}
		files = appendNew(files, file)
		if i+2 == len(args) || option || isOption(args[i], "-t") || isOption(args[i], "--target-directory") {
			folders = appendNew(folders, file)
		}
		if len(files) > maxFiles || len(folders) > maxTargets {
			v.refuse("it writes too many files")
			return
		}
	}
	if name != "cp" && name != "mv" {
		folders = nil
	}
	v.writesAll(files, folders)
}

// writesAll notes the files, and each of them in each of the folders.
func (v *visitor) writesAll(files, folders []string) {
	for _, file := range files {
		v.writes(file)
	}
	for _, folder := range folders {
		for _, file := range files {
			if v.why != "" {
				return
			}
			if file != folder {
				v.writes(path.Join(folder, path.Base(file)))
			}
		}
	}
}

// attachedFile returns the file in an option of cp, mv or sort: --output=file, -tfile.
func attachedFile(option string) (file string, known bool) {
	if strings.HasPrefix(option, "--") {
		_, file, known = strings.Cut(option, "=")
		return file, known
	}
	at := strings.IndexAny(option, "to")
	return option[at+1:], at > 0 && at+1 < len(option)
}
