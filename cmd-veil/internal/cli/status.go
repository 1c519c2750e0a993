// SPDX-License-Identifier: Apache-2.0

package cli

import "github.com/veil-guard/veil/cmd-veil/internal/assemble"

// reporting is an inquiry that may ask how things stand, and not about an event.
type reporting interface {
	reports() bool
	reportAs(text string) reply
}

// reports implements reporting.
func (q claudeCodeModInquiry) reports() bool { return q.request.IsReport() }

// reportAs implements reporting.
func (q claudeCodeModInquiry) reportAs(text string) reply {
	return reply{stdout: q.request.Report(text)}
}

// report says how things stand in the inquiry's session.
func report(q inquiry) (string, error) {
	ev := q.event()
	setup, err := assemble.Load(workspacesOf(ev)...)
	if err != nil {
		return "", err
	}
	return reportOf(setup, ev.Host, ev.Session)
}
