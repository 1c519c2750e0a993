// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
)

const (
	keyFile   = "key"
	keyFormat = "key"
	keySize   = 32 // bytes
	nameSize  = 16 // bytes of the keyed hash that names a session's folder
)

// loadKey returns the key of the state directory, which is made on first use.
func loadKey(dir string) (_ []byte, err error) {
	path := filepath.Join(dir, keyFile)
	if err := createOnce(path, newKey()); err != nil {
		return nil, err
	}
	file, err := openPrivate(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return readKey(file)
}

// newKey returns the content of a new key file.
func newKey() []byte {
	key := make([]byte, keySize)
	rand.Read(key)
	return append([]byte(header(keyFormat)), binary.LittleEndian.AppendUint32(key, checksum(key))...)
}

// readKey reads a key file: its header, exactly keySize bytes and their checksum.
// Another key would give every session a new folder, and its tokens new values.
func readKey(file *os.File) ([]byte, error) {
	if err := checkHeader(file, keyFormat); err != nil {
		return nil, err
	}
	const size = keySize + checkLen
	content := make([]byte, size+1)
	n, err := file.ReadAt(content, int64(len(header(keyFormat))))
	key := content[:keySize]
	if n != size || err != io.EOF || binary.LittleEndian.Uint32(content[keySize:]) != checksum(key) {
		return nil, fileError(file.Name(), remedyRemove, ErrCorrupt)
	}
	return key, nil
}

// sessionKey is the secret of a session.
func sessionKey(key []byte, session string) []byte { return keyedHash(key, session) }

// folderName names the folder of a session without giving its id away.
func folderName(sessionKey []byte) string { return hex.EncodeToString(sessionKey[:nameSize]) }

// blobKey is the key that the contents of a session's blobs are hashed with.
func blobKey(sessionKey []byte) []byte { return keyedHash(sessionKey, blobFolder) }

// keyedHash is HMAC-SHA-256.
func keyedHash(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	_, _ = io.WriteString(mac, text) // a hash takes everything
	return mac.Sum(nil)
}
