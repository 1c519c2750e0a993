// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"runtime/debug"

	urfave "github.com/urfave/cli/v3"
)

// Version is set by the release build; otherwise the build information tells.
var Version string

func versionCommand(s streams) *urfave.Command {
	return plain(&urfave.Command{Name: "version", Usage: "print the version"}, "veil version", func(context.Context) error {
		_, err := fmt.Fprintln(s.out, "veil "+version())
		return err
	})
}

// version is the released version, or "(devel)" with the revision if known.
func version() string {
	if Version != "" {
		return Version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel)"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" && v == "(devel)" {
			v += " " + setting.Value[:min(12, len(setting.Value))]
		}
	}
	return v
}
