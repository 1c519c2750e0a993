// SPDX-License-Identifier: Apache-2.0

import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import ownPlugin from "../veil-plugin.js";

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const shapes = path.join(here, "../testdata/1.18.33");

export const root = "ses_00000000000000000000000000";
export const child = "ses_00000000000000000000000001";
export const version = JSON.parse(readFileSync(path.join(here, "../package.json"), "utf8")).version;

/** Returns a hook call captured from OpenCode 1.18.33: {hook, input, output}. */
export const captured = (name) => JSON.parse(readFileSync(path.join(shapes, `${name}.json`), "utf8"));
export const capturedNames = (hook) =>
  readdirSync(shapes).map((file) => path.basename(file, ".json")).filter((name) => name.startsWith(hook));

const folders = [];
process.once("exit", () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Makes a folder that goes with the test process. */
export function scratch() {
  folders.push(mkdtempSync(path.join(tmpdir(), "veil-plugin-")));
  return folders.at(-1);
}

/** Stands in for OpenCode's client. The sessions say who is whose child; past is what each of them holds already. */
export const client = (sessions = { [root]: undefined, [child]: root }, past = []) => ({
  session: {
    messages: async ({ path: { id } }) => (past && id in sessions ? { data: structuredClone(past) } : { error: { name: "NotFoundError" } }),
    get: async ({ path: { id } }) => (id in sessions ? { data: { id, parentID: sessions[id] } } : { error: { name: "NotFoundError" } }),
  },
  _client: { get: async ({ url }) => (url === "/global/health" ? { data: { healthy: true, version: "1.18.33" } } : { error: {} }) },
});

const lines = (file) => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []);

/** What fetch is sent, by url; the plugin wraps it. */
export const sent = [];
const network = Object.assign(async (input, init) => {
  const request = new Request(input, init);
  sent.push({ url: request.url, headers: Object.fromEntries(request.headers), body: await request.text(), init });
  return new Response("ok");
}, { preconnect: () => "connected" });

/** Forgets what the plugin keeps for the whole process. */
export function anew() {
  delete globalThis[Symbol.for(`veil-opencode ${version}`)];
  globalThis.fetch = network;
  sent.length = 0;
}

/** Loads the plugin into a process that has not seen it, with the fake veil behaving as how says. */
export async function load(how = "mask", { input = { client: client(), directory: "/work/project" }, options, plugin = ownPlugin, ...more } = {}) {
  anew();
  const log = path.join(scratch(), "requests");
  Object.assign(process.env, { VEIL_BINARY: path.join(here, "fake-veil.js"), FAKE_VEIL_LOG: log }, more.env);
  for (const name of more.unset ?? []) delete process.env[name];
  const behave = (next) => writeFileSync(log + ".how", next);
  behave(how);
  const hooks = await plugin.server(input, options);
  return {
    hooks,
    behave,
    again: (other) => plugin.server({ ...input, ...other }, options),
    requests: () => lines(log).map((line) => JSON.parse(line)),
    hellos: () => lines(log + ".hello").map((line) => JSON.parse(line)),
    starts: () => lines(log + ".started"),
    pid: () => Number(readFileSync(log + ".pid", "utf8")),
    fire: async (call) => (await hooks[call.hook](call.input, call.output), call.output),
  };
}
