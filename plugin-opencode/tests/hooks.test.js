// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import plugin, * as module from "../veil-plugin.js";
import { anew, captured, capturedNames, child, client, load, root } from "./harness.js";
import { hide } from "./values.js";

const value = /12345678Z|ES91|ana\.prueba/;
const user = (text) => {
  const call = captured("chat.message");
  call.output.parts[0].text = text;
  return call;
};

test("there is one export, in the shape that OpenCode loads", () => {
  assert.deepEqual(Object.keys(module), ["default"]);
  assert.deepEqual(Object.keys(plugin), ["id", "server", "setup"]);
});

test("server returns its hooks whatever it is given", async () => {
  for (const input of [undefined, null, {}, { client: null }, { serverUrl: "no address" }]) {
    anew();
    const hooks = await plugin.server(input);
    assert.deepEqual(Object.keys(hooks).sort(), [
      "chat.headers", "chat.message", "command.execute.before", "config", "event", "experimental.chat.messages.transform",
      "experimental.chat.system.transform", "experimental.session.compacting", "experimental.text.complete", "tool",
      "tool.execute.after", "tool.execute.before",
    ]);
  }
});

test("sharing and telemetry are switched off", async () => {
  const { hooks } = await load();
  const config = { share: "auto" };
  await hooks.config(config);
  assert.equal(config.share, "disabled");
  assert.equal(config.experimental.openTelemetry, false);
});

test("what cannot be switched off stops every request, until it can", async () => {
  const { hooks } = await load();
  await hooks["chat.message"]({ sessionID: root }, { message: {}, parts: [{ type: "text", text: "x" }] });
  const system = () => hooks["experimental.chat.system.transform"]({ sessionID: root }, { system: ["x"] });
  await hooks.config(Object.freeze({ share: "auto" }));
  await assert.rejects(system(), { message: "veil: the plugin failed; please report this" });
  await hooks.config({ share: "auto" });
  await system();
});

test("no hook throws what may hold a value", async () => {
  const { hooks } = await load();
  const output = { get parts() { throw new Error("12345678Z"); } };
  await assert.rejects(hooks["command.execute.before"]({ command: "veil", sessionID: root }, output), { message: "veil: the plugin failed; please report this" });
  await assert.rejects(hooks["chat.headers"]({ sessionID: root }, null), { message: "veil: the plugin failed; please report this" });
});

for (const name of [...capturedNames("chat.message"), ...capturedNames("experimental.chat.messages"), ...capturedNames("tool.execute.after")]) {
  test(`values are masked in place, and nothing else changes: ${name}`, async () => {
    const { fire, requests } = await load();
    const call = captured(name);
    const before = JSON.stringify(call.output);
    const kept = call.output.parts ?? call.output.messages ?? call.output;
    await fire(call);
    assert.equal(call.output.parts ?? call.output.messages ?? call.output, kept, "OpenCode ignores a new object");
    const masked = hide(before);
    assert.equal(JSON.stringify(call.output), masked);
    assert.doesNotMatch(masked, value);
    const [request] = requests();
    assert.equal(request.event, call.hook);
    assert.equal(request.root, root);
    assert.deepEqual(request.host, { name: "opencode", version: "1.18.33" });
    assert.equal(request.cwd, "/work/project");
  });
}

test("veil hears what a session holds before the first prompt of this process, once", async () => {
  const past = captured("experimental.chat.messages.transform").output.messages;
  const { fire, requests } = await load("mask", { input: { client: client(undefined, past), directory: "/work/project" } });
  await fire(user("uno"));
  await fire(user("dos"));
  const [history, ...prompts] = requests();
  assert.deepEqual([history.event, ...prompts.map((request) => request.event)], ["experimental.chat.messages.transform", "chat.message", "chat.message"]);
  assert.match(JSON.stringify(history.leaves), value);
});

test("of a past that is too large for veil only the tokens are asked about, each once", async () => {
  const info = { sessionID: root };
  const say = (text) => ({ info, parts: [{ type: "text", text }] });
  const past = [say(`[DNI-001] ${"ñ".repeat(3 << 20)}`), say(`x[DNI-002.3] a[0] [DNI-001]\n${"\n".repeat(2 << 20)}`), say("12345678Z [x y]")];
  const { hooks, requests } = await load("mask", { input: { client: client(undefined, past), directory: "/w" } });
  const output = { message: {}, parts: [{ type: "text", text: "hello" }] };
  await hooks["chat.message"]({ sessionID: root }, output);
  assert.equal(output.parts[0].text, "hello");
  assert.deepEqual(requests().map(({ leaves }) => leaves.map(([, text]) => text)), [["[DNI-001] [DNI-002.3] [0]"], ["hello"]]);
});

