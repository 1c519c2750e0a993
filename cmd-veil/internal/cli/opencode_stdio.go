// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"os"
	"regexp"
	"sync"
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/cmd-veil/internal/heartbeat"
	"github.com/veil-guard/veil/cmd-veil/internal/version"
	"github.com/veil-guard/veil/core"
	opencode "github.com/veil-guard/veil/hosts-opencode"
)

// openCodeLines answers the plugin where one process serves all events of an OpenCode.
type openCodeLines struct {
	openCode
	mu    sync.Mutex
	beats []string // files that say that the plugin runs
}

func (o *openCodeLines) greet(line []byte) (reply, bool) {
	if !opencode.IsGreeting(line) {
		return reply{}, false
	}
	answer, err := o.answerGreeting(line)
	if err != nil {
		return o.refuse(line, core.ReasonOf(err)), true
	}
	return reply{stdout: answer}, true
}

func (o *openCodeLines) answerGreeting(line []byte) ([]byte, error) {
	g, err := opencode.ParseGreeting(line)
	if err != nil {
		return nil, err
	}
	setup, err := assemble.Load(workspacesOf(core.Event{Cwd: g.Cwd})...)
	if err != nil {
		return nil, err
	}
	if g.Plugin == "" {
		text, err := reportOf(setup, g.Host, g.Session)
		if err != nil {
			return nil, err
		}
		return g.Report(text)
	}
	answer, err := g.Welcome(version.Veil())
	if err != nil {
		return nil, err
	}
	return answer, o.beat(setup.Dirs, g)
}

// beat leaves the sign that the plugin runs.
func (o *openCodeLines) beat(dirs config.Dirs, g *opencode.Greeting) error {
	ticket := os.Getenv(heartbeat.TicketVariable)
	if !regexp.MustCompile(`^[A-Z0-9]{0,64}$`).MatchString(ticket) {
		ticket = ""
	}
	file, err := heartbeat.Leave(dirs.State, heartbeat.Beat{
		PID: os.Getppid(), Host: g.Host.Version, Plugin: g.Plugin, Veil: version.Veil(),
		Directory: g.Cwd, Ticket: ticket, Since: time.Now().UTC().Truncate(time.Second),
	})
	if err != nil {
		return &config.Error{What: "the sign that veil runs cannot be written: " + config.Cause(err), Mend: "make veil's state directory writable, and room on its disk"}
	}
	if ticket != "" {
		return nil // who gave it out takes the sign away
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.beats = append(o.beats, file)
	return nil
}

// close takes the signs away: the host has gone.
func (o *openCodeLines) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, file := range o.beats {
		_ = os.Remove(file)
	}
}

// isLastGate implements lastGate.
func (q openCodeInquiry) isLastGate() bool { return q.request.IsLastGate() }

// hold implements resent.
func (q openCodeInquiry) hold(epoch string) { q.request.Hold(epoch) }
