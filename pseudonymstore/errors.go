// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"errors"
	"io/fs"
	"strings"
)

// What a caller can branch on with errors.Is.
var (
	// ErrLockTimeout: another process kept the session locked for too long.
	ErrLockTimeout = errors.New("the session is locked by another process")
	// ErrCorrupt: a file is not what this package wrote. It is kept as it is.
	ErrCorrupt = errors.New("the file is damaged")
	// ErrNewerVersion: a later version of veil wrote the file.
	ErrNewerVersion = errors.New("the file was written by a newer version of veil")
	// ErrNotFolder: a file stands where a folder belongs.
	ErrNotFolder = errors.New("a file stands in the place of a folder")
	// ErrUnsafeFile: a file or folder that others could read or replace.
	ErrUnsafeFile = errors.New("the file is not private")
	// ErrExhausted: no number or no form is left for the kind.
	ErrExhausted = errors.New("no token is left")
	// ErrBadFinding: a finding that no token can stand for.
	ErrBadFinding = errors.New("a finding cannot be replaced by a token")
	// ErrNoSession: the session id is empty.
	ErrNoSession = errors.New("the session id is empty")
	// ErrInUse: a process has the session open, or has used it meanwhile.
	ErrInUse = errors.New("the session is in use")
	// ErrRemoved: the session's files were removed while it was open.
	ErrRemoved = errors.New("the session was removed")
	// ErrClosed: the session was closed.
	ErrClosed = errors.New("the session is closed")
)

// Error says what the store could not do. Its text is one line and holds
// neither a value nor a session id. It is a core.Remedied.
type Error struct {
	Op      string // "open", "hide", "reveal", "purge", ...
	Problem string // with the name of the file, where one is concerned
	Mend    string // empty where the caller is at fault
	Err     error  // one of the sentinels of this package, or an I/O error
}

// Error says what is wrong and where, in one line.
func (e *Error) Error() string { return "pseudonym store: " + e.Op + ": " + e.Problem }

// Remedy says what to do about it, in one line.
func (e *Error) Remedy() string {
	if e.Mend == "" {
		return "please report this"
	}
	return e.Mend
}

// Unwrap returns what the error rests on.
func (e *Error) Unwrap() error { return e.Err }

// fileError is what went wrong with one file, before the operation is known.
// Without a remedy it gives the one for I/O errors.
func fileError(path, remedy string, err error) *Error {
	problem := strings.ReplaceAll(err.Error(), "\n", "; ")
	if remedy == "" {
		remedy = "check the disk and the permissions of veil's state directory"
	}
	if _, named := errors.AsType[*fs.PathError](err); !named {
		problem = path + ": " + problem
	}
	return &Error{Problem: problem, Mend: remedy, Err: err}
}

// during names the operation in which err came up.
func during(op string, err error) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return &Error{op, e.Problem, e.Mend, e.Err}
	}
	return &Error{Op: op, Problem: err.Error(), Err: err}
}
