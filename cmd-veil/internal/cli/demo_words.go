// SPDX-License-Identifier: Apache-2.0

package cli

// told is a text in the languages of the demonstration. What veil itself says to a
// host is English in both.
type told struct{ en, es string }

// same is a text that reads alike in both.
func same(text string) told { return told{text, text} }

// in returns the text in a language: "es", or English.
func (w told) in(lang string) string {
	if lang == "es" {
		return w.es
	}
	return w.en
}

// What stands around the scenes.
var (
	sayBefore   = told{"before  ", "antes   "}
	sayAfter    = told{"after   ", "después "}
	sayExpected = told{"expected", "esperado"}
	sayOK       = told{"ok", "bien"}
	sayWrong    = told{"NOT AS EXPECTED", "NO ES LO ESPERADO"}
	sayAll      = told{
		"%d scenes, each as expected. Nothing was sent and nothing was kept.\n",
		"%d escenas, todas como se esperaba. Nada se ha enviado y nada se ha guardado.\n",
	}
	sayMismatch = told{"%d of %d scenes did not end as expected", "%d de %d escenas no acabaron como se esperaba"}
	sayReport   = told{"please report this", "por favor, avise de ello"}
	sayWithout  = told{"without ", "sin ella"}
	sayIntended = told{"%s has it so: %s", "así lo dice %s: %s"}
	sayDiffer   = told{
		"%d scenes: %d as without %s, %d as it has it. Nothing was sent and nothing was kept.\n",
		"%d escenas: %d como sin %s, %d como ella dice. Nada se ha enviado y nada se ha guardado.\n",
	}
	sayDenied    = told{"denied: ", "denegado: "}
	sayNotDenied = told{"not denied", "no denegado"}
)

// denial is a refusal, with what veil says to a host about it.
func denial(why string) told { return told{sayDenied.en + why, sayDenied.es + why} }
