// SPDX-License-Identifier: Apache-2.0

// Package page serves one page of the web on loopback, over TLS and under a name with a
// dot: hosts refuse to fetch anything else.
package page

import (
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// name is the one that the certificate of httptest is for.
const name = "example.com"

// Page is a page that is being served.
type Page struct {
	URL string
	// Env has a host reach the page: through a proxy, and trusting its certificate.
	Env map[string]string

	mu    sync.Mutex
	asked []string
}

// Serve serves a page of HTML until the test ends.
func Serve(t testing.TB, html string) *Page {
	t.Helper()
	p := &Page{URL: "https://" + name + "/ficha"}
	site := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, html) // a host that hung up has no use for it
	}))
	t.Cleanup(site.Close)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.note(r.Host)
		if r.Method != http.MethodConnect || r.Host != name+":443" {
			http.Error(w, "there is only one page", http.StatusBadGateway)
			return
		}
		join(w, site.Listener.Addr().String())
	}))
	t.Cleanup(proxy.Close)
	trusted := filepath.Join(t.TempDir(), "page.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: site.Certificate().Raw})
	if err := os.WriteFile(trusted, text, 0o600); err != nil {
		t.Fatal(err)
	}
	p.Env = map[string]string{"HTTPS_PROXY": proxy.URL, "https_proxy": proxy.URL, "NODE_EXTRA_CA_CERTS": trusted}
	return p
}

// Asked lists the hosts, with their ports, that somebody wanted to reach.
func (p *Page) Asked() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.asked...)
}

func (p *Page) note(host string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, host)
}

// join makes a connection of HTTP one to another address.
func join(w http.ResponseWriter, to string) {
	const patience = 10 * time.Second
	far, err := net.DialTimeout("tcp", to, patience)
	if err != nil {
		http.Error(w, "the page is gone", http.StatusBadGateway)
		return
	}
	defer func() { _ = far.Close() }()
	near, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer func() { _ = near.Close() }()
	_, _ = io.WriteString(near, "HTTP/1.1 200 Connection established\r\n\r\n") // the copies below end if nobody is there
	done := make(chan struct{}, 2)
	pipe := func(dst io.Writer, src io.Reader) {
		_, _ = io.Copy(dst, src)
		done <- struct{}{}
	}
	go pipe(far, buffered)
	go pipe(near, far)
	<-done
}
