// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
)

// args are a tool's arguments; WORK in them is the project's folder.
type args = map[string]any

// use has the model call a tool, in a session of its own. VALUE in the arguments is the
// surface's value, which the model has from elsewhere.
func use(model, tool string, in args) func(*testing.T, *server, string) {
	return func(t *testing.T, s *server, value string) {
		filled := args{}
		for name, v := range in {
			if text, ok := v.(string); ok {
				v = strings.NewReplacer("WORK", s.Work, "VALUE", value).Replace(text)
			}
			filled[name] = v
		}
		s.mock.Then(provider.Use(tool, filled), provider.Say("Hecho."), provider.Say("Sí."))
		session := s.session(t)
		for _, prompt := range []string{"Hazlo.", "¿Está hecho?"} {
			s.send(t, session, map[string]any{"model": mockModel(model), "parts": []any{text(prompt)}})
		}
	}
}

// toolSurfaces are the results, errors and arguments of tools.
func toolSurfaces() []surface {
	bash := func(command string) func(*testing.T, *server, string) {
		return use("mock", "bash", args{"command": command, "description": "Lee"})
	}
	return []surface{
		{name: "read", files: oneFile("lee.txt", "DNI "), drive: use("mock", "read", args{"filePath": "WORK/lee.txt"})},
		{name: "read of a folder", files: func(v string) map[string]string { return map[string]string{"carpeta/" + v + ".txt": "nada\n"} }, drive: use("mock", "read", args{"filePath": "WORK/carpeta"})},
		{name: "read that fails", files: func(v string) map[string]string { return map[string]string{"cerca_" + v + ".txt": "nada\n"} }, drive: use("mock", "read", args{"filePath": "WORK/cerca_"})},
		{name: "nested AGENTS.md", files: oneFile("sub/AGENTS.md", "Pregunta por "), drive: use("mock", "read", args{"filePath": "WORK/sub/inner.txt"})},
		{name: "bash", files: oneFile("bash.txt", "DNI "), drive: bash("cat bash.txt")},
		{name: "bash that fails", files: oneFile("fallo.txt", "DNI "), drive: bash("cat fallo.txt; exit 3")},
		{name: "bash that streams", files: oneFile("poco.txt", "DNI "), drive: bash("echo uno; sleep 0.3; cat poco.txt >&2; sleep 0.3; echo tres")},
		{name: "long output", files: func(v string) map[string]string {
			return map[string]string{"largo.txt": "DNI " + v + "\n" + strings.Repeat("una línea de relleno\n", 4000) + "DNI " + v + "\n"}
		}, drive: bash("cat largo.txt")},
		{name: "edit that fails", files: oneFile("edita2.txt", "alfa DNI "), drive: use("mock", "edit", args{"filePath": "WORK/edita2.txt", "oldString": "no está VALUE", "newString": "beta"})},
		{name: "write", files: oneFile("escribe.txt", "viejo "), drive: use("mock", "write", args{"filePath": "WORK/escribe.txt", "content": "DNI VALUE\n"})},
		{name: "apply_patch", files: func(v string) map[string]string { return map[string]string{"parche.txt": "uno " + v + "\ndos\n"} },
			drive: use("gpt-5-mock", "apply_patch", args{"patchText": "*** Begin Patch\n*** Update File: parche.txt\n@@\n uno VALUE\n-dos\n+tres\n*** End Patch"})},
		{name: "apply_patch that fails", drive: use("gpt-5-mock", "apply_patch", args{"patchText": "*** Begin Patch\n*** Update File: parche.txt\n@@\n nada VALUE\n-dos\n+tres\n*** End Patch"})},
		{name: "todowrite", drive: use("mock", "todowrite", args{"todos": []any{args{"content": "uno", "status": "pending", "priority": "low"}}, "nota": "VALUE"})},
		{name: "webfetch", drive: func(t *testing.T, s *server, value string) {
			page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				_, _ = fmt.Fprintf(w, "<p>DNI %s</p>", value)
			}))
			defer page.Close()
			use("mock", "webfetch", args{"url": page.URL + "/pagina", "format": "text"})(t, s, value)
		}},
		{name: "arguments that are refused", drive: use("mock", "read", args{"equivocado": "VALUE"})},
		{name: "custom tool", files: oneCustomTool("ficha", "return "), drive: use("mock", "ficha", args{})},
		{name: "custom tool that fails", files: oneCustomTool("falla", "throw new Error("), drive: use("mock", "falla", args{})},
		{name: "sub-agent", files: oneFile("ayuda.txt", "DNI "), drive: func(t *testing.T, s *server, _ string) {
			s.mock.Then(provider.Use("task", args{"description": "Lee", "subagent_type": "general", "prompt": "Lee ayuda.txt"}),
				provider.Use("read", args{"filePath": s.Work + "/ayuda.txt"}), provider.Say("Leído."), provider.Say("Hecho."))
			s.prompt(t, s.session(t), "Que lo lea un ayudante.")
		}},
	}
}

// oneCustomTool is a tool of the project that gives the value or fails with it.
func oneCustomTool(name, how string) func(string) map[string]string {
	return func(value string) map[string]string {
		end := ";"
		if strings.HasSuffix(how, "(") {
			end = ");"
		}
		return map[string]string{".opencode/tool/" + name + ".js": "export default { description: \"da la ficha\", args: {}, async execute() { " + how + "\"DNI " + value + "\"" + end + " } };\n"}
	}
}
