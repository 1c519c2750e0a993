// SPDX-License-Identifier: Apache-2.0

//go:build !linux && !darwin

package config

import (
	"io/fs"
	"time"
)

// changeTime is the time of modification where no other is known.
func changeTime(info fs.FileInfo) time.Time { return info.ModTime() }
