// SPDX-License-Identifier: Apache-2.0

package canary

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/mock"
)

// kept are the variables that a host needs to find its way, and those that could switch
// its guard off. All others stay away: any of them could be a credential.
var kept = regexp.MustCompile(`^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|APPDATA|LOCALAPPDATA|USERPROFILE|` +
	`XDG_(CONFIG|STATE|CACHE)_HOME|CLAUDE_CONFIG_DIR|CLAUDE_CODE_(SIMPLE|PLUGIN_DIRS|DISABLE_[A-Z_]+)|IS_SANDBOX|` +
	`OPENCODE_(CONFIG|CONFIG_DIR|PURE|DISABLE_[A-Z_]+)|VEIL_[A-Z_]+)$`)

// environment is what a host is started with.
func (s *scene) environment(server *mock.Server, more map[string]string) []string {
	env := map[string]string{}
	for _, variable := range os.Environ() {
		if name, value, _ := strings.Cut(variable, "="); kept.MatchString(name) {
			env[name] = value
		}
	}
	maps.Copy(env, proxies(server))
	maps.Copy(env, map[string]string{"TERM": "dumb", "NO_COLOR": "1"})
	if s.host.Catalogues {
		env["VEIL_CATALOG"] = strings.TrimPrefix(env["VEIL_CATALOG"]+string(filepath.ListSeparator)+s.names, string(filepath.ListSeparator))
	}
	maps.Copy(env, more)
	var list []string
	for _, name := range slices.Sorted(maps.Keys(env)) {
		list = append(list, name+"="+env[name])
	}
	return list
}

// proxies have the host send to the provider of the canary what is meant for another
// place. It is refused there.
func proxies(server *mock.Server) map[string]string {
	vars := map[string]string{}
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"} {
		vars[name], vars[strings.ToLower(name)] = server.Origin(), server.Origin()
	}
	vars["NO_PROXY"], vars["no_proxy"] = "127.0.0.1", "127.0.0.1"
	return vars
}

// copySettings puts the project's own settings of the host into the session's folder:
// they can switch a guard off.
func (s *scene) copySettings(names ...string) error {
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(s.host.Project, name))
		if err != nil {
			continue // there is none
		}
		if err := write(filepath.Join(s.work, name), string(text)); err != nil {
			return err
		}
	}
	return nil
}
