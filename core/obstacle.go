// SPDX-License-Identifier: Apache-2.0

package core

// Obstacle says why content cannot be inspected: the reason of a finding of the
// kind [Unscannable].
type Obstacle string

// The obstacles.
const (
	// ObstacleBinary is content with NUL bytes that is not UTF-16.
	ObstacleBinary Obstacle = "binary"
	// ObstacleUndecodable is text of which too much is in no known encoding.
	ObstacleUndecodable Obstacle = "undecodable"
	// ObstacleDepth is encoded data within encoded data, deeper than is decoded.
	ObstacleDepth Obstacle = "depth"
	// ObstacleSize is encoded data that decodes to more than is inspected.
	ObstacleSize Obstacle = "size"
	// ObstacleArchive is a packed or encrypted archive within the text.
	ObstacleArchive Obstacle = "archive"
	// ObstacleCatalogue is any text, when the catalogue of names is damaged and
	// cannot be read again.
	ObstacleCatalogue Obstacle = "catalogue"
)

// explain returns the cause and the remedy in words.
func (o Obstacle) explain() (text, remedy string) {
	switch o {
	case ObstacleUndecodable:
		return "most of the text is in no known encoding", "convert it to UTF-8 first"
	case ObstacleDepth:
		return "it holds encoded data that is nested too deeply to inspect", "decode it first and pass what it holds"
	case ObstacleSize:
		return "it holds encoded data that is too large to inspect", "decode it first and pass only the part that is needed"
	case ObstacleArchive:
		return "it holds a packed archive that cannot be inspected", "unpack it first and pass what it holds"
	case ObstacleCatalogue:
		return "the catalogue of names is damaged, so no text can be inspected", "mend the catalogue file, or remove veil's cache folder"
	default:
		return "the text is binary and cannot be inspected", "convert it to text first"
	}
}
