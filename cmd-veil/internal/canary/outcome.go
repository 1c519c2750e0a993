// SPDX-License-Identifier: Apache-2.0

package canary

import (
	"slices"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/mock"
	"github.com/veil-guard/veil/core"
)

// outcome says what the provider got and what the files hold.
func (s *scene) outcome(server *mock.Server, failed error) Outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	requests := server.Log.Requests()
	leaked := map[string]bool{}
	for _, leak := range mock.Leaks(withoutKeys(requests), s.planted()) {
		leaked[leak.Label] = true
	}
	var out Outcome
	if failed != nil {
		out.Failed = failed.Error()
	}
	for _, p := range s.probes {
		result := s.judge(p, requests, leaked[p.name])
		if failed != nil && result == Blocked {
			result = Unmeasured // the host may have ended for any reason
		}
		out.add(s.host, p.what, p.surface, result)
	}
	if title := titles(requests); len(title) > 0 {
		p := s.of("prompt")
		leak := len(mock.Leaks(withoutKeys(title), []mock.Planted{{Label: p.name, Value: p.value}})) > 0
		out.add(s.host, "the title of the session", core.Prompt, s.judge(p, title, leak))
	}
	value := s.of("read").value
	for _, w := range []struct{ name, what string }{{"write", "a file that is written"}, {"edit", "a file that is changed"}} {
		out.add(s.host, w.what, core.ToolInput, s.written(w.name, w.name+" "+value+"\n"))
	}
	out.Strays = slices.Compact(slices.Sorted(slices.Values(server.Strays())))
	out.Silent = failed == nil && len(requests) == 0
	out.Foreign = slices.ContainsFunc(requests, hasForeignKey)
	return out
}

func (o *Outcome) add(h Host, what string, surface core.Surface, result Result) {
	o.Rows = append(o.Rows, Row{h.Name, what, string(surface), result, h.claim(surface)})
}

// judge says what became of a probe.
func (s *scene) judge(p probe, requests []mock.Request, leaked bool) Result {
	if leaked {
		return Leaked
	}
	seen := false
	for _, r := range requests {
		if s.token(r, p.name) != "" {
			return Hidden
		}
		seen = seen || holds(r, p.mark())
	}
	if _, called := s.given[p.call]; p.call != "" && !called && !seen {
		return Unmeasured
	}
	return Blocked // also where the words before the value went out, and nothing in its place
}

// written says what a call left in the letter.
func (s *scene) written(name, want string) Result {
	got, there := s.disk[name]
	switch _, called := s.given[name]; {
	case !called:
		return Unmeasured
	case there && got == want:
		return Restored
	case there && strings.HasPrefix(got, name):
		return Lost
	}
	return Blocked
}

func holds(r mock.Request, text string) bool {
	return slices.ContainsFunc(r.Texts(), func(t string) bool { return strings.Contains(t, text) })
}

// titles are the requests that have no tools and speak of the prompt.
func titles(requests []mock.Request) []mock.Request {
	var list []mock.Request
	for _, r := range requests {
		body, _ := r.JSON.(map[string]any)
		if tools, _ := body["tools"].([]any); len(tools) == 0 && holds(r, probe{name: "prompt"}.mark()) {
			list = append(list, r)
		}
	}
	return list
}

// key is what the hosts send as their credential.
const key = "sk-ant-veil-canary"

// hasForeignKey says whether a request carries another credential. It is not kept.
func hasForeignKey(r mock.Request) bool {
	for _, name := range []string{"X-Api-Key", "Authorization"} {
		if v := r.Header.Get(name); v != "" && v != key && v != "Bearer "+key {
			return true
		}
	}
	return false
}

// withoutKeys leaves out the headers with credentials: nothing is looked for there.
func withoutKeys(requests []mock.Request) []mock.Request {
	list := slices.Clone(requests)
	for i, r := range list {
		list[i].Header = r.Header.Clone()
		list[i].Header.Del("X-Api-Key")
		list[i].Header.Del("Authorization")
	}
	return list
}
