// SPDX-License-Identifier: Apache-2.0

package release

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlaySaysWhatIsSkipped(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, play(&out, []step{{"rpm", func() error { return skipped("rpm is not installed") }}, {"next", func() error { return nil }}}))
	require.Regexp(t, `(?m)^\*\*\* SKIPPED +[0-9.]+s  rpm: rpm is not installed$`, out.String())
	require.Regexp(t, `(?m)^ok .*  next$`, out.String())
}

func TestPresent(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, errors.Join(put(filepath.Join(dir, "a", "b"), "x"), put(filepath.Join(dir, "empty"), "")))
	require.NoError(t, present(dir, "a/b"))
	require.ErrorContains(t, present(dir, "a", "a/b", "empty", "c"), "a is missing, empty or no file\nempty is missing, empty or no file\nc is missing, empty or no file")
}

func TestBills(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, put(filepath.Join(dir, "veil_1_linux_amd64.tar.gz"), "x"))
	require.Equal(t, skipped("syft is not installed"), bills(dir))
	require.NoError(t, put(filepath.Join(dir, "other.sbom.json"), "x"))
	require.ErrorContains(t, bills(dir), "veil_1_linux_amd64.tar.gz has no bill of materials")
	require.NoError(t, put(filepath.Join(dir, "veil_1_linux_amd64.tar.gz.sbom.json"), "x"))
	require.NoError(t, bills(dir))
}

// An archive that lacks a file is found out.
func TestUnpackMissesAFile(t *testing.T) {
	dist, content := t.TempDir(), t.TempDir()
	require.NoError(t, put(filepath.Join(content, "veil"), "x"))
	file := filepath.Join(dist, "veil_1_"+runtime.GOOS+"_"+runtime.GOARCH+".tar.gz")
	require.NoError(t, exec.Command("tar", "-czf", file, "-C", content, ".").Run())
	a := archive{dist: dist, dir: filepath.Join(t.TempDir(), "archive"), programs: []string{"veil", "other"}}
	require.ErrorContains(t, a.unpack(), "plugin-claudecode/program/veil is missing, empty or no file")
	require.ErrorContains(t, a.unpack(), "other is missing")
	require.ErrorContains(t, (archive{dist: t.TempDir(), dir: a.dir}).unpack(), "0 files are like veil_*_")
}

// What a package leaves behind is found out.
func TestEmptyRoot(t *testing.T) {
	root := t.TempDir()
	s := system{own: []string{"var/lib/dpkg/"}}
	require.NoError(t, put(filepath.Join(root, "var/lib/dpkg/status"), "x"))
	require.NoError(t, s.empty(root))
	require.NoError(t, os.MkdirAll(filepath.Join(root, "usr/share/veil"), 0o700))
	require.ErrorContains(t, s.empty(root), "usr/share/veil is left behind")
	require.NoError(t, put(filepath.Join(root, "usr/share/man/man1/veil.1"), "x"))
	require.ErrorContains(t, s.empty(root), "usr/share/man/man1/veil.1 is left behind")
}

func TestPrograms(t *testing.T) {
	programs, err := Programs("../..")
	require.NoError(t, err)
	require.Contains(t, programs, "veil")
	_, err = Programs(t.TempDir())
	require.Error(t, err)
}
