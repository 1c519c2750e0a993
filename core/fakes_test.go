// SPDX-License-Identifier: Apache-2.0

package core

import (
	"bytes"
	"context"
	"errors"
	"strings"
)

// The values that tests plant, one a kind. They are made up.
var planted = map[Kind]string{
	DNI: "12345678Z", CIF: "A58818501", NSS: "281234567840", IBAN: "ES9121000418450200051332",
	Tarjeta: "4111111111111111", Email: "ana@clinica.example", Tel: "+34612345678", Pasaporte: "AAA123456",
	Matricula: "1234BBB", Nombre: "Ana Ruiz", Secreto: "sk-veil-0123456789abcdef", Blob: "QUJDREVGR0g=", Literal: "<<literal>>",
}

// fakeDetector finds the planted values, and bytes that are zero.
type fakeDetector struct{ misses Kind }

func (d fakeDetector) Find(dst []Finding, text []byte) []Finding {
	if strings.IndexByte(string(text), 0) >= 0 {
		return append(dst, Finding{Kind: Unscannable, End: len(text), Disposition: Refuse})
	}
	for _, k := range Kinds() {
		if k == d.misses {
			continue
		}
		for at := 0; ; {
			i := bytes.Index(text[at:], []byte(planted[k]))
			if i < 0 {
				break
			}
			dst = append(dst, Finding{Kind: k, Start: at + i, End: at + i + len(planted[k]), Value: planted[k], Confidence: Certain, Basis: ByCheckDigit})
			at += i + len(planted[k])
		}
	}
	return dst
}

// fakePseudonyms gives every kind the number 1 and restores the planted values.
type fakePseudonyms struct{ err error }

func (p fakePseudonyms) Known(dst []Finding, _ []byte) []Finding { return dst }

func (p fakePseudonyms) Hide(_ context.Context, texts []Hideable) ([]Rewriting, error) {
	out := make([]Rewriting, len(texts))
	for i, t := range texts {
		for _, f := range t.Findings {
			out[i].Edits = append(out[i].Edits, Edit{f.Start, f.End, Token{f.Kind, 1, 1}.String()})
		}
	}
	return out, p.err
}

func (p fakePseudonyms) Reveal(_ context.Context, texts []string) ([]Rewriting, error) {
	out := make([]Rewriting, len(texts))
	for i, t := range texts {
		for _, s := range FindTokens(nil, t) {
			if s.Token.Number != 1 {
				out[i].Unknown = append(out[i].Unknown, s.Token)
				continue
			}
			out[i].Edits = append(out[i].Edits, Edit{s.Start, s.End, planted[s.Token.Kind]})
		}
	}
	return out, p.err
}

// fakePolicy denies a call with a leaf that holds the word.
type fakePolicy struct {
	word string
	err  error
}

func (p fakePolicy) Judge(_ context.Context, ev Event) (Verdict, error) {
	for _, l := range ev.Leaves {
		if strings.Contains(l.Text, p.word) {
			return Denied(Reason{Rule: "word", Text: "holds the word"}), p.err
		}
	}
	return Verdict{}, p.err
}

// fakeShell takes a command that begins with grep for a local one, and a ">" for a
// write. It puts quotes round values, and refuses one with a quote in it.
type fakeShell struct{}

func (fakeShell) Inspect(command string) ShellUse {
	use := ShellUse{Local: strings.HasPrefix(command, "grep "), Writes: strings.Contains(command, ">") || strings.Contains(command, "-o [")}
	if _, file, found := strings.Cut(command, "> "); found {
		use.Files = []string{strings.ReplaceAll(file, "'", "")}
	}
	if !use.Local {
		use.Why = "it is not grep"
		use.Program, _, _ = strings.Cut(command, " ")
	}
	return use
}

var errFakeValue = errors.New("the value does not fit")

func (fakeShell) Restore(_ string, values []Edit) ([]Edit, error) {
	var edits []Edit
	for _, e := range values {
		if strings.Contains(e.New, "@") {
			return nil, errFakeValue
		}
		edits = append(edits, Edit{e.Start, e.End, "'" + e.New + "'"})
	}
	return edits, nil
}

// Keep quotes a token before a full stop, and refuses one before a question mark.
func (fakeShell) Keep(command string) ([]Edit, error) {
	var edits []Edit
	for _, s := range FindTokens(nil, command) {
		switch rest := command[s.End:]; {
		case strings.HasPrefix(rest, "."):
			edits = append(edits, Edit{s.Start, s.End, "'" + s.Token.String() + "'"})
		case strings.HasPrefix(rest, "?"):
			return nil, errFakeValue
		}
	}
	return edits, nil
}

func newGuard() *Guard {
	return &Guard{Capabilities: Matrix(), Detectors: []Detector{fakeDetector{}}, Pseudonyms: fakePseudonyms{}, Shell: fakeShell{}}
}

// hosts are the hosts in the versions that were measured.
func hosts() []Host {
	return []Host{{ClaudeCode, "2.1.332"}, {ClaudeCodeMod, "2.1.332"}, {OpenCode, "1.18.33"}}
}

func textLeaf(pointer, text string) Leaf { return Leaf{ID: LeafID{Pointer: pointer}, Text: text} }
