// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/hosts"
)

func TestNormalise(t *testing.T) {
	b := &box{Sandbox: &hosts.Sandbox{Root: "/tmp/T_x.1/001", Work: "/tmp/T_x.1/001/work", Home: "/tmp/T_x.1/001/home"}}
	raw := `{"t":"/tmp/T_x.1/001/home/.claude/projects/-tmp-T-x-1-001-work/0a1b2c3d-0000-1111-2222-0a1b2c3d4e5f.jsonl",` +
		`"cwd":"/tmp/T_x.1/001/work","tool_use_id":"toolu_ab12_0","duration_ms":17}` + "\n"
	want := `{"t":"/home/user/.claude/projects/-work-project/00000000-0000-0000-0000-000000000000.jsonl",` +
		`"cwd":"/work/project","tool_use_id":"toolu_0","duration_ms":5}` + "\n"
	assert.Equal(t, want, normalise(b, raw))
}
