// SPDX-License-Identifier: Apache-2.0

/** @typedef {[pointer: string, text: string]} Patch The whole new text of a string of the part, or what stands for a picture. */

/** Says whether a block holds a picture or a document. @param {any} block */
export const isMedia = (block) => block?.type === "image" || block?.type === "document";

/**
 * Returns a copy of JSON data with the patches done. It throws if one names no
 * string: what is not understood must not pass.
 * @template T @param {T} part @param {readonly Patch[]} patches @returns {T}
 */
export function patched(part, patches) {
  if (patches.length === 0) return part;
  const box = { part: JSON.parse(JSON.stringify(part)) };
  for (const [pointer, text] of patches) {
    const names = pointer.split("/").map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    names[0] = "part";
    const last = names.pop() ?? "";
    /** @type {any} */
    let at = box;
    for (const name of names) at = own(at, name);
    const old = own(at, last);
    if (typeof old !== "string" && !isMedia(old)) throw new Error("veil: a patch names no text; please report this");
    at[last] = typeof old === "string" ? text : { type: "text", text };
  }
  return box.part;
}

/** @param {any} value @param {string} name */
const own = (value, name) => (typeof value === "object" && value !== null && Object.hasOwn(value, name) ? value[name] : undefined);
