// SPDX-License-Identifier: Apache-2.0

package core

import "context"

// Policy judges what a tool call may do. The guard shows it both forms of a
// call: the one with tokens and the one with the values restored; the stricter
// answer holds. A policy returns no patches.
type Policy interface {
	Judge(ctx context.Context, ev Event) (Verdict, error)
}
