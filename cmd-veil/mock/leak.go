// SPDX-License-Identifier: Apache-2.0

package mock

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Leak says where a planted value was found. It does not hold the value.
type Leak struct {
	Request  int    // its number in the log, from 0
	Where    string // "url", "header NAME", "body", or a JSON Pointer into the body
	Encoding string // "clear", "spelling", "percent", "escape", "colour", "base64", "base64url", "hex"
	Label    string
}

// String is one line for a report.
func (l Leak) String() string {
	return fmt.Sprintf("request %d, %s: %s (%s)", l.Request, l.Where, l.Label, l.Encoding)
}

// Leaks returns every place in the requests that holds a planted value. What
// stands in a string of the parsed body is not reported again for the raw one.
func Leaks(requests []Request, planted []Planted) []Leak {
	var out []Leak
	searches := make([]search, len(planted))
	for i, p := range planted {
		searches[i] = newSearch(p.Value)
	}
	for n, req := range requests {
		texts, body := viewsOf(parts(req)), viewOf(part{"body", string(req.Body)})
		for i, p := range planted {
			search, before := searches[i], len(out)
			for _, text := range texts {
				out = search.appendLeak(out, text)
			}
			if len(out) == before {
				out = search.appendLeak(out, body)
			}
			for i := range out[before:] {
				out[before+i].Request, out[before+i].Label = n, p.Label
			}
		}
	}
	return out
}

// part is one text of a request.
type part struct {
	where string
	text  string
}

// parts lists the texts of a request but its raw body: URL, headers, and each
// string and key of the parsed body.
func parts(req Request) []part {
	out := []part{{"url", req.URL}}
	for name, values := range req.Header {
		out = append(out, part{"header " + name, name + ": " + strings.Join(values, ", ")})
	}
	out = appendJSON(out, "", req.JSON)
	slices.SortFunc(out, func(a, b part) int { return strings.Compare(a.where, b.where) })
	return out
}

func appendJSON(out []part, pointer string, v any) []part {
	switch v := v.(type) {
	case string:
		out = append(out, part{pointer, v})
	case []any:
		for i, element := range v {
			out = appendJSON(out, pointer+"/"+strconv.Itoa(i), element)
		}
	case map[string]any:
		for key, member := range v {
			at := pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
			out = append(out, part{at + " (key)", key})
			out = appendJSON(out, at, member)
		}
	}
	return out
}

// search looks for one value in all its encodings.
type search struct {
	value   string
	compact string
	needles []needle
}

func newSearch(value string) search {
	return search{value: value, compact: compact(value), needles: needles(value)}
}

// appendLeak appends a leak, still without request and label, if text holds the
// value.
func (s search) appendLeak(out []Leak, text view) []Leak {
	if encoding := s.find(text); encoding != "" {
		out = append(out, Leak{Where: text.where, Encoding: encoding})
	}
	return out
}

// view is a part of a request as each encoding reads it.
type view struct {
	part
	plain, percent spelt
	escaped        []spelt // once for each level of JSON in JSON
	shown          []spelt // each of these as a terminal shows it, where that differs
}

// spelt is a text, and the same without separators and in small letters.
type spelt struct{ text, compact string }

func viewsOf(list []part) []view {
	views := make([]view, len(list))
	for i, p := range list {
		views[i] = viewOf(p)
	}
	return views
}

func viewOf(p part) view {
	read := func(text string) spelt { return spelt{text, compact(text)} }
	v := view{part: p, plain: read(p.text)}
	if decoded := unpercent(p.text); decoded != p.text {
		v.percent = read(decoded)
	}
	for decoded, last := unescape(p.text), p.text; decoded != last && len(v.escaped) < 3; decoded, last = unescape(decoded), decoded {
		v.escaped = append(v.escaped, read(decoded))
	}
	for _, level := range append([]spelt{v.plain, v.percent}, v.escaped...) {
		if bare := terminalSequence.ReplaceAllString(level.text, ""); bare != level.text {
			v.shown = append(v.shown, read(bare))
		}
	}
	return v
}

// find returns the name of the plainest encoding in which the part holds the value, or
// "".
func (s search) find(v view) string {
	if enc := s.findPlain(v.plain); enc != "" {
		return enc
	}
	if s.findPlain(v.percent) != "" {
		return "percent"
	}
	for _, level := range v.escaped {
		if s.findPlain(level) != "" {
			return "escape"
		}
	}
	for _, level := range v.shown {
		if s.findPlain(level) != "" {
			return "colour"
		}
	}
	for _, n := range s.needles {
		if strings.Contains(v.text, n.text) {
			return n.encoding
		}
	}
	return ""
}

func (s search) findPlain(text spelt) string {
	switch {
	case strings.Contains(text.text, s.value):
		return "clear"
	case strings.Contains(text.compact, s.compact):
		return "spelling"
	}
	return ""
}

var (
	percentEscape = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	jsonEscape    = regexp.MustCompile(`\\(u[0-9A-Fa-f]{4}|[^u])`)
	// ESC [ parameters, intermediates and a final byte (ECMA-48, section 5.4).
	terminalSequence = regexp.MustCompile("\x1b\\[[0-?]*[ -/]*[@-~]")
)

// unpercent decodes every valid percent escape and leaves the rest alone.
func unpercent(text string) string {
	return percentEscape.ReplaceAllStringFunc(text, func(m string) string {
		b, err := strconv.ParseUint(m[1:], 16, 8)
		if err != nil {
			return m
		}
		return string([]byte{byte(b)})
	})
}

// unescape decodes every \uXXXX escape and drops one level of backslashes
// before others.
func unescape(text string) string {
	return jsonEscape.ReplaceAllStringFunc(text, func(m string) string {
		if m[1] != 'u' {
			return m[1:]
		}
		r, err := strconv.ParseUint(m[2:], 16, 32)
		if err != nil {
			return m
		}
		return string(rune(r))
	})
}
