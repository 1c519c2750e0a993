// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// samples are made-up values, one for each kind that is detected.
var samples = map[core.Kind]string{
	core.DNI:    "12345678Z",
	core.IBAN:   "ES9121000418450200051332",
	core.Email:  "maria.perez@clinicasol.es",
	core.Tel:    "+34 612 345 678",
	core.Nombre: "María Pérez",
}

// wireCase is one event of one host with a text in it.
type wireCase struct {
	name    string
	command string
	event   func(t *testing.T, text string) string
}

func quote(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// transcript writes a transcript whose newest row has the version.
func transcript(t *testing.T, version string) string {
	t.Helper()
	return writeFile(t, filepath.Join(t.TempDir(), "t.jsonl"), `{"type":"user","version":"`+version+`"}`+"\n")
}

func claudeEvent(name, rest string) func(*testing.T, string) string {
	return func(t *testing.T, text string) string {
		return fmt.Sprintf(`{"session_id":"s1","transcript_path":%s,"cwd":"/nowhere","hook_event_name":%q,%s}`,
			quote(transcript(t, "2.1.332")), name, strings.ReplaceAll(rest, "TEXT", quote(text)))
	}
}

func openCodeEvent(name, rest string) func(*testing.T, string) string {
	return func(_ *testing.T, text string) string {
		return fmt.Sprintf(`{"v":1,"id":3,"event":%q,"host":{"name":"opencode","version":"1.18.33"},"session":"s1","root":"s1","cwd":"/nowhere",%s}`,
			name, strings.ReplaceAll(rest, "TEXT", quote(text)))
	}
}

func modEvent(name, rest string) func(*testing.T, string) string {
	return func(t *testing.T, text string) string {
		return fmt.Sprintf(`{"v":1,"id":3,"event":%q,"version":"2.1.332","session":"s1","transcript":%s,"cwd":"/nowhere",%s}`,
			name, quote(transcript(t, "2.1.332")), strings.ReplaceAll(rest, "TEXT", quote(text)))
	}
}

var wireCases = []wireCase{
	{"claude prompt", "claude-code", claudeEvent("UserPromptSubmit", `"prompt":TEXT`)},
	{"claude bash input", "claude-code", claudeEvent("PreToolUse", `"tool_name":"Bash","tool_use_id":"t","tool_input":{"command":TEXT}`)},
	{"claude mcp input", "claude-code", claudeEvent("PreToolUse", `"tool_name":"mcp__crm__find","tool_use_id":"t","tool_input":{"q":[{"deep":TEXT}]}`)},
	{"claude agent input", "claude-code", claudeEvent("PreToolUse", `"tool_name":"Agent","tool_use_id":"t","tool_input":{"prompt":TEXT}`)},
	{"claude bash output", "claude-code", claudeEvent("PostToolUse", `"tool_name":"Bash","tool_use_id":"t","tool_input":{},"tool_response":{"stdout":TEXT,"stderr":"","interrupted":false}`)},
	{"claude read output", "claude-code", claudeEvent("PostToolUse", `"tool_name":"Read","tool_use_id":"t","tool_input":{},"tool_response":{"type":"text","file":{"filePath":"/a","content":TEXT,"numLines":1}}`)},
	{"claude mcp output", "claude-code", claudeEvent("PostToolUse", `"tool_name":"mcp__crm__find","tool_use_id":"t","tool_input":{},"tool_response":[{"type":"text","text":TEXT}]`)},
	{"claude text output", "claude-code", claudeEvent("PostToolUse", `"tool_name":"mcp__crm__find","tool_use_id":"t","tool_input":{},"tool_response":TEXT`)},
	{"mod prompt", "claude-code --mod", modEvent("prompt.submit", `"part":TEXT`)},
	{"mod bash input", "claude-code --mod", modEvent("tool.call", `"tool":"Bash","call":"t","part":{"command":TEXT}`)},
	{"mod mcp input", "claude-code --mod", modEvent("tool.call", `"tool":"mcp__crm__find","call":"t","part":{"q":[{"deep":TEXT}]}`)},
	{"mod row", "claude-code --mod", modEvent("session.append", `"part":[{"type":"text","text":TEXT}]`)},
	{"mod failed output", "claude-code --mod", modEvent("session.append", `"part":[{"type":"tool_result","is_error":true,"content":TEXT}]`)},
	{"mod request", "claude-code --mod", modEvent("http.fetch", `"part":{"system":TEXT,"messages":[{"role":"user","content":[{"type":"text","text":TEXT}]}]}`)},
	{"opencode prompt", "opencode", openCodeEvent("chat.message", `"leaves":[["/parts/0/text",TEXT]]`)},
	{"opencode history", "opencode", openCodeEvent("experimental.chat.messages.transform", `"leaves":[["/messages/0/parts/0/text",TEXT],["/messages/1/parts/0/state/error",TEXT]]`)},
	{"opencode system", "opencode", openCodeEvent("experimental.chat.system.transform", `"leaves":[["/system/0",TEXT]]`)},
	{"opencode bash input", "opencode", openCodeEvent("tool.execute.before", `"tool":"bash","call":"c","leaves":[["/command",TEXT]]`)},
	{"opencode mcp input", "opencode", openCodeEvent("tool.execute.before", `"tool":"crm_find","call":"c","leaves":[["/q",TEXT]]`)},
	{"opencode output", "opencode", openCodeEvent("tool.execute.after", `"tool":"read","call":"c","leaves":[["/output",TEXT],["/metadata/preview",TEXT]]`)},
}

// spellings are the ways in which a value could hide in bytes.
func spellings(value string) map[string]string {
	raw := []byte(value)
	s := map[string]string{
		"clear":   value,
		"escaped": strings.Trim(quote(value), `"`),
		"hex":     hex.EncodeToString(raw),
		"percent": url.QueryEscape(value),
		"path":    url.PathEscape(value),
	}
	for skip := range 3 { // the three alignments of base64
		body := base64.RawStdEncoding.EncodeToString(raw[skip:])
		s[fmt.Sprint("base64+", skip)] = body[:len(body)-2]
	}
	return s
}

func requireAbsent(t *testing.T, where, text, value string) {
	t.Helper()
	for encoding, form := range spellings(value) {
		require.False(t, strings.Contains(strings.ToLower(text), strings.ToLower(form)), "%s holds the value (%s)", where, encoding)
	}
}

// TestNoValueInAnyAnswer is the leak suite of the composed program: each kind,
// in each event of each host, against the real detectors, store and adapters.
func TestNoValueInAnyAnswer(t *testing.T) {
	for _, c := range wireCases {
		for kind, value := range samples {
			t.Run(c.name+"/"+string(kind), func(t *testing.T) {
				newHome(t)
				t.Setenv("VEIL_CATALOG", writeFile(t, filepath.Join(t.TempDir(), "names.txt"), "María Pérez\n"))
				r := veil(t, c.event(t, "uno "+value+" dos"), strings.Fields(c.command)...)
				require.Equal(t, 0, r.code, r.err)
				require.NotEmpty(t, r.stdout, "no answer is an allow")
				requireAbsent(t, "the answer", r.stdout+r.err, value)
				require.Contains(t, r.stdout, "["+string(kind)+"-001]")
				require.True(t, json.Valid([]byte(r.stdout)))
			})
		}
	}
}

// The suite can go red: with the value allowed by the configuration, the same
// events let it pass.
func TestTheSuiteSeesALeak(t *testing.T) {
	for _, c := range wireCases {
		t.Run(c.name, func(t *testing.T) {
			newHome(t)
			userConfig(t, "version: 1\nallow: {values: ['"+samples[core.DNI]+"']}\n")
			r := veil(t, c.event(t, "uno "+samples[core.DNI]+" dos "+samples[core.IBAN]), strings.Fields(c.command)...)
			require.Equal(t, 0, r.code, r.err)
			found := false
			for _, form := range spellings(samples[core.DNI]) {
				found = found || strings.Contains(r.stdout, form)
			}
			require.True(t, found, "an allowed value must be visible in the answer")
		})
	}
}

func TestCleanEventsPassWithoutAWord(t *testing.T) {
	for _, c := range wireCases {
		t.Run(c.name, func(t *testing.T) {
			newHome(t)
			if c.name == "claude prompt" { // the first of a session is answered with what is not covered
				require.Contains(t, veil(t, c.event(t, "hola"), c.command).stdout, "command hooks only")
			}
			r := veil(t, c.event(t, "nada que decir"), strings.Fields(c.command)...)
			require.Equal(t, 0, r.code)
			require.Empty(t, r.err)
			if c.command == "claude-code" {
				require.Empty(t, r.stdout, "veil never approves for the person")
				return
			}
			require.Equal(t, "allow", jsonOf(t, r.stdout)["decision"])
		})
	}
}

// Claude Code drops a result whose structure differs and sends the original, so
// a value that is a name or a number there withholds the whole result.
func TestValueInTheStructureOfAClaudeCodeResultIsWithheld(t *testing.T) {
	for _, response := range []string{`{"12345678Z":1}`, `{"stdout":"a","12345678Z":"b"}`} {
		newHome(t)
		r := veil(t, claudeEvent("PostToolUse", `"tool_name":"X","tool_use_id":"t","tool_input":{},"tool_response":`+response)(t, ""), "claude-code")
		require.Contains(t, r.stdout, "veil: withheld: a number or a name in the result's structure is personal data")
		requireAbsent(t, "the answer", r.stdout, "12345678Z")
	}
}

func TestWriteRestoresAndReadHidesAgain(t *testing.T) {
	newHome(t)
	prompt := openCodeEvent("chat.message", `"leaves":[["/parts/0/text",TEXT]]`)
	require.Contains(t, veil(t, prompt(t, "DNI 12345678Z"), "opencode").stdout, "[DNI-001]")

	writeCall := openCodeEvent("tool.execute.before", `"tool":"write","call":"c","leaves":[["/filePath","/nowhere/a.txt"],["/content",TEXT]]`)
	require.Contains(t, veil(t, writeCall(t, "[DNI-001]!"), "opencode").stdout, `["/content","12345678Z!"]`)

	unknown := veil(t, writeCall(t, "[DNI-777]"), "opencode")
	require.Equal(t, "deny", jsonOf(t, unknown.stdout)["decision"])

	after := openCodeEvent("tool.execute.after", `"tool":"write","call":"c","leaves":[["/output",TEXT]]`)
	require.Contains(t, veil(t, after(t, "12345678Z!"), "opencode").stdout, `["/output","[DNI-001]!"]`)
}

func TestBothHostsShareNothing(t *testing.T) {
	newHome(t)
	first := claudeEvent("PostToolUse", `"tool_name":"Bash","tool_use_id":"t","tool_input":{},"tool_response":{"stdout":TEXT}`)
	require.Contains(t, veil(t, first(t, "12345678Z"), "claude-code").stdout, "[DNI-001]")
	second := openCodeEvent("tool.execute.before", `"tool":"write","call":"c","leaves":[["/content",TEXT]]`)
	r := veil(t, strings.ReplaceAll(second(t, "[DNI-001]"), `"s1"`, `"s2"`), "opencode")
	require.NotContains(t, r.stdout, "12345678Z")
}

func TestSecretFilesAndVeilsOwnFilesAreDenied(t *testing.T) {
	project := newHome(t)
	home := os.Getenv("HOME")
	names := writeFile(t, filepath.Join(home, "names.txt"), "Ana Ruiz\n")
	t.Setenv("VEIL_CATALOG", names)
	program, err := os.Executable()
	require.NoError(t, err)
	read := openCodeEvent("tool.execute.before", `"tool":"read","call":"c","leaves":[["/filePath",TEXT]]`)
	for _, path := range []string{
		names, program,
		project + "/.env", home + "/.ssh/id_ed25519",
		home + "/.local/state/veil/key", home + "/.config/veil/veil.yaml", project + "/.veil.yaml",
		home + "/.config/opencode/opencode.json", project + "/opencode.json", project + "/.opencode/plugin/veil.js",
	} {
		r := veil(t, read(t, path), "opencode")
		require.Equal(t, "deny", jsonOf(t, r.stdout)["decision"], path)
	}
	require.Equal(t, "allow", jsonOf(t, veil(t, read(t, project+"/main.go"), "opencode").stdout)["decision"])
}

func TestOldClaudeCodeIsRefused(t *testing.T) {
	newHome(t)
	notAnAgent(t)
	for version, needs := range map[string]string{"2.1.120": "2.1.121 and later", "": "2.0.10 and later"} {
		event := fmt.Sprintf(`{"session_id":"s1","transcript_path":%s,"cwd":"/nowhere","hook_event_name":"PreToolUse","tool_name":"Read","tool_use_id":"t","tool_input":{"file_path":"/a"}}`,
			quote(transcript(t, version)))
		r := veil(t, event, "claude-code")
		require.Contains(t, r.stdout, `"deny"`, "its output could not be rewritten")
		require.Contains(t, r.stdout, needs)
	}
}

// badInputs are events that no host sends.
func badInputs() map[string]string {
	return map[string]string{
		"empty":           "",
		"blank":           " \n",
		"truncated":       `{"hook_event_name":"PreToolUse","v":1,"event":"chat.message","session`,
		"an array":        `[1,2]`,
		"a number":        `9007199254740993`,
		"a text":          `"PreToolUse"`,
		"null":            `null`,
		"twice a name":    `{"hook_event_name":"PreToolUse","hook_event_name":"MessageDisplay","v":1,"v":1}`,
		"unknown event":   `{"hook_event_name":"Nonsense","session_id":"s","v":1,"id":1,"event":"nonsense","host":{"name":"opencode","version":"1.18.33"},"session":"s","leaves":[]}`,
		"10 MB on a line": `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"` + strings.Repeat("a", 10<<20) + `"}`,
		"invalid UTF-8":   "{\"hook_event_name\":\"UserPromptSubmit\",\"session_id\":\"s\",\"prompt\":\"\xff\"}",
		"NUL bytes":       "\x00\x00\x00",
		"NUL in a text":   "{\"hook_event_name\":\"UserPromptSubmit\",\"session_id\":\"s\",\"prompt\":\"a\x00\"}",
		"no session":      `{"hook_event_name":"UserPromptSubmit","prompt":"a","v":1,"id":1,"event":"chat.message","host":{"name":"opencode","version":"1.18.33"},"leaves":[]}`,
		"another version": `{"v":2,"id":1,"event":"chat.message"}`,
		"deep":            strings.Repeat("[", 100000),
	}
}

func TestBadInputIsDenied(t *testing.T) {
	for name, input := range badInputs() {
		t.Run(name, func(t *testing.T) {
			newHome(t)
			r := veil(t, input, "claude-code")
			denied := r.code == exitHookFailed || strings.Contains(r.stdout, `"block"`) || strings.Contains(r.stdout, `"deny"`)
			require.True(t, denied, "claude-code: %d %.200s", r.code, r.stdout)
			require.NotEmpty(t, r.stdout+r.err, "a denial says why")
			require.LessOrEqual(t, strings.Count(r.err, "\n"), 1)

			for _, command := range []string{"opencode", "claude-code --mod"} {
				r = veil(t, input, strings.Fields(command)...)
				require.Equal(t, 0, r.code)
				answer := jsonOf(t, r.stdout)
				require.Equal(t, "deny", answer["decision"])
				require.NotEmpty(t, answer["reason"])
				require.NotEmpty(t, answer["remedy"])
				require.Equal(t, 1, strings.Count(r.stdout, "\n"))
			}
		})
	}
}

func TestBrokenSetUpDeniesEveryEvent(t *testing.T) {
	breaks := map[string]func(t *testing.T, project string){
		"unreadable catalogue":   func(t *testing.T, _ string) { t.Setenv("VEIL_CATALOG", "/nowhere/names.txt") },
		"empty catalogue":        func(t *testing.T, p string) { t.Setenv("VEIL_CATALOG", writeFile(t, p+"/names.txt", "")) },
		"wrong configuration":    func(t *testing.T, _ string) { userConfig(t, "version: 1\nmode: off\n") },
		"a project that loosens": func(t *testing.T, p string) { writeFile(t, p+"/.veil.yaml", "version: 1\nallow: {values: [a]}\n") },
		"state in the workspace": func(t *testing.T, p string) { t.Setenv("XDG_STATE_HOME", p) },
		"state is a file": func(t *testing.T, _ string) {
			t.Setenv("XDG_STATE_HOME", writeFile(t, filepath.Join(t.TempDir(), "state"), "x"))
		},
		"corrupt store": func(t *testing.T, _ string) {
			dir := filepath.Join(os.Getenv("HOME"), ".local", "state", "veil")
			writeFile(t, filepath.Join(dir, "key"), "not a key")
		},
	}
	for name, brk := range breaks {
		for _, c := range wireCases {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				brk(t, newHome(t))
				r := veil(t, c.event(t, "uno 12345678Z dos"), strings.Fields(c.command)...)
				requireAbsent(t, "the answer", r.stdout+r.err, "12345678Z")
				denied := r.code == exitHookFailed || strings.Contains(r.stdout, `"block"`) || strings.Contains(r.stdout, `"deny"`) || strings.Contains(r.stdout, "withheld")
				require.True(t, denied, r.stdout)
				require.Contains(t, r.stdout+r.err, "not analysed")
			})
		}
	}
}

