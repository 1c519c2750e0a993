// SPDX-License-Identifier: Apache-2.0

package cli

// leavingScenes are about what leaves the machine: tokens stay, values go.
func leavingScenes() []demoScene {
	return []demoScene{
		{
			title:  told{"A call to the network carries tokens, not values", "Una llamada a la red lleva fichas, no datos"},
			where:  same("OpenCode, tool.execute.before webfetch"),
			before: same("https://registro.example/?q=12345678Z"),
			want:   same("https://registro.example/?q=[DNI-001]"),
			act: func(st *stage, text string) string {
				return st.ask(pluginCall("webfetch", "url", text)).or(text, "patches", "0", "1")
			},
		},
		{
			title:  told{"So does a shell command that leaves the machine", "También una orden que sale de la máquina"},
			where:  same("OpenCode, tool.execute.before bash"),
			before: same("curl -d 'iban=ES9121000418450200051332' https://banco.example"),
			want:   same("curl -d 'iban=[IBAN-001.2]' https://banco.example"),
			act:    playCommand,
		},
		{
			title:  told{"A message to a token would reach nobody", "Un mensaje a una ficha no llegaría a nadie"},
			where:  same("OpenCode, tool.execute.before mcp__mail__send"),
			before: same("[EMAIL-001]"),
			want: denial("a token in /to names no recipient and no place: real values do not leave the machine; " +
				"if they may in this call, add to veil.yaml: reveal: [{to: mcp__mail__send, kinds: [EMAIL]}]"),
			act: func(st *stage, text string) string {
				a := st.ask(pluginCall("mcp__mail__send", "to", text))
				if a.at("decision") == "deny" {
					return st.refusal(a)
				}
				return a.or(text, "patches", "0", "1")
			},
		},
		{
			title:  told{"A tool that veil does not know gets tokens, unless veil.yaml names it in tools.local", "Una herramienta desconocida recibe fichas, si veil.yaml no la nombra en tools.local"},
			where:  same("OpenCode, tool.execute.before mcp__files__save"),
			before: same("DNI: [DNI-001]"),
			want:   same("DNI: [DNI-001]"),
			act: func(st *stage, text string) string {
				return st.ask(pluginCall("mcp__files__save", "content", text)).or(text, "patches", "0", "1")
			},
		},
	}
}

// refusedScenes are about what is not let through.
func refusedScenes() []demoScene {
	return append(deniedScenes(), faultScenes()...)
}

func deniedScenes() []demoScene {
	command := func(st *stage, text string) string { return st.refusal(st.ask(pluginCall("bash", "command", text))) }
	return []demoScene{
		{
			title:  told{"A file that holds secrets is not opened", "Un fichero con secretos no se abre"},
			where:  same("OpenCode, tool.execute.before bash"),
			before: same("cat .env | head -3"),
			want: denial("the call names an environment file (in /command); " +
				"leave the file alone, or list its exact path under paths.allow in veil.yaml"),
			act: command,
		},
		{
			title:  told{"The agent does not have veil forget the values", "El agente no hace que veil olvide los datos"},
			where:  same("OpenCode, tool.execute.before bash"),
			before: same("veil sessions purge --all"),
			want:   denial("an agent's shell must not run this veil command; run it in a terminal of your own"),
			act:    command,
		},
		{
			title:  told{"A token that was never given is not written", "Una ficha que nunca se dio no se escribe"},
			where:  same("Claude Code, PreToolUse Write"),
			before: same("DNI [DNI-777]"),
			want:   denial("veil: [DNI-777] stands for no value of this session; use only tokens that were given in this session"),
			act: func(st *stage, text string) string {
				return st.refusal(st.ask(callOf("PreToolUse", "Write", members{"file_path": st.dir + "/carta.txt", "content": text}, nil)))
			},
		},
	}
}

func faultScenes() []demoScene {
	return []demoScene{
		{
			title:  told{"Bytes that cannot be inspected are withheld", "Se retiene lo que no se puede inspeccionar"},
			where:  same("Claude Code, PostToolUse Bash"),
			before: same("\x00\x01\x00\x01 12345678Z"),
			want:   same("[veil: withheld: the text is binary and cannot be inspected; convert it to text first]"),
			act: func(st *stage, text string) string {
				return st.ask(commandOutput("cat foto.bin", text)).or(text, "hookSpecificOutput", "updatedToolOutput", "stdout")
			},
		},
		{
			title:  told{"A host that is too old for it is told so", "Si el programa es demasiado antiguo se dice"},
			where:  told{"Claude Code 2.1.100 with hooks alone, PreToolUse Bash", "Claude Code 2.1.100 solo con hooks, PreToolUse Bash"},
			before: same("ls"),
			want:   denial("veil: claude-code 2.1.100 cannot rewrite tool_output; use claude-code 2.1.121 and later"),
			act: func(st *stage, text string) string {
				e := callOf("PreToolUse", "Bash", members{"command": text}, nil)
				e.version = "2.1.100"
				return st.refusal(st.ask(e))
			},
		},
		{
			title:  told{"An event that veil does not know is denied", "Un suceso que veil no conoce se deniega"},
			where:  same("OpenCode, session.beam"),
			before: same("DNI 12345678Z"),
			want:   denial("not analysed: request, event: unknown event; install veil and its OpenCode plugin in versions that fit together"),
			act: func(st *stage, text string) string {
				return st.refusal(st.ask(pluginOf("session.beam", members{"leaves": leavesOf("/text", text)})))
			},
		},
		{
			title:  told{"Without its store veil denies everything", "Sin su almacén veil lo deniega todo"},
			where:  same("Claude Code, PreToolUse Bash"),
			before: same("ls"),
			want:   denial("veil: not analysed: pseudonym store: open: ~/file: a file stands in the place of a folder; remove it"),
			act: func(st *stage, text string) string {
				return st.refusal(st.askBroken(callOf("PreToolUse", "Bash", members{"command": text}, nil)))
			},
		},
	}
}
