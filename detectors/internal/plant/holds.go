// SPDX-License-Identifier: Apache-2.0

package plant

import "strings"

func isNumber(s string) bool { return strings.Trim(s, digits) == "" && s != "" && s[0] != '0' }

func oneLine(s string) bool { return !strings.ContainsAny(s, "\r\n") }

func noComma(s string) bool { return oneLine(s) && !strings.Contains(s, ",") }

// isFileName says whether people put it into the name of a file: an address
// would take in what stands before it.
func isFileName(s string) bool { return strings.Trim(s, upper+lower+digits+"_-+.") == "" }

func isQuery(s string) bool { return strings.Trim(s, upper+lower+digits+"_-.@%+:") == "" }

// escapeString spells line ends and ESC as source code and JSON do.
func escapeString(s string) string {
	return strings.NewReplacer("\r", `\r`, "\n", `\n`, "\x1b", `\u001b`).Replace(s)
}

// escapeTwice spells them as JSON in JSON does.
func escapeTwice(s string) string {
	return strings.NewReplacer("\r", `\\r`, "\n", `\\n`, "\x1b", `\\u001b`).Replace(s)
}
