// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/veil-guard/veil/core"
)

// maxID is more bytes than a number has that the plugin counts.
const maxID = 32

// The decision of an answer that allows the event with other text in it.
const rewrite = "rewrite"

// Answer encodes the verdict as one line that ends in "\n". Reasons of an
// allowed event become its notice. The error is core.ErrNotText if a text
// holds bytes that JSON cannot hold; answer with [Refuse] then.
func (r *Request) Answer(v core.Verdict) ([]byte, error) {
	if r.Epoch != "" && r.Epoch != r.holds && v.Decision != core.Deny {
		v = leftOut()
	}
	if v.Decision != core.Deny && slices.ContainsFunc(v.Patches, inHeader) {
		v = headerDenied()
	}
	if r.IsLastGate() && v.Decision != core.Deny && slices.ContainsFunc(v.Patches, inName) {
		v = nameDenied()
	}
	a := answer{id: r.ID, decision: v.Decision.String()}
	if isResent(r.Event.Name) && v.Decision == core.Allow && r.holds != "" {
		a.epoch, a.unread = r.holds, r.unread
	}
	switch {
	case v.Decision == core.Deny:
	case v.Decision == core.Allow && len(v.Patches) > 0:
		a.decision, a.patches = rewrite, v.Patches
	default:
		a.patches = v.Patches
	}
	if v.Decision == core.Allow {
		a.notice = joined(v.Reasons, core.Reason.Line)
	} else {
		a.reason = joined(v.Reasons, func(r core.Reason) string { return r.Text })
		a.remedy = joined(v.Reasons, func(r core.Reason) string { return r.Remedy })
	}
	return a.line()
}

// Refuse answers a request that could not be parsed or inspected: one line, a
// denial. It carries the request's id if that can be read, else null. Of a request that
// is too large the beginning will do: a denial without an id would stop all that wait.
func Refuse(line []byte, r core.Reason) []byte {
	a := answer{decision: core.Deny.String(), reason: r.Text, remedy: r.Remedy}
	if doc, err := core.ParseDocument(line); err == nil {
		a.id = requestID(doc.Root())
	} else {
		a.id = begunID(line)
	}
	encoded, err := a.line()
	if err != nil {
		a.reason, a.remedy = "not analysed: the reason is not text", "please report this"
		encoded, _ = a.line()
	}
	return encoded
}

// begunID returns the id of a request that begins as the plugin's do; nil if it does not.
func begunID(line []byte) []byte {
	rest, ok := bytes.CutPrefix(line, []byte(`{"v":1,"id":`))
	id, _, ended := bytes.Cut(rest[:min(len(rest), maxID)], []byte(","))
	if !ok || !ended || !json.Valid(id) || id[0] != '-' && (id[0] < '0' || id[0] > '9') {
		return nil
	}
	return id
}

// joined joins what part returns for the reasons, each text once.
func joined(reasons []core.Reason, part func(core.Reason) string) string {
	var texts []string
	for _, r := range reasons {
		if text := part(r); text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "; ")
}

// answer is one answer line. Its empty members are left out.
type answer struct {
	id                     []byte
	decision               string
	patches                []core.Patch
	reason, remedy, notice string
	veil, report           string
	epoch                  string
	unread                 []string
}

func (a answer) line() ([]byte, error) {
	id := string(a.id)
	if id == "" {
		id = "null"
	}
	w := writer{out: []byte(`{"v":1,"id":` + id)}
	w.member("decision", a.decision)
	w.patches(a.patches)
	w.member("reason", a.reason)
	w.member("remedy", a.remedy)
	w.member("notice", a.notice)
	w.member("veil", a.veil)
	w.member("report", a.report)
	w.member("epoch", a.epoch)
	w.list("unread", a.unread)
	return append(w.out, "}\n"...), w.err
}
