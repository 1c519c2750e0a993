// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"crypto/hmac"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/veil-guard/veil/core"
)

const (
	blobFolder = "blobs"
	blobFormat = "blob"

	// maxInline is the length in bytes up to which a blob stays in the log. Most
	// blobs are so short, and then the record's one fsync makes them durable; a
	// file of their own takes two more.
	maxInline = 4 << 10
	// maxBlobs is how many bytes of blobs a session keeps in files.
	maxBlobs = 16 << 20

	remedyBlob = "bring it back as it was, or leave the token out: what it stands for is lost"
)

// blobs are the files of a session's large blobs. The name of each is the keyed
// hash of its content, which is its checksum too.
type blobs struct {
	folder string // the session's
	key    []byte
}

// digest is the keyed hash of a blob's content: its identity in the session.
func (b blobs) digest(content string) string {
	return string(keyedHash(b.key, content))
}

// place is where a blob stands in a text. What a detector calls its value does
// not count: a blob is its bytes.
func (b blobs) place(start, end int, content string) place {
	p := place{start: start, end: end, spelling: spelling{identity{core.Blob, b.digest(content)}, content}}
	if len(content) > maxInline {
		p.spelling.text, p.large = "", content
	}
	return p
}

func (b blobs) path(digest string) string {
	return filepath.Join(b.folder, blobFolder, hex.EncodeToString([]byte(digest)))
}

// write makes a file durable that holds the content, unless there is one. It is
// called under the session's lock.
func (b blobs) write(digest, content string) error {
	path := b.path(digest)
	if err := ensureFolder(filepath.Dir(path)); err != nil {
		return err
	}
	if _, err := b.read(digest, len(content)); err == nil {
		// Its writer may have been killed before the name was durable.
		return syncFolder(filepath.Dir(path))
	}
	temp := filepath.Join(b.folder, unfinished)
	if err := writeNew(temp, true, header(blobFormat), content); err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return fileError(path, "remove it", errors.Join(err, os.Remove(temp)))
	}
	return syncFolder(filepath.Dir(path))
}

// read returns a blob's content, which is size bytes long.
func (b blobs) read(digest string, size int) (content string, err error) {
	path := b.path(digest)
	file, err := openPrivate(path)
	if errors.Is(err, os.ErrNotExist) {
		return "", fileError(path, remedyBlob, err)
	}
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	switch err := checkHeader(file, blobFormat); {
	case errors.Is(err, ErrCorrupt):
		return "", fileError(path, remedyBlob, ErrCorrupt)
	case err != nil:
		return "", err
	}
	all := make([]byte, size+1) // one more, to see where the file ends
	n, err := file.ReadAt(all, int64(len(header(blobFormat))))
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fileError(path, "", err)
	}
	content = string(all[:n])
	if n != size || !hmac.Equal([]byte(b.digest(content)), []byte(digest)) {
		return "", fileError(path, remedyBlob, ErrCorrupt)
	}
	return content, nil
}
