// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
	claudecode "github.com/veil-guard/veil/hosts-claudecode"
	"github.com/veil-guard/veil/pseudonymstore"
)

// claudeCode answers Claude Code's command hooks.
type claudeCode struct {
	plugin bool // they are those of veil's plugin, beneath its mod
}

type claudeCodeInquiry struct {
	hook   *claudecode.Hook
	asked  core.Event
	plugin bool
}

func (c claudeCode) parse(raw []byte) (inquiry, error) {
	hook, err := claudecode.Parse(raw)
	if err != nil {
		return nil, err
	}
	ev := hook.Event
	ev.Host.Version = claudeCodeVersion(ev.Surface, hook.TranscriptPath)
	ev.Interactive = ev.Surface == core.Display && interactiveHost()
	return claudeCodeInquiry{hook, ev, c.plugin}, nil
}

// refuse stops the session too if the event was the last one before its results are
// sent: they are in the conversation, and the next prompt would send them.
func (claudeCode) refuse(raw []byte, r core.Reason) reply {
	if session := claudecode.BatchSession(raw); session != "" {
		if dirs, err := config.FindDirs(); err == nil {
			_ = pseudonymstore.SetMark(dirs.State, session, pseudonymstore.Stopped) // a store that cannot be written denies every prompt
		}
	}
	return fromClaudeCode(claudecode.Refuse(raw, r))
}

func (q claudeCodeInquiry) event() core.Event { return q.asked }

func (q claudeCodeInquiry) settings(home string, workspaces []string) []string {
	return append(claudecode.SettingsFiles(home, workspaces), pluginFolder()...)
}

// conversation reads the transcript. It holds tokens before the store does if the
// store was lost or the session was forked from another.
func (q claudeCodeInquiry) conversation() ([]core.Token, error) {
	return tokensBefore(q.hook.TranscriptPath)
}

// tune implements tunable.
func (q claudeCodeInquiry) tune(c config.Config) {
	q.hook.PassMedia = c.Images == config.ImagesPass
}

func (q claudeCodeInquiry) answer(v core.Verdict) (reply, error) {
	r, err := q.hook.Reply(v)
	return fromClaudeCode(r), err
}

func fromClaudeCode(r claudecode.Reply) reply { return reply{r.Stdout, r.Stderr, r.Exit} }

// claudeCodeVersion asks the program that started this hook, and where the
// system does not show it, the session's transcript. The transcript's first row
// with a version can come later than the session's first tool call (measured,
// 2.1.332), so it is waited for. A prompt needs no version: every one can block it.
func claudeCodeVersion(s core.Surface, transcript string) string {
	if s == core.Prompt {
		return ""
	}
	if v := programVersion(); v != "" {
		return v
	}
	const tries, pause = 10, 100 * time.Millisecond
	for try := 1; ; try++ {
		v := claudecode.Version(transcript)
		if v != "" || transcript == "" || try == tries {
			return v
		}
		time.Sleep(pause)
	}
}

// programVersion asks the program that started this hook; "" where it does not tell.
func programVersion() string {
	host, name := agentAncestor()
	if name == "" {
		return ""
	}
	return claudecode.ProgramVersion(append([]string{host.program()}, host.words()...)...)
}
