// SPDX-License-Identifier: Apache-2.0

package mock

import (
	"fmt"
	"net/http"
	"strings"
)

// Anthropic starts a provider that speaks the Messages dialect.
func Anthropic(play Play) (*Server, error) { return start(play, answerAnthropic) }

func answerAnthropic(w http.ResponseWriter, req Request, play Play) {
	switch {
	case req.Method == http.MethodHead:
		return
	case strings.HasPrefix(req.URL, "/v1/messages/count_tokens"):
		writeJSON(w, http.StatusOK, map[string]any{"input_tokens": len(req.Body) / 4})
		return
	case !strings.HasPrefix(req.URL, "/v1/messages"):
		writeJSON(w, http.StatusNotFound, map[string]any{
			"type": "error", "error": map[string]any{"type": "not_found_error", "message": "not found"}})
		return
	}
	turn := play(question(req))
	content, stop := anthropicContent(turn)
	message := map[string]any{
		"id": "msg_" + nextID(), "type": "message", "role": "assistant", "model": member(req.JSON, "model"),
		"content": content, "stop_reason": stop, "stop_sequence": nil, "usage": anthropicUsage(),
	}
	if member(req.JSON, "stream") == true {
		streamAnthropic(w, message)
		return
	}
	writeJSON(w, http.StatusOK, message)
}

func anthropicContent(turn Turn) (content []any, stop string) {
	stop = "end_turn"
	if turn.Text != "" {
		content = append(content, map[string]any{"type": "text", "text": turn.Text})
	}
	for i, call := range turn.Calls {
		stop = "tool_use"
		content = append(content, map[string]any{
			"type": "tool_use", "id": fmt.Sprintf("toolu_%s_%d", nextID(), i), "name": call.Tool, "input": call.Input})
	}
	return content, stop
}

func streamAnthropic(w http.ResponseWriter, message map[string]any) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(name string, data map[string]any) {
		data["type"] = name
		writeEvent(w, name, data)
	}
	content, stop := list(message["content"]), message["stop_reason"]
	message["content"], message["stop_reason"] = []any{}, nil
	send("message_start", map[string]any{"message": message})
	for i, block := range content {
		start, deltas := anthropicDeltas(block)
		send("content_block_start", map[string]any{"index": i, "content_block": start})
		for _, delta := range deltas {
			send("content_block_delta", map[string]any{"index": i, "delta": delta})
		}
		send("content_block_stop", map[string]any{"index": i})
	}
	send("message_delta", map[string]any{
		"delta": map[string]any{"stop_reason": stop, "stop_sequence": nil}, "usage": anthropicUsage()})
	send("message_stop", map[string]any{})
}

// anthropicDeltas cuts a block into the empty block that starts it and the
// deltas that fill it.
func anthropicDeltas(block any) (start map[string]any, deltas []map[string]any) {
	if member(block, "type") == "text" {
		text, _ := member(block, "text").(string)
		for _, piece := range pieces(text) {
			deltas = append(deltas, map[string]any{"type": "text_delta", "text": piece})
		}
		return map[string]any{"type": "text", "text": ""}, deltas
	}
	for _, piece := range pieces(encode(member(block, "input"))) {
		deltas = append(deltas, map[string]any{"type": "input_json_delta", "partial_json": piece})
	}
	return map[string]any{
		"type": "tool_use", "id": member(block, "id"), "name": member(block, "name"), "input": map[string]any{}}, deltas
}

func anthropicUsage() map[string]any {
	return map[string]any{
		"input_tokens": 100, "output_tokens": 10, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
}
