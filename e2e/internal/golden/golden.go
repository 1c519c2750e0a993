// SPDX-License-Identifier: Apache-2.0

// Package golden compares the shape of what a real host sends with an event
// that was captured from it earlier: the names of members and the types of
// values, which an adapter depends on, and not the values.
package golden

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// Reporter is the part of *testing.T that the comparison needs.
type Reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// Compare fails the test for each difference in shape between the golden file
// and the text. Of two arrays it compares the elements that both have.
func Compare(t Reporter, path string, text []byte) {
	t.Helper()
	golden, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("no golden: %v; run once with -update", err)
		return
	}
	var was, is any
	if json.Unmarshal(golden, &was) != nil || json.Unmarshal(text, &is) != nil {
		t.Errorf("%s: not JSON", filepath.Base(path))
		return
	}
	for _, difference := range differences(nil, "", was, is) {
		t.Errorf("%s: %s", filepath.Base(path), difference)
	}
}

// differences appends one line for each difference below pointer.
func differences(out []string, pointer string, was, is any) []string {
	if typeOf(was) != typeOf(is) {
		return append(out, pointer+": was "+typeOf(was)+", is "+typeOf(is))
	}
	switch was := was.(type) {
	case map[string]any:
		return memberDifferences(out, pointer, was, is.(map[string]any))
	case []any:
		is := is.([]any)
		for i := range min(len(was), len(is)) {
			out = differences(out, pointer+"/"+strconv.Itoa(i), was[i], is[i])
		}
	}
	return out
}

func memberDifferences(out []string, pointer string, was, is map[string]any) []string {
	for _, name := range slices.Sorted(maps.Keys(was)) {
		at := pointer + "/" + name
		if member, ok := is[name]; ok {
			out = differences(out, at, was[name], member)
		} else {
			out = append(out, at+": is gone")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if _, ok := was[name]; !ok {
			out = append(out, pointer+"/"+name+": is new")
		}
	}
	return out
}

func typeOf(v any) string {
	switch v.(type) {
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case string:
		return "string"
	case float64:
		return "number"
	case bool:
		return "boolean"
	}
	return "null"
}
