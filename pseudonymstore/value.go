// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"slices"

	"github.com/veil-guard/veil/core"
)

// maxForm is the highest form that a token can carry: six digits.
const maxForm = 999999

// identity is what one number stands for: two spellings with the same
// identity are one value.
type identity struct {
	kind      core.Kind
	canonical string
}

// spelling is one way in which a value is written.
type spelling struct {
	identity
	text string
}

// value is what a minted number stands for.
type value struct {
	identity
	number int
	// The first forms are in a snapshot, as the value with that reference.
	base  *snapshot
	ref   uint32
	based int // how many they are

	forms  []string       // the spelling of each form behind those; empty for a large blob
	byText map[string]int // the form of each of them, once there are many
	// A large blob is in a file of size bytes, or withheld.
	size     int
	withheld bool
}

// fewForms is how many spellings are compared one by one.
const fewForms = 8

// form returns the form of a spelling, or 0.
func (v *value) form(text string) int {
	if v.byText != nil {
		if form := v.byText[text]; form > 0 {
			return form
		}
	} else if i := slices.Index(v.forms, text); i >= 0 {
		return v.based + i + 1
	}
	if v.based > 0 {
		return v.base.form(v.ref, text)
	}
	return 0
}

// count is how many forms there are.
func (v *value) count() int { return v.based + len(v.forms) }

// text returns the spelling of a form.
func (v *value) text(form int) string {
	if form <= v.based {
		return v.base.text(v.ref, form)
	}
	return v.forms[form-1-v.based]
}

// add adds the next form.
func (v *value) add(text string) {
	v.forms = append(v.forms, text)
	switch {
	case v.byText != nil:
		v.byText[text] = v.count()
	case len(v.forms) > fewForms:
		v.byText = map[string]int{}
		for i, form := range v.forms {
			v.byText[form] = v.based + i + 1
		}
	}
}
