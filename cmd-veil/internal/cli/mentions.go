// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
	claudecode "github.com/veil-guard/veil/hosts-claudecode"
)

// What the files that one prompt names may hold, in bytes, and a folder in names. An
// event has 5 s, also on a machine that is busy.
const (
	maxMentioned = 4 << 20
	maxListed    = 4096
	maxMentions  = 1000
)

// mentioned judges the files that the prompt names with @: the host puts them into the
// conversation, and no hook sees that.
func (q claudeCodeInquiry) mentioned(ctx context.Context, s scene) (core.Verdict, error) {
	for _, l := range q.asked.Leaves {
		v, err := q.mentionsIn(ctx, s, l.Text)
		if err != nil || v.Decision == core.Deny {
			return v, err
		}
	}
	return core.Verdict{}, nil
}

// mentionsIn judges the files that a text names with @.
func (q claudeCodeInquiry) mentionsIn(ctx context.Context, s scene, text string) (core.Verdict, error) {
	if claudecode.NamesResource(text) {
		return core.Denied(core.Reason{
			Rule:   "mentioned_resource",
			Text:   "the prompt names a resource of an MCP server with @, and no hook sees what is in it",
			Remedy: "leave out the @ and ask for it: the agent reads it with a tool",
		}), nil
	}
	paths := claudecode.Mentions(text)
	if len(paths) > maxMentions {
		return core.Denied(unmentionable("the prompt", fmt.Sprintf("it holds more than %d names with @", maxMentions))), nil
	}
	left := int64(maxMentioned)
	for _, path := range paths {
		v, err := q.mention(ctx, s, path, &left)
		if err != nil || v.Decision == core.Deny {
			return v, err
		}
	}
	return core.Verdict{}, nil
}

// mention judges one path. left is how much may still be read.
func (q claudeCodeInquiry) mention(ctx context.Context, s scene, name string, left *int64) (core.Verdict, error) {
	path := resolveMention(name, q.asked.Cwd, s.setup.Dirs.Home)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ENAMETOOLONG), errors.Is(err, syscall.EINVAL):
		return core.Verdict{}, nil // nothing is there to be sent
	case err != nil:
		return core.Denied(unmentionable("@"+name, config.Cause(err))), nil
	}
	v, err := q.judgeRead(ctx, s, path)
	if err != nil || v.Decision == core.Deny {
		return v, err
	}
	var text string
	switch {
	case info.IsDir():
		text, err = listing(path)
	case !info.Mode().IsRegular():
		err = errors.New("it is no plain file")
	case info.Size() > *left:
		err = fmt.Errorf("it is too large to be checked (more than %d MiB with the other files)", maxMentioned>>20)
	default:
		var content []byte
		content, err = config.ReadRegular(path, *left)
		*left -= int64(len(content))
		text = string(content)
	}
	if err != nil {
		return core.Denied(unmentionable("@"+name, config.Cause(err))), nil
	}
	return q.inspectContent(ctx, s, "@"+name, text)
}

// judgeRead asks the policies whether the agent may read the file.
func (q claudeCodeInquiry) judgeRead(ctx context.Context, s scene, path string) (core.Verdict, error) {
	ev := q.asked
	ev.Surface, ev.Power, ev.Tool = core.ToolInput, core.Rewrite, core.FindTool(claudecode.Tools(), "Read")
	ev.Leaves = []core.Leaf{{ID: core.LeafID{Pointer: "/file_path"}, Text: path}}
	var v core.Verdict
	for _, policy := range s.guard.Policies {
		judged, err := policy.Judge(ctx, ev)
		if err != nil {
			return core.Verdict{}, err
		}
		v = core.Merge(v, judged)
	}
	return v, nil
}

// inspectContent denies a text that holds values. what names it to the person.
func (q claudeCodeInquiry) inspectContent(ctx context.Context, s scene, what, text string) (core.Verdict, error) {
	ev := q.asked
	ev.Surface, ev.Power, ev.Leaves = core.Prompt, core.Block, []core.Leaf{{Text: text}}
	v, err := s.guard.Inspect(ctx, ev)
	if err != nil || v.Decision != core.Deny {
		return core.Verdict{}, err
	}
	return core.Denied(unmentionable(what, v.Reasons[0].Text)), nil
}

// unmentionable is the reason to stop a prompt for what it would have the host send.
func unmentionable(what, why string) core.Reason {
	return core.Reason{
		Rule:   "mentioned_file",
		Text:   fmt.Sprintf("%s would be sent as it is: %s", clean(what), why),
		Remedy: "leave out the @ and say what to read: the agent's own tools give it tokens",
	}
}

// clean writes a name on one line.
func clean(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, name)
}

// resolveMention is the path that the host reads for a name.
func resolveMention(name, cwd, home string) string {
	if rest, ok := strings.CutPrefix(name, "~"); ok && home != "" && (rest == "" || rest[0] == '/') {
		return filepath.Join(home, rest)
	}
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(cwd, name)
}

// listing returns the names in a folder, which is what the host sends of it.
func listing(path string) (string, error) {
	dir, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = dir.Close() }()
	names, err := dir.Readdirnames(maxListed + 1)
	if len(names) > maxListed {
		return "", fmt.Errorf("the folder holds more than %d names", maxListed)
	}
	if err != nil && len(names) > 0 {
		return "", err
	}
	return strings.Join(names, "\n"), nil
}
