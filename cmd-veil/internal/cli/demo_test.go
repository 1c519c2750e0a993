// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

func TestDemo(t *testing.T) {
	for lang, mark := range map[string]string{"en": "\n  ok\n", "es": "\n  bien\n"} {
		t.Run(lang, func(t *testing.T) {
			newHome(t)
			r := veil(t, "", "demo", "--lang", lang)
			require.Equal(t, exitOK, r.code, r.stdout+r.err)
			require.Empty(t, r.err)
			require.GreaterOrEqual(t, len(demoScenes()), 12)
			require.Equal(t, len(demoScenes()), strings.Count(r.stdout, mark))
			require.NotContains(t, r.stdout, "\x1b", "no colours in a pipe")
		})
	}
}

func TestDemoShowsEveryKind(t *testing.T) {
	newHome(t)
	r := veil(t, "", "demo")
	for _, k := range core.Kinds() {
		require.Contains(t, r.stdout, "["+string(k)+"-001")
	}
}

// A scene that ends otherwise is told, counted, and the exit code says it.
func TestDemoFailsOnAMismatch(t *testing.T) {
	for lang, mark := range map[string]string{"en": "NOT AS EXPECTED", "es": "NO ES LO ESPERADO"} {
		for i := range demoScenes() {
			newHome(t)
			r := rehearsal{lang: lang, scenes: demoScenes()}
			r.scenes[i].want = same("something else")
			var out, complaint bytes.Buffer
			err := r.play(context.Background(), streams{nil, &out, &complaint})
			require.Equal(t, codeError(exitFound), err)
			require.Equal(t, 1, strings.Count(out.String(), mark), "scene %d", i+1)
			require.Contains(t, out.String(), "something else")
			require.NotEmpty(t, complaint.String())
		}
	}
}

// What is on the machine neither decides the demonstration nor is touched by it.
func TestDemoLeavesTheMachineAlone(t *testing.T) {
	newHome(t)
	home := os.Getenv("HOME")
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("VEIL_CATALOG", "/absent")
	writeFile(t, filepath.Join(home, ".config", "veil", "veil.yaml"), "version: none\n")
	writeFile(t, filepath.Join(home, ".local", "state", "veil", "key"), "no key")
	before := everyFile(t, home)
	r := veil(t, "", "demo")
	require.Equal(t, exitOK, r.code, r.stdout+r.err)
	require.Equal(t, before, everyFile(t, home))
	require.Empty(t, everyFile(t, os.Getenv("TMPDIR")))
}

// everyFile lists the files below a directory with what they hold.
func everyFile(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		if d.IsDir() {
			files[path] = "a directory"
			return nil
		}
		text, err := os.ReadFile(path)
		files[path] = string(text)
		return err
	}))
	return files
}

// Every key of the configuration makes a difference to some scene, which is told as what
// the configuration says, and by which key.
func TestDemoRehearsesAConfiguration(t *testing.T) {
	tests := []struct{ name, key, after string }{
		{"catalog", "catalog: more.txt", "after     invoice of [NOMBRE-003]"},
		{"allow.values", `allow: {values: ["+34913368785"]}`, "          [EMAIL-002], +34 91 336 87 85, NSS [NSS-001]"},
		{"allow.domains", "allow: {domains: [norte.es]}", "          ana@norte.es, [TEL-002], NSS [NSS-001]"},
		{"paths.allow", "paths: {allow: [/home/ana/obra/.env]}", "after     not denied"},
		{"tools.local", "tools: {local: [mcp__files__*]}", "after     DNI: 12345678Z"},
		{"reveal", "reveal: [{to: mcp__mail__send, kinds: [EMAIL]}]", "after     maria.perez@clinicasol.es"},
		{"write.keep", "write: {keep: [/home/ana/anonimo/**]}", "after     [DNI-001]"},
		{"display", "display: always", "after     María Pérez owes nothing."},
		{"detect.assignments", "detect: {assignments: true}", "after     password = [SECRETO-002]"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			project := newHome(t)
			writeFile(t, filepath.Join(project, "more.txt"), "Lucía Gómez\n")
			writeFile(t, filepath.Join(project, "own.yaml"), "version: 1\n"+tc.key+"\n")
			r := veil(t, "", "demo", "--config", "own.yaml")
			require.Equal(t, exitOK, r.code, r.stdout+r.err)
			require.Contains(t, r.stdout, "  "+tc.after+"\n")
			require.Contains(t, r.stdout, "\n  own.yaml has it so: "+tc.name+"\n")
			require.Regexp(t, `(?m)^27 scenes: \d+ as without own.yaml, \d as it has it\. `, r.stdout)
			require.Empty(t, r.err)
			require.NoFileExists(t, filepath.Join(os.Getenv("HOME"), ".cache"))
		})
	}
}

