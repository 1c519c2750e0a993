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
	// ObstacleEncoding is text in an encoding in which no token can be written.
	ObstacleEncoding Obstacle = "encoding"
	// ObstacleCatalogue is any text, when the catalogue of names is damaged and
	// cannot be read again.
	ObstacleCatalogue Obstacle = "catalogue"
)

// explain returns the cause and the remedy in words.
func (o Obstacle) explain() (text, remedy string) {
	switch o {
	case ObstacleUndecodable:
		return "most of the text is in no known encoding", "convert it to UTF-8 first"
	case ObstacleEncoding:
		return "it holds personal data in UTF-16, where no token can stand", "convert it to UTF-8 first"
	case ObstacleCatalogue:
		return "the catalogue of names is damaged, so no text can be inspected", "mend the catalogue file, or remove veil's cache folder"
	default:
		return "the text is binary and cannot be inspected", "convert it to text first"
	}
}
