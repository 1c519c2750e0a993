// SPDX-License-Identifier: Apache-2.0

// veil's mod for Claude Code. It hands what Claude Code is about to do to the
// program `veil claude-code --mod` (docs/protocol-claude-code.md) and writes the answer in
// its place. It decides nothing: whatever is not a clear permission is a denial.
//
// Claude Code goes on as if a hook were not there when it fails. So every hook
// that guards something has a catch, which withholds in the form that holds there.
import { ask, reasonOf } from "./ask.js";
import { isMedia, patched } from "./patch.js";

/** @typedef {import("./host.js").On} On */
/** @typedef {import("./host.js").Engine} Engine */
/** @typedef {import("./host.js").Block} Block */

const WITHHELD = "[veil: withheld]";

/**
 * Overwrites all text of a row. The blocks stay: Claude Code puts a row back as it
 * was if a hook changes which blocks it has. Pictures may be dropped.
 * @param {readonly Block[]} content @param {string} notice @returns {Block[]}
 */
const withheld = (content, notice) =>
  content
    .filter((block) => !isMedia(block))
    .map((block) => {
      if (block.type === "text") return { ...block, text: notice };
      return block.type === "tool_result" ? { ...block, content: notice } : block;
    });

/**
 * Says whether Claude Code keeps this mod from its own requests and attachments: it does
 * where managed settings exist, unless they enable the plugin. @param {Engine} $
 */
const isRestricted = async ($) => {
  const policy = await $.settings.read({ source: "policy" });
  const enabled = Object.entries(policy.enabledPlugins ?? {}).some(([name, on]) => name.startsWith("veil@") && on === true);
  return Object.keys(policy).length > 0 && !enabled;
};

/** Says whether veil is asked about a block. @param {Block} block */
const counts = (block) => block.type === "text" || block.type === "tool_result" || isMedia(block);

/**
 * Drops the pictures of a row that became text, since Claude Code takes no other block in
 * their place, and says so in the row's last text.
 * @param {readonly Block[]} was @param {Block[]} content @returns {Block[]}
 */
const withoutMedia = (was, content) => {
  const stays = content.filter((block, i) => !isMedia(was[i]) || isMedia(block));
  const notice = content.find((block) => !stays.includes(block))?.text;
  const at = stays.findLastIndex((block) => block.type === "text");
  return notice === undefined ? content : stays.map((block, i) => (i === at ? { ...block, text: `${block.text}\n${notice}` } : block));
};

/** Says whether text may hold a token: the screen is drawn often. @param {unknown} props */
const mayHoldToken = (props) => /\[[A-Z]{2,16}-\d/.test(JSON.stringify(props) ?? "");

/** The tool by which the model reads how things stand. */
const STATUS = "mcp__veil__status";

/** Says how things stand: counts and powers, no value. @param {Engine} $ */
const status = async ($) => {
  const answer = await ask($, "report", "null").catch((error) => ({ refusal: reasonOf({ error }), report: undefined }));
  return answer.refusal ?? answer.report ?? "veil: it said nothing; please report this";
};

/** Claude Code calls it once. @param {On} on */
export const register = (on) => {
  on("session.start", async ($, e, next) => {
    const description = "Says how much veil hides from the model in this session, and what it can do. Holds no value.";
    await $.command.register({ name: "veil", description, immediate: true });
    await $.tool.register({ name: "status", description });
    return next(e);
  }).catch((_, e, next) => next(e));

  on("command.run", { command: "veil" }, async ($) => ({ text: await status($), isTextDisplayOnly: true }));

  // A slash command's line cannot be rewritten here: with a value in it, the command
  // hook beneath blocks it.
  on("prompt.submit", async ($, e, next) => {
    const answer = await ask($, "prompt.submit", JSON.stringify(e.text), { restricted: await isRestricted($) });
    if (answer.refusal) return { drop: answer.refusal };
    return next(e.command ? e : { ...e, text: patched(e.text, answer.patches) });
  }).catch(($, e, next) => (next.called ? next(e) : { drop: reasonOf(next) }));

  on("session.append", async ($, e, next) => {
    const { content } = e.message;
    if (!content.some(counts)) return next(e);
    const answer = await ask($, "session.append", JSON.stringify(content));
    const rewritten = answer.refusal
      ? withheld(content, `[${answer.refusal}]`)
      : withoutMedia(content, patched([...content], answer.patches));
    return next({ ...e, message: { ...e.message, content: rewritten } });
  }).catch(($, e, next) =>
    next.called ? next(e) : next({ ...e, message: { ...e.message, content: withheld(e.message.content, WITHHELD) } }),
  );

  on("tool.call", async ($, e, next) => {
    if (e.tool === STATUS) return { result: await status($) };
    const { tool, tool_use_id: call, agentId: agent, requestMeta: _, ...input } = e;
    const answer = await ask($, "tool.call", JSON.stringify(input), { tool, call, agent });
    if (answer.refusal) return { deny: answer.refusal };
    if (answer.notice) $.ui.log(answer.notice);
    return next({ ...e, ...patched(input, answer.patches) });
  }).catch(($, e, next) => (next.called ? next(e) : { deny: reasonOf(next) }));

  // The last gate: Claude Code's own requests, whole. What another mod sends is
  // that mod's own.
  on("http.fetch", async ($, e, next) => {
    const body = e.init?.body;
    if (next.origin.plugin !== "engine" || body === undefined || body === "") return next(e);
    if (typeof body !== "string") return { deny: "veil: a request that is not text cannot be inspected; send text" };
    const answer = await ask($, "http.fetch", body);
    if (answer.refusal) return { deny: answer.refusal };
    if (answer.patches.length === 0) return next(e);
    return next({ ...e, init: { ...e.init, body: JSON.stringify(patched(JSON.parse(body), answer.patches)) } });
  }).catch(($, e, next) => (next.called ? next(e) : { deny: reasonOf(next) }));

  // It guards nothing: if it fails, the person sees tokens. It does not throw, since
  // the host tells the person of each drawing that failed, and gives up many midway.
  on("ui.render", async ($, e, next) => {
    if (e.surface !== "terminal" || !mayHoldToken(e.props)) return next(e);
    const answer = await ask($, "ui.render", JSON.stringify(e.props)).catch(() => undefined);
    return next(answer && !answer.refusal ? { ...e, props: patched(e.props, answer.patches) } : e);
  }).catch((_, e, next) => next(e));
};
