// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"errors"
	"io/fs"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
	claudecode "github.com/veil-guard/veil/hosts-claudecode"
)

// maxTranscript bounds what is read of a session's transcripts: 256 MiB.
const maxTranscript = 256 << 20

// tokensBefore returns the tokens that Claude Code's session begins with: those of its
// transcript, or if it is a fork that has none yet, those of every session that it may be
// a fork of. Too many are harmless: their numbers are only never given out.
func tokensBefore(transcript string) ([]core.Token, error) {
	tokens, err := tokensWritten(transcript)
	if err != nil || tokens != nil {
		return tokens, err
	}
	host, _ := agentAncestor()
	left := maxTranscript
	for _, path := range claudecode.ForkedFrom(host.argv, transcript) {
		more, size, err := tokensIn(path, left)
		if err != nil {
			return nil, unread(err)
		}
		tokens = append(tokens, more...)
		left -= size
	}
	return tokens, nil
}

// tokensWritten returns the tokens in a session's own transcript; nil if it has none yet.
func tokensWritten(transcript string) ([]core.Token, error) {
	if transcript == "" {
		return nil, nil
	}
	tokens, _, err := tokensIn(transcript, maxTranscript)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return tokens, unread(err)
}

// tokensIn returns the tokens in a file of at most that many bytes, and its size.
func tokensIn(path string, most int) ([]core.Token, int, error) {
	rows, err := config.ReadRegular(path, int64(most))
	if err != nil {
		return nil, 0, err
	}
	return tokensOf(string(rows)), len(rows), nil
}

func tokensOf(text string) []core.Token {
	var tokens []core.Token
	for _, s := range core.FindTokens(nil, text) {
		tokens = append(tokens, s.Token)
	}
	return tokens
}

func unread(err error) error {
	if err == nil {
		return nil
	}
	return &config.Error{What: "the session's transcript cannot be read", Mend: "begin a new session"}
}
