// SPDX-License-Identifier: Apache-2.0

package page

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"net/url"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestServe(t *testing.T) {
	p := Serve(t, "<p>hola</p>")
	text, err := os.ReadFile(p.Env["NODE_EXTRA_CA_CERTS"])
	require.NoError(t, err)
	trusted := x509.NewCertPool()
	require.True(t, trusted.AppendCertsFromPEM(text))
	proxy, err := url.Parse(p.Env["HTTPS_PROXY"])
	require.NoError(t, err)
	client := http.Client{Transport: &http.Transport{
		Proxy: http.ProxyURL(proxy), TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12},
	}}
	answer, err := client.Get(p.URL)
	require.NoError(t, err)
	said, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	assert.Equal(t, "<p>hola</p>", string(said))

	_, err = client.Get("https://elsewhere.example/") //nolint:bodyclose // there is none
	require.Error(t, err)
	assert.Equal(t, []string{"example.com:443", "elsewhere.example:443"}, p.Asked())
	client.CloseIdleConnections()
}
