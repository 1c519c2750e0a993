// SPDX-License-Identifier: Apache-2.0

package wire

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
	Encoding string // "clear", "spelling", "percent", "escape", "base64", "base64url", "hex"
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
	for n, req := range requests {
		texts, body := parts(req), part{"body", string(req.Body)}
		for _, p := range planted {
			search, before := newSearch(p.Value), len(out)
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
func (s search) appendLeak(out []Leak, text part) []Leak {
	if encoding := s.find(text.text); encoding != "" {
		out = append(out, Leak{Where: text.where, Encoding: encoding})
	}
	return out
}

// find returns the name of the plainest encoding in which text holds the value,
// or "".
func (s search) find(text string) string {
	if enc := s.findPlain(text); enc != "" {
		return enc
	}
	if decoded := unpercent(text); decoded != text && s.findPlain(decoded) != "" {
		return "percent"
	}
	// A JSON text inside a JSON string is escaped once for each level.
	for decoded, level := unescape(text), 0; level < 3; decoded, level = unescape(decoded), level+1 {
		if s.findPlain(decoded) != "" {
			return "escape"
		}
	}
	for _, n := range s.needles {
		if strings.Contains(text, n.text) {
			return n.encoding
		}
	}
	return ""
}

func (s search) findPlain(text string) string {
	switch {
	case strings.Contains(text, s.value):
		return "clear"
	case strings.Contains(compact(text), s.compact):
		return "spelling"
	}
	return ""
}

var (
	percentEscape = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	jsonEscape    = regexp.MustCompile(`\\(u[0-9A-Fa-f]{4}|[^u])`)
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
