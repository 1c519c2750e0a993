// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"encoding/base64"
	"errors"
	"slices"
	"strings"

	"github.com/veil-guard/veil/core"
)

// errNotText: a patch is for the name of an argument, which the mod cannot rewrite.
var errNotText = errors.New("a token stands in the name of an argument")

// Answer writes the verdict as one line that ends in a line end. The error says that
// a patch cannot be told to the mod; answer with [RefuseMod] then.
func (r *ModRequest) Answer(v core.Verdict) ([]byte, error) {
	out := object{}.raw("v", []byte("1")).raw("id", r.ID)
	switch {
	case v.Decision != core.Allow:
		return refused(out, v.Decision, v.Reasons), nil
	case r.IsLastGate() && slices.ContainsFunc(v.Patches, isOfName):
		return refused(out, core.Deny, []core.Reason{unwritableName()}), nil
	case len(v.Patches) == 0 && (r.PassMedia || len(r.media) == 0):
		return finished(r.noticed(out.text("decision", core.Allow.String()), v)), nil
	}
	list := []byte("[")
	add := func(pointer string, text []byte) {
		if len(list) > 1 {
			list = append(list, ',')
		}
		list = slices.Concat(list, []byte("["), quote(pointer), []byte(","), text, []byte("]"))
	}
	for _, p := range v.Patches {
		if p.Leaf.Key {
			return nil, errNotText
		}
		if r.packed[p.Leaf.Pointer] {
			p.New = base64.StdEncoding.EncodeToString([]byte(p.New))
		}
		text, err := literal(p.New)
		if err != nil {
			return nil, err
		}
		add(p.Leaf.Pointer, text)
	}
	if !r.PassMedia { // behind the texts: one may stand in a medium that goes
		for _, m := range r.media {
			add(m.at, quote(mediaNotice))
		}
	}
	return finished(r.noticed(out.text("decision", "rewrite").raw("patches", append(list, ']')), v)), nil
}

func isOfName(p core.Patch) bool { return p.Leaf.Key }

// unwritableName is the reason to stop a request: the host would not know an argument by
// another name, and the provider takes no brackets in it.
func unwritableName() core.Reason {
	return core.Reason{
		Rule:   "value_in_name",
		Text:   "the name of a property in a tool's or an answer's schema is personal data",
		Remedy: "rename it, or leave out the MCP server or the option that brings it",
	}
}

// noticed adds what the person should know of a call that may go on. Of other events
// the same would be said for every row and every request.
func (r *ModRequest) noticed(out object, v core.Verdict) object {
	if r.Event.Surface != core.ToolInput || len(v.Reasons) == 0 {
		return out
	}
	return out.text("notice", lines(v.Reasons))
}

// Report answers a mod that asks how things stand, with a text for the person and the
// model.
func (r *ModRequest) Report(text string) []byte {
	out := object{}.raw("v", []byte("1")).raw("id", r.ID)
	return finished(out.text("decision", core.Allow.String()).text("report", text))
}

// RefuseMod answers a request that could not be parsed or inspected: one line, a
// denial. It carries the request's id if that can be read, else null.
func RefuseMod(line []byte, r core.Reason) []byte {
	id := []byte("null")
	if doc, err := core.ParseDocument(line); err == nil {
		if given := requestID(doc.Root()); given != nil {
			id = given
		}
	}
	return refused(object{}.raw("v", []byte("1")).raw("id", id), core.Deny, []core.Reason{r})
}

func refused(out object, d core.Decision, reasons []core.Reason) []byte {
	part := func(of func(core.Reason) string) string {
		var texts []string
		for _, r := range reasons {
			if text := of(r); text != "" && !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
		return strings.Join(texts, "; ")
	}
	out = out.text("decision", d.String()).text("reason", part(func(r core.Reason) string { return r.Text }))
	return finished(out.text("remedy", part(func(r core.Reason) string { return r.Remedy })))
}

func finished(out object) []byte { return append(out.close(), '\n') }

// literal writes text as a JSON string. core writes it, in place of an empty one,
// because it knows how to write a lone surrogate.
func literal(text string) ([]byte, error) {
	empty, err := core.ParseDocument([]byte(`""`))
	if err != nil {
		return nil, err
	}
	return empty.Root().Splice([]core.Patch{{New: text}})
}
