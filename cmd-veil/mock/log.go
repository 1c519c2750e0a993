// SPDX-License-Identifier: Apache-2.0

package mock

import (
	"encoding/json"
	"net/http"
	"sync"
)

// Request is one request as a provider received it.
type Request struct {
	Method string
	URL    string // path and query, as sent
	Header http.Header
	Body   []byte
	JSON   any // the parsed body; nil if it is not JSON
}

// Log is the list of all requests that a provider received. The zero value is
// an empty log. It is safe for concurrent use.
type Log struct {
	mu       sync.Mutex
	requests []Request
}

// Add records a request and returns it with its body parsed. It keeps body.
func (l *Log) Add(r *http.Request, body []byte) Request {
	req := Request{Method: r.Method, URL: r.URL.RequestURI(), Header: r.Header.Clone(), Body: body}
	// A body that is not JSON is still searched as raw bytes.
	if json.Unmarshal(body, &req.JSON) != nil {
		req.JSON = nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.requests = append(l.requests, req)
	return req
}

// Requests returns the requests so far, oldest first.
func (l *Log) Requests() []Request {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Request(nil), l.requests...)
}

// Texts returns every string and key of the body, if that is JSON.
func (r Request) Texts() []string {
	var texts []string
	for _, p := range appendJSON(nil, "", r.JSON) {
		texts = append(texts, p.text)
	}
	return texts
}
