// SPDX-License-Identifier: Apache-2.0

// How the mod asks the program veil, one process an event (docs/protocol-claude-code.md).
// Not one process a session: Claude Code 2.1.332 closes the standard input of a
// mod's child before it reads from it (docs/adr/0002-one-process-an-event.md).

/** @typedef {import("./host.js").Engine} Engine */
/** @typedef {import("./patch.js").Patch} Patch */
/** @typedef {{tool?: string, call?: string, agent?: string, restricted?: boolean}} About What else is known of the event. */
/** @typedef {{refusal?: string, patches: Patch[], notice?: string, report?: string}} Answer */

const LIMIT_MS = 10_000; // veil's own limit is half of it
const FITTING = "install veil and its plugin in versions that fit together";
const AGAIN = "something ended it: try again, and install veil anew if it persists";
const EXECUTABLE = "see that program/veil in the plugin's folder has its x bit, on a file system that is not mounted noexec";

/** A failure that counts as a denial. Its message never holds a value. */
class Failure extends Error {
  /** @param {string} cause @param {string} remedy */
  constructor(cause, remedy) {
    super(`veil: ${cause}; ${remedy}`);
  }
}

/**
 * Returns what a person is told of a hook's failure. Only this mod's own words are
 * shown: another error's text may hold a value.
 * @param {{error?: {message?: string}}} next
 */
export const reasonOf = (next) => {
  const text = String(next.error?.message ?? "");
  return /^veil: [^\n]+$/.test(text) ? text : "veil: the mod failed; please report this";
};

/** What a token looks like, and a little more: veil knows better. */
const TOKENS = /\[[A-Z]{2,16}-\d[^\]]{0,16}\]/g;

let lastID = 0;
let begun = ""; // the session that veil was told the conversation of

/**
 * Returns the tokens of the conversation so far, for the first event of a session in this
 * process. A fork begins with those of another session, and has no transcript yet.
 * @param {Engine} $ @returns {Promise<string | undefined>} undefined if the host does not tell
 */
async function tokensSoFar($) {
  const messages = await $.session.messages({ as: "api" }).catch(() => undefined);
  return messages && [...new Set(JSON.stringify(messages).match(TOKENS))].join(" ");
}

/**
 * Asks veil about one event. part is JSON: what the event is about.
 * @param {Engine} $ @param {string} event @param {string} part @param {About} [about]
 * @returns {Promise<Answer>} what to say instead of the event, or its patches
 */
export async function ask($, event, part, about = {}) {
  const [env, { version }, { transcriptPath: transcript }, session, cwd] = await Promise.all([
    $.process.hookEnv(),
    $.session.version(),
    $.session.info(),
    $.session.id(),
    $.session.cwd(),
  ]);
  const id = ++lastID;
  const conversation = begun === session ? undefined : await tokensSoFar($);
  const head = JSON.stringify({ v: 1, id, event, version, session, transcript, cwd, conversation, ...about });
  // The part goes as it is: parsing a request's body and writing it anew is work.
  const line = `${head.slice(0, -1)},"part":${part}}\n`;
  const program = `${env.CLAUDE_PLUGIN_ROOT}/program/veil`;
  const run = await $.process
    .run([program, "claude-code", "--mod"], { stdin: line, timeoutMs: LIMIT_MS, env })
    .catch((error) => {
      if (/\b(EACCES|EPERM)\b|permission denied/i.test(String(error?.message))) throw new Failure("the program veil cannot be executed", EXECUTABLE);
      throw new Failure("veil did not start or did not answer", "see that the plugin's folder holds program/veil, and try again");
    });
  // veil itself ends with 0 or 2. Claude Code gives 1 for a program that was killed (2.1.332).
  if (run.exitCode !== 0) throw new Failure(`veil ended with exit code ${run.exitCode}`, run.exitCode === 2 ? `try again, or ${FITTING}` : AGAIN);
  if (run.isStdoutTruncated) throw new Failure("veil's answer is too long", "make the text smaller");
  const answer = read(run.stdout, id);
  if (event !== "ui.render") begun = session; // a drawing begins nothing
  return answer;
}

/**
 * Reads an answer.
 * @param {string} text @param {number} id @returns {Answer}
 */
function read(text, id) {
  const garbage = new Failure("veil's answer is not one of its protocol", FITTING);
  /** @type {any} */
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw garbage; // the parser's own message quotes the text
  }
  const denied = answer?.decision === "deny" || answer?.decision === "ask";
  if (answer?.v !== 1 || !(answer.id === id || (denied && answer.id === null))) throw garbage;
  if (denied) {
    const reason = String(answer.reason || "denied without a reason");
    return { refusal: `veil: ${answer.remedy ? `${reason}; ${answer.remedy}` : reason}`, patches: [] };
  }
  const notice = typeof answer.notice === "string" ? answer.notice : undefined;
  const report = typeof answer.report === "string" ? answer.report : undefined;
  if (answer.decision === "allow" && answer.patches === undefined) return { patches: [], notice, report };
  if (answer.decision !== "rewrite" || !Array.isArray(answer.patches) || !answer.patches.every(isPatch)) throw garbage;
  return { patches: answer.patches, notice };
}

/** @param {unknown} p */
const isPatch = (p) => Array.isArray(p) && p.length === 2 && typeof p[0] === "string" && typeof p[1] === "string";
