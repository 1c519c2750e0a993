// SPDX-License-Identifier: Apache-2.0

package detectors

import "encoding/hex"

// minPassword is the length from which a password is worth hiding, in bytes.
const minPassword = 6

// maxWeakWord is the length below which small letters alone are a word, in bytes.
const maxWeakWord = 16

// isWeakPassword says whether a password is one of an example or of a program's
// default: short, a plain word, or a placeholder.
func isWeakPassword(b []byte) bool {
	if len(b) < minPassword || isPlaceholder(b) {
		return true
	}
	switch passwordWord(b) {
	case "", "password", "pasword", "passwd", "pass", "mypass", "mypassword", "mysecretpassword", "yourpassword",
		"contrasea", "contrasena", "micontrasea", "tucontrasea", "sucontrasea", "clave", "miclave", "tuclave", "suclave", "claves",
		"tupassword", "mipassword", "devpassword", "dbpassword", "testpassword", "adminpassword", "rootpassword", "changeme", "cambiame",
		"usuario", "user", "username", "appuser", "cliente", "admin", "administrador", "administrator", "root", "postgres", "postgresql",
		"mysql", "oracle", "test", "prueba", "demo", "guest", "invitado", "madrid", "welcome", "bienvenido", "qwerty",
		"secret", "mysecret", "mysecretpw", "supersecret", "xoauthbasic", "opensesame":
		return true
	}
	return len(b) < maxWeakWord && onlyOf(b, isLower) || onlyOf(b, isConstantByte)
}

// passwordWord returns the letters of b in lower case, percent-decoded, with the
// signs that people write for letters, and without digits at the end.
func passwordWord(b []byte) string {
	var word []byte
	for len(b) > 0 && isDigit(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	for i := 0; i < len(b) && len(word) < maxCue; i++ {
		c := b[i]
		switch {
		case c == '%' && i+2 < len(b):
			var decoded [1]byte
			if _, err := hex.Decode(decoded[:], b[i+1:i+3]); err == nil {
				i += 2
			}
			if decoded[0] == '@' {
				c = 'a'
			}
		case c == '@', c == '4':
			c = 'a'
		case c == '0':
			c = 'o'
		case c == '$':
			c = 's'
		}
		if isLetter(c) {
			word = append(word, c|0x20)
		}
	}
	return string(word)
}

func isConstantByte(c byte) bool { return isLetter(c) && !isLower(c) || c == '_' }

func onlyOf(b []byte, belongs func(byte) bool) bool {
	for _, c := range b {
		if !belongs(c) {
			return false
		}
	}
	return true
}
