// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	// maxAge is how long a session is kept after its last use: 30 days.
	maxAge = 30 * 24 * time.Hour

	// maxLooked and maxAged bound what one new session spends on old ones: how many
	// it looks at, and how many it removes at most. A session is looked at when
	// another one begins, so that their number settles where as many age out as
	// begin.
	maxLooked = 64
	maxAged   = 4
	// maxAgeing is how long it looks for them, and how long it deletes, as blobs may
	// be many files.
	maxAgeing = 5 * time.Millisecond
)

// ageOut removes some of the sessions that were last used too long ago. It is
// called when a session begins: the one moment at which their number grows, and
// which waits for the disk anyway; the other events of a session are spared.
// What cannot be removed is left: it is tried again by other sessions, and veil
// sessions says what is wrong with it.
func ageOut(dir, newName string) {
	sessions := filepath.Join(dir, sessionsFolder)
	gone := retireOld(sessions, newName)
	if len(gone) == 0 || syncFolder(sessions) != nil {
		return
	}
	began := time.Now()
	for _, path := range gone {
		_ = os.RemoveAll(path)
		if time.Since(began) > maxAgeing {
			return // the next new session, or veil sessions purge, goes on
		}
	}
}

// retireOld returns the folders to delete: those that it retires, and those that
// were retired before.
func retireOld(sessions, newName string) (gone []string) {
	began := time.Now()
	unused := began.Add(-maxAge)
	for _, name := range neighbours(sessions, newName) {
		if len(gone) == maxAged || time.Since(began) > maxAgeing {
			break
		}
		folder := filepath.Join(sessions, name)
		name, left := strings.CutSuffix(name, removedSuffix)
		if !isSessionName(name) || checkFolder(folder) != nil {
			continue
		}
		if left {
			gone = append(gone, folder)
			continue
		}
		if lastUse(folder).After(unused) {
			continue
		}
		if path, err := retire(folder, unused); err == nil {
			gone = append(gone, path)
		}
	}
	return gone
}

// neighbours returns the names that follow a new session's name, the first ones
// behind the last. As names are keyed hashes, each new session begins somewhere
// else.
func neighbours(sessions, name string) []string {
	folder, err := os.Open(sessions)
	if err != nil {
		return nil
	}
	defer func() { _ = folder.Close() }()
	names, _ := folder.Readdirnames(-1)
	slices.Sort(names)
	at, here := slices.BinarySearch(names, name)
	after := at
	if here {
		after++
	}
	return slices.Concat(names[after:], names[:at])[:min(maxLooked, len(names)-(after-at))]
}
