// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { child, client, load, root, sent } from "./harness.js";

const URL_OF_MODEL = "http://provider.test/v1/chat";
const chat = (text) => JSON.stringify({ model: "m", messages: [{ role: "user", content: text }] });
const last = () => sent.at(-1);

/** Sends a body as each of the ways in which a library may. */
const ways = {
  text: (body) => fetch(URL_OF_MODEL, { method: "POST", body }),
  "a URL": (body) => fetch(new URL(URL_OF_MODEL), { method: "POST", body }),
  bytes: (body) => fetch(URL_OF_MODEL, { method: "POST", body: new TextEncoder().encode(body) }),
  "a buffer": (body) => fetch(URL_OF_MODEL, { method: "POST", body: new TextEncoder().encode(body).buffer }),
  "a blob": (body) => fetch(URL_OF_MODEL, { method: "POST", body: new Blob([body]) }),
  "a stream": (body) => fetch(URL_OF_MODEL, { method: "POST", body: new Blob([body]).stream(), duplex: "half" }),
  "a request": (body) => fetch(new Request(URL_OF_MODEL, { method: "POST", body })),
  "a request and a body": (body) => fetch(new Request(URL_OF_MODEL, { method: "POST", body: "{}" }), { body }),
};

for (const [name, send] of Object.entries(ways)) {
  test(`a body is masked, sent as ${name}`, async () => {
    await load();
    await send(chat("DNI 12345678Z"));
    assert.equal(last().body, chat("DNI [DNI-001]"));
    await send(chat("nothing"));
    assert.equal(last().body, chat("nothing"));
    await send("no JSON 12345678Z");
    assert.equal(last().body, "no JSON [DNI-001]");
    assert.equal(sent.length, 3);
  });

  test(`a body that is denied is not sent, as ${name}`, async () => {
    await load("deny-fetch");
    await assert.rejects(send(chat("DNI 12345678Z")), { message: "veil: cause; do this" });
    assert.deepEqual(sent, []);
  });
}

test("what is not sent any more stops the request", async () => {
  const { behave } = await load("mask", { options: { limitMs: 400 } });
  for (const how of ["exit-3", "hang", "garbage", "unfit"]) {
    behave(how);
    await assert.rejects(fetch(URL_OF_MODEL, { method: "POST", body: chat("12345678Z") }), /^Error: veil: /);
  }
  await assert.rejects(fetch(URL_OF_MODEL, { method: "POST", body: new Uint8Array([0xff, 0xfe]) }), /^Error: veil: the plugin failed; /);
  assert.deepEqual(sent, []);
});

test("a form goes with its own type", async () => {
  await load();
  const form = new FormData();
  form.set("note", "DNI 12345678Z");
  await fetch(URL_OF_MODEL, { method: "POST", body: form });
  assert.match(last().headers["content-type"], /^multipart\/form-data; boundary=/);
  assert.match(last().body, /DNI \[DNI-001\]/);
});

test("what is inspected is what is sent", async () => {
  await load();
  await fetch(URL_OF_MODEL, { method: "POST", body: '{"a":"12345678Z","a":"x"}' });
  assert.equal(last().body, '{"a":"x"}');
});

test("requests without a body, and OpenCode's own, are let be", async () => {
  const { requests } = await load("deny", { input: { client: client(), directory: "/w", serverUrl: new URL("http://127.0.0.1:4096/") } });
  await fetch("http://page.test/?q=12345678Z");
  await fetch("http://127.0.0.1:4096/session", { method: "POST", body: "12345678Z" });
  assert.deepEqual(sent.map(({ body }) => body), ["", "12345678Z"]);
  assert.deepEqual(requests(), []);
});

test("the address that OpenCode names while it listens nowhere is no server of its own", async () => {
  const { requests } = await load("mask", { input: { client: client(), directory: "/w", serverUrl: new URL("http://localhost:4096") } });
  await fetch("http://localhost:4096/v1/chat", { method: "POST", body: chat("12345678Z") });
  assert.equal(last().body, chat("[DNI-001]"));
  assert.equal(requests().length, 1);
});

test("the session of a request is known, and not sent", async () => {
  const { hooks, requests } = await load();
  const output = { headers: { "x-a": "b" } };
  await hooks["chat.headers"]({ sessionID: child }, output);
  await fetch(URL_OF_MODEL, { method: "POST", headers: output.headers, body: chat("12345678Z") });
  assert.deepEqual([requests().at(-1).session, requests().at(-1).root], [child, root]);
  assert.equal(last().headers["x-a"], "b");
  assert.doesNotMatch(JSON.stringify(last().headers), /veil|ses_/);
  await fetch(URL_OF_MODEL, { method: "POST", body: chat("12345678Z") });
  assert.deepEqual([requests().at(-1).session, requests().at(-1).root], [undefined, undefined]);
  assert.equal(requests().at(-1).cwd, "/work/project");
});

