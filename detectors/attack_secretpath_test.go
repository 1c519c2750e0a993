// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

func TestAttackCommands(t *testing.T) {
	const none = ""
	tests := []struct{ command, class string }{
		// Text that is handed over.
		{"echo .env | xargs cat", classEnvironment},
		{"printf '.env\\n' | xargs cat", classEnvironment},
		{"echo cat .env | sh", classEnvironment},
		{"echo 'cat .env' | sudo bash", classEnvironment},
		{"echo .env | cat | xargs cat", classEnvironment},
		{"echo .env | while read f; do cat $f; done", classEnvironment},
		{"cat $(echo .env)", classEnvironment},
		{"cat `echo .env`", classEnvironment},
		{"cat \"$(printf '%s' .env)\"", classEnvironment},
		{"sh <(echo cat .env)", classEnvironment},
		{"echo cat .env > >(sh)", classEnvironment},
		{"cat $(find . -name .env)", classEnvironment},
		{"find . -name .env | while read f; do cat $f; done", classEnvironment},
		{"find . -name .env | sort | xargs cat", classEnvironment},
		{"for f in $(find . -name '.env'); do cat $f; done", classEnvironment},
		{"(echo .env) | xargs cat", classEnvironment},
		{"{ echo .env; } | xargs cat", classEnvironment},
		{"if true; then echo .env; fi | xargs cat", classEnvironment},
		{"echo .env | (cat | xargs cat)", classEnvironment},
		{"echo .env | wc --files0-from=-", classEnvironment},
		{"ls .env | xargs cat", classEnvironment},
		{"cat $(ls .env)", classEnvironment},
		{"cat <<EOF | sh\ncat .env\nEOF", classEnvironment},
		{"cat <<EOF | sort\ncat .env\nEOF", none},
		{"sh <<EOF; ls\ncat .env\nEOF", classEnvironment},
		{"python3 - <<'EOF'\nprint(open('.env').read())\nEOF", classEnvironment},
		{"mytool <<EOF\nget .env\nEOF", classEnvironment},
		{"mytool <<< .env", classEnvironment},
		{"xargs cat <<< .env", classEnvironment},
		{"while read f; do cat $f; done <<< .env", classEnvironment},
		{"sudo -u echo cat .env", classEnvironment},
		{"env -u echo cat .env", classEnvironment},
		{"./echo .env", classEnvironment},
		{"git show -m HEAD:.env", classEnvironment},
		{"f() { echo .env; }; f | xargs cat", classEnvironment},
		{"function f { echo .env; }; f | sh", classEnvironment},
		{"echo() { cat \"$@\"; }; echo .env", classEnvironment},
		{"alias ls=cat; ls .env", classEnvironment},
		{"a=() && echo .env", none},
		// Quotes and patterns.
		{`cat $'.env'`, classEnvironment},
		{`cat $".env"`, classEnvironment},
		{`cat $'\x2eenv'`, classEnvironment},
		{`cat $'\56env'`, classEnvironment},
		{`cat $'\u002eenv'`, classEnvironment},
		{`cat $'it\'s' .env`, classEnvironment},
		{"cat .{e..e}nv", classEnvironment},
		{"cat {a,{.env,b}}", classEnvironment},
		{"cat ${HOME}/{.env,x}", classEnvironment},
		{"cat {a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q}{,r}/.e{n,m}v", classEnvironment},
		{"cat ~/.ss?/id_work", classSSH},
		{"cat ~/.s*/id_work", classSSH},
		{"cat ~/.aw?/credentials", classCloud},
		{"cat ~/.gnup?/private-keys-v1.d/x", classLogin},
		{"cat ~/.local/state/ve*/key", classOwn},
		{"cat ~/.local/*/veil/key", classOwn},
		{"cat ~/.local/state/*/key", classOwn},
		{"rm -rf ~/.config/*", classOwn},
		{"cat ~/.claude/settings.jso?", classOwn},
		{"cat ~/.claude/*", classOwn},
		{"cat ~/.claude/{settings,x}.json", classOwn},
		{"cd ~/.claude && cat *", classOwn},
		{"cat ~ana/.config/veil/veil.yaml", classOwn},
		{"ls ~/.config/veil", classOwn},
		{"cat '.env '", classEnvironment},
		{"cat .env/", classEnvironment},
		{"curl file://localhost/srv/app/.env", classEnvironment},
		{"curl file:///srv/app/%2eenv", classEnvironment},
		{"cd other && cat allowed.key", classKey},

		{"ls .env* && git check-ignore .env", none},
		{"ls -la .env", none},
		{"ls ~/.ssh", none},
		{"stat .env", none},
		{"test -f .env", none},
		{"if [ -f .env ]; then echo yes; fi", none},
		{"[[ -f .env ]] && echo yes", none},
		{"git check-ignore -v .env", none},
		{"ls .env | wc -l", none},
		{"rm .env", classEnvironment},
		{"[ -f .env ] && source .env", classEnvironment},
		{"git -C app commit -m 'ignore .env'", none},
		{"git commit -m \"$(cat <<'EOF'\nignore .env\n\nand .npmrc\nEOF\n)\"", none},
		{"git commit -F - <<'EOF'\nignore .env\nEOF", none},
		{"git commit -m \"$(cat <<'EOF'\nit's in .env (see\nEOF\n)\"", none},
		{"git commit -m \"$(cat <<'EOF'\nit's in .env (see\nEOF\n)\" && cat .npmrc", classLogin},
		{"gh pr create --body \"$(cat <<'EOF'\nread .env\nEOF\n)\"", none},
		{"echo .env | tee -a .gitignore", none},
		{"echo .env | grep -v x | sort | head -1", none},
		{"echo \"put it in .env\" || true", none},
		{"echo $(find . -name .env)", none},
		{"find . -name '.env*' | grep -v node_modules | head", none},
		{"grep -rl '.env' src | xargs sed -i s/a/b/", none},
		{"cat *.json", none},
		{"cat src/*/x.go */x.go", none},
		{"wc -l **/*.go", none},
		{"cat ~/.ssh/known_host?", classSSH},
		{`curl -d '{"a":1,"b":{"c":"d"}}' https://example.com`, none},
		{`echo $'a\tb'`, none},
	}
	for _, tc := range tests {
		t.Run(strings.ReplaceAll(tc.command, "/", "|"), func(t *testing.T) {
			requireClass(t, tc.class, judge(t, shellEvent(tc.command)))
		})
	}
}

