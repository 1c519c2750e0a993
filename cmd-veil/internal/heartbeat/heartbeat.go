// SPDX-License-Identifier: Apache-2.0

// Package heartbeat says which hosts have loaded veil. A host that does not load its
// plugins runs on without a word, so that only a sign of the plugin itself proves it.
package heartbeat

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Beat is the sign of a plugin in one directory of one process of a host.
type Beat struct {
	PID       int       `json:"pid"`       // of the host
	Host      string    `json:"host"`      // its version; "" if unknown
	Plugin    string    `json:"plugin"`    // its version
	Veil      string    `json:"veil"`      // its version
	Directory string    `json:"directory"` // in which the agent works
	Ticket    string    `json:"ticket,omitempty"`
	Since     time.Time `json:"since"`
}

// TicketVariable names the environment variable by which who starts a host tells its
// sign from those of others.
const TicketVariable = "VEIL_TICKET"

const folderName = "heartbeats"

// Leave writes the sign below veil's state directory and returns its file, which whoever
// left it removes in the end. Signs of processes that are gone are removed.
func Leave(state string, b Beat) (file string, err error) {
	folder := filepath.Join(state, folderName)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	if _, err := All(state); err != nil {
		return "", err
	}
	text, err := json.Marshal(b)
	if err != nil {
		return "", err
	}
	file = filepath.Join(folder, name(b))
	temp, err := os.CreateTemp(folder, ".*.tmp")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(temp.Name()) }()
	_, err = temp.Write(append(text, '\n'))
	if err := errors.Join(err, temp.Close()); err != nil {
		return "", err
	}
	return file, os.Rename(temp.Name(), file)
}

// name is the same for the same process and directory.
func name(b Beat) string {
	sum := sha256.Sum256([]byte(b.Directory))
	return fmt.Sprintf("%d-%s.json", b.PID, hex.EncodeToString(sum[:8]))
}

// All returns the signs of the processes that run, and removes those of others.
func All(state string) ([]Beat, error) {
	folder := filepath.Join(state, folderName)
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var beats []Beat
	for _, e := range entries {
		file := filepath.Join(folder, e.Name())
		if !strings.HasSuffix(file, ".json") {
			continue
		}
		b, err := read(file)
		if err != nil || !runs(b.PID) {
			_ = os.Remove(file) // it is gone, or nothing that can be read
			continue
		}
		beats = append(beats, b)
	}
	return beats, nil
}

func read(file string) (b Beat, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return b, err
	}
	return b, json.Unmarshal(text, &b)
}

// Take returns the sign with that ticket and removes it. Its process may have ended: who
// left a sign with a ticket does not remove it.
func Take(state, ticket string) (b Beat, ok bool) {
	files, _ := filepath.Glob(filepath.Join(state, folderName, "*.json"))
	for _, file := range files {
		if b, err := read(file); err == nil && ticket != "" && b.Ticket == ticket {
			return b, os.Remove(file) == nil
		}
	}
	return Beat{}, false
}
