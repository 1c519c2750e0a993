// SPDX-License-Identifier: Apache-2.0

package release

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestModulesComeAfterWhatTheyImport(t *testing.T) {
	before := map[string]bool{}
	for _, m := range Modules() {
		for _, s := range m.Siblings {
			require.True(t, before[s], "%s is released before %s, which it imports", m.Dir, s)
		}
		before[m.Dir] = true
	}
	require.True(t, before[program])
	require.False(t, before["e2e"])
}

func TestPlayNamesTheStepThatFails(t *testing.T) {
	broken := errors.New("broken")
	var out bytes.Buffer
	err := play(&out, []step{
		{"first", func() error { return nil }},
		{"second", func() error { return broken }},
		{"third", func() error { panic("must not be reached") }},
	})
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "second: ")
	require.Contains(t, out.String(), "first")
}

func TestErrorsSayWhatTheProgramComplainedOf(t *testing.T) {
	_, err := run(t.TempDir(), nil, "go", "mod", "edit", "-json")
	require.ErrorContains(t, err, "go mod edit -json")
	require.ErrorContains(t, err, "go.mod")
}

// gitRepo makes a repository with one module, core, tagged core/v0.1.0.
func gitRepo(t *testing.T) *repo {
	t.Helper()
	r := &repo{dir: t.TempDir(), env: append(identity(t.TempDir()), "GIT_CONFIG_GLOBAL="+os.DevNull)}
	git(t, r, "init", "--quiet")
	write(t, r, "core/core.go", "package core\n")
	write(t, r, "core/go.mod", "module core\n")
	commit(t, r)
	tags, err := r.tag("core", "v0.1.0")
	require.NoError(t, err)
	require.Equal(t, []string{"core/v0.1.0"}, tags)
	return r
}

func git(t *testing.T, r *repo, args ...string) string {
	t.Helper()
	out, err := r.git(args...)
	require.NoError(t, err)
	return out
}

func write(t *testing.T, r *repo, name, text string) {
	t.Helper()
	path := filepath.Join(r.dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

func commit(t *testing.T, r *repo) {
	t.Helper()
	git(t, r, "add", "--all")
	git(t, r, "commit", "--quiet", "--message", "change")
}

func TestATaggedModuleMustNotChange(t *testing.T) {
	tests := []struct {
		name, file string
		fails      bool
	}{
		{"its code", "core/core.go", true},
		{"a new file", "core/new.go", true},
		{"what pinning writes", "core/go.mod", false},
		{"sums", "core/go.sum", false},
		{"another module", "detectors/core.go", false},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r := gitRepo(t)
			write(t, r, tc.file, "changed\n")
			commit(t, r)
			tags, err := r.tag("core", "v0.1.0")
			require.Empty(t, tags)
			require.Equal(t, tc.fails, err != nil, "%v", err)
		})
	}
}

func TestTheProgramHasTheProductsTagToo(t *testing.T) {
	r := gitRepo(t)
	tags, err := r.tag(program, "v0.3.0")
	require.NoError(t, err)
	require.Equal(t, []string{"cmd-veil/v0.3.0", "v0.3.0"}, tags)
	require.Equal(t, "cmd-veil/v0.3.0\nv0.3.0", git(t, r, "tag", "--points-at", "HEAD", "--list", "*v0.3.0"))
}

// A second release moves no tag of the first.
func TestSquashMovesOnlyNewTags(t *testing.T) {
	r := gitRepo(t)
	first := git(t, r, "rev-parse", "HEAD")
	write(t, r, "core/core.go", "package core // more\n")
	commit(t, r)
	tags, err := r.tag("core", "v0.1.1")
	require.NoError(t, err)
	require.NoError(t, r.squash(first, tags))
	require.Equal(t, first, git(t, r, "rev-parse", "core/v0.1.0"))
	require.Equal(t, git(t, r, "rev-parse", "HEAD"), git(t, r, "rev-parse", "core/v0.1.1"))
	require.Equal(t, first, git(t, r, "rev-parse", "HEAD~1"))
	require.Contains(t, git(t, r, "log", "-1", "--format=%s"), "release: core v0.1.1")
}

func TestDeliverIsAllOrNothing(t *testing.T) {
	r := gitRepo(t)
	target := &repo{dir: t.TempDir(), env: r.env}
	git(t, target, "init", "--quiet")
	branch, err := r.deliver(target.dir, []string{"core/v0.1.0"})
	require.NoError(t, err)
	require.Equal(t, "release/core/v0.1.0", branch)
	require.Equal(t, git(t, r, "rev-parse", "HEAD"), git(t, target, "rev-parse", branch))
	before := git(t, target, "for-each-ref")

	write(t, r, "core/core.go", "package core // more\n")
	commit(t, r)
	git(t, r, "tag", "--force", "core/v0.1.0")
	git(t, r, "tag", "core/v0.1.1")
	_, err = r.deliver(target.dir, []string{"core/v0.1.0", "core/v0.1.1"})
	require.Error(t, err, "it would move a tag")
	require.Equal(t, before, git(t, target, "for-each-ref"))
}
