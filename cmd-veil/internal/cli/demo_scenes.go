// SPDX-License-Identifier: Apache-2.0

package cli

import "slices"

// demoScenes are played in order, in one session: later ones use the tokens of
// earlier ones. All data is made up.
func demoScenes() []demoScene {
	return slices.Concat(hidingScenes(), restoringScenes(), leavingScenes(), refusedScenes())
}

// demoSecret is made up; written in two parts, so that no scanner of secrets takes it
// for one.
const demoSecret = "gh" + "p_VeilVeil0MadeUpVeilVeil0MadeUp3Z7APZ"

// hidingScenes are about what goes to the model.
func hidingScenes() []demoScene {
	return slices.Concat(promptScenes(), resultScenes())
}

func promptScenes() []demoScene {
	return []demoScene{
		{
			title:  told{"A prompt reaches the model with tokens", "Lo que se escribe llega al modelo con fichas"},
			where:  told{"Claude Code with the plugin, prompt.submit", "Claude Code con el plugin, prompt.submit"},
			before: told{"Find María Pérez, DNI 12345678Z", "Busca a María Pérez, DNI 12345678Z"},
			want:   told{"Find [NOMBRE-001], DNI [DNI-001]", "Busca a [NOMBRE-001], DNI [DNI-001]"},
			act: func(st *stage, text string) string {
				return st.ask(modOf("prompt.submit", text)).or(text, "patches", "0", "1")
			},
		},
		{
			title:  told{"Without the plugin it is stopped, and a safe one is offered", "Sin el plugin se detiene, y se ofrece otro sin datos"},
			where:  told{"Claude Code with hooks alone, UserPromptSubmit", "Claude Code solo con hooks, UserPromptSubmit"},
			before: told{"Write to María Pérez", "Escribe a María Pérez"},
			want: told{
				"veil: it holds personal data (1 NOMBRE); send this instead, in this session:\nWrite to [NOMBRE-001]",
				"veil: it holds personal data (1 NOMBRE); send this instead, in this session:\nEscribe a [NOMBRE-001]",
			},
			act: func(st *stage, text string) string {
				return st.ask(hookOf("UserPromptSubmit", members{"prompt": text})).or(text, "reason")
			},
		},
		{
			title: told{"Another spelling of a value keeps its number", "Otra forma de escribir un dato conserva su número"},
			where: same("OpenCode, chat.message"),
			before: told{
				"DNI 12.345.678-Z of Clínica Dental Sol, tel. 612 345 678",
				"DNI 12.345.678-Z de Clínica Dental Sol, tel. 612 345 678",
			},
			want: told{"DNI [DNI-001.2] of [NOMBRE-002], tel. [TEL-001]", "DNI [DNI-001.2] de [NOMBRE-002], tel. [TEL-001]"},
			act: func(st *stage, text string) string {
				return st.ask(pluginOf("chat.message", members{"leaves": leavesOf("/parts/0/text", text)})).or(text, "patches", "0", "1")
			},
		},
		{
			title: told{"What the host sends by itself is rewritten too", "También se cambia lo que el programa envía por su cuenta"},
			where: told{"Claude Code with the plugin, http.fetch: CLAUDE.md in the system prompt", "Claude Code con el plugin, http.fetch: CLAUDE.md entre las instrucciones"},
			before: told{
				"The owner is María Pérez (maria.perez@clinicasol.es).",
				"La dueña es María Pérez (maria.perez@clinicasol.es).",
			},
			want: told{"The owner is [NOMBRE-001] ([EMAIL-001]).", "La dueña es [NOMBRE-001] ([EMAIL-001])."},
			act: func(st *stage, text string) string {
				body := members{"model": "m", "system": []any{members{"type": "text", "text": text}}, "messages": []any{}}
				return st.ask(modOf("http.fetch", body)).or(text, "patches", "0", "1")
			},
		},
	}
}

