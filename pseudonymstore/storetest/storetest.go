// SPDX-License-Identifier: Apache-2.0

// Package storetest is the contract that every [core.Pseudonyms] holds, as a
// test suite.
package storetest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

// Run runs the contract. open returns a store for the session; the same session
// opened again, within the test or its parent, is the same one. open closes
// what it opened in a cleanup of t.
func Run(t *testing.T, open func(t *testing.T, session string) core.Pseudonyms) {
	s := suite{open}
	for _, tc := range []struct {
		name string
		run  func(*testing.T)
	}{
		{"Identity", s.identity},
		{"Forms", s.forms},
		{"PlainForms", s.plainForms},
		{"PlainInOneCall", s.plainInOneCall},
		{"PlainIsKnown", s.plainIsKnown},
		{"Reopen", s.reopen},
		{"Order", s.order},
		{"Sessions", s.sessions},
		{"Handles", s.handles},
		{"Concurrent", s.concurrent},
		{"Literals", s.literals},
		{"References", s.references},
		{"Reservations", s.reservations},
		{"Unknown", s.unknown},
		{"OnePass", s.onePass},
		{"BadFindings", s.badFindings},
		{"OpaqueTokens", s.opaqueTokens},
		{"Blobs", s.blobs},
		{"BlobsAreNotKnown", s.blobsAreNotKnown},
		{"Known", s.known},
		{"KnownBeside", s.knownBeside},
		{"KnownOverlaps", s.knownOverlaps},
		{"LawFresh", s.lawFresh},
		{"LawResent", s.lawResent},
		{"LawNoValueSurvives", s.lawNoValueSurvives},
	} {
		t.Run(tc.name, tc.run)
	}
}

type suite struct {
	open func(t *testing.T, session string) core.Pseudonyms
}

// store is a store within a test.
type store struct {
	t *testing.T
	core.Pseudonyms
}

// on opens a session that no other test uses.
func (s suite) on(t *testing.T, session string) store {
	return store{t, s.open(t, t.Name()+"/"+session)}
}

// hide returns the texts with their findings hidden.
func (s store) hide(texts ...core.Hideable) []string {
	s.t.Helper()
	rewritings, err := s.Hide(context.Background(), texts)
	require.NoError(s.t, err)
	require.Len(s.t, rewritings, len(texts))
	out := make([]string, len(texts))
	for i, r := range rewritings {
		out[i] = core.ApplyEdits(texts[i].Text, r.Edits)
	}
	return out
}

// mint hides a text that is one value.
func (s store) mint(kind core.Kind, canonical, spelling string) string {
	s.t.Helper()
	return s.hide(whole(kind, canonical, spelling))[0]
}

// fresh hides a fresh text without findings.
func (s store) fresh(text string, references ...core.Token) string {
	s.t.Helper()
	return s.hide(core.Hideable{Text: text, Fresh: true, References: references})[0]
}

// reveal returns the text with its values put back, and the unknown tokens.
func (s store) reveal(text string) (string, []core.Token) {
	s.t.Helper()
	rewritings, err := s.Reveal(context.Background(), []string{text})
	require.NoError(s.t, err)
	require.Len(s.t, rewritings, 1)
	return core.ApplyEdits(text, rewritings[0].Edits), rewritings[0].Unknown
}

// whole is a text that is one value.
func whole(kind core.Kind, canonical, spelling string) core.Hideable {
	return core.Hideable{Text: spelling, Findings: []core.Finding{{Kind: kind, Value: canonical, End: len(spelling)}}}
}

// token builds a token.
func token(kind core.Kind, number, form int) core.Token {
	return core.Token{Kind: kind, Number: number, Form: form}
}
