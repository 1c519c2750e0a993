// SPDX-License-Identifier: Apache-2.0

// Runs inside OpenCode and shows veil's plugin a history of 2 MB, once whole and then with
// one new part a turn: the history's hook, and the fetch guard with the body that the
// hook left. Before each, a history of one word: what asking costs by itself. HISTORY_SESSIONS sessions do so one after the other, each with texts of its own.
// HISTORY_PLUGIN is the plugin's file; HISTORY_OUT gets the sessions, with the times in ms.
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const client = {
  session: { get: async ({ path: { id } }) => ({ data: { id } }) },
  _client: { get: async () => ({ data: { version: "1.18.33" } }) },
};
const line = (i, n) => `func handler${n}(w http.ResponseWriter, r *http.Request) { log.Print(r.URL.Path) } // parte ${i}, línea ${n}\n`;
const part = (i) => Array.from({ length: 110 }, (_, n) => line(i, n)).join("") + "DNI 12345678Z\n";

/** Texts as the host has them: read anew for each turn, so that none is one of before. */
const fresh = (texts) => JSON.parse(JSON.stringify(texts));

/** Plays the turns of a session; sent returns the body that left. */
async function play(hooks, number, sent) {
  const sessionID = `ses_${number}`;
  const headers = { "x-client": "opencode" };
  await hooks["chat.headers"]({ sessionID }, { headers });
  const turns = [];
  const parts = Array.from({ length: 190 }, (_, i) => part(`${number}.${i}`));
  for (let turn = 0; turn < 8; turn++) {
    if (turn > 0) parts.push(part(`${number}.${1000 + turn}`));
    const messages = fresh(parts.map((text) => ({ info: { sessionID }, parts: [{ type: "text", text }] })));
    const called = performance.now();
    await hooks["experimental.chat.messages.transform"]({}, { messages: [{ info: { sessionID: "ses_word" }, parts: [{ type: "text", text: "hola" }] }] });
    const began = performance.now();
    await hooks["experimental.chat.messages.transform"]({}, { messages });
    const shown = performance.now();
    const asked = JSON.stringify({ model: "m", messages: messages.map(({ parts }) => ({ role: "user", content: parts[0].text })) });
    const posted = performance.now();
    await fetch("https://model.example/v1", { method: "POST", headers: { ...headers }, body: asked });
    const [word, history, body] = [began - called, shown - began, performance.now() - posted];
    turns.push({ word, history, body, clean: sent() === asked && !/12345678Z/.test(asked), bytes: asked.length });
  }
  return turns;
}

export default {
  id: "history",
  server: async () => {
    const real = globalThis.fetch;
    let body = "";
    globalThis.fetch = async (_, init) => ((body = init.body), new Response("ok"));
    const { default: veil } = await import(pathToFileURL(process.env.HISTORY_PLUGIN).href);
    const hooks = await veil.server({ client, directory: process.cwd() });
    const sessions = [];
    for (let number = 1; number <= Number(process.env.HISTORY_SESSIONS); number++) sessions.push(await play(hooks, number, () => body));
    globalThis.fetch = real;
    writeFileSync(process.env.HISTORY_OUT, JSON.stringify(sessions));
    return {};
  },
};
