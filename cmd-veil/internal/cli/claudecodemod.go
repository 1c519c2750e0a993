// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
	claudecode "github.com/veil-guard/veil/hosts-claudecode"
)

// claudeCodeMod answers the mod of veil's plugin for Claude Code: docs/protocol-claude-code.md.
type claudeCodeMod struct{}

type claudeCodeModInquiry struct {
	request *claudecode.ModRequest
	asked   core.Event
}

func (claudeCodeMod) parse(raw []byte) (inquiry, error) {
	request, err := claudecode.ParseMod(raw)
	if err != nil {
		return nil, err
	}
	ev := request.Event
	ev.Interactive = ev.Surface == core.Display && interactiveHost()
	return claudeCodeModInquiry{request, ev}, nil
}

func (claudeCodeMod) refuse(raw []byte, r core.Reason) reply {
	return reply{stdout: claudecode.RefuseMod(raw, r)}
}

func (q claudeCodeModInquiry) event() core.Event { return q.asked }

func (q claudeCodeModInquiry) settings(home string, workspaces []string) []string {
	return append(claudecode.SettingsFiles(home, workspaces), pluginFolder()...)
}

func (q claudeCodeModInquiry) conversation() ([]core.Token, error) {
	if !q.request.Told {
		return tokensBefore(q.request.TranscriptPath)
	}
	written, err := tokensWritten(q.request.TranscriptPath) // what a compaction took away is there
	return append(tokensOf(q.request.Conversation), written...), err
}

// tune implements tunable.
func (q claudeCodeModInquiry) tune(c config.Config) {
	q.request.PassMedia = c.Images == config.ImagesPass
}

// isLastGate implements lastGate.
func (q claudeCodeModInquiry) isLastGate() bool { return q.request.IsLastGate() }

func (q claudeCodeModInquiry) answer(v core.Verdict) (reply, error) {
	line, err := q.request.Answer(v)
	return reply{stdout: line}, err
}
