// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	store, err := pseudonymstore.Open(filepath.Join(dir, "veil"), "the host's session id")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	text := "tel 600123456"
	found := []core.Finding{{Kind: core.Tel, Value: "+34600123456", Start: 4, End: 13}}
	rewritings, err := store.Hide(context.Background(), []core.Hideable{{Text: text, Findings: found, Fresh: true}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(core.ApplyEdits(text, rewritings[0].Edits))
	// Output: tel [TEL-001]
}
