// SPDX-License-Identifier: Apache-2.0

// What veil answers, and every way in which it fails. No failure may let an event
// pass.

/** @typedef {Record<string, any>} Request */
/** @typedef {(request: Request) => string | Error | {exitCode: number, stdout: string, isStdoutTruncated?: boolean}} Veil */

export const VALUE = "12345678Z";
export const TOKEN = "[DNI-001]";

/** @param {Request} request @param {object} rest */
const answer = (request, rest) => JSON.stringify({ v: 1, id: request.id, ...rest }) + "\n";

/** Replaces one text by another in the part. @param {string} from @param {string} to @returns {Veil} */
export const swap = (from, to) => (request) => {
  /** @type {[string, string][]} */
  const patches = [];
  /** @param {unknown} value @param {string} pointer */
  const walk = (value, pointer) => {
    if (typeof value === "string" && value.includes(from)) patches.push([pointer, value.replaceAll(from, to)]);
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value))
      walk(member, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  };
  walk(request.part, "");
  return answer(request, patches.length > 0 ? { decision: "rewrite", patches } : { decision: "allow" });
};

export const hide = swap(VALUE, TOKEN);

/** @type {Veil} */
export const deny = (request) => answer(request, { decision: "deny", reason: "a cause", remedy: "a remedy" });

/** @type {Record<string, Veil>} */
export const failures = {
  "is missing": () => new Error(`spawn ${VALUE} ENOENT`),
  "may not be executed": () => new Error(`spawn ${VALUE} EACCES`),
  "is killed": () => ({ exitCode: 1, stdout: "" }),
  crashes: () => ({ exitCode: 2, stdout: "" }),
  "ends early": (r) => ({ exitCode: 1, stdout: answer(r, { decision: "allow" }) }),
  "says nothing": () => "",
  "prints garbage": () => `panic: ${VALUE}\n`,
  "prints half a line": (r) => answer(r, { decision: "allow" }).slice(0, -3),
  "prints two lines": (r) => answer(r, { decision: "allow" }) + answer(r, { decision: "allow" }),
  "answers another request": (r) => answer({ id: r.id + 1 }, { decision: "allow" }),
  "allows without an id": () => '{"v":1,"id":null,"decision":"allow"}',
  "speaks another version": (r) => answer(r, { decision: "allow" }).replace('"v":1', '"v":2'),
  "decides something unknown": (r) => answer(r, { decision: "maybe" }),
  "allows with patches": (r) => answer(r, { decision: "allow", patches: [] }),
  "patches what is not there": (r) => answer(r, { decision: "rewrite", patches: [["/there/is/none", "x"]] }),
  "patches a prototype": (r) => answer(r, { decision: "rewrite", patches: [["/__proto__/x", "x"]] }),
  "patches with a number": (r) => answer(r, { decision: "rewrite", patches: [["", 1]] }),
  "renames a member": (r) => answer(r, { decision: "rewrite", patches: [["/command", "x", "key"]] }),
  "is cut off": (r) => ({ exitCode: 0, stdout: answer(r, { decision: "allow" }), isStdoutTruncated: true }),
};
