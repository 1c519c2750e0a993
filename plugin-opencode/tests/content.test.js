// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { captured, load, root } from "./harness.js";

test("lone surrogates survive in both directions", async () => {
  const { fire, requests } = await load("surrogate");
  const call = captured("tool.execute.before-bash");
  call.output.args = ["\udfffx"];
  await fire(call);
  assert.deepEqual(requests()[0].leaves, [["/0", "\udfffx"]]);
  assert.equal(call.output.args[0], "<\ud800>");
});

const tool = (part) => ({ info: { sessionID: root, role: "user" }, parts: [part] });
const base64 = "QUJD";

// Each row: a part, and the texts of it that veil must be asked about.
for (const [name, part, want] of [
  ["ids and enumerations", { type: "text", id: "i", sessionID: "s", messageID: "m", text: "t" }, ["t"]],
  ["reasoning keeps its opaque metadata", { type: "reasoning", text: "t", metadata: { anthropic: { signature: "s" } } }, ["t"]],
  ["a text's signature", { type: "text", text: "t", metadata: { google: { thoughtSignature: "s", note: "n" } } }, ["t", "n"]],
  ["arguments are read whole", { type: "tool", callID: "c", tool: "x", state: { status: "completed", input: { id: "a", type: "b", tool: "c", data: "d" } } }, ["a", "b", "c", "d"]],
  ["a tool's own metadata is read whole", { type: "tool", state: { output: "o", title: "t", metadata: { id: "a", hash: "b", signature: "c" } } }, ["o", "t", "a", "b", "c"]],
  ["an error", { type: "tool", state: { status: "error", error: "e" } }, ["e"]],
  ["a picture's name but not its bytes", { type: "file", mime: "image/png", filename: "f", url: `data:image/png;base64,${base64}` }, ["f"]],
  ["a text file's bytes", { type: "file", mime: "text/plain", filename: "f", url: `data:text/plain;base64,${base64}` }, ["f", `data:text/plain;base64,${base64}`]],
  ["an SVG is text", { type: "file", mime: "image/svg+xml", url: `data:image/svg+xml;base64,${base64}` }, [`data:image/svg+xml;base64,${base64}`]],
  ["a picture's address is read", { type: "file", mime: "image/png", url: "https://a/12345678Z.png" }, ["https://a/12345678Z.png"]],
  ["text that begins with data:", { type: "text", text: "data: 12345678Z" }, ["data: 12345678Z"]],
  ["a sub-task", { type: "subtask", agent: "a", prompt: "p", description: "d", command: "c" }, ["p", "d", "c"]],
]) {
  test(`what is sent of a history: ${name}`, async () => {
    const { fire, requests } = await load();
    await fire({ hook: "experimental.chat.messages.transform", input: {}, output: { messages: [tool(part)] } });
    assert.deepEqual(requests()[0].leaves.map(([, text]) => text), want);
  });
}

test("system texts and schemas of a history are sent", async () => {
  const { fire, requests } = await load();
  const message = { info: { sessionID: root, system: "s", format: { type: "json_schema", schema: { description: "d" } } }, parts: [] };
  await fire({ hook: "experimental.chat.messages.transform", input: {}, output: { messages: [message] } });
  assert.deepEqual(requests()[0].leaves, [["/0/info/system", "s"], ["/0/info/format/schema/description", "d"]]);
});

for (const [name, output, want] of [
  ["built-in", { title: "t", output: "o", metadata: { id: "m" }, attachments: [{ type: "file", id: "i", mime: "image/png", filename: "f", url: `data:image/png;base64,${base64}` }] }, ["t", "o", "m", "f"]],
  ["MCP", { content: [{ type: "text", text: "t" }, { type: "image", mimeType: "image/png", data: base64 }, { type: "resource", resource: { uri: "u", mimeType: "text/plain", text: "r" } }], structuredContent: { id: "s" }, _meta: { m: "x" } }, ["text", "t", "image", "image/png", "resource", "u", "text/plain", "r", "s", "x"]],
  ["MCP, base64 of text", { content: [{ type: "resource", resource: { mimeType: "text/csv", blob: base64 } }] }, ["resource", "text/csv", base64]],
]) {
  test(`what is sent of a result: ${name}`, async () => {
    const { fire, requests } = await load();
    await fire({ hook: "tool.execute.after", input: { tool: "x", sessionID: root, callID: "c", args: {} }, output });
    assert.deepEqual(requests()[0].leaves.map(([, text]) => text), want);
  });
}

test("a call without a result is let be", async () => {
  const { fire, requests } = await load("deny");
  await fire({ hook: "tool.execute.after", input: { tool: "x", sessionID: root, callID: "c" }, output: undefined });
  assert.deepEqual(requests(), []);
});

test("a result that cannot be rewritten in place is refused", async () => {
  const { fire } = await load();
  const call = { hook: "tool.execute.after", input: { tool: "x", sessionID: root, callID: "c" }, output: "DNI 12345678Z" };
  await assert.rejects(fire(call), /^Error: veil: a result that is no object cannot be rewritten; /);
});
