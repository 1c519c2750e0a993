// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func assignmentSet(t testing.TB) *Set {
	t.Helper()
	s, err := New(Options{Catalogue: kitSet(t).catalogue, Assignments: true})
	require.NoError(t, err)
	return s
}

func TestAssignments(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"Go", `password := "M4deUp-0nly"`, []string{"M4deUp-0nly"}},
		{"environment", "DB_PASSWORD=M4deUp0nly\n", []string{"M4deUp0nly"}},
		{"YAML", "api_key: m4de-up_0nly", []string{"m4de-up_0nly"}},
		{"JSON", `{"clientSecret": "M4de/Up+0nly=="}`, []string{"M4de/Up+0nly=="}},
		{"JSON in JSON", `{\"token\":\"m4deup0nly7\"}`, []string{"m4deup0nly7"}},
		{"Ruby", `:password => 'M4deUp!0nly'`, []string{"M4deUp!0nly"}},
		{"Spanish", "Contraseña: M4deUp0nly", []string{"M4deUp0nly"}},
		{"Spanish, clave", "clave = M4deUp0nly.", []string{"M4deUp0nly."}},
		{"two in a query", "?token=m4deup0nly7&pwd=0therM4deUp", []string{"m4deup0nly7", "0therM4deUp"}},
		{"index", `headers["X-Api-Key"] = "m4deup0nly7"`, []string{"m4deup0nly7"}},
		{"a provider's token is found once", `token = "AKIA` + `VEILMADEUP7VEILM"`, []string{"AKIA" + "VEILMADEUP7VEILM"}},
		{"short", `password = "M4deUp"`, nil},
		{"a word", "password: correcthorse", nil},
		{"a phrase", `password = "use 1 strong word"`, nil},
		{"a variable", "password=$DB_PASSWORD1", nil},
		{"a variable in braces", "password: ${DB_PASSWORD_2}", nil},
		{"a template", "password: {{ vault.db2.password }}", nil},
		{"a call", "token = getToken2(ctx)", nil},
		{"an index", "token = tokens2025[0]", nil},
		{"a placeholder", "token: your-token-12", nil},
		{"the default", `password = "password123"`, nil},
		{"an angle", "password=<password-1>", nil},
		{"digits", "token: 1234509876", nil},
		{"all the same", "token: aaaaaaaaaaa1", nil},
		{"a comparison", "if token == other2Token7 {", nil},
		{"another name", "tokenizer: m4deup0nly7", nil},
		{"no name", `= "M4deUp-0nly"`, nil},
		{"quotation mark never closed", `password = "M4deUp-0nly`, nil},
		{"a token of veil", "password=[SECRETO-001]", nil},
	}
	s := assignmentSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.want, secretsIn(s, tc.in))
		})
	}
}

func TestAssignmentsAreOffUnlessAskedFor(t *testing.T) {
	require.Empty(t, secretsIn(kitSet(t), `password = "M4deUp-0nly"`))
}

func TestReplacingOneAssignmentLeavesTheOthers(t *testing.T) {
	p := &pieces{seed: 13}
	p.list = []string{`password = "M4deUp-0nly"`, "token=m4deup0nly7", "clave: ", "pwd:", "M4deUp0nly", "=", `"`, "'", ",", ";", "&", " ", "\n", "_", "-", ".",
		"12345678Z", "+34612345678", "612 345 678", "ana@clinica.es", "María Pérez", "Ana", "ES9121000418450200051332", "AKIA" + "VEILMADEUP7VEILM",
		"postgres://a:", "@db/x", "[SECRETO-001]", "[DNI-002]", "(", ")", "\xff", "a", "7", `\n`}
	require.Greater(t, replaceEach(t, assignmentSet(t), p, 10_000), 5_000)
}

func TestHostileAssignmentsAreDone(t *testing.T) {
	s := assignmentSet(t)
	for _, unit := range []string{"token=", "token:", "=", ":", `token="`, "password = ", "token=a1", "token:a1b2c3d4e5f6 ", "ñ=", "_="} {
		text := []byte(strings.Repeat(unit, 300_000/len(unit)))
		require.True(t, sound(s.Find(nil, text), text), "%q", unit)
	}
}
