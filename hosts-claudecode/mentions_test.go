// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMentions(t *testing.T) {
	tests := []struct {
		name, prompt string
		want         []string
	}{
		{"none", "hola", nil},
		{"plain", "mira @d.txt", []string{"d.txt"}},
		{"at the start", "@d.txt", []string{"d.txt"}},
		{"in a folder", "@a/b/d.txt y @../c", []string{"a/b/d.txt", "../c"}},
		{"absolute and home", "@/etc/hosts @~/d.txt", []string{"/etc/hosts", "~/d.txt"}},
		{"quoted", `mira @"mis datos.txt" ya`, []string{"mis datos.txt", `"mis`}},
		{"quoted, with a range", `@"mis datos.txt#L2"`, []string{"mis datos.txt#L2", "mis datos.txt", `"mis`}},
		{"never closed", `@"mis datos`, []string{`"mis`}},
		{"punctuation behind", "(mira @d.txt).", []string{"d.txt).", "d.txt"}},
		{"folder with a stroke", "@src/", []string{"src/", "src"}},
		{"range of lines", "@d.txt#L10-20", []string{"d.txt#L10-20", "d.txt"}},
		{"name with a hash", "@a#b.txt", []string{"a#b.txt", "a"}},
		{"a name that ends in another alphabet", "@año/café.", []string{"año/café.", "año/café", "año/caf"}},
		{"after a bracket", "(@d.txt", []string{"d.txt"}},
		{"after a Chinese full stop", "看。@d.txt", []string{"d.txt"}},
		{"after a letter of another alphabet", "看@d.txt", []string{"d.txt"}},
		{"address", "escribe a ana.prueba@clinica.es", nil},
		{"two at once", "@@d.txt", []string{"@d.txt", "d.txt"}},
		{"in a command", "/saluda @d.txt x", []string{"d.txt"}},
		{"on the next line", "mira\n@d.txt\nya", []string{"d.txt"}},
		{"no-break space", "mira\u00a0@d.txt\u00a0ya", []string{"d.txt"}},
		{"byte order mark", "@d.txt\ufeffx", []string{"d.txt"}},
		{"said twice", "@d.txt @d.txt", []string{"d.txt"}},
		{"nothing behind", "a @ b", nil},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) { require.Equal(t, tc.want, Mentions(tc.prompt)) })
	}
}

func TestNamesResource(t *testing.T) {
	for prompt, want := range map[string]bool{
		"mira @lab:note://1": true, "@lab:file:///a b": true, "@d.txt": false, "@param:string": false,
		"https://a.example/@x": false, "@://x": false, "ana@lab:note://1": false,
	} {
		assert.Equal(t, want, NamesResource(prompt), prompt)
	}
}
