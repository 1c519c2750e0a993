// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { child, client, load, root, sent } from "./harness.js";

const long = (text) => `${text} ${"y así sigue ".repeat(20)}`;
const value = long("DNI 12345678Z");
const token = long("DNI [DNI-001]");

/** Shows a history of the texts to veil and returns what became of them. */
async function show({ hooks }, texts, sessionID = root) {
  const messages = texts.map((text) => ({ info: { sessionID }, parts: [{ type: "text", text }] }));
  await hooks["experimental.chat.messages.transform"]({}, { messages });
  return messages.map(({ parts }) => parts[0].text);
}

/** Sends a body past the fetch guard and returns what left. */
async function post({ hooks }, body, sessionID = root) {
  const output = { headers: {} };
  await hooks["chat.headers"]({ sessionID }, output);
  await fetch("https://model.example/v1", { method: "POST", headers: output.headers, body: JSON.stringify(body) });
  return JSON.parse(sent.at(-1).body);
}

const textsOf = (request) => request.leaves.filter(([, , kind]) => kind !== "key").map(([, text]) => text);
const other = { [root]: undefined, [child]: undefined };

test("what was answered is left out, and becomes what it became before", async () => {
  const plugin = await load("epoch e1");
  assert.deepEqual(await show(plugin, [value, long("nada")]), [token, long("nada")]);
  assert.deepEqual(await show(plugin, [value, long("nada"), value, long("nuevo 12345678Z")]), [token, long("nada"), token, long("nuevo [DNI-001]")]);
  const [first, second] = plugin.requests();
  assert.equal(first.epoch, undefined);
  assert.equal(second.epoch, "e1");
  assert.deepEqual(second.leaves, [
    ["/0/parts/0/text", ""], ["/1/parts/0/text", ""], ["/2/parts/0/text", ""], ["/3/parts/0/text", long("nuevo 12345678Z")],
  ]);
});

test("a history of 2 MB with one new part costs no more than a twentieth of its bytes", async () => {
  const plugin = await load("epoch e1");
  const parts = Array.from({ length: 210 }, (_, i) => `${i} ${"código y prosa ".repeat(680)} 12345678Z`);
  await show(plugin, parts);
  const shown = await show(plugin, [...parts, `nuevo ${parts[0]}`]);
  assert.ok(shown.every((text) => text.endsWith("[DNI-001]")));
  const [first, second] = plugin.requests().map((request) => JSON.stringify(request).length);
  assert.ok(first > 2 << 20);
  assert.ok(second * 20 <= first, `${first} and then ${second} bytes`);
});

test("in another epoch everything is sent again", async () => {
  const plugin = await load("epoch e1");
  await show(plugin, [value]);
  plugin.behave("epoch e2");
  assert.deepEqual(await show(plugin, [value, long("x")]), [token, long("x")]);
  await show(plugin, [value]);
  assert.deepEqual(plugin.requests().map(({ epoch, leaves }) => [epoch, leaves[0][1]]), [
    [undefined, value], ["e1", ""], [undefined, value], ["e2", ""],
  ]);
});

test("another process is sent everything", async () => {
  const plugin = await load("epoch e1");
  await show(plugin, [value]);
  process.kill(plugin.pid());
  await new Promise((resolve) => setTimeout(resolve, 200));
  plugin.behave("epoch e2");
  assert.deepEqual(await show(plugin, [value]), [token]);
  assert.deepEqual(textsOf(plugin.requests().at(-1)), [value]);
});

test("an answer that names no epoch says nothing about what was left out", async () => {
  const plugin = await load("epoch e1");
  await show(plugin, [value]);
  plugin.behave("mask");
  assert.deepEqual(await show(plugin, [value]), [token]);
  assert.deepEqual(plugin.requests().map(textsOf), [[value], [""], [value]]);
  await show(plugin, [value]);
  assert.deepEqual(textsOf(plugin.requests().at(-1)), [value], "nothing is remembered without an epoch");
});

