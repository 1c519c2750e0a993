// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/veil-guard/veil/core"
)

// script visits what is made of commands. All that it may run is looked at, whether it
// runs or not.
func (v *visitor) script(c syntax.Command) {
	switch c := c.(type) {
	case *syntax.IfClause:
		v.stmts(c.Cond)
		v.stmts(c.Then)
		if c.Else != nil {
			v.script(c.Else)
		}
	case *syntax.WhileClause:
		v.again(func() { v.stmts(c.Cond); v.stmts(c.Do) })
	case *syntax.ForClause:
		if !isPlainLoop(c) {
			v.refuse("a part of it is computed when it runs")
			return
		}
		v.again(func() { v.stmts(c.Do) })
	case *syntax.TimeClause:
		if c.Stmt != nil {
			v.stmt(c.Stmt)
		}
	default:
		v.refuse("it is a script, not a plain command")
	}
}

// again visits what may run several times: where a cd in it leads is not known.
func (v *visitor) again(body func()) {
	v.loops++
	body()
	v.loops--
}

// isPlainLoop says whether a loop goes through words that are known, and so that nothing
// depends on its variable: in small letters it is none that programs read. A token is no
// word of it: the variable would hold the value.
func isPlainLoop(c *syntax.ForClause) bool {
	loop, ok := c.Loop.(*syntax.WordIter)
	if !ok || c.Select || strings.Trim(loop.Name.Value, "abcdefghijklmnopqrstuvwxyz_") != "" {
		return false
	}
	for _, w := range loop.Items {
		text, ok := static(w)
		if !ok || core.HasToken(text) || isExpanded(w, true) {
			return false
		}
	}
	return true
}
