// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"slices"
	"strings"

	"github.com/veil-guard/veil/core"
)

// endWell follows a shell command on a line of its own. It is no prefix, so that the
// person's deny and ask rules still see the command (measured, 2.1.332).
const endWell = "\n" + `veil=$?; [ "$veil" = 0 ] || echo "Exit code $veil"`

// showFailure has a command end well whatever it returns: the host hands the output of
// one that failed to no hook that could rewrite it. A command in the background is read
// through other tools, and one whose last line goes on takes no further line. Allow
// rules see a command that is not theirs, so this is only for where nobody is asked.
func (h *Hook) showFailure(patches []core.Patch) []core.Patch {
	command := h.body.Get("command")
	if h.Event.Tool.Name != "Bash" || !h.Unasked || !command.IsString() ||
		strings.HasSuffix(command.Text(), "\\") || string(h.body.Get("run_in_background").Raw()) == "true" {
		return patches
	}
	id := core.LeafID{Pointer: "/command"}
	text := command.Text()
	end := core.Edit{Start: len(text), End: len(text), New: endWell}
	i := slices.IndexFunc(patches, func(p core.Patch) bool { return p.Leaf == id })
	if i < 0 {
		return append(patches, core.Patch{Leaf: id, New: text + endWell, Edits: []core.Edit{end}})
	}
	patches = slices.Clone(patches)
	p := patches[i]
	p.New += endWell
	if len(p.Edits) > 0 {
		p.Edits = append(slices.Clone(p.Edits), end)
	}
	patches[i] = p
	return patches
}