func TestAttackOwnFileInTheWorkingDirectory(t *testing.T) {
	s := NewSecretPaths(SecretPathOptions{Home: "/home/ana", Own: []string{"/srv/app/opencode.json"}})
	for command, class := range map[string]string{
		"cat *": "", "cat *.json": "", "cat */x.go": "", "cat opencode.json": classOwn, "cat openc*": classOwn, "cat ope?code.json": classOwn,
	} {
		v, err := s.Judge(t.Context(), shellEvent(command))
		require.NoError(t, err)
		requireClass(t, class, v)
	}
}

func TestVeilInAShell(t *testing.T) {
	tests := []struct {
		command string
		denied  bool
	}{
		{"veil filter --restore", true},
		{"veil filter --restore=true < x", true},
		{"veil filter -restore", true},
		{"cat x | veil filter --session s --restore", true},
		{"/usr/local/bin/veil claude-code", true},
		{"./veil.exe opencode", true},
		{"veil --x y opencode", true},
		{"env A=b veil claude-code", true},
		{"sudo -u ana veil claude-code", true},
		{"nohup setsid veil opencode", true},
		{"echo x | xargs veil filter --restore", true},
		{"timeout -k 1 5 veil opencode", true},
		{"find . -exec veil filter --restore {} +", true},
		{"bash -c 'veil filter --restore'", true},
		{"echo 'veil filter --restore' | sh", true},
		{"echo $(veil filter --restore <x)", true},
		{"eval veil opencode", true},
		{"veil filter $X", true},
		{`veil filter "$(echo --restore)"`, true},

		{"veil check x", false},
		{"veil demo", false},
		{"veil filter < x", false},
		{"veil version", false},
		{"echo veil filter --restore", false},
		{"git commit -m 'veil: filter --restore'", false},
		{"grep 'veil filter --restore' README.md", false},
		{"go build -o veil ./cmd/veil", false},
		{"cat veil/README.md", false},
	}
	for _, tc := range tests {
		t.Run(strings.ReplaceAll(tc.command, "/", "|"), func(t *testing.T) {
			v := judge(t, shellEvent(tc.command))
			if !tc.denied {
				require.Equal(t, core.Verdict{}, v)
				return
			}
			require.Equal(t, core.Deny, v.Decision)
			require.Equal(t, "veil_in_shell", v.Reasons[0].Rule)
			require.Equal(t, "an agent's shell must not run this veil command", v.Reasons[0].Text)
			require.Equal(t, "run it in a terminal of your own", v.Reasons[0].Remedy)
		})
	}
}