// The result of each kind, and of the disguises.
const (
	demoKinds = "DNI 87654321X, NIE X1234567L, CIF B12345674\n" +
		"IBAN ES91 2100 0418 4502 0005 1332, 4539 1488 0343 6467\n" +
		"ana@norte.es, +34 91 336 87 85, NSS 28/12345678/40\n" +
		"pasaporte AAA123456, matrícula 1234 BCD\n" +
		"GITHUB_TOKEN=" + demoSecret + "\n" +
		"RWwgRE5JIGVzIDEyMzQ1Njc4WiB5IHlhIGVzdMOhLg=="
	demoKindsHidden = "DNI [DNI-002], NIE [DNI-003], CIF [CIF-001]\n" +
		"IBAN [IBAN-001], [TARJETA-001]\n" +
		"[EMAIL-002], [TEL-002], NSS [NSS-001]\n" +
		"pasaporte [PASAPORTE-001], matrícula [MATRICULA-001]\n" +
		"GITHUB_TOKEN=[SECRETO-001]\n" +
		"[BLOB-001]"
	demoDisguised = "1234\u200b5678Z 1234\u00ad5678Z １２３４５６７８Ｚ\n" +
		"q=ana%40norte.es ana&#64;norte.es \\u0061na@norte.es\n" +
		"MTIzNDU2Nzha"
	demoDisguisedHidden = "[DNI-001.3] [DNI-001.4] [DNI-001.5]\n" +
		"q=[EMAIL-002.2] [EMAIL-002.3] [EMAIL-002.4]\n" +
		"[DNI-001.6]"
)

func resultScenes() []demoScene {
	return []demoScene{
		{
			title:  told{"A file with every kind is read", "Se lee un fichero con un dato de cada clase"},
			where:  same("Claude Code, PostToolUse Read"),
			before: same(demoKinds),
			want:   same(demoKindsHidden),
			act: func(st *stage, text string) string {
				return st.ask(fileRead(demoProject+"/clientes.txt", text)).or(text, "hookSpecificOutput", "updatedToolOutput", "file", "content")
			},
		},
		{
			title:  told{"Values in disguise are found", "Se hallan datos disfrazados"},
			where:  same("OpenCode, tool.execute.after bash"),
			before: same(demoDisguised),
			want:   same(demoDisguisedHidden),
			act: func(st *stage, text string) string {
				return st.ask(pluginOf("tool.execute.after", members{"tool": "bash", "call": "call", "leaves": leavesOf("/output", text)})).or(text, "patches", "0", "1")
			},
		},
		{
			title:  told{"What a failed command printed is hidden", "Se oculta lo que imprimió una orden que falló"},
			where:  told{"Claude Code with the plugin, session.append", "Claude Code con el plugin, session.append"},
			before: told{"Exit code 1\nno such client: María Pérez", "Exit code 1\nno existe: María Pérez"},
			want:   told{"Exit code 1\nno such client: [NOMBRE-001]", "Exit code 1\nno existe: [NOMBRE-001]"},
			act: func(st *stage, text string) string {
				row := []any{members{"type": "tool_result", "tool_use_id": "call", "is_error": true, "content": text}}
				return st.ask(modOf("session.append", row)).or(text, "patches", "0", "1")
			},
		},
		{
			title:  told{"Text that looks like a token is kept apart from one", "Lo que parece una ficha no se confunde con ella"},
			where:  same("Claude Code, PostToolUse Bash"),
			before: told{"the template says [DNI-001]", "la plantilla dice [DNI-001]"},
			want:   told{"the template says [LITERAL-001]", "la plantilla dice [LITERAL-001]"},
			act: func(st *stage, text string) string {
				return st.ask(commandOutput("cat plantilla.txt", text)).or(text, "hookSpecificOutput", "updatedToolOutput", "stdout")
			},
		},
		{
			title:  told{"A limit: a name that is in no catalogue passes", "Un límite: pasa el nombre que no está en ningún catálogo"},
			where:  same("Claude Code, PostToolUse Bash"),
			before: told{"invoice of Lucía Gómez", "factura de Lucía Gómez"},
			want:   told{"invoice of Lucía Gómez", "factura de Lucía Gómez"},
			act: func(st *stage, text string) string {
				return st.ask(commandOutput("cat factura.txt", text)).or(text, "hookSpecificOutput", "updatedToolOutput", "stdout")
			},
		},
		{
			title:  told{"A limit: a password without a known form passes, unless veil.yaml says detect", "Un límite: pasa una contraseña sin forma conocida, si veil.yaml no dice detect"},
			where:  same("Claude Code, PostToolUse Bash"),
			before: same("password = kX9v2mQ7pLw4"),
			want:   same("password = kX9v2mQ7pLw4"),
			act: func(st *stage, text string) string {
				return st.ask(commandOutput("cat app.ini", text)).or(text, "hookSpecificOutput", "updatedToolOutput", "stdout")
			},
		},
	}
}
