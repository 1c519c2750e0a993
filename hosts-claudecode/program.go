// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"io"
	"path/filepath"

	"github.com/veil-guard/veil/core"
)

// packageName is the npm package that Claude Code is installed by.
const packageName = "@anthropic-ai/claude-code"

// ProgramVersion returns the version of the Claude Code that runs from one of
// the paths: the program file of the host's process, or the script it runs. An
// installation by npm says it in the package's package.json, the native one in
// the program file's name (measured, 2.1.332). It is "" if none of them tells.
func ProgramVersion(paths ...string) string {
	for _, path := range paths {
		if !filepath.IsAbs(path) { // it would be looked for in the project
			continue
		}
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			continue
		}
		if name := filepath.Base(real); isVersion(name) {
			return name
		}
		for _, dir := range []string{filepath.Dir(real), filepath.Dir(filepath.Dir(real))} {
			if v := packageVersion(filepath.Join(dir, "package.json")); v != "" {
				return v
			}
		}
	}
	return ""
}

// maxPackage bounds what is read of a package.json.
const maxPackage = 1 << 20

func packageVersion(path string) string {
	f, _, err := openRegular(path)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, maxPackage))
	if err != nil {
		return ""
	}
	doc, err := core.ParseDocument(text)
	if err != nil || doc.Root().Get("name").Text() != packageName {
		return ""
	}
	if v := doc.Root().Get("version").Text(); isVersion(v) {
		return v
	}
	return ""
}
