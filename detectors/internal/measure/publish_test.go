// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// publish prints a table, and writes it into a part of a document of the folder
// VEIL_DOCS, between the comments <!-- part --> and <!-- /part -->, if that is
// set. What was measured is dated there.
func publish(t *testing.T, document, part, table string) {
	t.Helper()
	t.Logf("\n%s", table)
	dir := os.Getenv("VEIL_DOCS")
	if dir == "" {
		return
	}
	path := filepath.Join(dir, document)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), "<!-- "+part+" -->\n")
	_, after, closed := strings.Cut(rest, "<!-- /"+part+" -->")
	require.True(t, found && closed, "%s has no part %q", path, part)
	dated := fmt.Sprintf("<!-- %s -->\n%s, %s, %s/%s, %d shared cores:\n\n```\n%s```\n<!-- /%s -->",
		part, time.Now().Format(time.DateOnly), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), table, part)
	require.NoError(t, os.WriteFile(path, []byte(before+dated+after), 0o600))
}
