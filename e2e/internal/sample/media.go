// SPDX-License-Identifier: Apache-2.0

package sample

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
)

// PNG is a picture of noise with a comment in its file.
func PNG(comment string) []byte {
	const side = 64
	picture := image.NewRGBA(image.Rect(0, 0, side, side))
	noise := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // nothing secret
	for i := range side * side {
		n := noise.Uint32()
		picture.Set(i%side, i/side, color.RGBA{byte(n), byte(n >> 8), byte(n >> 16), 255})
	}
	var b bytes.Buffer
	_ = png.Encode(&b, picture) // a buffer takes everything
	text := append([]byte("tEXtComment\x00"), comment...)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(text)-len("tEXt"))) //nolint:gosec // some bytes
	chunk = append(chunk, text...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(text))
	const header = 8 + 25 // the signature and the first chunk
	return bytes.Join([][]byte{b.Bytes()[:header], chunk, b.Bytes()[header:]}, nil)
}

// Picture is PNG as protocols carry it.
func Picture(comment string) string { return base64.StdEncoding.EncodeToString(PNG(comment)) }

// PDF is a document of one page with a line of text.
func PDF(line string) []byte {
	draw := "BT /F1 24 Tf 40 100 Td (" + line + ") Tj ET"
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(draw), draw), "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var at []int
	for i, object := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj%s\nendobj\n", i+1, object)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, offset := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, start)
	return b.Bytes()
}
