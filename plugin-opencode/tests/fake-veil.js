#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0

// Stands in for `veil opencode`: FAKE_VEIL says what it does, FAKE_VEIL_LOG is
// the file that keeps the requests.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { hide, reveal } from "./values.js";

const how = process.env.FAKE_VEIL ?? "mask";
if (how === "deaf") process.exit(0);
const line = readFileSync(0, "utf8");
if (process.env.FAKE_VEIL_LOG) appendFileSync(process.env.FAKE_VEIL_LOG, line);
const request = JSON.parse(line);
const { id } = request;
const say = (answer) => process.stdout.write((typeof answer === "string" ? answer : JSON.stringify(answer)) + "\n");

const swap = request.event === "tool.execute.before" ? reveal : hide;
function mask() {
  const patches = request.leaves.map(([at, text]) => [at, swap(text)]).filter(([, text], i) => text !== request.leaves[i][1]);
  say(patches.length > 0 ? { v: 1, id, decision: "rewrite", patches } : { v: 1, id, decision: "allow" });
}

const deny = { v: 1, id, decision: "deny", reason: "cause", remedy: "do this" };
const first = request.leaves[0]?.[0];
const does = {
  mask,
  deny: () => say(deny),
  "deny-long": () => (request.leaves.length === 1 && request.leaves[0][0] === "" ? say(deny) : mask()),
  ask: () => say({ ...deny, decision: "ask" }),
  "deny-null": () => say({ ...deny, id: null }),
  "deny-bare": () => say({ v: 1, id, decision: "deny" }),
  "allow-null": () => say({ v: 1, id: null, decision: "allow" }),
  "wrong-id": () => say({ v: 1, id: id + 1, decision: "allow" }),
  "wrong-v": () => say({ v: 2, id, decision: "allow" }),
  "no-decision": () => say({ v: 1, id }),
  "odd-decision": () => say({ v: 1, id, decision: "Allow" }),
  "allow-with-patches": () => say({ v: 1, id, decision: "allow", patches: [[first, "x"]] }),
  "rewrite-without": () => say({ v: 1, id, decision: "rewrite" }),
  "foreign-pointer": () => say({ v: 1, id, decision: "rewrite", patches: [[first, "x"], ["/nowhere", "x"]] }),
  "patch-of-a-key": () => say({ v: 1, id, decision: "rewrite", patches: [[first, "x", "key"]] }),
  "patch-of-a-number": () => say({ v: 1, id, decision: "rewrite", patches: [[first, 1]] }),
  garbage: () => say("12345678Z is not JSON"),
  array: () => say("[]"),
  null: () => say("null"),
  "two-lines": () => { mask(); mask(); },
  silent: () => {},
  surrogate: () => say(`{"v":1,"id":${id},"decision":"rewrite","patches":[[${JSON.stringify(first)},"<\\ud800>"]]}`),
  notice: () => say({ v: 1, id, decision: "allow", notice: "cause; do this" }),
  "notice-with-patches": () => say({ v: 1, id, decision: "rewrite", patches: [[first, "x"]], notice: "cause; do this" }),
  "exit-3": () => { mask(); process.exitCode = 3; },
  signal: () => { mask(); process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 60_000); },
  hang: () => { writeFileSync(process.env.FAKE_VEIL_LOG + ".pid", `${process.pid}`); setTimeout(() => {}, 60_000); },
};
does[how]();