func TestLostStoreNeverGivesANumberTwice(t *testing.T) {
	project := newHome(t)
	rows := transcript(t, "2.1.332")
	event := func(name, rest string) string {
		return fmt.Sprintf(`{"session_id":"s1","transcript_path":%s,"cwd":%s,"hook_event_name":%q,"tool_use_id":"t",%s}`, quote(rows), quote(project), name, rest)
	}
	bash := `"tool_name":"Bash","tool_input":{},"tool_response":{"stdout":"%s"}`
	first := veil(t, event("PostToolUse", fmt.Sprintf(bash, "12345678Z")), "claude-code")
	require.Contains(t, first.stdout, "[DNI-001]")
	writeFile(t, rows, `{"type":"user","version":"2.1.332","message":"[DNI-001]"}`+"\n")

	require.NoError(t, os.RemoveAll(filepath.Join(os.Getenv("HOME"), ".local")))
	second := veil(t, event("PostToolUse", fmt.Sprintf(bash, "87654321X")), "claude-code")
	require.Contains(t, second.stdout, "[DNI-002]")
	write := veil(t, event("PreToolUse", `"tool_name":"Write","tool_input":{"file_path":"/x","content":"[DNI-001]"}`), "claude-code")
	require.Contains(t, write.stdout, "[DNI-001] stands for no value of this session")
	require.Contains(t, write.stdout, `"deny"`)
}

