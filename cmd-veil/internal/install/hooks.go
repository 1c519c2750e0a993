// SPDX-License-Identifier: Apache-2.0

package install

import (
	"slices"
	"strings"

	claudecode "github.com/veil-guard/veil/hosts-claudecode"
)

// hookEntries are the hooks of Claude Code's settings that run a program: veil's
// absolute path. Where it is empty, strip takes those of any program.
type hookEntries struct{ program string }

// hooksOf returns the events of the README's settings, each with its one matcher.
func hooksOf(program string) (*document, []part) {
	d, err := parse(string(claudecode.HookSettings(program)))
	if err != nil {
		return &document{}, nil
	}
	return d, d.root.get("hooks").parts
}

// claudeReads says whether Claude Code would take a text for settings. The error is a
// *Refusal.
func claudeReads(text string) error {
	d, err := parse(text)
	switch {
	case err != nil || d.root.kind != '{' && d.root.kind != 0:
		return &Refusal{What: "is not JSON: Claude Code drops the whole file", Remedy: "mend it, and install again"}
	case d.loose:
		return &Refusal{What: "holds comments or a comma before a bracket: Claude Code drops the whole file", Remedy: "take them out, and install again"}
	}
	return nil
}

// apply implements [entry].
func (e hookEntries) apply(text string) (string, error) {
	err := claudeReads(text)
	if err != nil {
		return "", err
	}
	ours, events := hooksOf(e.program)
	for _, event := range events {
		if text, err = e.applyEvent(text, event.key, ours.raw(event.parts[0].node)); err != nil {
			return "", err
		}
	}
	return text, nil
}

// applyEvent puts one hook in, and what must stand around it.
func (e hookEntries) applyEvent(text, event, hook string) (string, error) {
	d, err := parse(text)
	if err != nil {
		return "", err
	}
	hooks := d.root.get("hooks")
	matchers := hooks.get(event)
	switch {
	case hooks.kind == 0:
		text = d.add(d.root, `"hooks": {}`)
	case hooks.kind != '{' || matchers.kind != '[' && matchers.kind != 0:
		return "", &Refusal{What: `holds "hooks" of a form that Claude Code does not know`, Remedy: "mend it, and install again"}
	case matchers.kind == 0:
		text = d.add(hooks, `"`+event+`": []`)
	default:
		for _, m := range matchers.parts {
			switch program, ok := veilOf(m.node); {
			case ok && program == e.program:
				return text, nil
			case ok:
				return "", &Refusal{What: "runs another veil in its hooks", Remedy: "run veil uninstall claude-code, or take those hooks out; then install again"}
			}
		}
		return d.add(matchers, hook), nil
	}
	return e.applyEvent(text, event, hook)
}

// veilOf returns the program of a matcher's hook that runs veil.
func veilOf(matcher node) (program string, ok bool) {
	for _, hook := range matcher.get("hooks").parts {
		command := hook.get("command").text
		isVeil := func(arg part) bool { return arg.text == "claude-code" }
		if strings.Contains(command, "claude-code") || slices.ContainsFunc(hook.get("args").parts, isVeil) {
			return command, true
		}
	}
	return "", false
}

// installedHooks returns the program of the first hook that runs veil, and whether
// there is one.
func installedHooks(text string) (program string, ok bool) {
	d, err := parse(text)
	if err != nil {
		return "", false
	}
	for _, event := range d.root.get("hooks").parts {
		for _, m := range event.parts {
			if program, ok := veilOf(m.node); ok {
				return program, true
			}
		}
	}
	return "", false
}

// names implements [entry].
func (hookEntries) names(text string) bool {
	_, ok := installedHooks(text)
	return ok
}

// strip implements [entry].
func (e hookEntries) strip(text, before string) (string, error) {
	old, err := parse(before)
	if err != nil {
		old = &document{}
	}
	ours, events := hooksOf(e.program)
	for _, event := range events {
		d, err := parse(text)
		if err != nil {
			return "", &Refusal{What: "is not JSON", Remedy: "mend it, or take the hooks of veil out yourself"}
		}
		matchers := d.root.get("hooks").get(event.key)
		for i, m := range matchers.parts {
			if d.raw(m.node) != ours.raw(event.parts[0].node) {
				continue
			}
			text = d.remove(matchers, i)
			if len(matchers.parts) == 1 && old.root.get("hooks").get(event.key).kind == 0 {
				text = d.removeMember(d.root.get("hooks"), event.key)
			}
			break
		}
	}
	if d, err := parse(text); err == nil && old.root.get("hooks").kind == 0 && len(d.root.get("hooks").parts) == 0 {
		text = d.removeMember(d.root, "hooks")
	}
	return text, nil
}
