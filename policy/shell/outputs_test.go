// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A kept token stays out of files and of their names.
func TestTokensInFilesOfOtherPrograms(t *testing.T) {
	tests := []struct {
		command string
		writes  bool
	}{
		{`curl -o [DNI-001].json https://h.example/`, true},
		{`curl -so '[DNI-001].json' https://h.example/`, true},
		{`curl -o[DNI-001].json https://h.example/`, true},
		{`curl --output "$DIR/[DNI-001].json" https://h.example/`, true},
		{`curl --output='[DNI-001].json' https://h.example/`, true},
		{`curl -D [DNI-001].txt https://h.example/`, true},
		{`curl -sO https://h.example/[DNI-001].pdf`, true},
		{`/usr/bin/curl --remote-name https://h.example/[DNI-001].pdf`, true},
		{`timeout 10 curl -o [DNI-001].json https://h.example/`, true},
		{`env A=b nice -n 5 curl -o [DNI-001].json https://h.example/`, true},
		{`curl -s -d '[DNI-001]' https://h.example/`, false},
		{`curl -s https://h.example/?q=[DNI-001] -o antwort.json`, false},
		{`curl -sd o=[DNI-001] https://h.example/`, false},
		{`curl -H 'X-O: [DNI-001]' -O https://h.example/a.pdf`, false},
		{`wget https://h.example/[DNI-001].pdf`, true},
		{`wget -q -O - https://h.example/[DNI-001].pdf`, false},
		{`wget -qO- https://h.example/[DNI-001].pdf`, false},
		{`wget -O [DNI-001].pdf https://h.example/`, true},
		{`wget -P [NOMBRE-001] https://h.example/`, true},
		{`git commit -F [NOMBRE-001].txt`, false},
		{`git commit -m '[NOMBRE-001]'`, false},
		{`git mv a [NOMBRE-001].txt`, true},
		{`git -C x clone https://h.example/a [NOMBRE-001]`, true},
		{`git archive -o [NOMBRE-001].zip HEAD`, true},
		{`git diff --output=[NOMBRE-001].diff`, true},
		{`git log --author=[NOMBRE-001] "$X"`, false},
		{`go build -o [NOMBRE-001] .`, true},
		{`openssl req -out [NOMBRE-001].pem`, true},
		{`tar czf [NOMBRE-001].tgz carpeta`, true},
		{`zip -r [NOMBRE-001].zip .`, true},
		{`ln -s a [NOMBRE-001]`, true},
		{`scp host:a [NOMBRE-001].txt`, true},
		{`scp [NOMBRE-001].txt host:`, false},
		{`cp "$X" [NOMBRE-001].txt`, true},
		{`mkdir [NOMBRE-001] && curl x`, true},
		{`sort "$X" -o [NOMBRE-001]`, true},
		{`grep -o [DNI-001] "$F"`, false},
		{`sudo tee f <<< [DNI-001]`, true},

		{`sh -c 'echo [DNI-001] > f'`, true},
		{`bash -c "cat $X | tee [DNI-001]"`, true},
		{`sh -c "sh -c 'echo [DNI-001] >> f'"`, true},
		{`sh -c 'echo [DNI-001]'`, false},
		{`sh -c 'make > log'`, false},
		{"bash <<'E'\necho [DNI-001] > f\nE\n", true},
		{`eval "echo [DNI-001] > f"`, true},
		{`python3 -c 'print("[DNI-001]")'`, false},
		{`python3 -c 'open("f","w").write("[DNI-001]")'`, true},
		{"python3 - <<'E'\nfrom pathlib import Path\nPath('[DNI-001]').write_text('x')\nE\n", true},
		{`python3 -c 'import json;json.dump({"a":"[DNI-001]"},f)'`, true},
		{`python3.12 -c 'import json;print(json.dumps({"a":"[DNI-001]"}))'`, false},
		{`python3 -c 'open("f","w").write("x")' && curl -d [DNI-001] h`, false},
		{`node -e 'require("fs").writeFileSync("f", "[DNI-001]")'`, true},
		{`awk '/[DNI-001]/ { print > "f" }' clientes.csv`, true},
		{`awk '/[DNI-001]/ { print $2 }' clientes.csv`, false},
	}
	for _, tc := range tests {
		t.Run(tc.command, func(t *testing.T) {
			use := Bash{}.Inspect(tc.command)
			assert.False(t, use.Local)
			assert.Equal(t, tc.writes, use.Writes)
		})
	}
}
