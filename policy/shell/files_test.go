// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFilesThatACommandWrites(t *testing.T) {
	tests := []struct {
		command string
		files   string // with blanks between
	}{
		{`echo x > a`, "a"},
		{`echo x >> 'b c'/d`, "b c/d"},
		{`echo x >| /a; cat f &> "e" 2>&1 > /dev/null`, "/a e"},
		{`cat <<E > a` + "\nx\nE\n", "a"},
		{`cat f <> a`, "a"},
		{`cat < a; grep x b | head c`, ""},
		{`{ cat f; cat g; } > a`, "a"},
		{`echo x > ~/a; echo > ~`, "/home/ana/a /home/ana"},
		{`echo x > '~/a'; echo > \~/b`, "~/a ~/b"},
		{`echo x > a[NOMBRE-001].txt`, "a[NOMBRE-001].txt"},
		{`cd sub && echo x > a`, "a sub/a"},
		{`cd /tmp; cd b; echo x > a; echo > /c`, "a /tmp/a b/a /tmp/b/a /c"},
		{`cd; echo x > a`, "a /home/ana/a"},
		{`cd ~/b && cat f > a`, "a /home/ana/b/a"},
		{`cp f d`, "f d d/f"},
		{`mv -v x/f ./g ~/d/`, "x/f g /home/ana/d /home/ana/d/f /home/ana/d/g"},
		{`cp -t d f`, "d f d/f f/d"},
		{`cp --target-directory=d f`, "f d d/f f/d"},
		{`cp -td f`, "f d d/f f/d"},
		{`cp *.csv d`, "d"},
		{`mkdir -p a b/c`, "a b/c"},
		{`sort f`, ""},
		{`sort f -o g; sort -uo h f; sort --output=i f; sort -oj f`, "f g h i j"},
		{`uniq f g`, "f g"},
	}
	for _, tc := range tests {
		t.Run(tc.command, func(t *testing.T) {
			use := Bash{Home: "/home/ana"}.Inspect(tc.command)
			require.True(t, use.Local, use.Why)
			want := tc.files
			if strings.Contains(want, "b c/d") {
				require.Equal(t, []string{"b c/d"}, use.Files)
				return
			}
			assert.ElementsMatch(t, strings.Fields(want), use.Files)
		})
	}
}

func TestFilesThatAreNotKnownBefore(t *testing.T) {
	for _, command := range []string{
		`echo x > a*`, `echo x > ./a?`, `echo x > ~ana/a`, `echo x > ~"/a"`, `cd - && echo x > a`, `cd ~ana; echo x > a`, `cd d*; echo x > a`,
		`cd a; cd b; cd c; cd d; cd e; cd f; cd g; echo x > h`, `cp -t a -t b -t c -t d -t e -t f -t g -t h -t i j`,
	} {
		t.Run(command, func(t *testing.T) {
			require.False(t, Bash{Home: "/home/ana"}.Inspect(command).Local)
		})
	}
	many := "mkdir"
	for i := range 30_000 {
		many += " " + strconv.Itoa(i)
	}
	require.Less(t, len(many), MaxCommand)
	require.False(t, Bash{}.Inspect(many).Local, "more than can be looked at")
	require.False(t, Bash{}.Inspect(`echo x > ~/a`).Local, "no home is known")
	require.True(t, Bash{}.Inspect(`cat ~/a; ls *`).Local, "nothing is written")
}
