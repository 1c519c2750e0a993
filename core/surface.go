// SPDX-License-Identifier: Apache-2.0

package core

// Surface is a place where text passes between a host and the world.
type Surface string

const (
	// Prompt is what the person typed.
	Prompt Surface = "prompt"
	// ToolInput is the arguments of a tool call that is about to run.
	ToolInput Surface = "tool_input"
	// ToolOutput is the result of a tool call that ran.
	ToolOutput Surface = "tool_output"
	// FailedOutput is the result of a tool call that failed. It is a surface of
	// its own because hosts give a guard less power there than on ToolOutput.
	FailedOutput Surface = "failed_output"
	// History is the part of the conversation that is sent again each turn.
	History Surface = "history"
	// System is the system prompt.
	System Surface = "system"
	// Display is what the person reads on the screen.
	Display Surface = "display"
)

// Surfaces lists every surface, in the order in which tables show them.
func Surfaces() []Surface {
	return []Surface{Prompt, ToolInput, ToolOutput, FailedOutput, History, System, Display}
}

// Power is what a host lets a guard do on a surface.
type Power string

const (
	// Observe is to see the text.
	Observe Power = "observe"
	// Block is to stop the event.
	Block Power = "block"
	// Rewrite is to replace text and let the event go on.
	Rewrite Power = "rewrite"
	// AskPerson is to have the person asked before the event goes on.
	AskPerson Power = "ask"
)

// Powers lists every power, in the order in which tables show them.
func Powers() []Power { return []Power{Observe, Block, Rewrite, AskPerson} }
