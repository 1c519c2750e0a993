// SPDX-License-Identifier: Apache-2.0

package install

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
)

// market is the name of the market that the managed settings name, and of its folder.
const market = "veil"

// marketFile has Claude Code find the plugin in the market.
const (
	marketFile = ".claude-plugin/marketplace.json"
	marketText = `{
  "name": "veil",
  "owner": { "name": "the veil authors" },
  "plugins": [{ "name": "veil", "source": "./plugins/veil" }]
}
`
)

func (p Places) managedSettings() string { return filepath.Join(p.Managed, "managed-settings.json") }

func (p Places) marketFolder() string { return filepath.Join(p.Managed, market) }

func (p Places) managedPlugin() string { return filepath.Join(p.marketFolder(), "plugins", "veil") }

// InstallManaged plans the plugin for everybody on this machine: it goes beside the
// managed settings of Claude Code, which then enable it. Errors are those of Install.
func (p Places) InstallManaged() (*Plan, error) {
	if isTemporary(p.Program) {
		return nil, temporary()
	}
	plan := &Plan{public: true}
	if err := plan.copyPlugin(claudeFiles, p.managedPlugin(), p.Program); err != nil {
		return nil, err
	}
	if err := plan.put(filepath.Join(p.marketFolder(), marketFile), []byte(marketText), 0o600); err != nil {
		return nil, err
	}
	// The settings go last: what they name must be there.
	if err := plan.enter(p.managedSettings(), managedEntry{p.marketFolder()}); err != nil {
		return nil, err
	}
	plan.note(0, ClaudeCode, ", everybody on this machine: veil's plugin, with a copy of this veil, goes into %s, and %s enables it", p.marketFolder(), filepath.Base(p.managedSettings()))
	return plan, nil
}

// UninstallManaged plans the way back, as Uninstall does: the settings first.
func (p Places) UninstallManaged() (*Plan, error) {
	plan := &Plan{public: true}
	if err := plan.leave(p.managedSettings(), managedEntry{p.marketFolder()}); err != nil {
		return nil, err
	}
	if err := plan.remove(filepath.Join(p.marketFolder(), marketFile)); err != nil {
		return nil, err
	}
	if err := plan.removePlugin(claudeFiles, p.managedPlugin()); err != nil {
		return nil, err
	}
	for _, dir := range []string{"plugins", ".claude-plugin", "."} {
		plan.dirs = append(plan.dirs, filepath.Join(p.marketFolder(), dir))
	}
	plan.note(0, ClaudeCode, ", everybody on this machine: veil goes out of %s", p.Managed)
	return plan, nil
}

// refuseBesideManaged refuses a person's own veil where the machine's settings run one.
func (p Places) refuseBesideManaged() error {
	text, err := readPlain(p.managedSettings())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	d, err := parse(string(text))
	if err != nil {
		return nil //nolint:nilerr // then they run nothing
	}
	for _, plugin := range d.root.get("enabledPlugins").parts {
		if plugin.key == "veil@"+market && d.raw(plugin.node) == "true" {
			return &Refusal{
				What:   p.managedSettings() + " runs veil for everybody on this machine: with another one values would be put back twice",
				Remedy: "leave it at that, or have an administrator run veil uninstall claude-code --managed",
			}
		}
	}
	return nil
}

// managedEntry is what enables the plugin of a market: one member of each of two objects.
type managedEntry struct{ folder string }

// member is one that belongs into an object of the settings.
type member struct{ object, key, value string }

func (e managedEntry) members() []member {
	source := `{"source": {"source": "directory", "path": ` + strconv.Quote(filepath.ToSlash(e.folder)) + `}}`
	return []member{{"extraKnownMarketplaces", market, source}, {"enabledPlugins", "veil@" + market, "true"}}
}

// apply implements [entry].
func (e managedEntry) apply(text string) (string, error) {
	err := claudeReads(text)
	if err != nil {
		return "", err
	}
	for _, m := range e.members() {
		if text, err = m.apply(text); err != nil {
			return "", err
		}
	}
	return text, nil
}

// apply puts the member in, and the object where it is missing.
func (m member) apply(text string) (string, error) {
	d, err := parse(text)
	if err != nil {
		return "", err
	}
	object := d.root.get(m.object)
	old := object.get(m.key)
	switch {
	case object.kind == 0:
		return m.apply(d.add(d.root, `"`+m.object+`": {}`))
	case object.kind != '{':
		return "", &Refusal{What: `holds "` + m.object + `" of a form that Claude Code does not know`, Remedy: "mend it, and install again"}
	case old.kind == 0:
		return d.add(object, `"`+m.key+`": `+m.value), nil
	case d.raw(old) == m.value:
		return text, nil
	default:
		return "", &Refusal{What: `says something else of "` + m.key + `" in "` + m.object + `"`, Remedy: "take that line out, and install again"}
	}
}

// names implements [entry].
func (e managedEntry) names(text string) bool {
	rest, err := e.strip(text, "")
	return err == nil && rest != text
}

// strip implements [entry].
func (e managedEntry) strip(text, before string) (string, error) {
	old, err := parse(before)
	if err != nil {
		old = &document{}
	}
	for _, m := range e.members() {
		d, err := parse(text)
		if err != nil {
			return "", &Refusal{What: "is not JSON", Remedy: "mend it, or take veil out of it yourself"}
		}
		object := d.root.get(m.object)
		if object.get(m.key).kind == 0 || d.raw(object.get(m.key)) != m.value {
			continue
		}
		text = d.removeMember(object, m.key)
		if len(object.parts) == 1 && old.root.get(m.object).kind == 0 {
			if d, err = parse(text); err != nil {
				return "", err
			}
			text = d.removeMember(d.root, m.object)
		}
	}
	return text, nil
}
