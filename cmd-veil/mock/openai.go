// SPDX-License-Identifier: Apache-2.0

package mock

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

// OpenAI starts a provider that speaks the chat completions dialect. Its base
// URL ends in /v1.
func OpenAI(play Play) (*Server, error) {
	s, err := start(play, answerOpenAI)
	if err == nil {
		s.URL += "/v1"
	}
	return s, err
}

func answerOpenAI(w http.ResponseWriter, req Request, play Play) {
	if !strings.HasSuffix(req.URL, "/chat/completions") {
		writeJSON(w, http.StatusNotFound, map[string]any{"error": map[string]any{"message": "not found"}})
		return
	}
	turn := play(question(req))
	if turn.Status != 0 {
		writeJSON(w, turn.Status, map[string]any{"error": map[string]any{"message": "the provider failed"}})
		return
	}
	if member(req.JSON, "stream") == true {
		streamOpenAI(w, turn)
		return
	}
	message := map[string]any{"role": "assistant", "content": turn.Text}
	if calls := openAICalls(turn); len(calls) > 0 {
		message["tool_calls"] = calls
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"id": "mock", "object": "chat.completion", "created": 1, "model": "mock", "usage": openAIUsage(),
		"choices": []any{map[string]any{"index": 0, "finish_reason": openAIFinish(turn), "message": message}},
	})
}

func streamOpenAI(w http.ResponseWriter, turn Turn) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(delta map[string]any, finish any, usage any) {
		writeEvent(w, "", map[string]any{
			"id": "mock", "object": "chat.completion.chunk", "created": 1, "model": "mock", "usage": usage,
			"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}},
		})
	}
	send(map[string]any{"role": "assistant"}, nil, nil)
	for _, piece := range pieces(turn.Reasoning) {
		send(map[string]any{"reasoning_content": piece}, nil, nil)
	}
	for _, piece := range pieces(turn.Text) {
		send(map[string]any{"content": piece}, nil, nil)
	}
	for _, call := range openAICalls(turn) {
		send(map[string]any{"tool_calls": []any{call}}, nil, nil)
	}
	send(map[string]any{}, openAIFinish(turn), openAIUsage())
	_, _ = io.WriteString(w, "data: [DONE]\n\n") // the host may have hung up
}

func openAICalls(turn Turn) []any {
	var out []any
	for i, call := range turn.Calls {
		out = append(out, map[string]any{
			"index": i, "id": fmt.Sprintf("call_%s_%d", nextID(), i), "type": "function",
			"function": map[string]any{"name": call.Tool, "arguments": encode(call.Input)},
		})
	}
	return out
}

func openAIFinish(turn Turn) string {
	if len(turn.Calls) > 0 {
		return "tool_calls"
	}
	return "stop"
}

func openAIUsage() map[string]any {
	return map[string]any{"prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20}
}
