// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import "github.com/veil-guard/veil/core"

// usage says what a number is taken for.
type usage uint8

const (
	unused usage = iota
	reserved
	foreign // it was seen as plain text of somebody else
	minted
)

// ledger holds the numbers of one kind. What it does not have itself, its
// snapshot may have.
type ledger struct {
	kind    core.Kind
	base    *snapshot         // or nil
	values  map[string]*value // by canonical value
	numbers map[int]*value    // nil for a number that is not minted
	foreign map[int]bool      // the numbers that were seen as plain text
	free    int               // the lowest number that is not taken
}

func newLedger(kind core.Kind, base *snapshot) *ledger {
	l := &ledger{kind, base, map[string]*value{}, map[int]*value{}, map[int]bool{}, 1}
	if base != nil {
		l.free = base.free(kind)
	}
	return l
}

// value returns what has the canonical value, or nil.
func (l *ledger) value(canonical string) *value {
	if v := l.values[canonical]; v != nil || l.base == nil {
		return v
	}
	return l.base.find(identity{l.kind, canonical})
}

// look returns what a number is taken for, and its value if it is minted.
func (l *ledger) look(number int) (usage, *value) {
	v, ok := l.numbers[number]
	switch {
	case v != nil:
		return minted, v
	case l.foreign[number]:
		return foreign, nil
	case ok:
		return reserved, nil
	case l.base != nil:
		return l.base.number(l.kind, number)
	default:
		return unused, nil
	}
}

// taken says whether a number is minted or reserved.
func (l *ledger) taken(number int) bool {
	use, _ := l.look(number)
	return use != unused
}

// take marks a number as used, by a value if it is minted.
func (l *ledger) take(number int, v *value) {
	l.numbers[number] = v
	if v != nil {
		l.values[v.canonical] = v
	}
	for l.taken(l.free) {
		l.free++
	}
}
