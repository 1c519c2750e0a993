// SPDX-License-Identifier: Apache-2.0

package cli

import "github.com/veil-guard/veil/core"

// demoScenes are played in order, in one session: later ones use the tokens of
// earlier ones. All data is made up.
var demoScenes = []demoScene{
	{
		title: "A prompt with personal data is stopped, and a safe one is offered", where: "Claude Code, UserPromptSubmit",
		adapter: claudeCode{},
		input:   `{"hook_event_name":"UserPromptSubmit","session_id":"demo","cwd":"/home/ana/obra","prompt":"Busca a María Pérez, DNI 12345678Z"}`,
		before:  "Busca a María Pérez, DNI 12345678Z",
		want:    "veil: it holds personal data (1 DNI, 1 NOMBRE); send this instead, in this session:\nBusca a [NOMBRE-001], DNI [DNI-001]",
		after:   pick("reason"),
	},
	{
		title: "A file is read: the model sees tokens", where: "Claude Code, PostToolUse Read",
		adapter: claudeCode{},
		input:   `{"hook_event_name":"PostToolUse","session_id":"demo","cwd":"/home/ana/obra","tool_name":"Read","tool_use_id":"t1","tool_input":{"file_path":"/home/ana/obra/cliente.txt"},"tool_response":{"type":"text","file":{"filePath":"/home/ana/obra/cliente.txt","content":"IBAN ES91 2100 0418 4502 0005 1332, maria.perez@clinicasol.es","numLines":1,"startLine":1,"totalLines":1}}}`,
		before:  "IBAN ES91 2100 0418 4502 0005 1332, maria.perez@clinicasol.es",
		want:    "IBAN [IBAN-001], [EMAIL-001]",
		after:   pick("hookSpecificOutput", "updatedToolOutput", "file", "content"),
	},
	{
		title: "The model writes tokens: the file gets the values", where: "Claude Code, PreToolUse Write",
		adapter: claudeCode{},
		input:   `{"hook_event_name":"PreToolUse","session_id":"demo","cwd":"/home/ana/obra","tool_name":"Write","tool_use_id":"t2","tool_input":{"file_path":"/home/ana/obra/carta.txt","content":"[NOMBRE-001], [DNI-001]: pagar a [IBAN-001]"}}`,
		before:  "[NOMBRE-001], [DNI-001]: pagar a [IBAN-001]",
		want:    "María Pérez, 12345678Z: pagar a ES91 2100 0418 4502 0005 1332",
		after:   pick("hookSpecificOutput", "updatedInput", "content"),
	},
	{
		title: "OpenCode's prompt is rewritten; another spelling keeps the number", where: "OpenCode, chat.message",
		adapter: openCode{},
		input:   `{"v":1,"id":1,"event":"chat.message","host":{"name":"opencode","version":"1.18.33"},"session":"demo","root":"demo","cwd":"/home/ana/obra","leaves":[["/parts/0/text","DNI 12.345.678-Z de Clínica Dental Sol, tel. 612 345 678"]]}`,
		before:  "DNI 12.345.678-Z de Clínica Dental Sol, tel. 612 345 678",
		want:    "DNI [DNI-001.2] de [NOMBRE-002], tel. [TEL-001]",
		after:   pick("patches", "0", "1"),
	},
	{
		title: "A call to the network carries tokens, not values", where: "OpenCode, tool.execute.before webfetch",
		adapter: openCode{},
		input:   `{"v":1,"id":2,"event":"tool.execute.before","host":{"name":"opencode","version":"1.18.33"},"session":"demo","root":"demo","call":"c1","tool":"webfetch","cwd":"/home/ana/obra","leaves":[["/url","https://registro.example/?q=12345678Z"]]}`,
		before:  "https://registro.example/?q=12345678Z",
		want:    "https://registro.example/?q=[DNI-001]",
		after:   pick("patches", "0", "1"),
	},
	{
		title: "A file that holds secrets is not opened", where: "OpenCode, tool.execute.before bash",
		adapter: openCode{},
		input:   `{"v":1,"id":3,"event":"tool.execute.before","host":{"name":"opencode","version":"1.18.33"},"session":"demo","root":"demo","call":"c2","tool":"bash","cwd":"/home/ana/obra","leaves":[["/command","cat .env | head -3"]]}`,
		before:  "cat .env | head -3",
		want:    "denied: the call names an environment file (in /command)",
		after:   func(r reply) string { return "denied: " + pick("reason")(r) },
	},
	{
		title: "Bytes that cannot be inspected are withheld", where: "Claude Code, PostToolUse Bash",
		adapter: claudeCode{},
		input:   `{"hook_event_name":"PostToolUse","session_id":"demo","cwd":"/home/ana/obra","tool_name":"Bash","tool_use_id":"t3","tool_input":{"command":"cat foto.bin"},"tool_response":{"stdout":"\u0000\u0001\u0002 12345678Z","stderr":"","interrupted":false,"isImage":false,"noOutputExpected":false}}`,
		before:  `\u0000\u0001\u0002 12345678Z`,
		want:    "[veil: withheld: the text is binary and cannot be inspected; convert it to text first]",
		after:   pick("hookSpecificOutput", "updatedToolOutput", "stdout"),
	},
}

// pick returns a function that finds one text in a reply.
func pick(path ...string) func(reply) string {
	return func(r reply) string {
		doc, err := core.ParseDocument(r.stdout)
		if err != nil {
			return ""
		}
		v := doc.Root()
		for _, name := range path {
			v = v.Get(name)
		}
		return v.Text()
	}
}
