// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

// blob is a text of made-up encoded data that is a blob as a whole. A detector
// need not repeat its bytes as its value.
func blob(seed, size int) core.Hideable {
	text := strings.Repeat(fmt.Sprintf("%08d+QUJD/", seed), size/14+1)[:size]
	return core.Hideable{Text: text, Findings: []core.Finding{{Kind: core.Blob, End: size}}, Fresh: true}
}

// blobSizes are short and long: a store may keep them in different ways.
func blobSizes() []int { return []int{9, 40, 4096, 4097, 300_000} }

func (s suite) blobs(t *testing.T) {
	p, other := s.on(t, "a"), s.on(t, "b")
	for i, size := range blobSizes() {
		b, want := blob(7, size), token(core.Blob, i+1, 1).String()
		assert.Equal(t, []string{want, want}, p.hide(b, b), "size %d", size)
		assert.Equal(t, "["+want+"]", p.hide(core.Hideable{
			Text: "[" + b.Text + "]", Findings: []core.Finding{{Kind: core.Blob, Value: "anything", Start: 1, End: size + 1}},
		})[0], "the same bytes have the same token")
		_, unknown := other.reveal(want)
		assert.Len(t, unknown, 1)
	}
	p = s.on(t, "a")
	for i, size := range blobSizes() {
		b, minted := blob(7, size), token(core.Blob, i+1, 1).String()
		text, unknown := p.reveal(minted + " " + minted)
		assert.True(t, b.Text+" "+b.Text == text, "size %d", size)
		assert.Empty(t, unknown)
		assert.Equal(t, minted, p.hide(b)[0])
		assert.NotEqual(t, minted, p.hide(blob(8, size))[0])
	}
	assert.Equal(t, "[LITERAL-001]", p.fresh("[BLOB-001]"))
}

// blobsAreNotKnown: blobs are found again by rule, not by what they were.
func (s suite) blobsAreNotKnown(t *testing.T) {
	p := s.on(t, "")
	for _, size := range blobSizes() {
		p.hide(blob(7, size))
	}
	for _, size := range blobSizes() {
		require.Empty(t, p.Known(nil, []byte(blob(7, size).Text)))
	}
}