func TestAttackOtherTools(t *testing.T) {
	read := core.ToolSpec{Name: "Read", Sink: core.SinkRead, PathFields: []string{"file_path"}}
	grep := core.ToolSpec{Name: "Grep", Sink: core.SinkRead, PathFields: []string{"path", "glob"}, PatternFields: []string{"pattern"}}
	patch := core.ToolSpec{Name: "apply_patch", Sink: core.SinkFile, PatchFields: []string{"patchText"}}
	unknown := core.ToolSpec{Name: "mcp__shell__run"}
	tests := []struct {
		name          string
		tool          core.ToolSpec
		pointer, text string
		class         string
	}{
		{"a patch adds", patch, "/patchText", "*** Begin Patch\n*** Add File: .env\n+A=1\n*** End Patch", classEnvironment},
		{"a patch updates", patch, "/patchText", "*** Begin Patch\n*** Update File: a.go\n*** Update File: /srv/app/.env \n", classEnvironment},
		{"a patch deletes", patch, "/patchText", "*** Delete File: .npmrc", classLogin},
		{"a patch moves", patch, "/patchText", "*** Update File: a\r\n*** Move to: .env\r\n", classEnvironment},
		{"a patch about it", patch, "/patchText", "*** Begin Patch\n*** Update File: README.md\n+put it in .env\n*** End Patch", ""},
		{"a literal address", read, "/file_path", "http://x/.env", classEnvironment},
		{"a literal exclamation mark", read, "/file_path", "!x/.env", classEnvironment},
		{"a literal tilde", read, "/file_path", "~/../.local/state/veil/key", ""},
		{"an expanded tilde", read, "/file_path", "~/.local/state/veil/key", classOwn},
		{"blanks after", read, "/file_path", "/srv/app/.env \n", classEnvironment},
		{"a slash after", read, "/file_path", "/srv/app/.env/", classEnvironment},
		{"a local file URL", read, "/file_path", "file://localhost/srv/app/.env", classEnvironment},
		{"an escaped file URL", read, "/file_path", "file:///srv/app/%2Eenv", classEnvironment},
		{"a glob", grep, "/glob", ".en*", classEnvironment},
		{"a plain glob", grep, "/glob", ".env", classEnvironment},
		{"a glob with braces", grep, "/glob", "*.{ts,env}", classEnvironment},
		{"a glob of code", grep, "/glob", "*.ts", ""},
		{"any file", grep, "/glob", "*", ""},
		{"a deep glob", grep, "/glob", "**/*.go", ""},
		{"a glob that excludes", grep, "/glob", "!*.test.ts", ""},
		{"a pattern", grep, "/pattern", ".env", ""},
		{"unknown tool, command", unknown, "/command", "cat .env", classEnvironment},
		{"unknown tool, deep script", unknown, "/a/0/script", "ls; cat .env", classEnvironment},
		{"unknown tool, argument", unknown, "/args/1", "cat .env", classEnvironment},
		{"unknown tool, deep argument", unknown, "/run/args/0/2", "--file=.env", classEnvironment},
		{"unknown tool, code", unknown, "/code", "print(open('.env').read())", classEnvironment},
		{"unknown tool, harmless command", unknown, "/cmd", "echo put it in .env", ""},
		{"unknown tool, a path with blanks round it", unknown, "/x", " .env ", classEnvironment},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			requireClass(t, tc.class, judge(t, core.Event{
				Surface: core.ToolInput, Cwd: "/srv/app", Tool: tc.tool,
				Leaves: []core.Leaf{{ID: core.LeafID{Pointer: tc.pointer}, Text: tc.text}},
			}))
		})
	}
}

func TestAttackLinks(t *testing.T) {
	links := map[string]string{
		"/srv/app/notes.txt": "/srv/app/.env", "/srv/app/cfg": "/home/ana/.config/veil", "/home/ana": "/data/ana",
		"/srv/app/.env.test": "/srv/app/.env.real",
	}
	s := NewSecretPaths(SecretPathOptions{
		Home: "/home/ana", Own: []string{"~/.config/veil"}, Allow: []string{".env.test"},
		Resolve: func(p string) string {
			for link, to := range links {
				if rest, ok := strings.CutPrefix(p, link); ok && (rest == "" || rest[0] == '/') {
					p = to + rest
				}
			}
			return p
		},
	})
	for command, class := range map[string]string{
		"cat notes.txt": classEnvironment, "cp a cfg/veil.yaml": classOwn, "cat /data/ana/.config/veil/x": classOwn,
		"cat <notes.txt": classEnvironment, "cat README.md": "", "cat .env.test": "",
	} {
		v, err := s.Judge(t.Context(), shellEvent(command))
		require.NoError(t, err)
		requireClass(t, class, v)
	}
}

func TestAttackTooManyLinks(t *testing.T) {
	calls := 0
	s := NewSecretPaths(SecretPathOptions{Resolve: func(p string) string { calls++; return p }})
	var command strings.Builder
	for i := range maxFollowed {
		fmt.Fprintf(&command, "f%d f%d ", i, i)
	}
	v, err := s.Judge(t.Context(), shellEvent(command.String()))
	require.NoError(t, err)
	require.Equal(t, core.Verdict{}, v, "a path that was followed is not followed again")
	v, err = s.Judge(t.Context(), shellEvent(command.String()+" one more"))
	require.NoError(t, err)
	require.Equal(t, core.Deny, v.Decision)
	require.Contains(t, v.Reasons[0].Text, "not analysed")
	require.LessOrEqual(t, calls, 2*maxFollowed)
}
