// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"slices"
	"strings"

	"github.com/veil-guard/veil/core"
)

// mediaNotice stands for a picture or a document that is withheld. The model reads it.
const mediaNotice = "[veil: an image or a document was withheld: veil cannot read it; images: pass in veil.yaml lets it through]"

// medium is a picture or a document whose content veil cannot read.
type medium struct {
	at    string // its pointer
	bytes string // that of the text that encodes it; "" if it stands elsewhere
}

// mediaIn appends the media at and below a value, in the document's order.
func mediaIn(list []medium, v core.Value, pointer string) []medium {
	if bytes, ok := mediaBytes(v); ok {
		if bytes != "" {
			bytes = pointer + bytes
		}
		return append(list, medium{pointer, bytes})
	}
	if v.IsObject() || v.IsArray() {
		for name, member := range v.Members {
			list = mediaIn(list, member, pointer+"/"+escapePointer(name))
		}
	}
	return list
}

// mediaBytes says whether a value is a medium, and which of its members encodes it: a
// block of the Messages API or of MCP, or what Read gives of such a file. A document that
// is text is none, and of one at an address only the address is sent.
func mediaBytes(v core.Value) (bytes string, ok bool) {
	if !v.IsObject() {
		return "", false
	}
	kind := v.Get("type").Text()
	source := v.Get("source").Get("type").Text()
	isBlock := kind == "image" || kind == "document" || kind == "audio" || kind == "pdf"
	switch {
	case isBlock && source == "base64":
		return "/source/data", isMedia(v.Get("source"))
	case isBlock && source == "file":
		return "", true
	case isBlock && v.Get("data").Exists():
		return "/data", true
	case isBlock && v.Get("file").Get("base64").Exists():
		return "/file/base64", true
	case kind == "resource" && v.Get("resource").Get("blob").Exists():
		return "/resource/blob", true
	case v.Get("image_data").Exists(): // of a cell of a notebook
		return "/image_data", true
	}
	return "", false
}

// mediaOfPart returns the media that the mod can put a text in the place of: blocks of a
// row or of a request's messages.
func mediaOfPart(event string, part core.Value) []medium {
	var list []medium
	switch event {
	case sessionAppend:
		list = mediaOfBlocks(list, part, "")
	case httpFetch:
		list = mediaOfBlocks(list, part.Get("system"), "/system")
		for index, message := range part.Get("messages").Members {
			list = mediaOfBlocks(list, message.Get("content"), "/messages/"+index+"/content")
		}
	}
	return list
}

func mediaOfBlocks(list []medium, blocks core.Value, pointer string) []medium {
	if !blocks.IsArray() {
		return list
	}
	for index, block := range blocks.Members {
		at := pointer + "/" + index
		if bytes, ok := mediaBytes(block); ok && block.Get("source").Exists() {
			list = append(list, medium{at, at + bytes})
			continue
		}
		list = mediaOfBlocks(list, block.Get("content"), at+"/content")
		list = mediaOfBlocks(list, block.Get("source").Get("content"), at+"/source/content")
	}
	return list
}

// readable returns the leaves without the bytes of media.
func readable(leaves []core.Leaf, media []medium) []core.Leaf {
	if len(media) == 0 {
		return leaves
	}
	unread := map[string]bool{}
	for _, m := range media {
		unread[m.bytes] = true
	}
	return slices.DeleteFunc(leaves, func(l core.Leaf) bool { return !l.ID.Key && unread[l.ID.Pointer] })
}

// HoldsMedia says whether a result holds pictures or documents that must be withheld.
func (h *Hook) HoldsMedia() bool { return len(h.media) > 0 && !h.PassMedia }

// withoutMedia replaces the text of a result, and withholds its media. Of what an MCP
// server gives the other blocks stay.
func (h *Hook) withoutMedia(v core.Verdict) (Reply, error) {
	if h.patchesShape(v.Patches) {
		return h.output(v)
	}
	response, err := h.splice(v.Patches)
	if err == nil {
		response, err = h.replaceMedia(response)
	}
	if err != nil {
		return h.fail(err)
	}
	return said(v.Reasons, object{}.text("hookEventName", postToolUse).raw("updatedToolOutput", response)), nil
}

// replaceMedia puts the notice in the place of each medium.
func (h *Hook) replaceMedia(response []byte) ([]byte, error) {
	doc, err := core.ParseDocument(response)
	if err != nil {
		return nil, err
	}
	if isMCP(h.Event.Tool.Name) && !doc.Root().IsArray() {
		response = []byte("[]") // the host takes blocks for any result of such a tool
	}
	nested := slices.ContainsFunc(h.media, func(m medium) bool { return strings.LastIndexByte(m.at, '/') != 0 })
	if !isMCP(h.Event.Tool.Name) || !doc.Root().IsArray() || nested {
		return withhold(h.Event.Tool.Name, response, mediaNotice)
	}
	out := []byte("[")
	for index, block := range doc.Root().Members {
		if len(out) > 1 {
			out = append(out, ',')
		}
		if slices.ContainsFunc(h.media, func(m medium) bool { return m.at == "/"+index }) {
			out = append(out, object{}.text("type", "text").text("text", mediaNotice).close()...)
		} else {
			out = append(out, block.Raw()...)
		}
	}
	return append(out, ']'), nil
}
