// SPDX-License-Identifier: Apache-2.0

// Package provider gives a test a mock of a model's provider that answers with scripted
// turns and records every request.
package provider

import (
	"testing"

	"github.com/veil-guard/veil/cmd-veil/mock"
)

type (
	// Call is a call of a tool.
	Call = mock.Call
	// Turn is what the model says to one request.
	Turn = mock.Turn
	// Script is what it says to all of them.
	Script = mock.Script
)

// Use is a turn of a single tool call.
func Use(tool string, input map[string]any) Turn { return mock.Use(tool, input) }

// Say is a turn of text alone.
func Say(text string) Turn { return mock.Say(text) }

// Server is a mock provider that plays a script.
type Server struct {
	*mock.Server
	player *mock.Player
}

// Anthropic starts a provider that speaks the Messages dialect until the test ends.
func Anthropic(t testing.TB, script Script) *Server { return start(t, script, mock.Anthropic) }

// OpenAI starts a provider that speaks the chat completions dialect until the test ends.
func OpenAI(t testing.TB, script Script) *Server { return start(t, script, mock.OpenAI) }

func start(t testing.TB, script Script, dialect func(mock.Play) (*mock.Server, error)) *Server {
	t.Helper()
	player := mock.NewPlayer(script)
	server, err := dialect(player.Next)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return &Server{server, player}
}

// Then adds turns to the conversation.
func (s *Server) Then(turns ...Turn) { s.player.Then("", turns...) }

// Play puts turns in the place of those that nobody asked for.
func (s *Server) Play(turns ...Turn) { s.player.Replace(turns...) }

// Aside says what requests that are not part of a conversation are answered from now
// on, up to the next Then: a title, a summary.
func (s *Server) Aside(text string) { s.player.Then(text) }

// Left is the number of scripted turns that nobody asked for.
func (s *Server) Left() int { return s.player.Left() }
