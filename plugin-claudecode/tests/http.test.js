// SPDX-License-Identifier: Apache-2.0

// The last gate, run as Claude Code's engine runs a hook: what it throws, its catch
// answers.
import assert from "node:assert/strict";
import { test } from "node:test";

import { register } from "../hooks/register.js";
import { TOKEN, VALUE, deny, failures, hide } from "./fake-veil.js";

const BODY = `{"messages":[{"role":"user","content":"soy ${VALUE}"}],"n":1.0}`;

/** @type {Record<string, any>} */
const hooks = {};
register(
  /** @type {any} */ (
    (/** @type {string} */ event, /** @type {any[]} */ ...rest) => {
      hooks[event] = { hook: rest.at(-1) };
      return { catch: (/** @type {any} */ handler) => (hooks[event].handler = handler) };
    }
  ),
);

/**
 * Raises http.fetch, and returns what was sent and what the caller was told.
 * @param {import("./fake-veil.js").Veil} veil @param {any} body @param {string} [plugin] who sends it
 */
async function fetch(veil, body, plugin = "engine") {
  /** @type {any[]} */
  const sent = [];
  /** @type {any[]} */
  const asked = [];
  const run = async (/** @type {any} */ _, /** @type {any} */ init) => {
    const request = JSON.parse(init.stdin);
    asked.push(request);
    const said = veil(request);
    if (said instanceof Error) throw said;
    return typeof said === "string" ? { exitCode: 0, stdout: said } : said;
  };
  const $ = {
    process: { run, hookEnv: async () => ({ CLAUDE_PLUGIN_ROOT: "/plugin" }) },
    session: { id: async () => "s", messages: async () => [], cwd: async () => "/p", version: async () => ({ version: "2.1.332" }), info: async () => ({ transcriptPath: "" }) },
  };
  const e = { url: "https://api.anthropic.com/v1/messages", init: { method: "POST", body } };
  const next = Object.assign(
    async (/** @type {any} */ passed) => {
      sent.push(passed.init.body);
      return { status: 200 };
    },
    { origin: { plugin } },
  );
  const { hook, handler } = hooks["http.fetch"];
  const result = await hook($, e, next).catch((/** @type {any} */ error) => handler($, e, Object.assign(next, { error, called: sent.length > 0 })));
  return { sent, asked, result };
}

test("a request is rewritten whole", async () => {
  const { sent, asked } = await fetch(hide, BODY);
  assert.deepEqual(sent, [`{"messages":[{"role":"user","content":"soy ${TOKEN}"}],"n":1}`]);
  assert.deepEqual(asked[0].part, JSON.parse(BODY));
});

test("a clean request leaves byte by byte as it was", async () => {
  const clean = '{ "messages": [] ,"n":1.0}';
  assert.deepEqual((await fetch(hide, clean)).sent, [clean]);
});

for (const [name, body, plugin] of /** @type {[string, any, string?][]} */ ([
  ["without a body", undefined],
  ["with an empty body", ""],
  ["of another mod", BODY, "other"],
]))
  test(`a request ${name} asks nothing`, async () => {
    const { sent, asked } = await fetch(deny, body, plugin);
    assert.deepEqual(sent, [body]);
    assert.deepEqual(asked, []);
  });

for (const [name, body] of /** @type {[string, any][]} */ ([
  ["bytes that are no text", { base64: "AAECAw==" }],
  ["text that is no JSON", `soy ${VALUE}`],
]))
  test(`${name} are not sent`, async () => {
    const { sent, result } = await fetch(hide, body);
    assert.deepEqual(sent, []);
    assert.match(result.deny, /^veil: /);
  });

for (const [how, veil] of Object.entries({ ...failures, "denies it": deny }))
  test(`nothing is sent when veil ${how}`, async () => {
    const { sent, result } = await fetch(veil, BODY);
    assert.deepEqual(sent, []);
    assert.match(result.deny, /^veil: [^\n]+; [^\n]+$/);
    assert.ok(!result.deny.includes(VALUE));
  });

for (const [how, reason] of [
  ["is missing", "veil did not start or did not answer; see that the plugin's folder holds program/veil, and try again"],
  ["may not be executed", "the program veil cannot be executed; see that program/veil in the plugin's folder has its x bit, on a file system that is not mounted noexec"],
  ["is killed", "veil ended with exit code 1; something ended it: try again, and install veil anew if it persists"],
  ["crashes", "veil ended with exit code 2; try again, or install veil and its plugin in versions that fit together"],
])
  test(`the remedy fits when veil ${how}`, async () => {
    const veil = /** @type {import("./fake-veil.js").Veil} */ (failures[how]);
    assert.equal((await fetch(veil, BODY)).result.deny, `veil: ${reason}`);
  });
