// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/hosts"
)

func TestNormalise(t *testing.T) {
	b := &box{Sandbox: &hosts.Sandbox{Work: "/tmp/T/work"}}
	line := `{"sessionID":"ses_dd673849effehaDtN3XVGq3m2T","callID":"call_ab12_0","path":"/tmp/T/work/a","at":1795993629828}` + "\n"
	want := "{\n \"sessionID\": \"ses_00000000000000000000000000\",\n \"callID\": \"call_000\"," +
		"\n \"path\": \"/work/project/a\",\n \"at\": 1795996800000\n}\n"
	assert.Equal(t, want, normalise(t, b, []byte(line)))
}
