// SPDX-License-Identifier: Apache-2.0

// Runs inside OpenCode and shows veil's plugin a history of 2 MB, once whole and then with
// one new part a turn: the history's hook, and the fetch guard with the body that the
// hook left. HISTORY_PLUGIN is the plugin's file; HISTORY_OUT gets the times in ms.
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const session = "ses_1";
const client = {
  session: { get: async () => ({ data: { id: session } }) },
  _client: { get: async () => ({ data: { version: "1.18.33" } }) },
};
const line = (i, n) => `func handler${n}(w http.ResponseWriter, r *http.Request) { log.Print(r.URL.Path) } // parte ${i}, línea ${n}\n`;
const part = (i) => Array.from({ length: 110 }, (_, n) => line(i, n)).join("") + "DNI 12345678Z\n";

/** Texts as the host has them: read anew for each turn, so that none is one of before. */
const fresh = (texts) => JSON.parse(JSON.stringify(texts));

export default {
  id: "history",
  server: async () => {
    const real = globalThis.fetch;
    let body = "";
    globalThis.fetch = async (_, init) => ((body = init.body), new Response("ok"));
    const { default: veil } = await import(pathToFileURL(process.env.HISTORY_PLUGIN).href);
    const hooks = await veil.server({ client, directory: process.cwd() });
    const headers = {};
    await hooks["chat.headers"]({ sessionID: session }, { headers });
    const turns = [];
    const parts = Array.from({ length: 190 }, (_, i) => part(i));
    for (let turn = 0; turn < 8; turn++) {
      if (turn > 0) parts.push(part(1000 + turn));
      const messages = fresh(parts.map((text) => ({ info: { sessionID: session }, parts: [{ type: "text", text }] })));
      const began = performance.now();
      await hooks["experimental.chat.messages.transform"]({}, { messages });
      const shown = performance.now();
      const asked = JSON.stringify({ model: "m", messages: messages.map(({ parts }) => ({ role: "user", content: parts[0].text })) });
      const posted = performance.now();
      await fetch("https://model.example/v1", { method: "POST", headers: { ...headers }, body: asked });
      turns.push({ history: shown - began, body: performance.now() - posted, clean: !/12345678Z/.test(body), bytes: body.length });
    }
    globalThis.fetch = real;
    writeFileSync(process.env.HISTORY_OUT, JSON.stringify(turns));
    return {};
  },
};
