// SPDX-License-Identifier: Apache-2.0

//go:build unix

package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/detectors"
)

// names are made-up names, one a line.
func names(given string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s Apellido%c%c Otro%c\n", given, 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26)
	}
	return b.String()
}

// shelf is a catalogue of 500 names and a cache, in directories of their own.
type shelf struct {
	list  string
	cache indexCache
}

func newShelf(t *testing.T) shelf {
	t.Helper()
	list := write(t, filepath.Join(t.TempDir(), "names.txt"), names("Ana", 500))
	return shelf{list, indexCache{filepath.Join(t.TempDir(), "a", "veil"), time.Now().Add(time.Hour), 0}}
}

// find returns how many names of the text the catalogue knows.
func (s shelf) find(t *testing.T, text string, lists ...string) int {
	t.Helper()
	catalogue, err := s.cache.catalogue(append([]string{s.list}, lists...))
	require.NoError(t, err)
	set, err := detectors.New(detectors.Options{Catalogue: catalogue})
	require.NoError(t, err)
	return len(set.Find(nil, []byte(text)))
}

// kept are the files of the cache.
func (s shelf) kept(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(s.cache.dir, "*"))
	require.NoError(t, err)
	return files
}

// plant puts another catalogue into the kept file: what is found then tells whether
// the file was used.
func (s shelf) plant(t *testing.T) {
	t.Helper()
	require.Equal(t, 1, s.find(t, "Ana ApellidoAA OtroA"))
	file := s.kept(t)[0]
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	other, err := detectors.ParseCatalogue([]byte(names("Eva", 500)))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, other.AppendIndex(data[:indexStart:indexStart]), 0o600))
	require.Equal(t, 1, s.find(t, "Eva ApellidoAA OtroA"), "the kept catalogue is used")
}

func TestCompiledCatalogueIsPrivate(t *testing.T) {
	s := newShelf(t)
	require.Equal(t, 500, s.find(t, names("Ana", 500)))
	require.Len(t, s.kept(t), 1)
	require.Regexp(t, `^[0-9a-f]{32}\.index$`, filepath.Base(s.kept(t)[0]))
	for path, mode := range map[string]os.FileMode{s.cache.dir: 0o700 | os.ModeDir, s.kept(t)[0]: 0o600} {
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, mode, info.Mode(), path)
	}
	hidden, err := filepath.Glob(filepath.Join(s.cache.dir, ".*"))
	require.NoError(t, err)
	require.Empty(t, hidden, "no temporary file stays")
}

func TestCompiledCatalogueIsUsedWhileFresh(t *testing.T) {
	changes := map[string]func(t *testing.T, s shelf) (lists []string){
		"longer": func(t *testing.T, s shelf) []string {
			write(t, s.list, names("Ana", 501))
			return nil
		},
		"the same size and time": func(t *testing.T, s shelf) []string {
			info, err := os.Stat(s.list)
			require.NoError(t, err)
			write(t, s.list, names("Ana", 499)+"Ana ApellidoZZ OtroA\n")
			require.NoError(t, os.Chtimes(s.list, info.ModTime(), info.ModTime()))
			return nil
		},
		"another file in place": func(t *testing.T, s shelf) []string {
			next := write(t, s.list+".new", names("Ana", 500))
			require.NoError(t, os.Rename(next, s.list))
			return nil
		},
		"another mode": func(t *testing.T, s shelf) []string {
			require.NoError(t, os.Chmod(s.list, 0o640))
			return nil
		},
		"one more list": func(t *testing.T, _ shelf) []string {
			return []string{write(t, filepath.Join(t.TempDir(), "more.txt"), "Olga Otra\n")}
		},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			s := newShelf(t)
			s.plant(t)
			time.Sleep(20 * time.Millisecond) // a step of the file system's clock
			lists := change(t, s)
			require.Zero(t, s.find(t, "Eva ApellidoAA OtroA", lists...), "the kept catalogue is stale")
			require.Equal(t, 1, s.find(t, "Ana ApellidoAA OtroA", lists...))
		})
	}
}

func TestCompiledCatalogueIsNotTrusted(t *testing.T) {
	loosen := map[string]func(t *testing.T, s shelf){
		"the file is readable for others": func(t *testing.T, s shelf) { require.NoError(t, os.Chmod(s.kept(t)[0], 0o644)) },
		"the folder is open to others":    func(t *testing.T, s shelf) { require.NoError(t, os.Chmod(s.cache.dir, 0o755)) },
		"the file is a link": func(t *testing.T, s shelf) {
			file := s.kept(t)[0]
			require.NoError(t, os.Rename(file, file+".real"))
			require.NoError(t, os.Symlink(file+".real", file))
		},
		"the folder is a link": func(t *testing.T, s shelf) {
			require.NoError(t, os.Rename(s.cache.dir, s.cache.dir+".real"))
			require.NoError(t, os.Symlink(s.cache.dir+".real", s.cache.dir))
		},
		"the file is a folder": func(t *testing.T, s shelf) {
			file := s.kept(t)[0]
			require.NoError(t, os.Remove(file))
			require.NoError(t, os.Mkdir(file, 0o700))
		},
		"the file is empty":      func(t *testing.T, s shelf) { require.NoError(t, os.Truncate(s.kept(t)[0], 0)) },
		"the file is cut":        func(t *testing.T, s shelf) { require.NoError(t, os.Truncate(s.kept(t)[0], 5_000)) },
		"only the stamp is left": func(t *testing.T, s shelf) { require.NoError(t, os.Truncate(s.kept(t)[0], indexStart)) },
	}
	for name, change := range loosen {
		t.Run(name, func(t *testing.T) {
			s := newShelf(t)
			s.plant(t)
			change(t, s)
			require.Zero(t, s.find(t, "Eva ApellidoAA OtroA"))
			require.Equal(t, 1, s.find(t, "Ana ApellidoAA OtroA"))
		})
	}
}

