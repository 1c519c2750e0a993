// SPDX-License-Identifier: Apache-2.0

// Runs inside OpenCode and shows veil's plugin a history of 2 MB, once whole and then with
// one new part a turn: the history's hook, and the fetch guard with the body that the
// hook left. HISTORY_SESSIONS sessions do so one after the other, each with texts of its
// own. The texts are made before the first turn.
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

/** Returns for how many ms it ran. */
async function timed(what) {
  const began = performance.now();
  await what();
  return performance.now() - began;
}

/** Plays the turns of a session; sent returns the body that left. The host's own work, between
 * the two, is done for all turns at once: its garbage is not collected in veil's time. */
async function play(hooks, number, sent) {
  const sessionID = `ses_${number}`;
  const headers = { "x-client": "opencode" };
  await hooks["chat.headers"]({ sessionID }, { headers });
  const parts = Array.from({ length: 190 + 7 }, (_, i) => part(`${number}.${i}`));
  const turns = Array.from({ length: 8 }, (_, n) => ({
    messages: fresh(parts.slice(0, 190 + n).map((text) => ({ info: { sessionID }, parts: [{ type: "text", text }] }))),
  }));
  for (const turn of turns) turn.history = await timed(() => hooks["experimental.chat.messages.transform"]({}, turn));
  for (const turn of turns) turn.asked = JSON.stringify({ model: "m", messages: turn.messages.map(({ parts }) => ({ role: "user", content: parts[0].text })) });
  for (const turn of turns) {
    const body = turn.asked;
    turn.body = await timed(() => fetch("https://model.example/v1", { method: "POST", headers: { ...headers }, body }));
    turn.clean = sent() === body && !/12345678Z/.test(body);
  }
  return turns.map(({ history, body, clean, asked }) => ({ history, body, clean, bytes: asked.length }));
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