test("a denial is asked about once more with the whole text, and stands", async () => {
  const plugin = await load("epoch e1");
  await show(plugin, [value]);
  plugin.behave("deny");
  assert.deepEqual(await show(plugin, [value]), ["[veil: this prompt was withheld]"]);
  assert.deepEqual(plugin.requests().map(textsOf), [[value], [""], [value]]);
  await assert.rejects(plugin.hooks["experimental.chat.system.transform"]({ sessionID: root }, { system: ["x"] }), { message: "veil: cause; do this" });
});

test("sessions know nothing of each other", async () => {
  const plugin = await load("epoch e1", { input: { client: client(other), directory: "/w" } });
  await show(plugin, [value]);
  await show(plugin, [value], child);
  assert.deepEqual(plugin.requests().map(textsOf), [[value], [value]]);
});

test("a sub-agent's session has its root's answers", async () => {
  const plugin = await load("epoch e1");
  await show(plugin, [value]);
  assert.deepEqual(await show(plugin, [value], child), [token]);
  assert.deepEqual(plugin.requests().map(textsOf), [[value], [""]]);
});

test("what is sent once is always sent whole", async () => {
  const plugin = await load("epoch e1");
  await show(plugin, [value]);
  const prompt = { message: {}, parts: [{ type: "text", text: value }] };
  await plugin.hooks["chat.message"]({ sessionID: root }, prompt);
  await plugin.hooks["tool.execute.after"]({ tool: "bash", sessionID: root, callID: "c", args: {} }, { title: "", output: value, metadata: {} });
  for (const { epoch, leaves } of plugin.requests().slice(1)) assert.deepEqual([epoch, leaves[0][1]], [undefined, value]);
  assert.equal(prompt.parts[0].text, token);
});

test("short texts are always sent", async () => {
  const plugin = await load("epoch e1");
  const texts = ["x".repeat(63), "x".repeat(64)];
  await show(plugin, texts);
  await show(plugin, texts);
  assert.deepEqual(textsOf(plugin.requests()[1]), [texts[0], ""]);
});

test("a body leaves out what was clean, and not what the last gate found", async () => {
  const plugin = await load("epoch e1");
  await show(plugin, [value, long("nada")]);
  const body = { messages: [{ content: token }, { content: long("nada") }, { content: value }] };
  const masked = { messages: [{ content: token }, { content: long("nada") }, { content: token }] };
  for (let turn = 0; turn < 2; turn++) assert.deepEqual(await post(plugin, body), masked);
  assert.deepEqual(plugin.requests().slice(1).map(textsOf), [[token, "", value], ["", "", value]]);
});

test("what veil did not read is not answered", async () => {
  const plugin = await load("epoch e1");
  const body = { messages: [{ signature: value }] };
  for (let turn = 0; turn < 2; turn++) assert.deepEqual(await post(plugin, body), body);
  assert.deepEqual(await show(plugin, [value]), [token]);
  assert.deepEqual(plugin.requests().map(textsOf), [[value], [value], [value]]);
});

test("an odd list of what was not read: nothing is remembered", async () => {
  const plugin = await load("odd-unread");
  await show(plugin, [value]);
  await show(plugin, [value]);
  assert.deepEqual(plugin.requests().map(textsOf), [[value], [value]]);
});

test("the oldest session is forgotten when it is too much", async () => {
  const plugin = await load("epoch e1", { input: { client: client({ a: undefined, b: undefined, c: undefined }), directory: "/w" } });
  const large = "x".repeat(7 << 20);
  for (const session of ["a", "b", "a", "c", "a", "b"]) await show(plugin, [large], session);
  assert.deepEqual(plugin.requests().map((request) => request.epoch !== undefined), [false, false, true, false, true, false]);
  for (let turn = 0; turn < 2; turn++) await show(plugin, ["y".repeat(17 << 20)], "c");
  assert.deepEqual(plugin.requests().slice(-2).map((request) => request.epoch), [undefined, undefined], "what is too much alone is not remembered");
});
