// SPDX-License-Identifier: Apache-2.0

// Package sample holds the synthetic data that the scenarios put in play.
package sample

import "github.com/veil-guard/veil/e2e/internal/wire"

// The values. The DNI and the IBAN have valid check digits; both are the
// published examples of their kind. The e-mail is not in a domain reserved for
// documentation: veil lets those pass.
const (
	DNI      = "12345678Z"
	OtherDNI = "87654321X"
	IBAN     = "ES91 2100 0418 4502 0005 1332"
	Email    = "ana.prueba@correo-imaginario.es"
	Client   = "Talleres Imaginarios"
	Secret   = "clave-inventada-71xKq"
	Person   = "Íñigo Ejemplar"
)

// Their tokens, when they are the first of their kind in a session.
const (
	TokenDNI    = "[DNI-001]"
	TokenIBAN   = "[IBAN-001]"
	TokenEmail  = "[EMAIL-001]"
	TokenClient = "[NOMBRE-001]"
)

// Files of a project. Record holds all the values but the secret.
const (
	Record  = "Cliente: " + Client + "\nDNI: " + DNI + "\nIBAN: " + IBAN + "\nCorreo: " + Email + "\n"
	Catalog = Client + "\n" + Person + "\n"
	DotEnv  = "CLAVE_API=" + Secret + "\n"
)

// Spellings is a file with three spellings of the DNI and a name with an accent, and
// SpellingsEdited what an edit makes of it.
const (
	Spellings       = "a: " + DNI + "\nb: 12.345.678-Z\nc: 12345678z\nd: " + Person + "\n"
	SpellingsEdited = "b: 12.345.678-Z\na: " + DNI + " de " + Person + "\nc: 12345678z\nd: " + Person + "\n"
)

// Letter is a file as the model writes it, and LetterOnDisk as it must stand
// on disk.
const (
	Letter       = "DNI " + TokenDNI + "\nIBAN " + TokenIBAN + "\n"
	LetterOnDisk = "DNI " + DNI + "\nIBAN " + IBAN + "\n"
)

// The planted values, one by one.
var (
	plantedDNI    = wire.Planted{Label: "dni", Value: DNI}
	plantedIBAN   = wire.Planted{Label: "iban", Value: IBAN}
	plantedEmail  = wire.Planted{Label: "email", Value: Email}
	plantedClient = wire.Planted{Label: "client", Value: Client}
	plantedPerson = wire.Planted{Label: "person", Value: Person}
	plantedSecret = wire.Planted{Label: "secret", Value: Secret}
)

// PlantedDNI is the DNI alone.
func PlantedDNI() []wire.Planted { return []wire.Planted{plantedDNI} }

// PlantedDNIs are those of two people.
func PlantedDNIs() []wire.Planted {
	return []wire.Planted{plantedDNI, {Label: "other DNI", Value: OtherDNI}}
}

// PlantedRecord is every value of Record.
func PlantedRecord() []wire.Planted {
	return []wire.Planted{plantedDNI, plantedIBAN, plantedEmail, plantedClient}
}

// PlantedSpellings is every value of Spellings.
func PlantedSpellings() []wire.Planted {
	return []wire.Planted{
		plantedDNI, plantedPerson,
		{Label: "dotted DNI", Value: "12.345.678-Z"}, {Label: "small DNI", Value: "12345678z"},
	}
}

// PlantedSecret is the secret of DotEnv.
func PlantedSecret() []wire.Planted { return []wire.Planted{plantedSecret} }
