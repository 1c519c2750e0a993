// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"flag"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/golden"
)

var update = flag.Bool("update", false, "write the goldens of hosts-claudecode anew from what the real host sends")

// goldenFolder holds the events that hosts-claudecode is tested with.
func goldenFolder(version string) string {
	return filepath.Join("..", "..", "hosts-claudecode", "testdata", version)
}

// compareGoldens fails for each captured event whose shape is not that of its
// golden: then the adapter is tested with what the host no longer sends.
func compareGoldens(t *testing.T, b *box, version string, seen []recorded) {
	t.Helper()
	done := map[string]bool{}
	for _, r := range seen {
		name := goldenName(r.input(t))
		if done[name] {
			continue
		}
		done[name] = true
		path := filepath.Join(goldenFolder(version), name+".in.json")
		if *update {
			b.WriteFile(t, path, normalise(b, string(r.Input)))
		}
		golden.Compare(t, path, r.Input)
	}
	assert.GreaterOrEqual(t, len(done), 13)
}

func goldenName(in hookInput) string {
	name := in.Event
	if in.Tool != "" {
		name += "-" + in.Tool
	}
	for _, call := range in.Calls {
		name += "-" + call.Tool
	}
	if in.Agent != "" {
		name += "-subagent"
	}
	return name
}

// normalise takes out what differs from run to run and from machine to
// machine. It works on the raw text, so that the host's spelling stays.
func normalise(b *box, raw string) string {
	dashed := strings.NewReplacer("/", "-", ".", "-", "_", "-")
	raw = strings.NewReplacer(
		dashed.Replace(b.Work), "-work-project",
		b.Work, "/work/project", b.Home, "/home/user", b.Root, "/root",
	).Replace(raw)
	for pattern, fixed := range map[string]string{
		`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`: "00000000-0000-0000-0000-000000000000",
		`\ba[0-9a-f]{16}\b`:                         "a0000000000000000",
		`toolu_\w+`:                                 "toolu_0",
		`"(duration_ms|totalDurationMs)":\d+`:       `"$1":5`,
	} {
		raw = regexp.MustCompile(pattern).ReplaceAllString(raw, fixed)
	}
	return strings.TrimRight(raw, "\n") + "\n"
}