// Keys that make a difference together, or each alone, are both named; one that makes none
// is not.
func TestDemoNamesTheKeys(t *testing.T) {
	project := newHome(t)
	writeFile(t, filepath.Join(project, "own.yaml"), "version: 1\nallow: {values: [\"+34913368785\"], domains: [norte.es, clinicasol.es]}\ndisplay: interactive\n"+
		"reveal: [{to: mcp__mail__send, kinds: [EMAIL]}]\ndetect: {assignments: true}\n")
	r := veil(t, "", "demo", "--config", "own.yaml", "--lang", "es")
	require.Equal(t, exitOK, r.code, r.stdout+r.err)
	require.Contains(t, r.stdout, "\n  así lo dice own.yaml: allow.values, allow.domains\n")
	require.Contains(t, r.stdout, "\n  así lo dice own.yaml: detect.assignments\n")
	require.NotContains(t, r.stdout, "display\n")
	require.Contains(t, r.stdout, "\n  sin ella  password = kX9v2mQ7pLw4\n")
}

// What is wrong without the configuration too is no difference that it makes.
func TestDemoTellsAFaultFromADifference(t *testing.T) {
	project := newHome(t)
	writeFile(t, filepath.Join(project, "own.yaml"), "version: 1\npaths: {allow: [/home/ana/obra/.env]}\n")
	r := rehearsal{lang: "en", config: filepath.Join(project, "own.yaml"), scenes: demoScenes()}
	r.scenes[0].want = same("something else")
	var out, complaint bytes.Buffer
	err := r.play(context.Background(), streams{nil, &out, &complaint})
	require.Equal(t, codeError(exitFound), err)
	require.Equal(t, 1, strings.Count(out.String(), "NOT AS EXPECTED"))
	require.Equal(t, 1, strings.Count(out.String(), "own.yaml has it so: paths.allow"))
	require.Equal(t, "veil: 1 of 27 scenes did not end as expected\nveil: hint: please report this\n", complaint.String())
}

// In Spanish only what veil itself says to a host is English.
func TestDemoInSpanish(t *testing.T) {
	for _, scene := range demoScenes() {
		for _, text := range []told{scene.title, scene.where} {
			require.NotRegexp(t, `\b(with|the|hooks alone|is|file)\b`, text.in("es"))
		}
		require.NotContains(t, scene.want.in("es"), "denied: ")
	}
	newHome(t)
	r := veil(t, "", "demo", "--lang", "es")
	require.Contains(t, r.stdout, "\n  después   denegado: veil: not analysed: pseudonym store")
	require.Contains(t, r.stdout, "Claude Code con el plugin, prompt.submit")
}

func TestDemoWithoutAPlace(t *testing.T) {
	newHome(t)
	t.Setenv("TMPDIR", "/nowhere")
	require.Equal(t, result{exitConfig, "", "veil: /nowhere: no folder for the scenes can be made there: no such file or directory\nveil: hint: make room, or set TMPDIR to another folder\n"}, veil(t, "", "demo"))
}

// Nothing is printed before all is cleared away: who reads may close the pipe.
func TestDemoLeavesNothingBehindAClosedPipe(t *testing.T) {
	newHome(t)
	t.Setenv("TMPDIR", t.TempDir())
	r := rehearsal{lang: "en", scenes: demoScenes()}
	seen := -1
	err := r.play(context.Background(), streams{nil, writerFunc(func([]byte) (int, error) {
		seen = len(everyFile(t, os.Getenv("TMPDIR")))
		return 0, os.ErrClosed
	}), io.Discard})
	require.ErrorIs(t, err, os.ErrClosed)
	require.Zero(t, seen)
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(text []byte) (int, error) { return f(text) }

func TestDemoOfAConfigurationThatCannotBeUsed(t *testing.T) {
	tests := []struct{ name, file, err string }{
		{"absent", "absent.yaml", "veil: absent.yaml: cannot be read: no such file or directory\nveil: hint: name a file like veil.yaml\n"},
		{"unknown key", "bad.yaml", "bad.yaml:2: unknown key \"colour\"\n"},
		{"absent catalogue", "names.yaml", "absent.txt: the client name catalogue is not there\n"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			project := newHome(t)
			writeFile(t, filepath.Join(project, "bad.yaml"), "version: 1\ncolour: red\n")
			writeFile(t, filepath.Join(project, "names.yaml"), "version: 1\ncatalog: absent.txt\n")
			r := veil(t, "", "demo", "--config", tc.file)
			require.Equal(t, exitConfig, r.code)
			require.Empty(t, r.stdout)
			require.Contains(t, r.err, tc.err)
		})
	}
	r := veil(t, "", "demo", "--lang", "fr")
	require.Equal(t, result{exitUsage, "", "veil: --lang is neither en nor es\nveil: hint: veil demo --lang es\n"}, r)
}