test("a past without tokens that is too large is not asked about", async () => {
  const past = [{ info: { sessionID: root }, parts: [{ type: "text", text: "x".repeat(8 << 20) }] }];
  const { hooks, requests } = await load("mask", { input: { client: client(undefined, past), directory: "/w" } });
  await hooks["chat.message"]({ sessionID: root }, { message: {}, parts: [{ type: "text", text: "hello" }] });
  assert.deepEqual(requests().map(({ event }) => event), ["chat.message"]);
});

test("a prompt to a session whose past cannot be read is withheld", async () => {
  const { fire, hooks } = await load("mask", { input: { client: client(undefined, null), directory: "/work/project" } });
  const call = await fire(user("hola 12345678Z"));
  assert.doesNotMatch(JSON.stringify(call), /hola|12345678Z/);
  await assert.rejects(hooks["experimental.chat.system.transform"]({ sessionID: root }, { system: [] }), /the session's past cannot be read; try again/);
});

test("what a request says of a prompt", async () => {
  const { fire, requests } = await load();
  await fire(captured("chat.message"));
  assert.deepEqual(requests(), [{
    v: 1, id: 2, event: "chat.message", session: root, root, cwd: "/work/project",
    host: { name: "opencode", version: "1.18.33" },
    leaves: [["/parts/0/text", "Mi DNI es 12345678Z, prepara una carta"]],
  }]);
});

test("tokens become values in a tool's arguments", async () => {
  const { fire, requests } = await load();
  const call = captured("tool.execute.before-write");
  call.output.args = { filePath: "/w/a", content: "DNI [DNI-001]", n: 9, "a/b~": { c: ["x"] }, empty: "", no: null };
  const { args } = call.output;
  await fire(call);
  assert.equal(call.output.args, args);
  assert.equal(args.content, "DNI 12345678Z");
  assert.equal(requests()[0].tool, "write");
  assert.equal(requests()[0].call, call.input.callID);
  assert.deepEqual(requests()[0].leaves, [
    ["/filePath", "filePath", "key"], ["/filePath", "/w/a"], ["/content", "content", "key"], ["/content", "DNI [DNI-001]"],
    ["/n", "n", "key"], ["/n", "9", "number"], ["/a~1b~0", "a/b~", "key"], ["/a~1b~0/c", "c", "key"], ["/a~1b~0/c/0", "x"],
    ["/empty", "empty", "key"], ["/no", "no", "key"],
  ]);
});

test("in arguments nothing is skipped, whatever it is called", async () => {
  const { fire, requests } = await load();
  const call = captured("tool.execute.before-lab_texts");
  call.output.args = { id: "a1", type: "a2", mime: "image/png", url: "data:image/png;base64,a3", metadata: { signature: "a4" } };
  await fire(call);
  const sent = JSON.stringify(requests()[0].leaves);
  for (const text of ["a1", "a2", "a3", "a4"]) assert.match(sent, new RegExp(text));
});

test("what stands in a call's arguments goes along with its output", async () => {
  const { fire, requests } = await load();
  await fire(captured("tool.execute.after-bash"));
  assert.deepEqual(requests()[0].args, [["/command", "cat clientes.txt"], ["/description", "Show"]]);
});

test("a denied prompt is withheld and the system prompt throws the reason", async () => {
  const { hooks, fire, behave } = await load("deny");
  const call = user("Mi DNI es 12345678Z");
  call.output.parts.push({ type: "file", mime: "text/plain", url: "file:///w/12345678Z.txt" });
  call.output.message.system = "12345678Z";
  const { parts } = call.output;
  const { id, sessionID, messageID } = parts[0];
  await fire(call);
  assert.equal(call.output.parts, parts);
  assert.deepEqual(parts, [{ id, sessionID, messageID, type: "text", text: "[veil: this prompt was withheld]" }]);
  assert.doesNotMatch(JSON.stringify(call.output), value);
  behave("mask");
  const system = () => hooks["experimental.chat.system.transform"]({ sessionID: root }, { system: ["x"] });
  await assert.rejects(system, { message: "veil: cause; do this" });
  await fire(captured("experimental.chat.messages.transform"));
  await assert.rejects(system, { message: "veil: cause; do this" }, "a good history does not lift the block of a prompt");
  await fire(captured("chat.message"));
  await system();
});

test("a history that is denied does not throw but blocks, until one passes", async () => {
  const { hooks, fire, behave } = await load("deny");
  const call = captured("experimental.chat.messages.transform");
  call.output.messages[0].info.system = "12345678Z";
  await fire(call);
  assert.doesNotMatch(JSON.stringify(call.output), value);
  behave("mask");
  const system = () => hooks["experimental.chat.system.transform"]({ sessionID: root }, { system: ["x"] });
  await assert.rejects(system, { message: "veil: cause; do this" });
  await fire(captured("chat.message"));
  await assert.rejects(system, { message: "veil: cause; do this" }, "a good prompt does not lift the block of a history");
  await fire(captured("experimental.chat.messages.transform"));
  await system();
});

test("an empty history is no session's", async () => {
  const { fire, requests } = await load("deny");
  await fire({ hook: "experimental.chat.messages.transform", input: {}, output: { messages: [] } });
  assert.deepEqual(requests(), []);
});

test("the gate: a request of a session that was not seen is blocked", async () => {
  const { fire } = await load();
  for (const sessionID of [undefined, root]) {
    const call = captured("experimental.chat.system.transform");
    call.input.sessionID = sessionID;
    await assert.rejects(fire(call), /^Error: veil: this request did not pass the guard; /);
  }
});

test("the system prompt is masked in place once the session was seen", async () => {
  for (const first of ["chat.message", "experimental.chat.messages.transform"]) {
    const { fire } = await load();
    await fire(captured(first));
    const call = captured("experimental.chat.system.transform");
    call.output.system[0] += " 12345678Z";
    const { system } = call.output;
    await fire(call);
    assert.match(system[0], / \[DNI-001\]$/);
    assert.equal(call.output.system, system);
  }
});

test("a sub-agent's event names its root session and the agent", async () => {
  const { fire, requests } = await load();
  await fire(captured("chat.message-subagent"));
  await fire(captured("tool.execute.after-read-subagent"));
  for (const request of requests()) {
    assert.deepEqual([request.session, request.root, request.agent], [child, root, "general"]);
  }
});

test("the chain of parents is followed to its end, and asked for once", async () => {
  const sessions = { a: "b", b: "c", c: undefined };
  const host = client(sessions);
  let calls = 0;
  const { get } = host.session;
  host.session.get = (query) => (calls++, get(query));
  const { fire, requests } = await load("mask", { input: { client: host, directory: "/w" } });
  for (let i = 0; i < 2; i++) {
    const call = captured("tool.execute.before-bash");
    call.input.sessionID = "a";
    await fire(call);
  }
  assert.deepEqual(requests().map((request) => request.root), ["c", "c"]);
  assert.equal(calls, 3);
});

test("a session whose root cannot be found is denied", async () => {
  const broken = { session: { get: async () => { throw new Error("12345678Z"); } } };
  for (const host of [client({}), client({ [root]: "gone" }), client({ [root]: root }), client({ [root]: child, [child]: root }), broken, undefined]) {
    const { fire, requests } = await load("mask", { input: { client: host, directory: "/w" } });
    await assert.rejects(fire(captured("tool.execute.before-bash")), /^Error: veil: the session's root session cannot be found; /);
    assert.deepEqual(requests(), []);
  }
});

test("a version that cannot be learned is sent as unknown", async () => {
  for (const inner of [undefined, { get: async () => { throw new Error("x"); } }, { get: async () => ({ error: {} }) }]) {
    const { fire, requests } = await load("mask", { input: { client: { ...client(), _client: inner }, directory: "/w" } });
    await fire(captured("tool.execute.before-bash"));
    assert.equal(requests()[0].host.version, "");
  }
});

test("what veil says of an event that goes on is shown", async () => {
  for (const how of ["notice", "notice-with-patches"]) {
    const shown = [];
    const tui = { showToast: async (toast) => shown.push(toast) };
    const { fire } = await load(how, { input: { client: { ...client(), tui }, directory: "/work" } });
    await fire(user("x"));
    assert.deepEqual(shown, [{ body: { title: "veil", message: "cause; do this", variant: "info" } }]);
  }
});

test("an event goes on where nothing can be shown", async () => {
  const broken = [{}, { showToast: () => { throw new Error("no screen"); } }, { showToast: async () => { throw new Error("no screen"); } }, { showToast: () => new Promise(() => {}) }];
  for (const tui of broken) {
    const { fire } = await load("notice-with-patches", { input: { client: { ...client(), tui }, directory: "/work" } });
    const output = await fire(user("12345678Z"));
    assert.match(JSON.stringify(output), /:"x"/);
  }
});
