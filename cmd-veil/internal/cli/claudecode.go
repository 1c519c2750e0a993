// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"github.com/veil-guard/veil/core"
	claudecode "github.com/veil-guard/veil/hosts-claudecode"
)

// claudeCode answers Claude Code's command hooks.
type claudeCode struct{}

type claudeCodeInquiry struct {
	hook  *claudecode.Hook
	asked core.Event
}

func (claudeCode) parse(raw []byte) (inquiry, error) {
	hook, err := claudecode.Parse(raw)
	if err != nil {
		return nil, err
	}
	ev := hook.Event
	ev.Host.Version = claudecode.Version(hook.TranscriptPath)
	ev.Interactive = interactiveHost()
	return claudeCodeInquiry{hook, ev}, nil
}

func (claudeCode) refuse(raw []byte, r core.Reason) reply { return fromClaudeCode(claudecode.Refuse(raw, r)) }

func (q claudeCodeInquiry) event() core.Event { return q.asked }

func (q claudeCodeInquiry) settings(home string, workspaces []string) []string {
	return claudecode.SettingsFiles(home, workspaces)
}

func (q claudeCodeInquiry) answer(v core.Verdict) (reply, error) {
	r, err := q.hook.Reply(v)
	return fromClaudeCode(r), err
}

func fromClaudeCode(r claudecode.Reply) reply { return reply{r.Stdout, r.Stderr, r.Exit} }
