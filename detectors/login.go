// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// isLogin says whether what stands in text[start:end], with "@" at at, is a user at a
// server: the user of a URL, the end of its password, the rest of one with signs that
// an address has not and that is no secret; the target of ssh; or with a path behind.
func isLogin(text []byte, start, at, end int) bool {
	return isURLUser(text, start) && !isWholeUser(text, at, end) || urlPassword(text[:end], at, true) >= 0 || isPathBehind(text[end:]) || followsSSH(text[:start])
}

// isWholeUser says whether the address that ends at end is all of a URL's user, as people
// have it who log in with theirs: smtp://ana@clinica.es:password@host.
func isWholeUser(text []byte, at, end int) bool {
	return end < len(text) && (text[end] == '@' || text[end] == ':') && atFollows(text, at)
}

// isURLUser says whether the user of a URL begins at i, or its password (RFC 3986,
// section 3.2.1).
func isURLUser(text []byte, i int) bool {
	if i > 0 && text[i-1] == '@' {
		i = userStart(text, i-1) // an address is the user
	} else if i > 0 && isMark(text[i-1]) {
		i = userStart(text, i)
	}
	if i > 0 && text[i-1] == ':' {
		i = userStart(text, i-1)
	}
	return bytes.HasSuffix(text[:i], []byte("://"))
}

// userStart goes back over what may stand in the name or the password of a user. What is
// covered has any length.
func userStart(text []byte, i int) int {
	for n := 0; i > 0 && n < maxUserinfo && isUserByte(text[i-1]); i-- {
		if !isMark(text[i-1]) {
			n++
		}
	}
	return i
}

// isPathBehind says whether a path of the server follows, as scp, rsync and git
// write it: :/var/x, :~, :../x, :notas/, :obra.git. It is known by a beginning, or as
// a whole, in which no value can stand: what is behind it does not count, for it may
// be covered.
func isPathBehind(after []byte) bool {
	after, found := bytes.CutPrefix(after, []byte(":"))
	if !found || len(after) == 0 {
		return false
	}
	if after[0] == '~' || bytes.HasPrefix(after, []byte("./")) || bytes.HasPrefix(after, []byte("../")) {
		return true
	}
	if after[0] == '/' {
		return isRootPath(after[1:])
	}
	n := smallLetters(after)
	if n == 0 {
		return false
	}
	rest := after[n:]
	if bytes.HasPrefix(rest, []byte("/")) {
		return pathEnds(rest[1:])
	}
	rest, found = bytes.CutPrefix(rest, []byte(".git"))
	return found && (pathEnds(rest) || rest[0] == '/')
}

// isRootPath says whether an absolute path goes on with a directory that servers have
// at the root (Filesystem Hierarchy Standard 3.0, section 3), or one of usual names.
func isRootPath(path []byte) bool {
	n := smallLetters(path)
	switch string(path[:n]) {
	case "bin", "boot", "dev", "etc", "home", "lib", "media", "mnt", "opt", "root", "run", "sbin", "srv", "tmp", "usr", "var",
		"app", "backup", "backups", "data", "datos", "export", "www":
		return pathEnds(path[n:]) || path[n] == '/'
	}
	return false
}

// smallLetters returns how many small letters b begins with, as many as a word has.
func smallLetters(b []byte) int {
	n := 0
	for n < min(len(b), maxWordLetters) && isLower(b[n]) {
		n++
	}
	return n
}

// pathEnds says whether what follows is no part of a path, and no beginning of a value.
func pathEnds(after []byte) bool {
	if len(after) == 0 {
		return true
	}
	if after[0] == '\\' {
		return len(after) > 1 && bytes.IndexByte([]byte(`nrt"`), after[1]) >= 0
	}
	return bytes.IndexByte([]byte(" \t\r\n\"'`),;|"), after[0]) >= 0
}

// isUserByte says whether c may stand in the user's name or password of a URL.
// What is covered may.
func isUserByte(c byte) bool { return isAddressByte(c, &userPart) || isMark(c) }

// isForgePath says whether a path of a repository follows the domain of a forge:
// org-42@github.com:org/repo.
func isForgePath(domain string, after []byte) bool {
	if len(after) < 2 || after[0] != ':' || bytes.IndexByte([]byte(" \t\r\n,;"), after[1]) >= 0 {
		return false
	}
	switch domain {
	case "github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "gitea.com", "gitee.com", "git.sr.ht",
		"ssh.dev.azure.com", "vs-ssh.visualstudio.com", "ssh.github.com", "altssh.gitlab.com":
		return true
	}
	return false
}

// followsSSH says whether the text ends with a command that connects to a server,
// and its options: ssh -p 22 -i ~/.ssh/id.
func followsSSH(before []byte) bool {
	const maxWords = 12
	value := false // the word behind is the value of an option
	for range maxWords {
		var word []byte
		if before, word = cutLastWord(before); len(word) == 0 {
			return false
		}
		if n := len(before); n > 0 && before[n-1] == '\\' {
			word = word[min(len(word)-1, escapeWidth(word)):]
		}
		option := word[0] == '-'
		switch {
		case !option && !value && isSSH(word):
			return !wordEndsAt(before, len(before))
		case !option && (value || !isOptionValue(word)):
			return false
		}
		value = !option
	}
	return false
}

// cutLastWord divides text before its last word of the bytes that stand in
// commands and options, behind which is one blank.
func cutLastWord(text []byte) (rest, word []byte) {
	const maxWord = 80
	end := len(text) - 1
	if end < 0 || text[end] != ' ' {
		return nil, nil
	}
	start := end
	for start > 0 && end-start < maxWord && (isUserByte(text[start-1]) || bytes.IndexByte([]byte("/="), text[start-1]) >= 0) {
		start--
	}
	return text[:start], text[start:end]
}

func isSSH(word []byte) bool {
	switch string(word) {
	case "ssh", "sftp", "mosh", "autossh", "ssh-copy-id":
		return true
	}
	return false
}

// isOptionValue says whether a word is a port, a path or a setting.
func isOptionValue(word []byte) bool {
	const maxPort = 5
	return len(word) <= maxPort && digitsEnd(word, 0) == len(word) ||
		bytes.IndexByte([]byte("/~."), word[0]) >= 0 || bytes.IndexByte(word, '=') > 0
}
