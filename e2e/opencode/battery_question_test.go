// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/veil-guard/veil/e2e/internal/provider"
)

// questionSurfaces are what the person answers when the agent asks.
func questionSurfaces() []surface {
	return []surface{{name: "answer to a question", drive: func(t *testing.T, s *server, value string) {
		s.mock.Then(provider.Use("question", args{"questions": []any{args{
			"question": "¿De quién es?", "header": "Quién", "options": []any{args{"label": "Nadie", "description": "de nadie"}},
		}}}), provider.Say("Vale."), provider.Say("Sí."))
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		answered := make(chan error, 1)
		go func() { answered <- s.answerQuestion(ctx, "Es de "+value) }()
		session := s.session(t)
		s.prompt(t, session, "Pregúntame.")
		if err := <-answered; err != nil {
			t.Fatal(err)
		}
		s.prompt(t, session, "¿Está?")
	}}}
}

// answerQuestion waits for a question of the agent and answers it, as the person would.
func (s *server) answerQuestion(ctx context.Context, answer string) error {
	for ; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		list, err := s.call(ctx, http.MethodGet, "/question", nil)
		if err != nil {
			return err
		}
		var asked []struct{ ID string }
		if err := json.Unmarshal([]byte(list), &asked); err != nil {
			return err
		}
		if len(asked) > 0 {
			_, err := s.call(ctx, http.MethodPost, "/question/"+asked[0].ID+"/reply", map[string]any{"answers": [][]string{{answer}}})
			return err
		}
	}
	return ctx.Err()
}
