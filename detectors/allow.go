// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"fmt"
	"strings"

	"github.com/veil-guard/veil/core"
)

// AllowError says which entry of an allow list cannot be used. It never holds
// the entry's text.
type AllowError struct {
	List  string // "values" or "domains"
	Index int    // counted from 0
	// Problem is the cause and the remedy.
	Problem string
}

// Error returns the entry's place and the problem.
func (e *AllowError) Error() string {
	return fmt.Sprintf("allow %s, entry %d: %s", e.List, e.Index+1, e.Problem)
}

// allowList holds what is no finding.
type allowList struct {
	values  map[string]bool
	domains map[string]bool // in A-labels, lower case
}

// newAllowList reads the lists. An allowed value that s finds counts in each of
// its spellings.
func newAllowList(o Options, s *Set) (allowList, error) {
	a := allowList{values: map[string]bool{}, domains: map[string]bool{}}
	for i, v := range o.AllowValues {
		if strings.TrimSpace(v) == "" {
			return a, &AllowError{"values", i, "empty; remove it"}
		}
		a.values[v] = true
		if found := s.Find(nil, []byte(v)); len(found) == 1 && found[0].End-found[0].Start == len(v) {
			a.values[found[0].Value] = true
		}
	}
	for i, d := range o.AllowDomains {
		domain := asciiDomain(foldAddress([]byte(strings.TrimPrefix(d, "@"))))
		if !isDomain([]byte(domain)) || strings.ContainsFunc(domain, notInDomain) {
			return a, &AllowError{"domains", i, "not a domain; write it as clinica.es"}
		}
		a.domains[domain] = true
	}
	return a, nil
}

// notInDomain says that r cannot stand in a domain in A-labels: a pattern such as
// *.clinica.es would match nothing, silently.
func notInDomain(r rune) bool {
	return r != '.' && r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
}

// has says whether the finding is allowed.
func (a *allowList) has(f core.Finding, text []byte) bool {
	if f.Disposition == core.Refuse || len(a.values) == 0 && len(a.domains) == 0 {
		return false
	}
	if a.values[f.Value] || a.values[string(text[f.Start:f.End])] {
		return true
	}
	return f.Kind == core.Email && len(a.domains) > 0 && a.hasDomain(f.Value)
}

// hasDomain looks up the address's domain and each domain above it.
func (a *allowList) hasDomain(address string) bool {
	domain := address[strings.LastIndexByte(address, '@')+1:]
	for {
		if a.domains[domain] {
			return true
		}
		_, above, found := strings.Cut(domain, ".")
		if !found {
			return false
		}
		domain = above
	}
}
