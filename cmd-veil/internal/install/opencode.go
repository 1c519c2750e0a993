// SPDX-License-Identifier: Apache-2.0

package install

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	opencode "github.com/veil-guard/veil/hosts-opencode"
)

// pluginEntry is the entry of OpenCode's settings that names an installed plugin.
type pluginEntry struct{ url string }

// openCodeFolder is where the plugin and its program go.
func (p Places) openCodeFolder() string { return filepath.Join(p.OpenCode, opencode.InstallDir) }

// openCodeEntry names the installed plugin.
func (p Places) openCodeEntry() pluginEntry {
	file := filepath.ToSlash(filepath.Join(p.openCodeFolder(), "veil-plugin.js"))
	return pluginEntry{(&url.URL{Scheme: "file", Path: file}).String()}
}

// openCodeSettings returns the file that the entry goes into: where plugins stand
// already, else the one that is there.
func (p Places) openCodeSettings() string {
	files := []string{filepath.Join(p.OpenCode, "opencode.jsonc"), filepath.Join(p.OpenCode, "opencode.json")}
	for _, file := range files {
		if text, err := readPlain(file); err == nil {
			if d, err := parse(string(text)); err == nil && d.root.get("plugin").kind != 0 {
				return file
			}
		}
	}
	for _, file := range files {
		if _, err := os.Lstat(file); err == nil {
			return file
		}
	}
	return files[1]
}

// apply implements [entry].
func (e pluginEntry) apply(text string) (string, error) {
	d, err := parse(text)
	if err != nil || d.root.kind != '{' && d.root.kind != 0 {
		return "", &Refusal{What: "is not JSON", Remedy: "mend it, and install again"}
	}
	plugins := d.root.get("plugin")
	switch {
	case plugins.kind == 0:
		return d.add(d.root, `"plugin": [`+e.quoted()+`]`), nil
	case plugins.kind != '[':
		return "", &Refusal{What: `says something else than a list in "plugin"`, Remedy: "mend it, and install again"}
	}
	for _, p := range plugins.parts {
		switch name := pluginName(p.node); {
		case name == e.url:
			return text, nil
		case opencode.IsPlugin(name):
			return "", &Refusal{What: "names a plugin of veil that was not installed by this command", Remedy: "take that entry out, and install again"}
		}
	}
	return d.add(plugins, e.quoted()), nil
}

// names implements [entry].
func (pluginEntry) names(text string) bool {
	d, err := parse(text)
	return err == nil && slices.ContainsFunc(d.root.get("plugin").parts, func(p part) bool { return opencode.IsPlugin(pluginName(p.node)) })
}

// strip implements [entry].
func (e pluginEntry) strip(text, before string) (string, error) {
	d, err := parse(text)
	if err != nil {
		return "", &Refusal{What: "is not JSON", Remedy: "mend it, or take the entry of veil out yourself"}
	}
	old, err := parse(before)
	if err != nil {
		old = &document{}
	}
	plugins := d.root.get("plugin")
	for i, p := range plugins.parts {
		if pluginName(p.node) != e.url {
			continue
		}
		if len(plugins.parts) == 1 && old.root.get("plugin").kind == 0 {
			return d.removeMember(d.root, "plugin"), nil
		}
		return d.remove(plugins, i), nil
	}
	return text, nil
}

// removeMember returns the text without the last member of that name.
func (d *document) removeMember(n node, key string) string {
	for i := len(n.parts) - 1; i >= 0; i-- {
		if n.parts[i].key == key {
			return d.remove(n, i)
		}
	}
	return d.text
}

// pluginName is what an entry of the list names: a text, or the first of a pair.
func pluginName(n node) string {
	if n.kind == '[' && len(n.parts) > 0 {
		n = n.parts[0].node
	}
	return n.text
}

func (e pluginEntry) quoted() string {
	text, _ := json.Marshal(e.url) // a text cannot fail
	return string(text)
}
