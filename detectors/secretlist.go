// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"path"
	"slices"
	"strings"
)

// The classes of secret-bearing files, as they stand in a reason.
const (
	classEnvironment = "an environment file"
	classKey         = "a private key"
	classSSH         = "a file of the SSH directory"
	classCloud       = "a cloud credentials file"
	classLogin       = "a login or token file"
	classAgent       = "an agent's credentials file"
	classProcess     = "a process environment"
	classHistory     = "a shell history"
	classOwn         = "one of veil's own files"
	// These are no files: what was not analysed, and a call of veil.
	classNested    = "commands nested too deeply"
	classUncounted = "too many paths"
	classVeil      = "a veil command"
)

// isHard says whether a class is denied even where a file is only named.
func isHard(class string) bool {
	switch class {
	case classOwn, classNested, classUncounted, classVeil:
		return true
	}
	return false
}

// secretClass returns the class of a path that bears secrets, or "". The path
// has slashes, may be relative, and is compared without regard to case.
func secretClass(p string) string {
	base := strings.ToLower(path.Base(p))
	// With a slash on either end, a directory is found as "/name/".
	p = "/" + strings.ToLower(strings.Trim(p, "/")) + "/"
	switch {
	case isEnvironmentFile(base):
		return classEnvironment
	case strings.HasSuffix(base, ".pub"):
		return ""
	case isKeyFile(base):
		return classKey
	case strings.Contains(p, "/.ssh/"):
		return sshClass(base)
	case isCloudFile(p, base):
		return classCloud
	case isLoginFile(p, base):
		return classLogin
	case isAgentFile(p):
		return classAgent
	case strings.HasPrefix(p, "/proc/") && base == "environ":
		return classProcess
	case isHistoryFile(base):
		return classHistory
	}
	return ""
}

// isEnvironmentFile takes .env, .env.NAME and NAME.env, but no template.
func isEnvironmentFile(base string) bool {
	stem, ok := strings.CutPrefix(base, ".env")
	if !ok {
		stem, ok = strings.CutSuffix(base, ".env")
	} else if stem != "" && stem != "rc" && strings.IndexByte("._-~", stem[0]) < 0 {
		ok = false
	}
	switch strings.Trim(path.Ext("."+strings.TrimLeft(stem, "._-")), ".") {
	case "example", "sample", "template", "dist", "defaults", "schema", "ts", "js", "md":
		return false
	}
	// The two are expressions of JavaScript.
	return ok && stem != "process" && stem != "import.meta"
}

func isKeyFile(base string) bool {
	switch strings.TrimSuffix(base, path.Ext(base)) {
	case "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk":
		return true
	}
	switch ext := path.Ext(base); ext {
	case ".pem":
		return base != ext && !isCertificate(strings.TrimSuffix(base, ext))
	case ".key", ".p12", ".pfx", ".pkcs12", ".keystore", ".jks", ".ppk", ".p8", ".kdbx":
		return base != ext
	}
	return false
}

// isCertificate says whether the name of a PEM file without its ending tells that
// it holds certificates or public keys.
func isCertificate(stem string) bool {
	if strings.Contains(stem, "key") && !strings.Contains(stem, "pub") {
		return false
	}
	words := strings.FieldsFunc(stem, func(r rune) bool { return strings.ContainsRune("-_. ", r) })
	return slices.ContainsFunc(words, func(w string) bool {
		switch w {
		case "ca", "cacert", "cacerts", "cert", "certs", "certificate", "chain", "fullchain", "bundle", "pub", "public", "pubkey":
			return true
		}
		return false
	})
}

// sshClass takes every file below .ssh but those which hold no secret: known
// hosts and the client's configuration (public keys have passed before).
func sshClass(base string) string {
	switch base {
	case "known_hosts", "known_hosts.old", "config":
		return ""
	}
	return classSSH
}

func isCloudFile(p, base string) bool {
	for _, dir := range []string{
		"/.aws/credentials/", "/.aws/sso/", "/.aws/cli/cache/", "/.config/gcloud/", "/.azure/", "/.kube/config/",
		"/.docker/config.json/", "/.terraform.d/credentials.tfrc.json/", "/.config/doctl/", "/.oci/",
	} {
		if strings.Contains(p, dir) {
			return true
		}
	}
	return base == "application_default_credentials.json"
}

func isLoginFile(p, base string) bool {
	switch base {
	case ".netrc", "_netrc", ".npmrc", ".pypirc", ".pgpass", ".git-credentials", ".my.cnf", ".htpasswd":
		return true
	}
	for _, dir := range []string{
		"/.gnupg/", "/.cargo/credentials/", "/.cargo/credentials.toml/", "/.gem/credentials/",
		"/.config/gh/hosts.yml/", "/.config/git/credentials/", "/.password-store/",
	} {
		if strings.Contains(p, dir) {
			return true
		}
	}
	return p == "/etc/shadow/" || p == "/etc/gshadow/"
}

func isAgentFile(p string) bool {
	for _, file := range []string{
		"/.claude/.credentials.json/", "/.claude.json/", "/opencode/auth.json/", "/opencode/mcp-auth.json/",
		"/.codex/auth.json/", "/.gemini/oauth_creds.json/", "/.config/github-copilot/",
	} {
		if strings.Contains(p, file) {
			return true
		}
	}
	return false
}

func isHistoryFile(base string) bool {
	switch base {
	case ".histfile", "fish_history":
		return true
	}
	return strings.HasPrefix(base, ".") && strings.HasSuffix(base, "_history")
}
