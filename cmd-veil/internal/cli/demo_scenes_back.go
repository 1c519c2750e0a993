// SPDX-License-Identifier: Apache-2.0

package cli

import "os"

// restoringScenes are about what stays on the machine: values come back.
func restoringScenes() []demoScene {
	return append(fileScenes(), screenScenes()...)
}

func fileScenes() []demoScene {
	return []demoScene{
		{
			title:  told{"The model writes tokens: the file gets the values", "El modelo escribe fichas: el fichero recibe los datos"},
			where:  told{"Claude Code, PreToolUse Write; the file is really written", "Claude Code, PreToolUse Write; el fichero se escribe de verdad"},
			before: same("[NOMBRE-001], [DNI-001]: [IBAN-001]"),
			want:   same("María Pérez, 12345678Z: ES91 2100 0418 4502 0005 1332"),
			act: func(st *stage, text string) string {
				call := callOf("PreToolUse", "Write", members{"file_path": st.dir + "/carta.txt", "content": text}, nil)
				written := st.ask(call).or(text, "hookSpecificOutput", "updatedInput", "content")
				if err := os.WriteFile(st.dir+"/carta.txt", []byte(written), 0o600); err != nil {
					return err.Error()
				}
				return written
			},
		},
		{
			title:  told{"That file is read again: the model sees the same tokens", "Ese fichero se vuelve a leer: el modelo ve las mismas fichas"},
			where:  same("Claude Code, PostToolUse Read"),
			before: same("María Pérez, 12345678Z: ES91 2100 0418 4502 0005 1332"),
			want:   same("[NOMBRE-001], [DNI-001]: [IBAN-001]"),
			act: func(st *stage, _ string) string {
				text, err := os.ReadFile(st.dir + "/carta.txt")
				if err != nil {
					return err.Error()
				}
				return st.ask(fileRead(st.dir+"/carta.txt", string(text))).or(string(text), "hookSpecificOutput", "updatedToolOutput", "file", "content")
			},
		},
		{
			title:  told{"A command that only reads local files gets the value", "Una orden que solo lee ficheros locales recibe el dato"},
			where:  same("OpenCode, tool.execute.before bash"),
			before: same("grep '[DNI-001]' clientes.csv"),
			want:   same("grep '12345678Z' clientes.csv"),
			act:    playCommand,
		},
		{
			title:  told{"A file for an anonymised copy gets the values too, unless veil.yaml says write.keep", "También una copia anónima recibe los datos, si veil.yaml no dice write.keep"},
			where:  same("OpenCode, tool.execute.before write"),
			before: same("[DNI-001]"),
			want:   same("12345678Z"),
			act: func(st *stage, text string) string {
				return st.ask(pluginOf("tool.execute.before", members{
					"tool": "write", "call": "call", "leaves": leavesOf("/filePath", "/home/ana/anonimo/carta.txt", "/content", text),
				})).or(text, "patches", "0", "1")
			},
		},
	}
}

// playCommand has OpenCode ask about a shell command.
func playCommand(st *stage, text string) string {
	return st.ask(pluginCall("bash", "command", text)).or(text, "patches", "0", "1")
}

func screenScenes() []demoScene {
	reply := func(screen bool) func(*stage, string) string {
		return func(st *stage, text string) string {
			e := pluginOf("experimental.text.complete", members{"leaves": leavesOf("/text", text)})
			e.screen = screen
			return st.ask(e).or(text, "patches", "0", "1")
		}
	}
	text := told{"[NOMBRE-001] owes nothing.", "[NOMBRE-001] no debe nada."}
	return []demoScene{
		{
			title:  told{"You read the values on your screen", "En su pantalla usted lee los datos"},
			where:  same("OpenCode, experimental.text.complete"),
			before: text,
			want:   told{"María Pérez owes nothing.", "María Pérez no debe nada."},
			act:    reply(true),
		},
		{
			title:  told{"A reply that goes into a pipe or a log keeps its tokens", "La respuesta que va a una tubería o a un registro conserva las fichas"},
			where:  same("OpenCode, experimental.text.complete"),
			before: text,
			want:   text,
			act:    reply(false),
		},
	}
}
