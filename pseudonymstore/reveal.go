// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"context"

	"github.com/veil-guard/veil/core"
)

// Reveal implements [core.Pseudonyms]. Only if a token is unknown it looks for
// what other processes have written meanwhile. Errors are *Error.
func (s *Session) Reveal(ctx context.Context, texts []string) ([]core.Rewriting, error) {
	rewritings, err := s.reveal(ctx, texts)
	return rewritings, during("reveal", err)
}

func (s *Session) reveal(ctx context.Context, texts []string) ([]core.Rewriting, error) {
	tokens := make([][]core.TokenSpan, len(texts))
	for i, text := range texts {
		tokens[i] = core.FindTokens(nil, text)
	}
	done, known, err := s.revealKnown(tokens)
	if known || err != nil {
		return done, err
	}
	if err := s.refresh(ctx); err != nil {
		return nil, err
	}
	done, _, err = s.revealKnown(tokens)
	return done, err
}

// revealKnown returns the rewritings by what this process knows, and whether
// it knows every token.
func (s *Session) revealKnown(tokens [][]core.TokenSpan) (done []core.Rewriting, known bool, err error) {
	err = s.view(func(st *state) error {
		done, known, err = s.revealBy(st, tokens)
		return err
	})
	return done, known, err
}

// revealBy returns the rewritings by a state, and whether it knows every token.
func (s *Session) revealBy(st *state, tokens [][]core.TokenSpan) (done []core.Rewriting, known bool, err error) {
	done, known = make([]core.Rewriting, len(tokens)), true
	files := map[string]string{} // the blobs that were read, by digest
	for i := range tokens {
		var unseen tokenSet
		for _, t := range tokens[i] {
			v, unknown := st.reveal(t.Token)
			if v != nil {
				text, err := s.text(v, t.Token.Form, files)
				if err != nil {
					return nil, false, err
				}
				done[i].Edits = append(done[i].Edits, core.Edit{Start: t.Start, End: t.End, New: text})
			}
			if unknown {
				unseen.add(t.Token)
				known = false
			}
		}
		done[i].Unknown = unseen.list
	}
	return done, known, nil
}

// text returns a value in one of its forms. A blob's file is read once.
func (s *Session) text(v *value, form int, files map[string]string) (string, error) {
	if v.size == 0 {
		return v.text(form), nil
	}
	content, ok := files[v.canonical]
	if !ok {
		var err error
		if content, err = s.blobs.read(v.canonical, v.size); err != nil {
			return "", err
		}
		files[v.canonical] = content
	}
	return content, nil
}
