// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// isLogin says whether what stands in text[start:end] is a user at a server: the
// user of a URL, the target of ssh, or with a path behind it.
func isLogin(text []byte, start, end int) bool {
	return isURLUser(text, start) || isPathBehind(text[end:]) || followsSSH(text[:start])
}

// isURLUser says whether the user of a URL begins at i, or its password (RFC 3986,
// section 3.2.1).
func isURLUser(text []byte, i int) bool {
	if i > 0 && text[i-1] == ':' {
		i--
		for i > 0 && isUserByte(text[i-1]) {
			i--
		}
	}
	return bytes.HasSuffix(text[:i], []byte("://"))
}

// longestPath is how long the beginning of a path may be, in bytes: what is longer
// may be encoded data.
const longestPath = 16

// isPathBehind says whether a path of the server follows, as scp, rsync and git
// write it: :/var, :~, :../x, :notas/, :obra.git. Only one word in small letters is
// read, in which nothing else begins. A path that goes on behind it may hold a
// value, which would end it once it is a token.
func isPathBehind(after []byte) bool {
	after, found := bytes.CutPrefix(after, []byte(":"))
	if !found || len(after) == 0 {
		return false
	}
	if after[0] == '~' || bytes.HasPrefix(after, []byte("./")) || bytes.HasPrefix(after, []byte("../")) {
		return true
	}
	run := 0
	for run < len(after) && run < longestPath && isAddressByte(after[run], "/+_-") {
		run++
	}
	if after[0] == '/' {
		return run < longestPath
	}
	n := 0
	for n < run && isLower(after[n]) {
		n++
	}
	if n > 0 && n < run && after[n] == '/' {
		return !wordBeginsAt(after, n+1)
	}
	rest, found := bytes.CutPrefix(after[n:], []byte(".git"))
	return n > 0 && found && (len(rest) == 0 || !isAddressByte(rest[0], "@+._-") && !isMark(rest[0]))
}

// isUserByte says whether c may stand in the user's name or password of a URL.
// What is covered may.
func isUserByte(c byte) bool { return isAddressByte(c, "._~%+-!$*") || isMark(c) }

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
