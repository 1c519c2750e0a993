// SPDX-License-Identifier: Apache-2.0

package claudecode

import "github.com/veil-guard/veil/core"

// reader reads the members of an event and keeps the first thing that is wrong.
type reader struct {
	root  core.Value
	event string // its name, once it is known
	body  string // the member that the event is about
	err   error
}

// readerOf begins to read what must be an object. The error is an *EventError.
func readerOf(raw []byte) (reader, error) {
	doc, err := core.ParseDocument(raw)
	if err != nil {
		return reader{}, &EventError{Err: err}
	}
	r := reader{root: doc.Root()}
	if !r.root.IsObject() {
		return reader{}, &EventError{Err: ErrWrongType}
	}
	return r, nil
}

func (r *reader) fail(field string, err error) {
	if r.err == nil {
		r.err = &EventError{r.event, field, err}
	}
}

// present returns a member that must be there.
func (r *reader) present(field string) core.Value {
	v := r.root.Get(field)
	if !v.Exists() {
		r.fail(field, ErrMissing)
	}
	return v
}

// required returns the text of a member that must be a string with text in it.
func (r *reader) required(field string) string {
	text := r.optional(field)
	if text == "" {
		r.fail(field, ErrMissing)
	}
	return text
}

// optional returns the text of a member that must be a string if it is there.
func (r *reader) optional(field string) string {
	v := r.root.Get(field)
	if v.Exists() && !v.IsString() {
		r.fail(field, ErrWrongType)
	}
	return v.Text()
}
