// SPDX-License-Identifier: Apache-2.0

package core_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/veil-guard/veil/core"
)

// badge is a detector of somebody's own: staff badge numbers.
type badge struct{}

func (badge) Find(dst []core.Finding, text []byte) []core.Finding {
	if i := bytes.Index(text, []byte("BADGE-7")); i >= 0 {
		dst = append(dst, core.Finding{Kind: core.Pasaporte, Start: i, End: i + 7, Value: "BADGE-7", Confidence: core.Certain})
	}
	return dst
}

// one gives every value the number 1 and remembers nothing.
type one struct{}

func (one) Known(dst []core.Finding, _ []byte) []core.Finding { return dst }

func (one) Hide(_ context.Context, texts []core.Hideable) ([]core.Rewriting, error) {
	out := make([]core.Rewriting, len(texts))
	for i, t := range texts {
		for _, f := range t.Findings {
			out[i].Edits = append(out[i].Edits, core.Edit{Start: f.Start, End: f.End, New: core.Token{Kind: f.Kind, Number: 1}.String()})
		}
	}
	return out, nil
}

func (one) Reveal(_ context.Context, texts []string) ([]core.Rewriting, error) {
	return make([]core.Rewriting, len(texts)), nil
}

// A guard of a host's tool output, with parts of one's own.
func Example() {
	doc, err := core.ParseDocument([]byte(`{"stdout": "guest BADGE-7 came in"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	guard := core.Guard{Capabilities: core.Matrix(), Detectors: []core.Detector{badge{}}, Pseudonyms: one{}}
	verdict, err := guard.Inspect(context.Background(), core.Event{
		Host:    core.Host{Name: core.OpenCode, Version: "1.18.33"},
		Session: "a-session",
		Surface: core.ToolOutput,
		Power:   core.Rewrite,
		Leaves:  doc.Root().Leaves(),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	masked, err := doc.Root().Splice(verdict.Patches)
	fmt.Println(verdict.Decision, string(masked), err)
	// Output: allow {"stdout": "guest [PASAPORTE-001] came in"} <nil>
}
