// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"github.com/veil-guard/veil/core"
	opencode "github.com/veil-guard/veil/hosts-opencode"
)

// openCode answers the shim that runs inside OpenCode: docs/protocol.md.
type openCode struct{}

type openCodeInquiry struct{ request *opencode.Request }

func (openCode) parse(raw []byte) (inquiry, error) {
	request, err := opencode.Parse(raw)
	if err != nil {
		return nil, err
	}
	request.Event.Interactive = request.Event.Surface == core.Display && interactiveOpenCode()
	return openCodeInquiry{request}, nil
}

func (openCode) refuse(raw []byte, r core.Reason) reply {
	return reply{stdout: opencode.Refuse(raw, r)}
}

func (q openCodeInquiry) event() core.Event { return q.request.Event }

func (q openCodeInquiry) settings(home string, workspaces []string) []string {
	return opencode.SettingsFiles(home, workspaces)
}

// conversation returns nothing: OpenCode's history is an event of its own, and the
// guard says there what was lost.
func (q openCodeInquiry) conversation() ([]core.Token, error) { return nil, nil }

func (q openCodeInquiry) answer(v core.Verdict) (reply, error) {
	line, err := q.request.Answer(v)
	return reply{stdout: line}, err
}
