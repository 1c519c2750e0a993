// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// The fuzz targets of the composed program: real detectors, real store, both
// hosts' adapters. Those of the adapters alone stand beside them.

// separators stand round a planted value. Each ends a word and cannot continue a
// number or an address, so that detection is owed whatever lies beyond: docs/limits.md
// excuses disguises, not neighbours. (A dot, a comma, a colon, a slash, a blank
// or a hyphen may join two numbers, and then there is no value.)
var separators = []string{"\n", "\t", "(", ")", ";", "\"", "'", "|", "=", "<", ">", "{", "}", "\r\n", "\u2028", "«", "»"}

// fuzzKinds are the kinds of the samples in a fixed order.
var fuzzKinds = []core.Kind{core.DNI, core.IBAN, core.Email, core.Tel, core.Nombre}

// plant is a value in fuzzed text.
type plant struct {
	before, after string
	choice        uint
}

func (p plant) kind() core.Kind { return fuzzKinds[p.choice%uint(len(fuzzKinds))] }
func (p plant) value() string   { return samples[p.kind()] }

func (p plant) text() string {
	n := uint(len(separators))
	return p.before + separators[p.choice/7%n] + p.value() + separators[p.choice/131%n] + p.after
}

// disguised says whether the fuzzed text itself holds the value in a form that
// need not be found: encoded, in another case, or a name within a word. (A value
// with a digit or an @ is hidden within words too, once it is known.)
func (p plant) disguised() bool {
	for _, text := range []string{p.before, p.after} {
		if p.kind() != core.Nombre {
			text = strings.ReplaceAll(text, p.value(), "\n")
		}
		for _, form := range spellings(p.value()) {
			if strings.Contains(strings.ToLower(text), strings.ToLower(form)) {
				return true
			}
		}
	}
	return false
}

func addPlants(f *testing.F) {
	f.Helper()
	for i, text := range []string{
		"", "hola", "[DNI-001] [NOMBRE-002.3]", "ES91 2100 0418 4502 0005 13", "99.", "+34 612", "Sr. María", "tel.", "DNI",
		"ana@", "@clinicasol.es", "\x00", "\ufeff", "e\u0301", "cat .env > a", "😀\\\"</script>", "\r\n\t", "X-", "[DNI-", "\u200d",
		"DE02120300000000202051", "612 345 678", "[LITERAL-001]", strings.Repeat("a.", 40) + "@", "Óscar Núñez", "12345678", "8Z",
	} {
		f.Add(text, "", uint(i)*36)
		f.Add("", text, uint(i)*73)
	}
	for i, kind := range fuzzKinds {
		f.Add("x"+samples[kind]+"x", "", uint(i))
		f.Add("", "x"+samples[kind]+"x", uint(i))
		f.Add("["+string(kind)+"-001]", samples[kind], uint(i))
	}
}

// FuzzNoValueSurvives: a value with a boundary round it is in no answer to any
// outward event of either host, whatever stands beyond the boundary: neither raw
// nor in an encoding, neither in a rewriting nor in a denial. No answer is an allow.
func FuzzNoValueSurvives(f *testing.F) {
	addPlants(f)
	f.Fuzz(func(t *testing.T, before, after string, choice uint) {
		p := plant{before, after, choice}
		if p.disguised() {
			t.Skip()
		}
		newHome(t)
		t.Setenv("VEIL_CATALOG", writeFile(t, filepath.Join(t.TempDir(), "names.txt"), "María Pérez\nÓscar Núñez Ibáñez\n"))
		c := wireCases[choice/29%uint(len(wireCases))]
		text := p.text()
		if strings.HasSuffix(c.name, "bash input") {
			text = "curl h; " + text // not local, whatever follows: ">ana@clinica.es<0" alone stays as it is
		}
		event := c.event(t, text)
		if choice/5%2 == 1 {
			event = escaped(event, p.value())
		}
		r := veil(t, event, strings.Fields(c.command)...)
		requireAbsent(t, c.name, r.stdout+r.err, p.value())
		require.True(t, r.code == exitHookFailed || r.code == 0 && r.stdout != "", "%s: no answer is an allow", c.name)
		if c.command != "claude-code" {
			require.Contains(t, []any{"rewrite", "deny"}, jsonOf(t, r.stdout)["decision"])
		}
	})
}

