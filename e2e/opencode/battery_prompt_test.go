// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"encoding/base64"
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
)

// text is a part of a prompt.
func text(t string) map[string]any { return map[string]any{"type": "text", "text": t} }

// file is a part of a prompt that mentions a file or attaches one.
func file(mime, name, url string) map[string]any {
	return map[string]any{"type": "file", "mime": mime, "filename": name, "url": url}
}

// say sends a prompt of those parts in a session of its own; the model says yes.
func say(parts func(s *server, value string) []any) func(*testing.T, *server, string) {
	return func(t *testing.T, s *server, value string) {
		s.mock.Then(provider.Say("Sí."))
		s.send(t, s.session(t), map[string]any{"parts": parts(s, value)})
	}
}

func oneFile(name, before string) func(string) map[string]string {
	return func(value string) map[string]string { return map[string]string{name: before + value + "\n"} }
}

// promptSurfaces are the ways into a prompt and around it.
func promptSurfaces() []surface {
	return []surface{
		{name: "prompt", drive: say(func(_ *server, v string) []any { return []any{text("Mi DNI es " + v)} })},
		{name: "file mention", files: oneFile("mencion.txt", "DNI "), drive: say(func(s *server, _ string) []any {
			return []any{text("Mira @mencion.txt"), file("text/plain", "mencion.txt", "file://"+s.Work+"/mencion.txt")}
		})},
		{name: "directory mention", files: func(v string) map[string]string { return map[string]string{"fichas/" + v + ".txt": "nada\n"} }, drive: say(func(s *server, _ string) []any {
			return []any{text("Mira @fichas"), file("application/x-directory", "fichas", "file://"+s.Work+"/fichas")}
		})},
		{name: "text attachment", drive: say(func(_ *server, v string) []any {
			return []any{text("Mira"), file("text/plain", "n.txt", "data:text/plain;base64,"+base64.StdEncoding.EncodeToString([]byte("DNI "+v)))}
		})},
		{name: "name of a PDF", drive: say(func(_ *server, v string) []any {
			return []any{text("Mira"), file("application/pdf", v+".pdf", "data:application/pdf;base64,JVBERi0xLjQK")}
		})},
		{name: "slash command", files: oneFile(".opencode/command/saluda.md", "---\ndescription: saluda\n---\nSaluda a "), drive: command("saluda", "")},
		{name: "argument of a command", files: func(string) map[string]string {
			return map[string]string{".opencode/command/repite.md": "---\ndescription: repite\n---\nRepite $ARGUMENTS\n"}
		}, drive: command("repite", "DNI ")},
		{name: "file of a command", files: func(v string) map[string]string {
			return map[string]string{".opencode/command/lee.md": "---\ndescription: lee\n---\nLee !`cat orden.txt`\n", "orden.txt": "DNI " + v + "\n"}
		}, drive: command("lee", "")},
		// The first message of a session goes into the request for its title past the hooks.
		{name: "shell of the person", beyond: true, raced: true, files: oneFile("shell.txt", "DNI "), drive: func(t *testing.T, s *server, _ string) {
			session := s.session(t)
			s.post(t, "/session/"+session+"/shell", map[string]any{"agent": "build", "command": "cat shell.txt", "model": mockModel("mock")})
			s.mock.Then(provider.Say("Sí."))
			s.prompt(t, session, "Sigue.")
		}},
		{name: "AGENTS.md", files: oneFile("AGENTS.md", "Pregunta por ")},
		{name: "system text of the API", drive: func(t *testing.T, s *server, v string) {
			s.mock.Then(provider.Say("Sí."))
			s.send(t, s.session(t), map[string]any{"system": "El DNI es " + v, "parts": []any{text("Hola.")}})
		}},
		{name: "description of a skill", files: func(v string) map[string]string {
			return map[string]string{".opencode/skill/ficha/SKILL.md": "---\nname: ficha\ndescription: sobre el DNI " + v + "\n---\n\nFicha.\n"}
		}},
	}
}

// command calls a slash command in a session of its own.
func command(name, before string) func(*testing.T, *server, string) {
	return func(t *testing.T, s *server, value string) {
		s.mock.Then(provider.Say("Sí."))
		arguments := ""
		if before != "" {
			arguments = before + value
		}
		s.post(t, "/session/"+s.session(t)+"/command", map[string]any{"command": name, "arguments": arguments, "model": "mock/mock"})
	}
}
