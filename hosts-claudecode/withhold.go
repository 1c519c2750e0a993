// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"bytes"
	"encoding/json"
	"strings"
)

// withhold returns a tool's result with its text replaced by the notice, in a
// shape that the host still takes for a result of that tool. It reads response
// leniently, because what [Parse] refuses must be withheld too. The error says
// that response is not JSON.
func withhold(tool string, response []byte, notice string) ([]byte, error) {
	response = bytes.TrimSpace(response)
	switch {
	case tool == "Read" && bytes.HasPrefix(response, []byte("{")):
		return textAnswer(notice), nil
	case isMCP(tool) && bytes.HasPrefix(response, []byte("[")):
		block := object{}.text("type", "text").text("text", notice).close()
		return append(append([]byte("["), block...), ']'), nil
	}
	w := withholder{dec: json.NewDecoder(bytes.NewReader(response)), notice: quote(notice)}
	w.dec.UseNumber()
	if err := w.value(""); err != nil {
		return nil, err
	}
	return w.out, nil
}

// isMCP says whether the tool belongs to an MCP server.
func isMCP(tool string) bool { return strings.HasPrefix(tool, "mcp__") }

// textAnswer is Read's result for a text file. The host takes it in place of any
// of Read's results, images and documents too (measured, 2.1.332).
func textAnswer(text string) []byte {
	one := []byte("1")
	file := object{}.text("filePath", text).text("content", text).
		raw("numLines", one).raw("startLine", one).raw("totalLines", one)
	return object{}.text("type", "text").raw("file", file.close()).close()
}

// withholder copies the shape of a JSON value without its text.
type withholder struct {
	dec    *json.Decoder
	notice []byte // as a JSON string
	out    []byte
}

// value copies the next value, a member of that name.
func (w *withholder) value(name string) error {
	t, err := w.dec.Token()
	if err != nil {
		return err
	}
	switch t := t.(type) {
	case json.Delim:
		if t == '{' {
			return w.object()
		}
		return w.array()
	case string:
		w.text(name, t)
	case json.Number:
		w.number(t.String())
	case bool:
		w.flag(name, t)
	default:
		w.out = append(w.out, "null"...)
	}
	return nil
}

// object copies the members whose names are a schema's.
func (w *withholder) object() error {
	w.out = append(w.out, '{')
	for first := true; w.dec.More(); {
		t, err := w.dec.Token()
		if err != nil {
			return err
		}
		name, _ := t.(string)
		if !isSchemaName(name) {
			if err := w.skip(); err != nil {
				return err
			}
			continue
		}
		if !first {
			w.out = append(w.out, ',')
		}
		first = false
		w.out = append(append(append(w.out, '"'), name...), '"', ':')
		if err := w.value(name); err != nil {
			return err
		}
	}
	return w.close('}')
}

// array copies the first element, which stands for all: one notice is enough.
func (w *withholder) array() error {
	w.out = append(w.out, '[')
	if w.dec.More() {
		if err := w.value(""); err != nil {
			return err
		}
	}
	for w.dec.More() {
		if err := w.skip(); err != nil {
			return err
		}
	}
	return w.close(']')
}

func (w *withholder) skip() error {
	var value json.RawMessage
	return w.dec.Decode(&value)
}

// close steps over a container's last byte.
func (w *withholder) close(last byte) error {
	w.out = append(w.out, last)
	_, err := w.dec.Token()
	return err
}

func (w *withholder) text(name, text string) {
	if text == "" || isDiscriminator(name, text) {
		w.out = append(w.out, quote(text)...)
		return
	}
	w.out = append(w.out, w.notice...)
}

// number copies a short number. A longer one could be a value: a phone number,
// an account.
func (w *withholder) number(literal string) {
	const longest = 6
	if len(strings.TrimPrefix(literal, "-")) > longest {
		literal = "0"
	}
	w.out = append(w.out, literal...)
}

// flag copies a boolean, except the one that says that text is an image.
func (w *withholder) flag(name string, value bool) {
	if value && name != "isImage" {
		w.out = append(w.out, "true"...)
		return
	}
	w.out = append(w.out, "false"...)
}
