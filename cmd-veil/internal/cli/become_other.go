// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package cli

// become runs a program on this process's streams, and ends as it does.
func become(program string, args []string) error {
	code, err := runAttached(program, args)
	if err != nil || code == 0 {
		return err
	}
	return codeError(code)
}
