// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"bytes"
	"io"
	"io/fs"
	"os"

	"github.com/veil-guard/veil/core"
)

// How much of a transcript is read, in bytes. One row can be larger than the
// tail (a pasted file); the first rows are small.
const (
	transcriptTail = 256 << 10
	transcriptHead = 64 << 10
)

// Version returns the host's version, "2.1.332", from the newest row of the
// session's transcript that names one; "" if it is unknown. That is no error:
// the capability matrix promises least for an unknown version.
func Version(transcriptPath string) string {
	f, size, err := openRegular(transcriptPath)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	start := max(0, size-transcriptTail)
	if v := newestVersion(read(f, start, transcriptTail)); v != "" || start == 0 {
		return v
	}
	return newestVersion(read(f, 0, transcriptHead))
}

// openRegular opens a regular file and returns its size. Opening a pipe would wait
// for its other end.
func openRegular(path string) (f *os.File, size int64, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, fs.ErrInvalid
	}
	f, err = os.Open(path)
	return f, info.Size(), err
}

func read(f io.ReaderAt, at, size int64) []byte {
	rows, err := io.ReadAll(io.NewSectionReader(f, at, size))
	if err != nil {
		return nil
	}
	return rows
}

// newestVersion looks at the rows from the last to the first. A row that was cut
// is not JSON and is passed over.
func newestVersion(rows []byte) string {
	for len(rows) > 0 {
		i := bytes.LastIndexByte(rows, '\n')
		row := rows[i+1:]
		rows = rows[:max(i, 0)]
		if !bytes.Contains(row, []byte(`"version"`)) {
			continue
		}
		doc, err := core.ParseDocument(row)
		if err != nil {
			continue
		}
		if v := doc.Root().Get("version").Text(); isVersion(v) {
			return v
		}
	}
	return ""
}

// isVersion says whether s is three dotted numbers of up to five digits: it is
// shown to the person, so it must not be able to hold anything else.
func isVersion(s string) bool {
	const longest = 5
	dots, digits := 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9' && digits < longest:
			digits++
		case c == '.' && digits > 0:
			dots, digits = dots+1, 0
		default:
			return false
		}
	}
	return dots == 2 && digits > 0
}
