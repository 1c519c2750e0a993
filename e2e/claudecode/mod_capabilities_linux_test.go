// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/e2e/internal/sample"
)

// hasScreen is has for what a person reads on the terminal.
func (p modProbe) hasScreen(t *testing.T, b *box, power core.Power, log string) bool {
	t.Helper()
	screen := openScreen(t, b)
	screen.await(t, "❯")
	screen.enter(t, p.prompt)
	for end := time.Now().Add(limit); b.mock.Left() > 2 && time.Now().Before(end); {
		time.Sleep(100 * time.Millisecond)
	}
	screen.enter(t, "¿Y bien?") // what the model said before it is drawn then
	shown := screen.await(t, "Hecho.")
	hidden := !strings.Contains(shown, sample.DNI)
	switch power {
	case core.Observe:
		seen, err := os.ReadFile(log)
		return err == nil && strings.Contains(string(seen), sample.DNI)
	case core.Rewrite:
		return hidden && strings.Contains(shown, sample.TokenDNI)
	case core.AskPerson:
		return strings.Contains(shown, "PREGUNTA")
	default:
		return hidden
	}
}
