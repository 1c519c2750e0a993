#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0

// Stands in for `veil opencode --stdio`. FAKE_VEIL_LOG is the file that keeps the
// requests; the file beside it, with .how behind its name, says what it does.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { hide, reveal } from "./values.js";

const log = process.env.FAKE_VEIL_LOG;
const behaviour = () => readFileSync(log + ".how", "utf8");
if (behaviour() === "deaf") process.exit(0);
if (behaviour() === "old") process.exit(2); // a veil that does not know --stdio
appendFileSync(log + ".started", process.argv.slice(2).join(" ") + "\n");
writeFileSync(log + ".pid", `${process.pid}`);

const say = (answer) => process.stdout.write((typeof answer === "string" ? answer : JSON.stringify(answer)) + "\n");

function mask({ id, event, leaves, headers = [] }, more) {
  if (headers.some(([name, value]) => name !== "authorization" && hide(value) !== value)) return say({ v: 1, id, decision: "deny", reason: "a header", remedy: "look" });
  if (event === "fetch" && leaves.some(([, text, kind]) => kind === "key" && hide(text) !== text)) return say({ v: 1, id, decision: "deny", reason: "a name", remedy: "rename it" });
  const swap = event === "tool.execute.before" || event === "experimental.text.complete" ? reveal : hide;
  const patches = leaves.map(([at, text]) => [at, swap(text)]).filter(([, text], i) => text !== leaves[i][1]);
  say(patches.length > 0 ? { v: 1, id, decision: "rewrite", patches, ...more } : { v: 1, id, decision: "allow", ...more });
}

// Answers in an epoch, which is what "epoch " is followed by. What is signed it does not read.
function maskIn(epoch, request) {
  if ("epoch" in request && request.epoch !== epoch) return say({ v: 1, id: request.id, decision: "deny", reason: "left out", remedy: "send the whole text" });
  const isSigned = ([at]) => at.endsWith("/signature");
  mask({ ...request, leaves: request.leaves.filter((leaf) => !isSigned(leaf)) }, { epoch, unread: request.leaves.filter(isSigned).map(([at]) => at) });
}

const unfit = { decision: "deny", reason: "the plugin 0.2.0 and veil 9 do not fit together", remedy: "install another" };
const hello = (id) =>
  ({
    unfit: () => say({ v: 1, id, ...unfit }),
    speechless: () => say({ v: 1, id, decision: "allow" }),
    "hang-at-hello": () => {},
  })[behaviour()] ?? (() => say({ v: 1, id, decision: "allow", veil: "0.2.0" }));

createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  const { id } = request;
  if (request.event === "hello") {
    appendFileSync(log + ".hello", line + "\n");
    return hello(id)();
  }
  appendFileSync(log, line + "\n");
  if (behaviour().startsWith("epoch ")) return maskIn(behaviour().slice("epoch ".length), request);
  if (request.event === "report") return say({ v: 1, id, decision: "allow", report: "2 DNI" });
  const deny = { v: 1, id, decision: "deny", reason: "cause", remedy: "do this" };
  const first = request.leaves[0]?.[0];
  const does = {
    mask: () => mask(request),
    deny: () => say(deny),
    "deny-fetch": () => (request.event === "fetch" ? say(deny) : mask(request)),
    ask: () => say({ ...deny, decision: "ask" }),
    "deny-null": () => say({ ...deny, id: null }),
    "deny-bare": () => say({ v: 1, id, decision: "deny" }),
    "allow-null": () => say({ v: 1, id: null, decision: "allow" }),
    "wrong-id": () => say({ v: 1, id: id + 1000, decision: "allow" }),
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
    surrogate: () => say(`{"v":1,"id":${id},"decision":"rewrite","patches":[[${JSON.stringify(first)},"<\\ud800>"]]}`),
    "odd-unread": () => mask(request, { epoch: "e1", unread: "/0" }),
    notice: () => say({ v: 1, id, decision: "allow", notice: "cause; do this" }),
    "notice-with-patches": () => say({ v: 1, id, decision: "rewrite", patches: [[first, "x"]], notice: "cause; do this" }),
    "exit-3": () => process.exit(3),
    signal: () => process.kill(process.pid, "SIGTERM"),
    hang: () => {},
    slow: () => setTimeout(() => mask(request), 20 * (3 - (id % 3))),
  };
  does[behaviour()]?.();
});
