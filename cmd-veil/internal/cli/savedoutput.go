// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
)

// withheldFile takes the place of a saved output that cannot be cleared.
const withheldFile = "[veil: this output was withheld]\n"

// savedOutput returns the file in which OpenCode saved, before any hook, the whole of
// an output that is too long for the model; "" if there is none. It must be one of
// OpenCode's own: a tool must not be able to have any other file rewritten. The result
// of an MCP server's tool is saved behind the hooks.
func savedOutput(ev core.Event) string {
	if ev.Surface != core.ToolOutput {
		return ""
	}
	isMCP := slices.ContainsFunc(ev.Leaves, func(l core.Leaf) bool { return strings.HasPrefix(l.ID.Pointer, "/content/") })
	at := slices.IndexFunc(ev.Leaves, func(l core.Leaf) bool { return l.ID == core.LeafID{Pointer: "/metadata/outputPath"} })
	if isMCP || at < 0 {
		return ""
	}
	file := ev.Leaves[at].Text
	own := regexp.MustCompile(`[/\\]opencode[/\\]tool-output[/\\]tool_[^/\\]+$`)
	info, err := os.Lstat(file)
	if !filepath.IsAbs(file) || !own.MatchString(filepath.Clean(file)) || err != nil || !info.Mode().IsRegular() || hasOtherNames(info) {
		return ""
	}
	return file
}

// maskSaved puts tokens in place of the values in the saved output of an event.
func maskSaved(ctx context.Context, ev core.Event, ask func(context.Context, core.Event) (core.Verdict, error)) error {
	file := savedOutput(ev)
	if file == "" {
		return nil
	}
	text := withheldFile
	if saved, err := config.ReadRegular(file, core.MaxDocument); err == nil {
		ev.Leaves = []core.Leaf{{Text: string(saved)}}
		verdict, err := ask(ctx, ev)
		switch {
		case err != nil || verdict.Decision != core.Allow:
		case len(verdict.Patches) == 0:
			return nil
		default:
			text = verdict.Patches[0].New
		}
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return &config.Error{What: "the file with the whole output cannot be rewritten: " + config.Cause(err), Mend: "make OpenCode's tool-output folder writable"}
	}
	return nil
}
