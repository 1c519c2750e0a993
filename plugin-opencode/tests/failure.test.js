// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { captured, client, load, root, scratch } from "./harness.js";

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);

// What the fake veil does, and what the plugin says of it.
const failures = [
  ["deny", /^veil: cause; do this$/],
  ["deny-null", /^veil: cause; do this$/],
  ["deny-bare", /^veil: denied without a reason$/],
  ["ask", /^veil: cause; do this$/],
  ["allow-null", /not one of protocol v1/],
  ["wrong-id", /not one of protocol v1/],
  ["wrong-v", /not one of protocol v1/],
  ["no-decision", /not one of protocol v1/],
  ["odd-decision", /not one of protocol v1/],
  ["allow-with-patches", /not one of protocol v1/],
  ["rewrite-without", /not one of protocol v1/],
  ["foreign-pointer", /not one of protocol v1/],
  ["patch-of-a-key", /not one of protocol v1/],
  ["patch-of-a-number", /not one of protocol v1/],
  ["garbage", /not one of protocol v1/],
  ["array", /not one of protocol v1/],
  ["null", /not one of protocol v1/],
  ["deaf", /^veil: veil ended with exit code 0; /],
  ["old", /^veil: veil ended with exit code 2; try again, or install veil and its OpenCode plugin in versions that fit together$/],
  ["exit-3", /^veil: veil ended with exit code 3; /],
  ["signal", /^veil: veil was ended by a signal; try again$/],
  ["unfit", /^veil: the plugin 0.2.0 and veil 9 do not fit together; install another$/],
  ["speechless", /not one of protocol v1/],
];

/** Demands that every hook withholds, and says why where the person sees it. */
async function requireBlocked({ hooks, fire }, because) {
  for (const name of ["tool.execute.before-bash", "tool.execute.after-bash", "tool.execute.after-lab_texts"]) {
    const call = captured(name);
    const before = JSON.stringify(call.output);
    await assert.rejects(fire(call), { message: because }, name);
    assert.equal(JSON.stringify(call.output), before, "a refused answer changes nothing");
  }
  for (const name of ["chat.message", "experimental.chat.messages.transform"]) {
    const call = captured(name);
    await fire(call);
    assert.doesNotMatch(JSON.stringify(call.output), /12345678Z|ES91|ana\.prueba/);
  }
  const system = hooks["experimental.chat.system.transform"]({ sessionID: root }, { system: ["x"] });
  await assert.rejects(system, { message: because });
}

for (const [how, because] of failures) {
  test(`veil's answer is ${how}: everything is withheld`, async () => requireBlocked(await load(how), because));
}

test("a failure of the system prompt throws", async () => {
  const { fire, behave } = await load();
  await fire(captured("chat.message"));
  behave("garbage");
  await assert.rejects(fire(captured("experimental.chat.system.transform")), /^Error: veil: .*protocol v1/);
});

const notExecutable = path.join(scratch(), "veil");
writeFileSync(notExecutable, "x");
chmodSync(notExecutable, 0o600);

for (const [name, binary, because] of [
  ["not set", undefined, /^veil: VEIL_BINARY is not set; get veil from https:\/\/github.com\/veil-guard\/veil and run veil install opencode, or /],
  ["empty", "", /^veil: VEIL_BINARY is not set; /],
  ["relative", "bin/veil", /^veil: VEIL_BINARY is not an absolute path; /],
  ["a name for PATH", "node", /^veil: VEIL_BINARY is not an absolute path; /],
  ["missing", "/nowhere/veil", /^veil: veil did not start \(ENOENT\); /],
  ["a directory", "/", /^veil: veil did not start \(EACCES\); /],
  ["not executable", notExecutable, /^veil: veil did not start \(EACCES\); see that it has its x bit, on a file system that is not mounted noexec/],
]) {
  test(`VEIL_BINARY is ${name}: everything is withheld`, async () => {
    const plugin = await load("mask", binary === undefined ? { unset: ["VEIL_BINARY"] } : { env: { VEIL_BINARY: binary } });
    await requireBlocked(plugin, because);
  });
}

// As veil install lays it out: the plugin's copy with the program beside it.
for (const [name, VEIL_BINARY] of [["not set", undefined], ["empty", ""]]) {
  test(`VEIL_BINARY is ${name}, and a program stands beside the plugin: it is asked`, async () => {
    const folder = scratch();
    const file = path.join(folder, "veil-plugin.mjs");
    mkdirSync(path.join(folder, "program"));
    copyFileSync(path.join(here, "../veil-plugin.js"), file);
    symlinkSync(path.join(here, "fake-veil.js"), path.join(folder, "program", "veil"));
    const { default: installed } = await import(pathToFileURL(file).href);
    const { hooks, hellos } = await load("mask", { plugin: installed, ...(VEIL_BINARY === "" ? { env: { VEIL_BINARY } } : { unset: ["VEIL_BINARY"] }) });
    assert.equal(hellos().length, 1);
    const call = captured("chat.message");
    await hooks[call.hook](call.input, call.output);
    assert.notDeepEqual(call.output, captured("chat.message").output);
  });
}

for (const how of ["hang", "hang-at-hello"]) {
  test(`a veil that hangs is given up, and its process is killed: ${how}`, async () => {
    const plugin = await load(how, { options: { limitMs: 600 } });
    await requireBlocked(plugin, /^veil: no answer within 0.6 s; /);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.throws(() => process.kill(plugin.pid(), 0), { code: "ESRCH" });
  });
}

test("a host that hangs is given up", async () => {
  const hangs = () => new Promise(() => {});
  const never = { ...client(), session: { get: hangs, messages: hangs } };
  const plugin = await load("mask", { input: { client: never, directory: "/w" }, options: { limitMs: 50 } });
  await requireBlocked(plugin, /^veil: no answer within 0.05 s; /);
  assert.deepEqual(plugin.requests(), []);
});

test("what is no JSON at all is withheld", async () => {
  const circle = {};
  circle.self = circle;
  const { fire } = await load();
  const call = captured("tool.execute.before-bash");
  call.output.args = circle;
  await assert.rejects(fire(call), { message: "veil: the plugin failed; please report this" });
  const prompt = captured("chat.message");
  prompt.output.parts[0].metadata = circle;
  await fire(prompt);
  assert.equal(prompt.output.parts[0].text, "[veil: this prompt was withheld]");
});
