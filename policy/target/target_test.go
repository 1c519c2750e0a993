// SPDX-License-Identifier: Apache-2.0

package target

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

func TestJudge(t *testing.T) {
	tests := []struct {
		name, path string
		sink       core.Sink
		want       core.Decision
	}{
		{"a file", "/home/ana/a.txt", core.SinkFile, core.Allow},
		{"a relative file", "a.txt", core.SinkFile, core.Allow},
		{"shared memory", "/dev/shm/a.txt", core.SinkFile, core.Allow},
		{"a device", "/dev/sda", core.SinkFile, core.Deny},
		{"a device by a detour", "/home/../dev/tty", core.SinkFile, core.Deny},
		{"a relative device", "../../dev/tty", core.SinkFile, core.Deny},
		{"a process", "/proc/self/fd/1", core.SinkFile, core.Deny},
		{"the system", "/sys/a", core.SinkFile, core.Deny},
		{"a share", `\\host\share\a.txt`, core.SinkFile, core.Deny},
		{"a share with slashes", "//host/share/a.txt", core.SinkFile, core.Deny},
		{"a pipe", "/home/ana/pipe", core.SinkFile, core.Deny},
		{"a read", "/dev/sda", core.SinkRead, core.Allow},
	}
	files := Files{Irregular: func(path string) string {
		if path == "/home/ana/pipe" {
			return "a pipe"
		}
		return ""
	}}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			v, err := files.Judge(context.Background(), core.Event{
				Surface: core.ToolInput, Cwd: "/home/ana",
				Tool:   core.ToolSpec{Sink: tc.sink, PathFields: []string{"file_path"}},
				Leaves: []core.Leaf{{ID: core.LeafID{Pointer: "/file_path"}, Text: tc.path}},
			})
			require.NoError(t, err)
			require.Equal(t, tc.want, v.Decision)
		})
	}
}

func TestJudgePatch(t *testing.T) {
	for _, path := range []string{" /dev/tty", "/dev/tty", " ../../dev/tty"} {
		v, err := Files{}.Judge(context.Background(), core.Event{
			Surface: core.ToolInput, Cwd: "/home/ana",
			Tool:   core.ToolSpec{Sink: core.SinkFile, PatchFields: []string{"patchText"}},
			Leaves: []core.Leaf{{ID: core.LeafID{Pointer: "/patchText"}, Text: "*** Begin Patch\n*** Add File:" + path + "\n+x\n*** End Patch"}},
		})
		require.NoError(t, err)
		require.Equal(t, core.Deny, v.Decision, path)
	}
}