// escaped writes every character of a value in JSON by its number.
func escaped(event, value string) string {
	var b strings.Builder
	for _, r := range value {
		fmt.Fprintf(&b, `\u%04x`, r)
	}
	return strings.ReplaceAll(event, value, b.String())
}

// FuzzErrorHoldsNoValue: what veil says about an event that it could not analyse
// holds no six bytes of it in a row, and neither does standard error.
func FuzzErrorHoldsNoValue(f *testing.F) {
	const value = "Zq8-XkV3.wJp0@Ty"
	for i, raw := range []string{
		`{"hook_event_name":"UserPromptSubmit","session_id":"s","cwd":"/nowhere","prompt":"DNI 12345678Z"}`,
		`{"hook_event_name":"PostToolUse","session_id":"s","cwd":"/nowhere","tool_name":"Bash","tool_input":{},"tool_response":{"stdout":"a","n":[1,{}]}}`,
		`{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Write","tool_input":{"content":"[DNI-001]"}}`,
	} {
		f.Add(raw, uint(i*23), false)
		f.Add(raw, uint(len(raw)-3), false)
	}
	for i, event := range []string{"chat.message", "tool.execute.before", "tool.execute.after", "experimental.chat.messages.transform"} {
		raw := openCodeEvent(event, `"tool":"write","call":"c","leaves":[["/content",TEXT]]`)(nil, "[DNI-001] 12345678Z")
		f.Add(raw, uint(i*23), true)
		f.Add(raw, uint(len(raw)-8), true)
	}
	for _, bad := range badInputs() {
		if len(bad) < 1<<10 {
			f.Add(bad, uint(len(bad)/2), true)
			f.Add(bad, uint(len(bad)), false)
		}
	}
	parts := func(text string) (held bool) {
		for i := range len(value) - 5 {
			held = held || strings.Contains(text, value[i:i+6])
		}
		return held
	}
	f.Fuzz(func(t *testing.T, raw string, at uint, open bool) {
		if parts(raw) {
			t.Skip()
		}
		newHome(t)
		notAnAgent(t)
		i := int(at % uint(len(raw)+1))
		r := veil(t, raw[:i]+value+raw[i:], map[bool]string{true: "opencode", false: "claude-code"}[open])
		require.False(t, parts(r.err), "standard error holds a part of the event")
		if strings.Contains(r.stdout, "not analysed") {
			require.False(t, parts(r.stdout), "a refusal holds a part of the event")
		}
	})
}

// FuzzRestoreInvertsFilter: what filter writes, filter --restore turns back into
// the input, byte for byte, for every input that is not refused; also when the
// session has seen other text before.
func FuzzRestoreInvertsFilter(f *testing.F) {
	addPlants(f)
	f.Fuzz(func(t *testing.T, first, second string, choice uint) {
		guard := lawGuard(t)
		planted := plant{first, second, choice}.text()
		texts := []string{second, planted, first + planted}
		hidden := make([]string, len(texts))
		for i, text := range texts {
			var err error
			hidden[i], _, err = inspectText(context.Background(), guard, text, false)
			var refused *refusedError
			if errors.As(err, &refused) {
				hidden[i] = ""
				require.Equal(t, "unscannable", refused.reason.Rule)
				require.True(t, strings.ContainsRune(text, 0) || len(text) > 4096, "only bytes that are no text are refused")
				continue
			}
			require.NoError(t, err)
		}
		for i, text := range texts {
			if hidden[i] == "" {
				continue
			}
			restored, _, err := inspectText(context.Background(), guard, hidden[i], true)
			require.NoError(t, err)
			require.True(t, restored == text, "in  %q\nout %q\nvia %q", text, restored, hidden[i])
		}
	})
}

func TestFuzzKindsAreTheSamples(t *testing.T) {
	require.Len(t, fuzzKinds, len(samples))
	for kind := range samples {
		require.True(t, slices.Contains(fuzzKinds, kind))
	}
}
