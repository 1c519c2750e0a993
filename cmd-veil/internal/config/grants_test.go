// SPDX-License-Identifier: Apache-2.0

package config

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

func TestGrants(t *testing.T) {
	m := newMachine(t)
	m.user(t, `version: 1
tools: {local: ["mcp__files__*"]}
reveal: [{to: mcp__mail__send, kinds: [EMAIL, nombre]}]
write: {keep: ["~/anon/**", /srv/x.txt]}
`)
	c, err := m.load(t)
	require.NoError(t, err)
	g := c.Grants()
	require.True(t, g.Local("mcp__files__read"))
	require.False(t, g.Local("mcp__file__read"))
	require.True(t, g.Reveals("mcp__mail__send", core.Email))
	require.True(t, g.Reveals("mcp__mail__send", core.Nombre))
	require.False(t, g.Reveals("mcp__mail__send", core.DNI))
	require.False(t, g.Reveals("mcp__mail__sends", core.Email))
	require.True(t, g.Keeps("", m.home+"/anon/a/b.txt"))
	require.True(t, g.Keeps("/", "/srv/x.txt"))
	require.True(t, g.Keeps(m.home, "./anon/b.txt"))
	require.False(t, g.Keeps("/", m.home+"/anon/../x.txt"))
	require.False(t, g.Keeps("", "anon/b.txt"))
	require.NoError(t, os.MkdirAll(m.home+"/anon", 0o700))
	require.NoError(t, os.Symlink(m.home+"/anon", m.project+"/link"))
	require.True(t, g.Keeps(m.project, "link/b.txt"))
}

func TestNothingIsGrantedByDefault(t *testing.T) {
	c, err := newMachine(t).load(t)
	require.NoError(t, err)
	g := c.Grants()
	require.Nil(t, g.Local)
	require.Nil(t, g.Reveals)
	require.Nil(t, g.Keeps)
}

func TestWrongGrants(t *testing.T) {
	tests := []struct{ name, text, what string }{
		{"every tool is local", `tools: {local: "*"}`, "tools.local: not a tool's name"},
		{"an unknown member", `tools: {remote: x}`, "unknown key"},
		{"a broken pattern", `tools: {local: "mcp__[a"}`, "tools.local: not a tool's name"},
		{"no list", `reveal: {to: a}`, "reveal: not a list"},
		{"no kinds", `reveal: [{to: mail}]`, "reveal: to or kinds is missing"},
		{"every tool gets values", `reveal: [{to: "m*", kinds: [EMAIL]}]`, "reveal.to: not a tool's name"},
		{"a kind that is none", `reveal: [{to: mail, kinds: [PHONE]}]`, "reveal.kinds: not a kind"},
		{"a relative path", `write: {keep: "anon/**"}`, "write.keep: not an absolute path"},
		{"a broken path pattern", `write: {keep: "/a/[b"}`, "write.keep: not an absolute path"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			m := newMachine(t)
			m.user(t, "version: 1\n"+tc.text+"\n")
			_, err := m.load(t)
			require.ErrorContains(t, err, tc.what)
		})
	}
}

func TestProjectGrantsNothing(t *testing.T) {
	for _, text := range []string{"tools: {local: mcp__a__b}", "reveal: [{to: mail, kinds: [EMAIL]}]", "write: {keep: /a}"} {
		m := newMachine(t)
		write(t, m.project+"/.veil.yaml", "version: 1\n"+text+"\n")
		_, err := m.load(t)
		require.ErrorContains(t, err, "a project's file may only tighten")
	}
}
