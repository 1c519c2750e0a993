// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/veil-guard/veil/core"
)

const (
	memoryFile   = "memory"
	memoryFormat = "memory"

	memorySize = 16   // bytes of a text's keyed hash
	maxMemory  = 4096 // texts: a model must not fill the disk with them
)

var _ core.Memory = (*Session)(nil)

// memory is the file of what a session remembers beside its values.
type memory struct {
	path string
	key  []byte
}

func newMemory(folder string, secret []byte) memory {
	return memory{filepath.Join(folder, memoryFile), keyedHash(secret, memoryFile)}
}

// Remember implements [core.Memory]. Beyond 4,096 texts, none is held any more.
// Errors are *Error.
func (s *Session) Remember(ctx context.Context, texts []string) (fresh []string, err error) {
	if len(texts) == 0 {
		return nil, nil
	}
	err = s.lock.hold(ctx, func() error {
		if err := s.replay(); err != nil {
			return err
		}
		if err := createOnce(s.memory.path, []byte(header(memoryFormat))); err != nil {
			return err
		}
		fresh, err = s.memory.add(texts)
		return err
	})
	return fresh, during("remember", err)
}

// Remembers implements [core.Memory]. Errors are *Error.
func (s *Session) Remembers(ctx context.Context, text string) (known bool, err error) {
	err = s.lock.hold(ctx, func() error {
		file, held, err := s.memory.open()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		known = slices.Contains(held, s.memory.hash(text))
		return file.Close()
	})
	return known, during("remember", err)
}

func (m memory) hash(text string) string { return string(keyedHash(m.key, text)[:memorySize]) }

// add writes down the texts that the file does not hold, and returns them.
func (m memory) add(texts []string) (fresh []string, err error) {
	file, held, err := m.open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	known := make(map[string]bool, len(held))
	for _, hash := range held {
		known[hash] = true
	}
	var b strings.Builder
	for _, text := range texts {
		hash := m.hash(text)
		if known[hash] {
			continue
		}
		known[hash] = true
		fresh = append(fresh, text)
		if len(held)+len(fresh) <= maxMemory {
			b.WriteString(hash)
		}
	}
	end := len(header(memoryFormat)) + len(held)*memorySize
	if _, err := file.WriteAt([]byte(b.String()), int64(end)); err != nil {
		return nil, fileError(m.path, "", err)
	}
	return fresh, nil
}

// open opens the file and returns the hashes in it. What a killed process did not
// finish at its end is none.
func (m memory) open() (file *os.File, held []string, err error) {
	if file, err = openPrivate(m.path); err != nil {
		return nil, nil, err
	}
	err = checkHeader(file, memoryFormat)
	content := make([]byte, maxMemory*memorySize)
	n := 0
	if err == nil {
		n, err = file.ReadAt(content, int64(len(header(memoryFormat))))
		if errors.Is(err, io.EOF) {
			err = nil
		}
	}
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	for hash := range slices.Chunk(content[:n-n%memorySize], memorySize) {
		held = append(held, string(hash))
	}
	return file, held, nil
}
