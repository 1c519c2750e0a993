// SPDX-License-Identifier: Apache-2.0

package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// reporter stands in for a test and keeps what was reported.
type reporter struct{ errors []string }

func (r *reporter) Helper() {}
func (r *reporter) Errorf(format string, a ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, a...))
}

func TestCompareSeesADifference(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.json")
	require.NoError(t, os.WriteFile(path, []byte(`{"a":"x","b":[1,2],"c":{"d":true},"e":null}`), 0o600))
	tests := []struct {
		name, text, want string
	}{
		{"other values", `{"e":null,"a":"","b":[7],"c":{"d":false}}`, ""},
		{"a member less", `{"a":"x","b":[1],"c":{"d":true}}`, "/e: is gone"},
		{"a member more", `{"a":"x","b":[1],"c":{"d":true},"e":null,"f":1}`, "/f: is new"},
		{"a type within an array", `{"a":"x","b":["1"],"c":{"d":true},"e":null}`, "/b/0: was number, is string"},
		{"a nested member", `{"a":"x","b":[1],"c":{"d":1},"e":null}`, "/c/d: was boolean, is number"},
		{"null became text", `{"a":"x","b":[1],"c":{"d":true},"e":""}`, "/e: was null, is string"},
		{"an object became a list", `{"a":"x","b":[1],"c":[],"e":null}`, "/c: was object, is array"},
		{"not JSON", `{`, "not JSON"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r := &reporter{}
			Compare(r, path, []byte(tc.text))
			if tc.want == "" {
				assert.Empty(t, r.errors)
				return
			}
			require.NotEmpty(t, r.errors)
			assert.Contains(t, r.errors[0], tc.want)
		})
	}
}

func TestCompareWithoutGolden(t *testing.T) {
	r := &reporter{}
	Compare(r, filepath.Join(t.TempDir(), "none.json"), []byte(`{}`))
	require.Len(t, r.errors, 1)
}
