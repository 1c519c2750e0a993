// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"cmp"
	"slices"
	"strings"

	"github.com/veil-guard/veil/core"
)

// outputOptions are those of a program that name a file which it writes.
type outputOptions struct {
	short  string   // letters
	valued string   // letters of all options that take a value
	long   []string // with their dashes
}

// outputsOf returns the options of the programs that agents fetch and build with.
func outputsOf(name string) outputOptions {
	switch name {
	case "curl":
		return outputOptions{"oDc", "AbcCdDeEFhHKmoPQrtTuUwxXyYz", []string{"--dump-header", "--cookie-jar", "--stderr", "--trace", "--trace-ascii", "--etag-save", "--libcurl", "--hsts", "--alt-svc"}}
	case "wget":
		return outputOptions{"OoaP", "aABDeiIloOPQRtTUwX", []string{"--append-output", "--directory-prefix", "--save-cookies", "--warc-file", "--rejected-log"}}
	case "git":
		return outputOptions{"o", "oCcmF", nil}
	case "gcc", "cc", "g++", "c++", "clang", "clang++", "go", "rustc", "ld", "pandoc", "gpg", "dot", "protoc", "xsltproc", "yt-dlp", "aria2c", "http", "https", "msgfmt":
		return outputOptions{"o", "o", nil}
	case "openssl":
		return outputOptions{"", "", []string{"-out", "-keyout"}}
	}
	return outputOptions{}
}

// outputs says whether a token stands where a program takes the name of a file that it
// writes: after an option, or in an operand.
func outputs(name string, args []string) bool {
	if name == "wget" && !hasOption(outputsOf(name), args, 'O', "--output-document") || name == "curl" && hasOption(outputsOf(name), args, 'O', "--remote-name") {
		for _, arg := range args {
			if _, rest, found := strings.Cut(arg, "://"); found && core.HasToken(rest) {
				return true // the name is the address's
			}
		}
	}
	return outputOperand(name, args) || outputOption(outputsOf(name), args)
}

// outputOption says whether a token stands in the value of an option for a file.
func outputOption(o outputOptions, args []string) bool {
	for i, arg := range args {
		next := ""
		if i+1 < len(args) {
			next = args[i+1]
		}
		option, attached, _ := strings.Cut(arg, "=")
		if o.isLong(option) && core.HasToken(cmp.Or(attached, next)) {
			return true
		}
		if at := o.firstValued(arg); at > 0 && strings.IndexByte(o.short, arg[at]) >= 0 && core.HasToken(cmp.Or(arg[at+1:], next)) {
			return true
		}
	}
	return false
}

// isLong says whether an option names a file that is written. Most programs call it
// --output.
func (o outputOptions) isLong(option string) bool {
	switch option {
	case "--output", "--output-file", "--output-document", "--output-dir", "--output-directory", "--out", "--outfile", "--out-file", "--outdir", "--log-file", "--logfile":
		return true
	}
	return slices.Contains(o.long, option)
}

// firstValued is where the first letter stands that takes a value in a word of short
// options, or -1.
func (o outputOptions) firstValued(word string) int {
	if len(word) < 2 || word[0] != '-' || word[1] == '-' || o.valued == "" {
		return -1
	}
	i := strings.IndexAny(word[1:], o.valued)
	if i < 0 {
		return -1
	}
	return i + 1
}

// hasOption says whether an option is given, by its letter or its long name.
func hasOption(o outputOptions, args []string, letter byte, long string) bool {
	for _, arg := range args {
		if strings.HasPrefix(arg, long) {
			return true
		}
		if len(arg) > 1 && arg[0] == '-' && arg[1] != '-' {
			flags := arg
			if at := o.firstValued(arg); at > 0 {
				flags = arg[:at+1]
			}
			if strings.IndexByte(flags, letter) > 0 {
				return true
			}
		}
	}
	return false
}

// outputOperand says whether a token stands in an operand of a program that makes the
// files which those name.
func outputOperand(name string, args []string) bool {
	switch name {
	case "ln", "mkfifo", "mknod", "mktemp", "split", "csplit", "tar", "zip", "unzip", "gzip", "gunzip", "7z", "mkdir", "touch", "sqlite3", "ffmpeg", "convert", "magick":
		return anyToken(args)
	case "rsync", "scp", "sftp", "uniq", "cp", "mv":
		last := args[max(0, len(args)-1):]
		return anyToken(last) && !strings.Contains(last[0], ":")
	case "sort":
		return outputOption(outputOptions{"o", "okStT", nil}, args)
	case "git":
		switch verb := firstOperand(args); verb {
		case "mv", "clone", "worktree", "init", "bundle", "submodule":
			return anyToken(args)
		}
	}
	return false
}

func anyToken(args []string) bool { return slices.ContainsFunc(args, core.HasToken) }

// firstOperand is the first word that is no option, and no value of git's -C and -c.
func firstOperand(args []string) string {
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "-C" || args[i] == "-c":
			i++
		case !strings.HasPrefix(args[i], "-"):
			return args[i]
		}
	}
	return ""
}
