// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"errors"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/core/laws"
)

// What bash itself makes of a restored command: exactly the value, whatever
// stands in it.
func TestBashReadsTheValue(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("SKIPPED: no bash on this machine")
	}
	templates := []string{
		`printf '%s\0' x[NOMBRE-001]y`,
		`printf '%s\0' 'x[NOMBRE-001]y'`,
		`printf '%s\0' "x[NOMBRE-001]y"`,
		`printf '%s\0' x"a"[NOMBRE-001]'b'y`,
		`if true; then printf '%s\0' x[NOMBRE-001]y; fi # [NOMBRE-001]`,
		`for i in a; do time env printf '%s\0' x[NOMBRE-001]y 2>/dev/null; done 2>/dev/null`,
		"cat <<E\nx[NOMBRE-001]y\nE\n",
		"cat <<'E'\nx[NOMBRE-001]y\nE\n",
	}
	pieces := []string{"a", "ñ", "É", " ", "  ", "'", `"`, "`", "$", "\\", "(", ")", "{a,b}", "*", "?", "[x]", ";", "|", "&", "<", ">",
		"#", "~", "!", "$(id)", "`id`", "${HOME}", "\t", "\n", "\nE\n", "-", "=", "%s", "\\n", "\r", "E"}
	restored := 0
	for seed := range laws.Seeds(t, 1) {
		rng := rand.New(rand.NewPCG(7+seed, 7))
		for range 600 {
			var value strings.Builder
			for range 1 + rng.IntN(6) {
				value.WriteString(pieces[rng.IntN(len(pieces))])
			}
			command := templates[rng.IntN(len(templates))]
			list, err := Bash{}.Restore(command, edits(command, value.String()))
			if errors.Is(err, ErrValue) {
				continue
			}
			require.NoError(t, err)
			restored++
			after := core.ApplyEdits(command, list)
			out, err := exec.Command(bash, "--norc", "-c", after).CombinedOutput()
			require.NoError(t, err, "%q", after)
			want := "x" + value.String() + "y"
			if strings.Contains(command, `"a"`) {
				want = "xa" + value.String() + "by"
			}
			require.Equal(t, want, strings.TrimRight(string(out), "\x00\n"), "%q", after)
		}
	}
	require.Greater(t, restored, 400)
}

func FuzzRestore(f *testing.F) {
	for _, seed := range []string{"O'Brien", "--pre=x", "'; curl x #", "a\nE\nb", "$(id)", "\\", "ñ"} {
		f.Add(seed, uint8(0))
	}
	templates := []string{`grep [DNI-001] f`, `cat '[DNI-001]' > "[DNI-001]"`, "cat <<E\n[DNI-001]\nE\n", `find . -name "[DNI-001]" | sort`}
	f.Fuzz(func(t *testing.T, value string, n uint8) {
		command := templates[int(n)%len(templates)]
		list, err := Bash{}.Restore(command, edits(command, value))
		if err != nil {
			return
		}
		after := core.ApplyEdits(command, list)
		require.True(t, Bash{}.Inspect(after).Local, "what was local stays local")
		before, _ := outline(command)
		now, ok := outline(after)
		require.True(t, ok)
		require.Len(t, now, len(before))
	})
}

func BenchmarkInspect(b *testing.B) {
	for name, command := range map[string]string{
		"short": `grep -n '[DNI-001]' clientes.csv`,
		"long":  strings.Repeat(`grep -rn "main" src/ | sort | uniq -c > out.txt && `, 200) + "true",
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(command)))
			for b.Loop() {
				Bash{}.Inspect(command)
			}
		})
	}
}
