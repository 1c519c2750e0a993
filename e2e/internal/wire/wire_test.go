// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	dni   = "12345678Z"
	iban  = "ES91 2100 0418 4502 0005 1332"
	email = "ana.prueba@example.org"
)

var planted = []Planted{{Label: "dni", Value: dni}, {Label: "iban", Value: iban}, {Label: "email", Value: email}}

// content is a JSON body with text in a message.
func content(text string) string {
	b, _ := json.Marshal(map[string]any{"messages": []any{map[string]any{"content": text}}})
	return string(b)
}

// reporter stands in for a test and keeps what was reported.
type reporter struct {
	errors []string
}

func (r *reporter) Helper() {}
func (r *reporter) Errorf(format string, a ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, a...))
}

func TestAssertionsGoRed(t *testing.T) {
	var leaky, clean Log
	leaky.Add(httptest.NewRequest("POST", "/", nil), []byte(content(dni+" "+iban+" "+email)))
	clean.Add(httptest.NewRequest("POST", "/", nil), []byte(content("[DNI-001]")))
	tests := []struct {
		name  string
		check func(*reporter, *Log)
		red   *Log
		green *Log
	}{
		{"NoLeak", func(r *reporter, l *Log) { NoLeak(r, l, planted) }, &leaky, &clean},
		{"MustLeak", func(r *reporter, l *Log) { MustLeak(r, l, planted) }, &clean, &leaky},
		{"MustCarry", func(r *reporter, l *Log) { MustCarry(r, l, "[DNI-001]") }, &leaky, &clean},
		{"MustCarry, no request", func(r *reporter, l *Log) { MustCarry(r, l, "[DNI-001]") }, &Log{}, &clean},
		{"MustBeSilent", func(r *reporter, l *Log) { MustBeSilent(r, l) }, &clean, &Log{}},
		{"MustNotCarry", func(r *reporter, l *Log) { MustNotCarry(r, l, "[DNI-001]") }, &clean, &leaky},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			red, green := &reporter{}, &reporter{}
			tc.check(red, tc.red)
			tc.check(green, tc.green)
			assert.NotEmpty(t, red.errors)
			assert.Empty(t, green.errors)
			assert.NotContains(t, strings.Join(red.errors, "\n"), dni)
		})
	}
}

func TestFilesWith(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "a", "b"), 0o700))
	for name, text := range map[string]string{"a/b/hit.bin": "\x00" + dni, "a/miss.txt": "[DNI-001]", "hit.txt": dni} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	got, err := FilesWith(dir, dni)
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join("a", "b", "hit.bin"), "hit.txt"}, got)

	got, err = FilesWith(dir, "absent")
	require.NoError(t, err)
	require.Empty(t, got)
}
