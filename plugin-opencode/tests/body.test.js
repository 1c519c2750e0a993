// SPDX-License-Identifier: Apache-2.0

// The plugin neither parses nor writes again what a body has in common with the one before.
// Whatever the bodies are, what leaves is what would leave without that.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, root, sent } from "./harness.js";
import { hide } from "./values.js";

/** Chances that come again. */
const dice = (seed) => (below) => ((seed = (seed * 1103515245 + 12345) % 2147483648) >> 8) % below;

const long = (text) => `${text} ${"y así sigue ".repeat(8)}`;
const texts = [
  long("nada"), long("otra cosa"), long('con "comillas" y \\ barras'), long('acaba en \\"'), long("línea\n\t\u0000"), long("€ 😀"),
  long("\ud800 suelto"), "\\".repeat(70), '"'.repeat(70), '\\"'.repeat(40), long("DNI 12345678Z"), long('"12345678Z"'), long("[DNI-001]"),
  "corto", "", "12345678Z", long("0"), long('","content":"'), `data:image/png;base64,${"QUJD".repeat(20)}`, long("undefined"),
  `antes "${long("nada")}`, `antes \\"${long('con "comillas" y \\ barras')}`,
];

function grown(roll, before) {
  const messages = before.filter(() => roll(12) > 0);
  if (roll(6) === 0 && messages.length > 1) messages.push(messages.shift());
  const text = () => texts[roll(texts.length)];
  const made = [
    () => ({ role: "user", content: text() }),
    () => ({ role: "user", content: [{ type: "text", text: text(), n: 1.5 }, { type: "image_url", image_url: { url: texts[18] } }] }),
    () => ({ [text()]: text(), "a/b~c": [text(), null, true, [text()]] }),
    () => ({ signature: text(), url: text(), data: text(), mimeType: text() }),
  ];
  for (let n = roll(3); n >= 0; n--) messages.push(made[roll(made.length)]());
  return messages;
}

/** Writes a body in one of many ways, some of which are no JSON. */
function written(roll, messages) {
  const plain = JSON.stringify({ model: "m", messages, tools: [{ description: texts[0] }] });
  const ways = [
    () => JSON.stringify({ messages }, null, 2),
    () => plain.slice(0, -1) + `,"messages":[]}`,
    () => plain.replaceAll("í", "\\u00ed"),
    () => plain.slice(0, roll(plain.length)),
    () => plain + roll(10),
    () => JSON.stringify(messages[0] ?? ""),
    () => JSON.stringify(texts[roll(texts.length)]),
    () => `[${plain},1e2,${plain}]`,
  ];
  return (ways[roll(24)] ?? (() => plain))();
}

/** What the fake veil makes of a body that it is shown whole. */
function expected(raw) {
  const walk = (value, key) =>
    typeof value === "string" ? (key === "signature" ? value : hide(value))
    : Array.isArray(value) ? value.map((item) => walk(item))
    : value && typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, key)]))
    : value;
  try {
    const value = JSON.parse(raw);
    if (typeof value === "object") return JSON.stringify(walk(value));
  } catch {} // no JSON
  return hide(raw);
}

/** Says whether something outside of a conversation is called by a value. */
function isNamed(raw) {
  const walk = (value, at = "") =>
    value && typeof value === "object" && !/^(\/\d+)?\/messages$/.test(at) &&
    Object.entries(value).some(([name, item]) => hide(name) !== name || walk(item, `${at}/${name}`));
  try {
    return walk(JSON.parse(raw));
  } catch {
    return false;
  }
}

test("what leaves is what would leave if each body were the first", async () => {
  const { hooks, requests, behave } = await load("epoch e1");
  const whole = new Set([...texts, "m", "user", "text", "image_url", ""]);
  const output = { headers: {} };
  await hooks["chat.headers"]({ sessionID: root }, output);
  for (let seed = 1; seed <= 8; seed++) {
    const roll = dice(seed);
    let messages = [];
    for (let turn = 0; turn < 40; turn++) {
      if (roll(15) === 0) behave(`epoch e${seed}.${turn}`);
      messages = grown(roll, messages);
      const raw = written(roll, messages);
      whole.add(raw);
      const sending = fetch("https://model.example/v1", { method: "POST", headers: output.headers, body: raw });
      if (isNamed(raw)) {
        await assert.rejects(sending, { message: "veil: a name; rename it" });
        continue;
      }
      await sending;
      assert.equal(sent.at(-1).body, new TextDecoder().decode(new TextEncoder().encode(expected(raw))), `seed ${seed}, turn ${turn}`);
    }
  }
  const shown = requests().flatMap(({ leaves }) => leaves.filter(([, , kind]) => kind !== "key").map(([, text]) => text));
  assert.deepEqual(shown.filter((text) => !whole.has(text)), [], "a text is shown whole or left out");
  const left = shown.filter((text) => text === "").length;
  assert.ok(left * 4 > shown.length, `${left} of ${shown.length} texts were left out`);
});

test("texts of a history that go, come and move become what they became", async () => {
  const { hooks } = await load("epoch e1");
  for (let seed = 1; seed <= 8; seed++) {
    const roll = dice(seed);
    let now = [];
    for (let turn = 0; turn < 30; turn++) {
      now = now.filter(() => roll(10) > 0);
      if (roll(4) === 0) now.reverse();
      now.push(texts[roll(texts.length)], texts[roll(texts.length)]);
      const messages = now.map((text) => ({ info: { sessionID: root }, parts: [{ type: "text", text }] }));
      await hooks["experimental.chat.messages.transform"]({}, { messages });
      assert.deepEqual(messages.map(({ parts }) => parts[0].text), now.map(hide), `seed ${seed}, turn ${turn}`);
    }
  }
});
