// SPDX-License-Identifier: Apache-2.0

package core

import "fmt"

// Capability is one row of the matrix: what a host lets a guard do on a
// surface, in which of its versions, and with what caveat.
type Capability struct {
	Host     string
	Versions VersionRange
	Surface  Surface
	Power    Power
	Means    string // the hook or event that gives the power
	Caveat   string // what the power does not reach; empty if nothing
	Proof    string // the test that proves it on the real host, in e2e
}

// Capabilities is a capability matrix. What is not in it, no host can do.
type Capabilities []Capability

// Require returns the row that gives host the power on surface. The error is a
// *UnsupportedCapabilityError.
func (c Capabilities) Require(host Host, surface Surface, power Power) (Capability, error) {
	needed := VersionRange{}
	for _, row := range c {
		if row.Host != host.Name || row.Surface != surface || row.Power != power {
			continue
		}
		if row.Versions.Holds(host.Version) {
			return row, nil
		}
		needed = row.Versions
	}
	return Capability{}, &UnsupportedCapabilityError{Host: host, Surface: surface, Power: power, Needs: needed}
}

// UnsupportedCapabilityError says that a host, in its installed version, cannot
// give a guarantee that veil was asked for.
type UnsupportedCapabilityError struct {
	Host    Host
	Surface Surface
	Power   Power
	// Needs is the range of versions that have the power; the zero value if none
	// has it.
	Needs VersionRange
}

// Error says what is missing, in one line.
func (e *UnsupportedCapabilityError) Error() string {
	return fmt.Sprintf("%s cannot %s %s", e.hostAndVersion(), e.Power, e.Surface)
}

// Remedy says what to do about it, in one line.
func (e *UnsupportedCapabilityError) Remedy() string {
	if e.Needs == (VersionRange{}) {
		return "no version of this host can; keep personal data away from there"
	}
	if e.Host.Version == "" {
		return fmt.Sprintf("try again; if it stays, use %s %s", e.Host.Name, e.Needs)
	}
	return fmt.Sprintf("use %s %s", e.Host.Name, e.Needs)
}

func (e *UnsupportedCapabilityError) hostAndVersion() string {
	if e.Host.Version == "" {
		return e.Host.Name + " (version unknown)"
	}
	return e.Host.Name + " " + e.Host.Version
}
