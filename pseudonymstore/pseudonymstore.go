// SPDX-License-Identifier: Apache-2.0

// Package pseudonymstore keeps the two-way map between values and tokens of a
// root session on disk, so that the processes which a host starts agree on it.
//
// # Files
//
// In veil's state directory, folders 0700 and files 0600:
//
//	key                               the key that session ids are hashed with
//	sessions/<hash>/pseudonyms.log    what the session minted and reserved
//	sessions/<hash>/pseudonyms.index  a snapshot of the log, to be searched
//	sessions/<hash>/lock              what its processes lock
//	sessions/<hash>/blobs/<digest>    a blob of more than 4 KiB
//	sessions/<hash>/memory            what else the session remembers
//	sessions/<hash>/caught            how many texts the last gate caught, in decimal
//	sessions/<hash>/stopped, told     marks: what else is to be known of the session
//	sessions/<hash>/unfinished        what a killed process was writing
//
// where <hash> is HMAC-SHA-256 of the host's session id under the key, its
// first 16 bytes in hexadecimal. Each file begins with a line "veil", its
// format (key, pseudonyms, index, lock, memory, blob, caught, mark) and version, with single blanks between:
// "veil pseudonyms 1". In key, 32 random bytes follow and their CRC-32 (IEEE),
// little endian; in a blob its content.
//
// # Use and removal
//
// Who has a session open holds a shared lock (flock) on its log; where a folder
// with open files cannot be renamed (Windows), that is the mark. Each use that takes
// the lock sets the time of the file lock, to a minute. [Purge], and for sessions
// of which the last use is more than 30 days ago the first opening of a new one,
// take the lock and the exclusive lock on the log without waiting, rename the folder
// to <hash>.removed, sync, and delete it. A folder of such a name that a killed
// process left is deleted by the next one. Who finds that the log has lost its name
// fails with [ErrRemoved]: nothing is minted into a file that nobody can open.
//
// # The log
//
// Behind its first line the log is a sequence of records:
//
//	4 bytes   length of the payload in bytes, little endian
//	4 bytes   CRC-32 (IEEE) of those 4 bytes, little endian
//	n bytes   payload
//	4 bytes   CRC-32 (IEEE) of the payload, little endian
//
// The payload of a record is
//
//	byte      1 mint, 2 form, 3 reserve, 4 foreign, 5 begin (nothing follows),
//	          6 blob, 7 withheld
//	string    kind of the token
//	uvarint   number of the token, 1 to 999999
//	string    mint: canonical value
//	uvarint   form: which form this is, from 2
//	string    mint, form: the spelling, exact bytes
//	string    blob, withheld: the digest
//	uvarint   blob: length of the content in bytes, 1 to 16777216
//
// where a string is its length in bytes as a uvarint and then its bytes. A mint
// gives a number to a value and form 1 to its spelling. A form gives the next
// form to another spelling of a minted number. A value that is first seen in
// disguise is minted with its plain spelling, and a form for the disguised one
// follows in the same write. A reserve keeps a number from ever
// being minted that a prompt or the history names though it stands for nothing:
// its value is lost. A foreign does so for a number that was seen in somebody's
// file or page, where it is plain text. A begin says that [Session.Begin] was
// called.
//
// The canonical value of a BLOB is its digest: HMAC-SHA-256 of its bytes under
// a key of the session, which is HMAC-SHA-256 of "blobs" under the whole of
// what <hash> is the beginning of. A blob of up to 4 KiB is minted like another
// value. The record "blob" mints a longer one: a file holds its content, has its
// digest in hexadecimal for a name, and is durable before the record. A file
// that no record names is used again for the same content. Where the files of a
// session would hold more than 16 MiB, the record "withheld" mints a number that
// reveals nothing. A log with a blob or withheld in it has version 2.
//
// A writer holds the lock while it reads what others have appended, appends
// all its records with one write, and syncs; only then do tokens leave. A last
// record that is shorter than its length says, or nothing but zeros, was not
// finished: no token of it was given out, and it is cut off under the lock.
// Anything else that does not read back is [ErrCorrupt], and the file is kept; so is
// a log of more than 1 GiB, or with more than 64 MiB of zeros at its end, which is
// not read.
//
// # The snapshot
//
// A snapshot holds what the log says up to an offset, so that opening a session
// reads only what is behind it. It consists of blocks of 4096 bytes: 4080 bytes
// of data, 12 of zeros, and their CRC-32 (IEEE), little endian, begun with the
// number of the block. The first block has the header, the offset, the checksum
// of the 256 bytes of the log before it, and the lengths of the sections, which
// follow in the order of the constants in snapshot.go. Everything else is read
// when it is needed.
//
// It decides one thing: the log was durable up to its offset before it was made, so
// that a log which holds less, or is gone, has lost records, and is [ErrCorrupt].
// Otherwise numbers that were given out would be given to other values. For the rest,
// a snapshot that was made from another log, by another version or for other kinds
// is not used; a block that is not intact makes the process read the log instead and
// remove the snapshot. So does its absence. It is made under the lock when the log
// has grown by 4 KiB and by one part in 64, and renamed into its place; if that
// fails, nothing is said. What of the log a snapshot holds is not read while the
// snapshot serves, so that damage there is noticed when the next snapshot is made
// or the log is replayed.
//
// # The memory
//
// Behind its first line, memory holds the first 16 bytes of the keyed hash of each
// text that was remembered, at most 4,096 of them. It is written under the lock and
// not synced: what a crash of the machine takes away is new again.
package pseudonymstore
