// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import plugin from "../veil-plugin.js";
import { anew, captured, client, load, root, version } from "./harness.js";

const bash = () => captured("tool.execute.before-bash");

test("one process serves all events and says hello once", async () => {
  const { fire, starts, hellos } = await load();
  for (let i = 0; i < 5; i++) await fire(bash());
  assert.deepEqual(starts(), ["opencode --stdio"]);
  assert.deepEqual(hellos(), [{
    v: 1, id: 1, event: "hello", host: { name: "opencode", version: "1.18.33" }, cwd: "/work/project", plugin: version,
  }]);
});

test("several instances share the process, and each says hello", async () => {
  const { again, fire, starts, hellos } = await load();
  const other = await again({ directory: "/w/other" });
  await fire(bash());
  const { input, output } = bash();
  await other["tool.execute.before"](input, output);
  assert.equal(starts().length, 1);
  assert.deepEqual(hellos().map((hello) => hello.cwd), ["/work/project", "/w/other"]);
});

test("a process that ended is started again, and told who is there", async () => {
  const { fire, behave, starts, hellos } = await load();
  behave("exit-3");
  await assert.rejects(fire(bash()), /^Error: veil: veil ended with exit code 3; /);
  behave("mask");
  await fire(bash());
  assert.equal(starts().length, 2);
  assert.equal(hellos().length, 2);
});

test("a version that does not fit is asked again: it may have been installed meanwhile", async () => {
  const { fire, behave } = await load("unfit");
  await assert.rejects(fire(bash()), /do not fit together; install another$/);
  behave("mask");
  await fire(bash());
});

test("a process that dies fails every call that waits for it", async () => {
  const { fire, behave } = await load();
  behave("hang");
  const calls = [fire(bash()), fire(bash())];
  await new Promise((resolve) => setTimeout(resolve, 100));
  behave("signal");
  calls.push(fire(bash()));
  for (const result of await Promise.allSettled(calls)) assert.match(String(result.reason), /ended by a signal; try again$/);
});

test("answers may come in any order", async () => {
  const { fire, behave } = await load();
  behave("slow");
  const calls = Array.from({ length: 6 }, () => captured("tool.execute.before-write"));
  calls.forEach((call, i) => (call.output.args = { content: `DNI [DNI-001] ${i}` }));
  await Promise.all(calls.map(fire));
  assert.deepEqual(calls.map((call) => call.output.args.content), calls.map((_, i) => `DNI 12345678Z ${i}`));
});

test("the plugin's version is the package's", () => {
  assert.match(readFileSync(new URL("../veil-plugin.js", import.meta.url), "utf8"), new RegExp(`const VERSION = "${version}";`));
});

test("the model's own arguments go back to it", async () => {
  const { fire } = await load();
  const call = captured("tool.execute.before-write");
  call.output.args = { filePath: "/w/a", content: String.raw`DNI \[DNI-001\] [DNI-001]` };
  await fire(call);
  const part = { type: "tool", tool: "write", callID: call.input.callID, state: { status: "completed", input: structuredClone(call.output.args), output: "ok" } };
  const history = { hook: "experimental.chat.messages.transform", input: {}, output: { messages: [{ info: { sessionID: root }, parts: [part] }] } };
  assert.match(part.state.input.content, /12345678Z/);
  for (let turn = 0; turn < 2; turn++) {
    await fire(history);
    assert.equal(part.state.input.content, String.raw`DNI \[DNI-001\] [DNI-001]`);
  }
});

test("a finished reply shows values, but not a summary, and never fails", async () => {
  const { hooks, behave } = await load();
  const complete = async () => {
    const output = { text: "para [DNI-001]" };
    await hooks["experimental.text.complete"]({ sessionID: root }, output);
    return output.text;
  };
  assert.equal(await complete(), "para 12345678Z");
  await hooks["experimental.session.compacting"]({ sessionID: root });
  assert.equal(await complete(), "para [DNI-001]");
  await hooks.event({ event: { type: "session.compacted", properties: { sessionID: root } } });
  assert.equal(await complete(), "para 12345678Z");
  behave("deny");
  assert.equal(await complete(), "para [DNI-001]");
});

test("the command and the tool report", async () => {
  const { hooks, behave } = await load();
  const config = { command: { mine: { template: "x" } } };
  await hooks.config(config);
  assert.deepEqual(Object.keys(config.command), ["mine", "veil"]);
  const part = { type: "text", text: config.command.veil.template };
  await hooks["command.execute.before"]({ command: "veil", sessionID: root, arguments: "" }, { parts: [part] });
  assert.match(part.text, /word for word[^]*\n\n2 DNI$/);
  const other = { type: "text", text: "x" };
  await hooks["command.execute.before"]({ command: "mine", sessionID: root, arguments: "" }, { parts: [other] });
  assert.equal(other.text, "x");
  assert.equal(await hooks.tool.veil_report.execute({}, { sessionID: root }), "2 DNI");
  assert.match(await hooks.tool.veil_report.execute({}, { sessionID: "gone" }), /^veil: the session's root session cannot be found; /);
  behave("deny");
});

test("a person's own command of that name stays", async () => {
  const { hooks } = await load();
  const config = { command: { veil: { template: "mine" } } };
  await hooks.config(config);
  assert.equal(config.command.veil.template, "mine");
});

test("the second plugin API gets the fetch guard", async () => {
  anew();
  const before = globalThis.fetch;
  await plugin.setup();
  assert.notEqual(globalThis.fetch, before);
});

test("a host without a version is told as such", async () => {
  const { hellos, fire } = await load("mask", { input: { client: { ...client(), _client: undefined }, directory: "/w" } });
  await fire(bash());
  assert.equal(hellos()[0].host.version, "");
});
