// SPDX-License-Identifier: Apache-2.0

package canary

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/veil-guard/veil/cmd-veil/mock"
	"github.com/veil-guard/veil/core"
)

// probe is a value on its way through one surface, behind words that tell it apart.
type probe struct {
	name    string
	what    string // for a person
	surface core.Surface
	value   string
	call    string // the call that brings it up; "" if it is there from the start
}

// mark stands before the value.
func (p probe) mark() string { return "canary " + p.name + ": " }

// text is what the surface holds.
func (p probe) text() string { return p.mark() + p.value }

// scene is one session: what the person and the files say, and what the model does.
type scene struct {
	host   Host
	root   string // with its work and home folders
	work   string
	names  string // a catalogue
	probes []probe
	ids    map[string]bool // of the host's sessions

	mu    sync.Mutex
	calls []call // that are still to be made
	given map[string]int
	asked int               // requests that were part of the conversation
	last  string            // the call that was made last
	disk  map[string]string // what a call left in the letter
}

// call is one of the model's. input makes its arguments from a token; needsToken says
// that it cannot be made without.
type call struct {
	name, tool string
	needsToken bool
	input      func(token string) map[string]any
}

const (
	readFile   = "registro.txt"
	mentioned  = "nota.txt"
	listFile   = "nombres.txt"
	failFile   = "fallo.txt"
	absentFile = "ausente.txt"
	letterFile = "carta.txt"
)

// newScene makes up the values and writes the files.
func newScene(h Host, root string) (*scene, error) {
	s := &scene{host: h, root: root, work: filepath.Join(root, "work"), given: map[string]int{}, disk: map[string]string{}, ids: map[string]bool{}}
	instructions, failed, names := "CLAUDE.md", core.FailedOutput, claudeTools
	if h.Name == core.OpenCode {
		instructions, failed, names = "AGENTS.md", core.ToolOutput, openCodeTools // the output is that of a command which fails
	}
	s.probes = []probe{
		{"prompt", "what you type", core.Prompt, newDNI(), ""},
		{"mention", "a file that you name", core.Prompt, newEmail(), ""},
		{"system", instructions, core.System, newIBAN(), ""},
		{"read", "a file that is read", core.ToolOutput, newDNI(), "read"},
		{"shell", "the output of a command", core.ToolOutput, newDNI(), "shell"},
		{"failed", "the output of a command that fails", failed, newDNI(), "failed"},
	}
	if h.Catalogues {
		s.probes = append(s.probes, probe{"name", "a name of the catalogue", core.ToolOutput, newName(), "shell"})
	}
	files := map[string]string{
		instructions: s.of("system").text() + "\n", readFile: s.of("read").text() + "\n",
		mentioned: s.of("mention").text() + "\n", failFile: s.of("failed").text() + "\n",
		listFile: s.of("shell").text() + "\n" + s.of("name").text() + "\n",
	}
	for name, text := range files {
		if err := write(filepath.Join(s.work, name), text); err != nil {
			return nil, err
		}
	}
	s.names = filepath.Join(root, "names.txt")
	s.calls = s.callsOf(names)
	return s, write(s.names, s.of("name").value+"\n")
}

// of returns a probe by its name; the zero value if there is none.
func (s *scene) of(name string) probe {
	for _, p := range s.probes {
		if p.name == name {
			return p
		}
	}
	return probe{name: name}
}

func write(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

// prompt is what the person says.
func (s *scene) prompt() string { return s.of("prompt").text() }

// clean is what the person says after a prompt that was refused.
const clean = "Read the files of this folder."

// tools are a host's names for its tools and their arguments.
type tools struct{ read, write, edit, shell, path, old, new string }

var (
	claudeTools   = tools{"Read", "Write", "Edit", "Bash", "file_path", "old_string", "new_string"}
	openCodeTools = tools{"read", "write", "edit", "bash", "filePath", "oldString", "newString"}
)

// callsOf are what the model does.
func (s *scene) callsOf(t tools) []call {
	at := func(file string) string { return filepath.Join(s.work, file) }
	shell := func(name, command string) call {
		return call{name: name, tool: t.shell, input: func(string) map[string]any {
			return map[string]any{"command": command, "description": "Shows files"}
		}}
	}
	return []call{
		{name: "read", tool: t.read, input: func(string) map[string]any { return map[string]any{t.path: at(readFile)} }},
		shell("shell", "cat "+listFile),
		{name: "write", tool: t.write, needsToken: true, input: func(token string) map[string]any {
			return map[string]any{t.path: at(letterFile), "content": "write " + token + "\n"}
		}},
		{name: "edit", tool: t.edit, needsToken: true, input: func(token string) map[string]any {
			return map[string]any{t.path: at(letterFile), t.old: "write " + token, t.new: "edit " + token}
		}},
		shell("failed", "cat "+failFile+" "+absentFile),
	}
}

// answer is the model's part: one call after the other, then a word.
func (s *scene) answer(q mock.Question) mock.Turn {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !q.Tools {
		return mock.Say("canary")
	}
	s.asked++
	if text, err := os.ReadFile(filepath.Join(s.work, letterFile)); err == nil && s.last != "" {
		s.disk[s.last] = string(text)
	}
	s.last = ""
	token := s.token(q.Request, "read")
	for len(s.calls) > 0 {
		c := s.calls[0]
		s.calls = s.calls[1:]
		if c.needsToken && token == "" {
			continue
		}
		s.given[c.name], s.last = s.asked, c.name
		return mock.Use(c.tool, c.input(token))
	}
	return mock.Say("canary")
}

var tokenForm = regexp.MustCompile(`^[^\[]{0,8}(\[[A-Z]{2,16}-\d{3,}\])`)

// token is what stands for a probe's value in a request, or "".
func (s *scene) token(req mock.Request, name string) string {
	for _, text := range req.Texts() {
		if _, after, found := strings.Cut(text, s.of(name).mark()); found {
			if m := tokenForm.FindStringSubmatch(after); m != nil {
				return m[1]
			}
		}
	}
	return ""
}

// planted are the values that must not be in a request.
func (s *scene) planted() []mock.Planted {
	var list []mock.Planted
	for _, p := range s.probes {
		list = append(list, mock.Planted{Label: p.name, Value: p.value})
	}
	return list
}
