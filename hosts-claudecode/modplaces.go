// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/veil-guard/veil/core"
)

// place is where in a request to the model provider a value stands. What no model
// reads is left out, at the places of Anthropic's Messages API alone: a member of the
// same name below the arguments of a call, a schema or a result is anybody's text.
type place int

const (
	leftOut    place = iota
	free             // all of it is read
	inSchema         // so are the names of members
	inBase64         // a text in base64
	inRequest        // the body
	inOption         // of the body: how the model is to answer
	inMessages       // a list
	inMessage
	inBlocks // a list, or a block by itself
	inBlock
	inReplyBlocks // blocks of the model's own message
	inReplyBlock
	inSource // of a picture or a document
	inTools  // a list
	inTool
)

// member returns the place of a member or an element.
func (at place) member(name string, parent core.Value) place {
	switch at {
	case inRequest:
		return memberOfRequest(name, parent)
	case inOption:
		return memberOfOption(name)
	case inMessages:
		return inMessage
	case inMessage:
		return memberOfMessage(name, parent)
	case inBlocks, inReplyBlocks:
		if parent.IsArray() {
			return at + 1
		}
		return memberOfBlock(at, at+1, name, parent)
	case inBlock, inReplyBlock:
		return memberOfBlock(at-1, at, name, parent)
	case inSource:
		return memberOfSource(name, parent)
	case inTools:
		return inTool
	case inTool:
		return memberOfTool(name)
	}
	return at
}

func memberOfRequest(name string, body core.Value) place {
	switch name {
	case "messages":
		return inMessages
	case "system":
		return inBlocks
	case "tools":
		return inTools
	case "thinking", "tool_choice", "output_config", "output_format", "context_management":
		return inOption
	case "model", "metadata": // the host's own ids, where it is a request to a model
		if body.Get("messages").Exists() {
			return leftOut
		}
	}
	return free
}

func memberOfOption(name string) place {
	switch name {
	case "type":
		return leftOut
	case "schema":
		return inSchema
	}
	return inOption
}

func memberOfMessage(name string, message core.Value) place {
	switch {
	case name == "role":
		return leftOut
	case name != "content":
		return free
	case message.Get("role").Text() == "assistant":
		return inReplyBlocks
	}
	return inBlocks
}

// memberOfBlock returns the place of a member of a block, or of a citation. Ids,
// enumerations and names of tools are the host's. What the provider has signed or
// encrypted it wants back byte for byte; it does so in the model's own message only.
func memberOfBlock(list, block place, name string, parent core.Value) place {
	kind := parent.Get("type").Text()
	isReply := block == inReplyBlock
	isCall := isReply && (kind == "tool_use" || kind == "server_tool_use")
	out := false
	switch name {
	case "content", "citations":
		return list
	case "source":
		return inSource
	case "type", "tool_use_id", "file_id", "cache_control":
		out = true
	case "id", "name":
		out = isCall
	case "thinking":
		out = isReply && kind == "thinking"
	case "data":
		out = isReply && kind == "redacted_thinking"
	case "signature", "encrypted_content", "encrypted_index", "encrypted_stdout":
		out = isReply
	}
	if out {
		return leftOut
	}
	return free
}

func memberOfSource(name string, source core.Value) place {
	switch {
	case name == "type", name == "file_id", name == "media_type" && (isMediaType(source) || source.Get(name).Text() == "text/plain"):
		return leftOut
	case name == "content":
		return inBlocks
	case name != "data", source.Get("type").Text() != "base64":
		return free
	case isMedia(source):
		return leftOut
	}
	return inBase64
}

func memberOfTool(name string) place {
	switch name {
	case "type", "name", "cache_control":
		return leftOut
	case "input_schema":
		return inSchema
	}
	return free
}

// mediaHead is how much of a picture or a PDF is looked at, in characters of base64.
const mediaHead = 256

// isMedia says whether a source in base64 holds what veil cannot read and a model can: a
// PDF, or a picture. Neither begins like a text, whatever it is called.
func isMedia(source core.Value) bool {
	if !isMediaType(source) {
		return false
	}
	data := source.Get("data").Text()
	head, err := base64.StdEncoding.DecodeString(data[:min(len(data), mediaHead)])
	return err != nil || strings.HasPrefix(string(head), "%PDF-") || !beginsText(head)
}

// isMediaType says whether a source's type is one that the API takes in base64.
func isMediaType(source core.Value) bool {
	switch source.Get("media_type").Text() {
	case "application/pdf", "image/png", "image/jpeg", "image/gif", "image/webp":
		return true
	}
	return false
}

// beginsText says whether the bytes are the beginning of a text in UTF-8. Its last letter
// may be cut.
func beginsText(head []byte) bool {
	for len(head) > 0 {
		r, width := utf8.DecodeRune(head)
		if r == utf8.RuneError && width == 1 {
			return !utf8.FullRune(head)
		}
		head = head[width:]
	}
	return true
}
