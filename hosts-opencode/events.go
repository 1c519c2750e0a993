// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"slices"

	"github.com/veil-guard/veil/core"
)

// members are the names that a request may have. An unknown one is an error:
// what veil does not read it has not inspected.
var members = [...]string{
	"v", "id", "event", "host", "session", "root", "agent", "call", "tool", "cwd", "leaves", "args", "epoch", "headers",
}

// Parse reads one request. It keeps line and does not change it. The error is
// an *EventError.
func Parse(line []byte) (*Request, error) {
	doc, err := core.ParseDocument(line)
	if err != nil {
		return nil, &EventError{Err: err}
	}
	r := reader{root: doc.Root()}
	req := r.request()
	if r.err != nil {
		return nil, r.err
	}
	return req, nil
}

// reader reads a request's members and remembers the first problem.
type reader struct {
	root  core.Value
	event string
	err   *EventError
}

func (r *reader) fail(field string, problem error) {
	if r.err == nil {
		r.err = &EventError{Event: r.event, Field: field, Err: problem}
	}
}

func (r *reader) request() *Request {
	if !r.root.IsObject() {
		r.fail("", ErrShape)
		return nil
	}
	if string(r.root.Get("v").Raw()) != "1" {
		r.fail("v", ErrVersion)
		return nil
	}
	name := r.text("event", true)
	surface, known := surfaceOf(name)
	if !known {
		r.fail("event", ErrUnknownEvent)
		return nil
	}
	r.event = name
	r.knownMembers()
	ev := core.Event{
		Host:    r.host(),
		Session: r.session(),
		Agent:   r.text("agent", false),
		Call:    r.text("call", false),
		Name:    name,
		Surface: surface,
		Power:   core.Rewrite,
		Tool:    r.tool(surface),
		Cwd:     r.text("cwd", false),
		Leaves:  r.leaves("leaves"),
	}
	if surface == core.ToolOutput && r.root.Get("args").Exists() {
		ev.Args = r.leaves("args")
	}
	request := &Request{ID: r.id(), Event: ev, Epoch: r.epoch()}
	headers := r.headers()
	if name == fetch {
		read, unread := readable(ev.Leaves)
		request.Event.Leaves, request.unread = append(read, headers...), unread
	}
	return request
}

func (r *reader) knownMembers() {
	for name := range r.root.Members {
		if !slices.Contains(members[:], name) {
			r.fail("", ErrShape)
		}
	}
	if r.event != toolAfter && r.root.Get("args").Exists() {
		r.fail("args", ErrShape)
	}
}

func (r *reader) id() []byte {
	id := requestID(r.root)
	if id == nil {
		r.fail("id", ErrShape)
	}
	return id
}

// requestID returns the id of a request as it is spelled; nil if it is none.
func requestID(request core.Value) []byte {
	id := request.Get("id")
	if raw := id.Raw(); len(raw) > 0 && (raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9') {
		return raw
	}
	return nil
}

// text returns a member that is a string. If it is required it must be there
// and not be empty.
func (r *reader) text(name string, required bool) string {
	v := r.root.Get(name)
	if v.Exists() && !v.IsString() || required && v.Text() == "" {
		r.fail(name, ErrShape)
	}
	return v.Text()
}

// host returns the host. Its version may be empty, which means unknown.
func (r *reader) host() core.Host {
	host := r.root.Get("host")
	name, version := host.Get("name"), host.Get("version")
	if name.Text() != core.OpenCode || !host.IsObject() {
		r.fail("host/name", ErrShape)
	}
	if !version.IsString() {
		r.fail("host/version", ErrShape)
	}
	return core.Host{Name: core.OpenCode, Version: version.Text()}
}

// session returns the root session, which sub-agents share. A request of no session
// has its tokens in common with the others of its directory.
func (r *reader) session() string {
	session, root := r.text("session", false), r.text("root", false)
	if root == "" {
		root = session
	}
	if root == "" && r.event == fetch {
		return "no session, " + r.text("cwd", true)
	}
	if root == "" {
		r.fail("session", ErrShape)
	}
	return root
}

func (r *reader) tool(surface core.Surface) core.ToolSpec {
	if surface != core.ToolInput && surface != core.ToolOutput {
		if r.text("tool", false) != "" {
			r.fail("tool", ErrShape)
		}
		return core.ToolSpec{}
	}
	return core.FindTool(Tools(), r.text("tool", true))
}
