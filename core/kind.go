// SPDX-License-Identifier: Apache-2.0

package core

// Kind names a type of personal data. The names are the words that stand in
// tokens, so they are upper-case ASCII letters.
type Kind string

// The closed list of kinds that a token can have. DNI covers the NIE.
const (
	DNI       Kind = "DNI"
	CIF       Kind = "CIF"
	NSS       Kind = "NSS"
	IBAN      Kind = "IBAN"
	Tarjeta   Kind = "TARJETA"
	Email     Kind = "EMAIL"
	Tel       Kind = "TEL"
	Pasaporte Kind = "PASAPORTE"
	Matricula Kind = "MATRICULA"
	Nombre    Kind = "NOMBRE"
	Secreto   Kind = "SECRETO"
	Blob      Kind = "BLOB"
	// Literal stands for foreign text that looks like a token of the session.
	Literal Kind = "LITERAL"
)

// Unscannable is the kind of a finding that covers content which cannot be
// inspected. Its disposition is always Refuse, so it never becomes a token.
const Unscannable Kind = "UNSCANNABLE"

// Kinds lists the kinds that a token can have. Their order decides between
// overlapping findings that are equal in every other respect.
func Kinds() []Kind {
	return []Kind{DNI, CIF, NSS, IBAN, Tarjeta, Email, Tel, Pasaporte, Matricula, Nombre, Secreto, Blob, Literal}
}

// rank is the position of k in Kinds, or one past the end.
func (k Kind) rank() int {
	for i, known := range Kinds() {
		if k == known {
			return i
		}
	}
	return len(Kinds())
}

// InToken says whether a token can have the kind k.
func (k Kind) InToken() bool { return k.rank() < len(Kinds()) }