// A fork has the conversation of another session, and no transcript when its first prompt
// comes. The mod tells what tokens stand in it.
func TestForkGivesOutNoNumberOfItsConversation(t *testing.T) {
	newHome(t)
	event := func(name, rest string) string {
		return fmt.Sprintf(`{"v":1,"id":3,"event":%q,"version":"2.1.332","session":"s1","transcript":"/nowhere/t.jsonl","cwd":"/nowhere",%s}`, name, rest)
	}
	require.NotContains(t, veil(t, event("ui.render", `"part":{"text":"[DNI-003]"}`), "claude-code", "--mod").stdout, "patches")
	first := veil(t, event("prompt.submit", `"conversation":"[DNI-003] [IBAN-001.2]","part":"12345678Z, ES91 2100 0418 4502 0005 1332"`), "claude-code", "--mod")
	require.Contains(t, first.stdout, `"[DNI-004], [IBAN-002]"`)
	write := veil(t, event("tool.call", `"tool":"Write","call":"t","part":{"file_path":"/x","content":"[DNI-003]"}`), "claude-code", "--mod")
	require.Contains(t, write.stdout, "[DNI-003] stands for no value of this session")
}

func TestTokenOfAnotherSessionInAPromptIsSaid(t *testing.T) {
	newHome(t)
	prompt := claudeEvent("UserPromptSubmit", `"prompt":TEXT`)
	require.NotEmpty(t, veil(t, prompt(t, "hola"), "claude-code").stdout, "what is not covered is said once")
	r := veil(t, prompt(t, "escribe a [NOMBRE-001]"), "claude-code")
	require.Equal(t, `{"systemMessage":"veil: [NOMBRE-001] stands for no value of this session; tokens hold within one session: type the values again"}`, r.stdout)
}

