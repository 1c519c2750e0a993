// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"encoding/json"
	"io"
)

// printJSONLine prints a JSON object and a line end.
func printJSONLine(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
