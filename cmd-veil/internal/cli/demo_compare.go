// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
)

// demoKeys are the keys of a configuration that can make a difference, each with what it
// sets.
func demoKeys(c *config.Config) []demoKey {
	return []demoKey{
		{"catalog", &c.Catalogs}, {"allow.values", &c.AllowValues}, {"allow.domains", &c.AllowDomains}, {"paths.allow", &c.AllowPaths},
		{"tools.local", &c.LocalTools}, {"reveal", &c.Reveal}, {"write.keep", &c.KeepTokens}, {"display", &c.Display},
		{"images", &c.Images}, {"detect.assignments", &c.Assignments},
	}
}

type demoKey struct {
	name string
	sets any // a pointer
}

// unset has the key say nothing, and says whether it said something.
func (k demoKey) unset() bool {
	v := reflect.ValueOf(k.sets).Elem()
	said := !v.IsZero()
	v.SetZero()
	return said
}

// compare plays the scenes with a configuration, and then without each of its keys, to say
// which of them makes a difference.
func (r rehearsal) compare(ctx context.Context, own config.Config, endings []ending) error {
	got, err := r.perform(ctx, own)
	if err != nil {
		return err
	}
	differ := false
	for i := range endings {
		differ = differ || got[i] != endings[i].got
	}
	for n := 0; differ && n < len(demoKeys(&config.Config{})); n++ {
		without := own
		key := demoKeys(&without)[n]
		if !key.unset() {
			continue
		}
		other, err := r.perform(ctx, without)
		if err != nil {
			return err
		}
		for i, e := range endings {
			if got[i] != e.got && other[i] != got[i] && e.got == e.want {
				endings[i].keys = append(endings[i].keys, key.name)
			}
		}
	}
	for i := range endings {
		endings[i].got = got[i]
	}
	return nil
}

// perform plays the scenes on a stage of their own with a configuration, and returns what
// became of each.
func (r rehearsal) perform(ctx context.Context, c config.Config) (got []string, err error) {
	dir, err := os.MkdirTemp("", "veil-demo-")
	if err != nil {
		return nil, noStage(err)
	}
	defer func() {
		if left := os.RemoveAll(dir); err == nil {
			err = left
		}
	}()
	st, err := newStage(ctx, filepath.ToSlash(dir), c)
	if err != nil {
		return nil, noStage(err)
	}
	defer func() { _ = st.store.Close() }()
	for _, scene := range r.scenes {
		got = append(got, st.play(scene, r.lang))
	}
	return got, nil
}

// noStage says what to do where there is no place for the scenes.
func noStage(err error) error {
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return &config.Error{File: os.TempDir(), What: "no folder for the scenes can be made there: " + config.Cause(err), Mend: "make room, or set TMPDIR to another folder"}
	}
	return err
}
