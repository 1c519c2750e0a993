// SPDX-License-Identifier: Apache-2.0

package claudecode

// longestName bounds the names and words that a withheld result keeps, in bytes.
const longestName = 40

// isSchemaName says whether a member's name can be one that a tool's schema
// gives: an ASCII identifier with at most two digits in a row. Other names are
// data ("ana@example.org": 3) and may hold a value.
func isSchemaName(name string) bool {
	if name == "" || len(name) > longestName {
		return false
	}
	digits := 0
	for i := range len(name) {
		switch c := name[i]; {
		case c == '_', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
			digits = 0
		case '0' <= c && c <= '9' && i > 0 && digits < 2:
			digits++
		default:
			return false
		}
	}
	return true
}

// isDiscriminator says whether a string chooses between the shapes of a result,
// or is one of a schema's closed list of words. It looks at both the member's
// name and the text, so that neither can carry a value out.
func isDiscriminator(name, text string) bool {
	switch name {
	case "type", "mode", "status", "cell_type", "cellType", "edit_mode", "priority",
		"service_tier", "speed", "operation", "task_type":
		return isWord(text)
	default:
		return false
	}
}

// isWord says whether text is spelled like a word of a closed list: lower-case
// ASCII letters and underscores, "files_with_matches".
func isWord(text string) bool {
	if len(text) > longestName {
		return false
	}
	for i := range len(text) {
		if c := text[i]; c != '_' && (c < 'a' || 'z' < c) {
			return false
		}
	}
	return true
}
