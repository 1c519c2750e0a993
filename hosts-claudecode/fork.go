// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"path/filepath"
	"slices"
	"strings"
)

// ForkedFrom returns the transcripts that a session without one of its own may go on
// from: those beside its own, and those that the host's command line names. It returns none
// if the command line does not ask for a fork. A fork has a new id, and neither a
// parent's id nor a transcript when its first prompt is asked about (measured, 2.1.332).
func ForkedFrom(commandLine []string, transcript string) []string {
	if transcript == "" || !slices.Contains(commandLine, "--fork-session") {
		return nil
	}
	folder := filepath.Dir(transcript)
	patterns := []string{filepath.Join(quoted(folder), "*.jsonl")}
	var paths []string
	for _, word := range commandLine {
		_, value, found := strings.Cut(word, "=")
		if !found {
			value = word
		}
		switch {
		case filepath.IsAbs(value) && filepath.Ext(value) == ".jsonl":
			paths = append(paths, value)
		case isSessionID(value):
			patterns = append(patterns, filepath.Join(quoted(filepath.Dir(folder)), "*", value+".jsonl"))
		}
	}
	for _, pattern := range patterns {
		found, _ := filepath.Glob(pattern) // the only error is a pattern that is none
		paths = append(paths, found...)
	}
	slices.Sort(paths)
	return slices.DeleteFunc(slices.Compact(paths), func(p string) bool { return p == transcript })
}

// quoted is a path as a pattern that means itself.
func quoted(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// isSessionID says whether a word is a UUID, as the host names its sessions.
func isSessionID(word string) bool {
	if len(word) != 36 {
		return false
	}
	for i, c := range []byte(word) {
		isDash := i == 8 || i == 13 || i == 18 || i == 23
		if isDash != (c == '-') || !isDash && !strings.ContainsRune("0123456789abcdefABCDEF", rune(c)) {
			return false
		}
	}
	return true
}
