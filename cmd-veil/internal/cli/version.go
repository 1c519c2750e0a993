// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/version"
)

func versionCommand(s streams) *urfave.Command {
	return plain(&urfave.Command{Name: "version", Usage: "print the version"}, "veil version", func(context.Context) error {
		_, err := fmt.Fprintln(s.out, "veil "+version.Veil())
		return err
	})
}