// Whatever byte is damaged, every name is found.
func TestDamagedCompiledCatalogueIsReadAnew(t *testing.T) {
	s := newShelf(t)
	require.Equal(t, 500, s.find(t, names("Ana", 500)))
	file := s.kept(t)[0]
	good, err := os.ReadFile(file)
	require.NoError(t, err)
	for at := 0; at < len(good); at += 977 {
		data := append([]byte{}, good...)
		data[at] ^= 0x10
		require.NoError(t, os.WriteFile(file, data, 0o600))
		require.Equal(t, 500, s.find(t, names("Ana", 500)), "byte %d", at)
	}
}

func TestCatalogueIsNotCompiled(t *testing.T) {
	tests := []struct {
		name   string
		change func(t *testing.T, s *shelf)
	}{
		{"just changed: a change in the same step of the clock is not seen", func(_ *testing.T, s *shelf) { s.cache.now = time.Now() }},
		{"small: parsing it costs less", func(t *testing.T, s *shelf) { write(t, s.list, names("Ana", 20)) }},
		{"no place", func(_ *testing.T, s *shelf) { s.cache.dir = "" }},
		{"no folder can be made", func(t *testing.T, s *shelf) { s.cache.dir = filepath.Join(s.list, "veil") }},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			s := newShelf(t)
			tc.change(t, &s)
			require.Equal(t, 1, s.find(t, "Ana ApellidoAA OtroA"))
			if s.cache.dir != "" {
				require.Empty(t, s.kept(t))
			}
		})
	}
}

func TestCatalogueThatCannotBeReadIsAnErrorWithACacheToo(t *testing.T) {
	s := newShelf(t)
	s.plant(t)
	write(t, s.list, names("Ana", 500)+"17\n")
	_, err := s.cache.catalogue([]string{s.list})
	var bad *Error
	require.ErrorAs(t, err, &bad)
	require.Equal(t, 501, bad.Line)
	require.NoError(t, os.Remove(s.list))
	_, err = s.cache.catalogue([]string{s.list})
	require.ErrorContains(t, err, "is not there")
}

func TestOldCompiledCataloguesAreRemoved(t *testing.T) {
	s := newShelf(t)
	s.plant(t)
	old := write(t, filepath.Join(s.cache.dir, "old.index"), "x")
	require.NoError(t, os.Chtimes(old, time.Now(), time.Now().Add(-2*unused)))
	write(t, s.list, names("Ana", 501))
	s.find(t, "")
	require.NoFileExists(t, old)
	require.Len(t, s.kept(t), 1)
}

func TestCacheInsideTheWorkspaceIsNone(t *testing.T) {
	m := newMachine(t)
	d, err := FindDirs(m.project)
	require.NoError(t, err)
	require.Equal(t, filepath.Join(m.home, ".cache", "veil"), d.Cache)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(m.project, "x"))
	d, err = FindDirs(m.project)
	require.NoError(t, err)
	require.Empty(t, d.Cache)
	elsewhere := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", elsewhere)
	d, err = FindDirs(m.project)
	require.NoError(t, err)
	require.Equal(t, filepath.Join(elsewhere, "veil"), d.Cache)
}

// BenchmarkCatalogue compares parsing a catalogue with opening the compiled one.
func BenchmarkCatalogue(b *testing.B) {
	for _, n := range []int{10, 50, 100, 200, 500, 10_000} {
		list := filepath.Join(b.TempDir(), "names.txt")
		require.NoError(b, os.WriteFile(list, []byte(names("Ana", n)), 0o600))
		cache := indexCache{b.TempDir(), time.Now().Add(time.Hour), 0}
		require.NoError(b, os.Chmod(cache.dir, 0o700))
		text := []byte("Ana ApellidoAA OtroA")
		search := func(catalogue *detectors.Catalogue, err error) {
			require.NoError(b, err)
			set, err := detectors.New(detectors.Options{Catalogue: catalogue})
			require.NoError(b, err)
			set.Find(nil, text)
		}
		b.Run(fmt.Sprintf("parsed/%d", n), func(b *testing.B) {
			for b.Loop() {
				search(readCatalogues([]string{list}))
			}
		})
		parsed, err := readCatalogues([]string{list})
		require.NoError(b, err)
		s, err := stampOf([]string{list})
		require.NoError(b, err)
		file := filepath.Join(cache.dir, nameOf([]string{list}))
		cache.keep(file, parsed.AppendIndex(s.header()))
		b.Run(fmt.Sprintf("compiled/%d", n), func(b *testing.B) {
			for b.Loop() {
				s, err := stampOf([]string{list})
				require.NoError(b, err)
				data, ok := openPrivate(file)
				require.True(b, ok && string(data[:indexStart]) == string(s.header()))
				search(detectors.OpenIndex(data[indexStart:], nil))
			}
		})
	}
}