func TestHookWithoutStandardOutputDenies(t *testing.T) {
	newHome(t)
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = null.Close() })
	var stderr strings.Builder
	event := claudeEvent("PreToolUse", `"tool_name":"Bash","tool_use_id":"t","tool_input":{"command":TEXT}`)(t, "cat .env")
	require.Equal(t, exitHookFailed, Main([]string{"claude-code"}, strings.NewReader(event), null, &stderr))
	require.Equal(t, "veil: the answer could not be written: standard output is closed or thrown away; start veil with one that the host reads\n", stderr.String())
}

func TestAProjectsRepositoryCannotHoldVeilsFiles(t *testing.T) {
	project := newHome(t)
	require.NoError(t, os.MkdirAll(filepath.Join(project, ".git"), 0o700))
	require.NoError(t, os.MkdirAll(filepath.Join(project, "sub"), 0o700))
	writeFile(t, filepath.Join(project, "evil", "veil", "veil.yaml"), "version: 1\nallow: {values: ['12345678Z']}\n")
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(project, "evil"))
	t.Chdir(filepath.Join(project, "sub"))
	r := veil(t, claudeEvent("UserPromptSubmit", `"prompt":TEXT`)(t, "12345678Z"), "claude-code")
	require.Contains(t, r.stdout, "inside the workspace")
}

func TestLinksToSecretFilesAreDenied(t *testing.T) {
	project := newHome(t)
	key := writeFile(t, filepath.Join(os.Getenv("HOME"), ".ssh", "id_ed25519"), "k")
	require.NoError(t, os.Symlink(key, filepath.Join(project, "notes.txt")))
	require.NoError(t, os.Symlink(filepath.Dir(key), filepath.Join(project, "docs")))
	read := openCodeEvent("tool.execute.before", `"tool":"read","call":"c","leaves":[["/filePath",TEXT]]`)
	shell := openCodeEvent("tool.execute.before", `"tool":"bash","call":"c","leaves":[["/command",TEXT]]`)
	for _, event := range []string{
		read(t, project+"/notes.txt"), read(t, project+"/docs/id_ed25519"), shell(t, "cat "+project+"/notes.txt"),
		read(t, "/proc/self/root"+key),
	} {
		require.Equal(t, "deny", jsonOf(t, veil(t, event, "opencode").stdout)["decision"], event)
	}
}
