// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"net/http"
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
)

// conversationSurfaces are what a conversation makes of itself.
func conversationSurfaces() []surface {
	return []surface{
		{name: "reasoning", drive: func(t *testing.T, s *server, value string) {
			s.mock.Then(provider.Turn{Reasoning: "Pienso en " + value, Text: "Sí."}, provider.Say("Sí."))
			session := s.session(t)
			s.prompt(t, session, "Piensa.")
			s.prompt(t, session, "Sigue.")
		}},
		{name: "reply", drive: func(t *testing.T, s *server, value string) {
			s.mock.Then(provider.Say("Será "+value), provider.Say("Sí."))
			session := s.session(t)
			s.prompt(t, session, "Adivina.")
			s.prompt(t, session, "Sigue.")
		}},
		{name: "retry", drive: func(t *testing.T, s *server, value string) {
			s.mock.Then(provider.Turn{Status: http.StatusInternalServerError}, provider.Say("Sí."))
			s.prompt(t, s.session(t), "Mi DNI es "+value)
		}},
		{name: "compaction", drive: func(t *testing.T, s *server, value string) {
			session := s.session(t)
			s.mock.Then(provider.Say("Sí."))
			s.prompt(t, session, "Mi DNI es "+value)
			for range 2 {
				s.summarise(t, session)
				s.mock.Then(provider.Say("Sí."))
				s.prompt(t, session, "Sigue con "+value)
			}
		}},
		{name: "a summary from before veil", beyond: true, drive: func(t *testing.T, s *server, value string) {
			session := s.session(t)
			s.mock.Then(provider.Say("Sí."))
			s.prompt(t, session, "Hola.")
			s.mock.Aside("## Goal\nCarta para " + value)
			s.summarise(t, session)
			s.mock.Then(provider.Say("Sí."))
			s.prompt(t, session, "Sigue.")
			s.summarise(t, session)
		}},
	}
}

// summarise compacts a session.
func (s *server) summarise(t *testing.T, session string) {
	t.Helper()
	s.post(t, "/session/"+session+"/summarize", map[string]any{"providerID": "mock", "modelID": "mock"})
}
