// SPDX-License-Identifier: Apache-2.0

// Package core is the spine of veil: the vocabulary, the guard pipeline, the
// verdict algebra, the leaves of a host's JSON and the capability matrix.
//
// A host (an AI coding agent) hands veil an [Event]. [Guard.Inspect] answers
// with a [Verdict]: whether the event may go on, and which of its leaves are
// replaced. Text on its way out of the machine has its personal data replaced
// by tokens; text on its way into a local file has its tokens replaced by the
// values they stand for.
//
// The package does no I/O, reads no clock and no environment, and imports the
// standard library only. What finds personal data ([Detector]), what remembers
// tokens ([Pseudonyms]) and what judges tool calls ([Policy]) are interfaces
// here and are implemented elsewhere.
package core