test("headers of a model's request are asked about with its body, in one question", async () => {
  const { hooks, requests } = await load();
  const send = async (headers) => {
    const output = { headers };
    await hooks["chat.headers"]({ sessionID: child }, output);
    await fetch(URL_OF_MODEL, { method: "POST", headers: output.headers, body: chat("x") });
  };
  await assert.rejects(send({ "x-client": "DNI 12345678Z" }), { message: "veil: a header; look" });
  assert.deepEqual(sent, []);
  await send({ authorization: "Bearer 12345678Z", "x-a": "b" });
  assert.equal(last().headers.authorization, "Bearer 12345678Z");
  assert.deepEqual(requests().map(({ headers }) => headers), [[["x-client", "DNI 12345678Z"]], [["authorization", "Bearer 12345678Z"], ["x-a", "b"]]]);
  await fetch("http://mcp.test/", { method: "POST", headers: { "x-client": "12345678Z" }, body: "{}" }); // no model's
  assert.equal(requests().at(-1).headers, undefined);
  assert.equal(sent.length, 2);
});

test("what belongs to the request stays with it", async () => {
  await load();
  const { signal } = new AbortController();
  await fetch(URL_OF_MODEL, { method: "PUT", signal, timeout: false, headers: { authorization: "Bearer x", "content-length": "9" }, body: chat("12345678Z") });
  assert.equal(last().init.method, "PUT");
  assert.equal(last().init.signal, signal);
  assert.equal(last().init.timeout, false);
  assert.equal(last().headers.authorization, "Bearer x");
  assert.notEqual(last().headers["content-length"], "9");
  assert.equal(globalThis.fetch.preconnect(), "connected");
});

test("fetch is wrapped once, whatever the number of instances", async () => {
  const { again, requests } = await load();
  const guarded = globalThis.fetch;
  await again({ directory: "/other" });
  assert.equal(globalThis.fetch, guarded);
  await fetch(URL_OF_MODEL, { method: "POST", body: chat("12345678Z") });
  assert.equal(requests().length, 1);
});

test("pictures are not sent to veil", async () => {
  const { requests } = await load();
  const data = "QUJD".repeat(100);
  const parts = [
    { type: "image_url", image_url: { url: `data:image/png;base64,${data}` } },
    { type: "input_image", image_url: `data:image/png;base64,${data}` },
    { type: "image", source: { type: "base64", media_type: "image/png", data } },
    { inlineData: { mimeType: "application/pdf", data } },
    { type: "file", file: { filename: "f.pdf", file_data: `data:application/pdf;base64,${data}` } },
    { type: "input_audio", input_audio: { data, format: "wav" } },
  ];
  await fetch(URL_OF_MODEL, { method: "POST", body: JSON.stringify({ messages: [{ content: parts }] }) });
  assert.doesNotMatch(JSON.stringify(requests()), /QUJDQUJD/);
  assert.match(last().body, /QUJDQUJD/);
  for (const part of [{ type: "text", text: `data:image/png;base64,${data}` }, { url: `data:text/plain;base64,${data}` }, { url: `data:image/png;base64,${data} 12345678Z` }]) {
    await fetch(URL_OF_MODEL, { method: "POST", body: JSON.stringify({ messages: [{ content: [part] }] }) });
    assert.match(JSON.stringify(requests().at(-1)), /QUJDQUJD/);
  }
});


test("names in a body are asked about, each once, but for those of a conversation", async () => {
  const { requests } = await load();
  const schema = { type: "object", properties: { note: { type: "string" }, type: { type: "string" }, list: { items: [{ deep: 1 }] } } };
  const conversation = [{ role: "user", content: "hello", input: { own: 1 } }];
  const names = () => requests().at(-1).leaves.filter(([, , kind]) => kind === "key");
  await fetch(URL_OF_MODEL, { method: "POST", body: JSON.stringify({ model: "m", messages: conversation, tools: [{ parameters: schema }] }) });
  assert.deepEqual(names().map(([, name]) => name), ["model", "messages", "tools", "parameters", "type", "properties", "note", "list", "items", "deep"]);
  assert.deepEqual(names().at(-1), ["/tools/0/parameters/properties/list/items/0/deep", "deep", "key"]);
  await fetch(URL_OF_MODEL, { method: "POST", body: JSON.stringify({ request: { contents: conversation, toolConfig: { input: { inner: 1 } } } }) });
  assert.deepEqual(names().map(([, name]) => name), ["request", "contents", "toolConfig", "input", "inner"]);
});

test("a value in a name of a body stops the request", async () => {
  await load();
  for (const epoch of [undefined, "e1"]) {
    const { behave } = await load(epoch ? "epoch e1" : "mask");
    const body = (name) => JSON.stringify({ tools: [{ properties: { [name]: { description: "x".repeat(80) } } }], messages: [] });
    await fetch(URL_OF_MODEL, { method: "POST", body: body("y".repeat(80)) });
    await assert.rejects(fetch(URL_OF_MODEL, { method: "POST", body: body("12345678Z") }), /^Error: veil: /);
    behave(epoch ? "epoch e2" : "mask");
    await fetch(URL_OF_MODEL, { method: "POST", body: body("z") });
    assert.equal(sent.length, 2);
    assert.equal(last().body, body("z"));
  }
});
