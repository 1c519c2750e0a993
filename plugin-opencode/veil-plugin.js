// SPDX-License-Identifier: Apache-2.0

// veil's plugin for OpenCode 1.x. It collects the strings of what OpenCode is
// about to do, asks the program `veil opencode` about them (docs/protocol.md)
// and writes the answer back. It decides nothing: whatever is not a clear
// permission is a denial.
//
// OpenCode drops a plugin that throws while it loads, and goes on unguarded.
// So nothing here can throw before a hook runs, and `server` always returns
// its hooks: a guard that cannot start must load and block.
import { spawn } from "node:child_process";
import { lstat, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** @typedef {Record<string, any>} Json A JSON object or array of the host. */
/** @typedef {{in: Json, key: string, pointer: string, kind?: "key" | "number"}} Slot Where a leaf stands. */
/** @typedef {(key: string, parent: Json) => any} Rule The rule for a member's own members; undefined skips it. */
/** @typedef {{event: string, session: string, tool?: string, call?: string, agent?: string, leaves: Slot[], args?: Slot[]}} Question */
/** @typedef {{client: any, directory: string, limit: number}} Host */
/** @typedef {Record<string, any> & {sessionID: string}} Input A hook's input. */

const WITHHELD = "[veil: this prompt was withheld]";
const WITHHELD_FILE = "[veil: this output was withheld]\n";
const FITTING = "install veil and its OpenCode plugin in versions that fit together";
const LIMIT_MS = 10_000; // for one event; OpenCode itself has no time limit for a hook
const MAX_BYTES = 8 << 20; // of a saved output; veil reads no longer request

/** A denial, or a failure that counts as one. Its message never holds a value. */
class Refusal extends Error {
  /** @param {string} reason @param {string} [remedy] */
  constructor(reason, remedy) {
    super(`veil: ${remedy ? `${reason}; ${remedy}` : reason}`);
  }
}

/** Returns the error as a refusal. The text of any other error may hold a value. @param {unknown} error */
const refusal = (error) => (error instanceof Refusal ? error : new Refusal("the plugin failed", "please report this"));

// --- which strings are sent -------------------------------------------------

// In the host's own structures these name things or enumerate; with other text
// in them the host would not find its way.
const NAMES = new Set(
  "id sessionID messageID callID parentID providerID modelID type role mime snapshot hash agent mode variant finish tool status".split(" "),
);
// What a provider wants back byte for byte: it is signed or encrypted.
const OPAQUE = new Set(
  "signature thoughtSignature encryptedContent reasoningEncryptedContent redactedData itemId responseId".split(" "),
);

/** Says whether a member is the base64 of a picture, sound or PDF, which veil cannot read. @type {(key: string, parent: Json) => boolean} */
const isMedia = (key, parent) =>
  (key === "url" || key === "data" || key === "blob") &&
  /^(image\/(?!svg)|audio\/|video\/|application\/pdf)/.test(String(parent.mime ?? parent.mimeType)) &&
  /^(data:[^,]*;base64,)?[A-Za-z0-9+/=\s]*$/.test(String(parent[key]));

/** @type {Rule} */
const everything = () => everything;
/** @type {Rule} */
const content = (key, parent) => (isMedia(key, parent) ? undefined : content);
/** @type {Rule} */
const provider = (key) => (OPAQUE.has(key) ? undefined : provider);
/** @type {Rule} A message or part of OpenCode, with free content below some members. */
const message = (key, parent) => {
  if (NAMES.has(key) || isMedia(key, parent)) return undefined;
  if (key === "metadata" && parent.type === "reasoning") return undefined;
  if (key === "metadata" && "type" in parent) return provider;
  return key === "metadata" || key === "input" || key === "schema" ? content : message;
};
/** @type {Rule} */
const result = (key) => (key === "attachments" ? message : content);

/**
 * Returns the strings at and below a member, in the order of the document.
 * @param {Json} parent @param {string} key @param {Rule} rule @param {string} [pointer] @param {Slot[]} [out]
 */
function slots(parent, key, rule, pointer = "", out = []) {
  const value = parent[key];
  if (typeof value === "string" && value !== "") out.push({ in: parent, key, pointer });
  if (rule === everything && (typeof value === "number" || typeof value === "bigint"))
    out.push({ in: parent, key, pointer, kind: "number" });
  if (typeof value !== "object" || value === null) return out;
  for (const name of Object.keys(value)) {
    const next = rule(name, value);
    if (!next) continue;
    const below = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (rule === everything && !Array.isArray(value)) out.push({ in: value, key: name, pointer: below, kind: "key" });
    slots(value, name, next, below, out);
  }
  return out;
}

/** Encodes a leaf as protocol v1 has it. @param {Slot} slot */
const leaf = (slot) => {
  const text = slot.kind === "key" ? slot.key : String(slot.in[slot.key]);
  return slot.kind ? [slot.pointer, text, slot.kind] : [slot.pointer, text];
};

// --- the program ------------------------------------------------------------

/** Returns veil's path. There is no search in PATH: a project may set it. */
function binary() {
  const file = process.env.VEIL_BINARY;
  const remedy = "set VEIL_BINARY to the absolute path of the program veil";
  if (!file) throw new Refusal("VEIL_BINARY is not set", remedy);
  if (!path.isAbsolute(file)) throw new Refusal("VEIL_BINARY is not an absolute path", remedy);
  return file;
}

/**
 * Runs `veil opencode` with one line of input and returns its output.
 * @param {string} line @param {AbortSignal} signal @returns {Promise<string>}
 */
function run(line, signal) {
  return new Promise((resolve, reject) => {
    const child = spawn(binary(), ["opencode"], { stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
    const kill = () => child.kill("SIGKILL");
    signal.addEventListener("abort", kill, { once: true });
    let out = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (text) => (out += text));
    child.stdin.on("error", () => {}); // it ended without reading: its exit code or answer says why
    child.on("error", (error) => {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      reject(new Refusal(`veil did not start (${code ?? "no reason given"})`, "check that VEIL_BINARY names the program veil"));
    });
    child.on("close", (code) => {
      signal.removeEventListener("abort", kill);
      if (code === 0) resolve(out);
      else reject(new Refusal(`veil ended with ${code === null ? "a signal" : `exit code ${code}`}`, FITTING));
    });
    child.stdin.end(line);
  });
}

/**
 * Gives work a time limit. When it is over the signal fires and the call fails,
 * even if the work never ends.
 * @template T @param {number} limit in milliseconds @param {(signal: AbortSignal) => Promise<T>} work @returns {Promise<T>}
 */
async function within(limit, work) {
  const abort = new AbortController();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      reject(new Refusal(`no answer within ${limit / 1000} s`, "try again, or make the text smaller"));
      abort.abort();
    }, limit);
  });
  try {
    return await Promise.race([work(abort.signal), /** @type {Promise<never>} */ (late)]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads an answer and returns its patches; a denial is thrown.
 * @param {string} text @param {number} id @param {Slot[]} sent @returns {[Slot, string][]}
 */
function patches(text, id, sent) {
  const garbage = new Refusal("veil's answer is not one of protocol v1", FITTING);
  /** @type {any} */
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw garbage; // the parser's own message quotes the text
  }
  const denied = answer?.decision === "deny" || answer?.decision === "ask";
  if (answer?.v !== 1 || !(answer.id === id || (denied && answer.id === null))) throw garbage;
  if (denied) throw new Refusal(String(answer.reason || "denied without a reason"), String(answer.remedy ?? ""));
  if (answer.decision === "allow" && answer.patches === undefined) return [];
  if (answer.decision !== "rewrite" || !Array.isArray(answer.patches)) throw garbage;
  const byPointer = new Map(sent.filter((slot) => !slot.kind).map((slot) => [slot.pointer, slot]));
  return answer.patches.map((/** @type {any} */ patch) => {
    const slot = Array.isArray(patch) && patch.length === 2 && typeof patch[1] === "string" && byPointer.get(patch[0]);
    if (!slot) throw garbage;
    return [slot, patch[1]];
  });
}

// --- the host ---------------------------------------------------------------

/** Shows the person what an answer says of an event that goes on. @param {Host} host @param {string} answer */
async function tell(host, answer) {
  const { notice } = JSON.parse(answer);
  if (notice) await host.client.tui.showToast({ body: { title: "veil", message: String(notice), variant: "info" } });
}

/**
 * Returns what asks veil: it resolves when the event may go on, with the text
 * replaced in place, and rejects with a Refusal otherwise.
 * @param {Host} host @returns {(question: Question) => Promise<void>}
 */
function asker(host) {
  /** @type {Map<string, string>} */
  const roots = new Map();
  /** @type {Map<string, string>} */
  const agents = new Map(); // by session: only a prompt names its agent
  let version = "";
  let lastID = 0;

  // OpenCode gives a plugin its version nowhere but here (1.18.33). A session
  // has a version too: that of the OpenCode which made it.
  async function hostVersion() {
    if (!version) {
      const health = await host.client?._client?.get({ url: "/global/health" });
      version = String(health?.data?.version ?? "");
    }
    return version;
  }

  /** Returns the session at the top of the chain of parents. @param {string} session */
  async function rootOf(session) {
    let at = session;
    for (let depth = 0; depth < 32; depth++) {
      const known = roots.get(at);
      const info = known ? undefined : (await host.client.session.get({ path: { id: at } })).data;
      if (known || (info?.id === at && !info.parentID)) {
        roots.set(session, known ?? at);
        return known ?? at;
      }
      if (!info?.parentID) break;
      at = info.parentID;
    }
    throw new Error("no root");
  }

  return (question) =>
    within(host.limit, async (signal) => {
      const { event, session, tool, call, leaves, args } = question;
      if (question.agent) agents.set(session, question.agent);
      if (!session) throw new Refusal("the event names no session", FITTING);
      const root = await rootOf(session).catch(() => {
        throw new Refusal("the session's root session cannot be found", "try again, or start a new session");
      });
      const id = ++lastID;
      const request = {
        v: 1, id, event, session, root, tool, call, cwd: host.directory,
        agent: root === session ? undefined : agents.get(session),
        host: { name: "opencode", version: await hostVersion().catch(() => "") },
        leaves: leaves.map(leaf), args: args?.map(leaf),
      };
      signal.throwIfAborted();
      const answer = await run(JSON.stringify(request) + "\n", signal);
      signal.throwIfAborted();
      for (const [slot, text] of patches(answer, id, leaves)) slot.in[slot.key] = text;
      tell(host, answer).catch(() => {}); // the event goes on, whether or not anybody sees it
    });
}

/** Puts a notice in place of everything a message says. @param {Json[]} parts @param {Json} info */
function withhold(parts, info) {
  const { id, sessionID, messageID } = parts[0] ?? {};
  if (parts.length > 0) parts.splice(0, parts.length, { id, sessionID, messageID, type: "text", text: WITHHELD });
  if (typeof info.system === "string") info.system = "";
}

/**
 * OpenCode saves an output that is too long for the model whole, before any
 * hook. Returns the path of that file, if it is one of OpenCode's own: a tool
 * must not be able to have any other file rewritten.
 * @param {Json} output
 */
async function savedOutput(output) {
  const file = output.metadata?.outputPath;
  if (typeof file !== "string" || Array.isArray(output.content)) return undefined;
  const own = path.isAbsolute(file) && /[/\\]opencode[/\\]tool-output[/\\]tool_[^/\\]+$/.test(path.normalize(file));
  const stat = own ? await lstat(file).catch(() => undefined) : undefined;
  return stat?.isFile() && stat.nlink === 1 ? { file, size: stat.size } : undefined;
}

/** @param {any} input @param {{limitMs?: number}} [options] limitMs may only shorten the time limit */
async function server(input, options) {
  const wanted = Number(options?.limitMs);
  const limit = wanted > 0 && wanted < LIMIT_MS ? wanted : LIMIT_MS;
  const ask = asker({ client: input?.client, directory: String(input?.directory ?? ""), limit });

  /** @type {Set<string>} */
  const seen = new Set(); // sessions whose text went through veil
  /** @type {Map<string, Refusal>} */
  const badPrompt = new Map(); // until the next prompt
  /** @type {Map<string, Refusal>} */
  const badHistory = new Map(); // until the next history

  /** @param {Input} input @param {Json} output */
  async function maskSaved({ tool, callID, sessionID }, output) {
    const saved = await savedOutput(output);
    if (!saved) return;
    try {
      if (saved.size > MAX_BYTES) throw new Refusal("too long");
      const box = { text: await readFile(saved.file, "utf8") };
      const before = box.text;
      const leaves = slots(box, "text", content);
      await ask({ event: "tool.execute.after", session: sessionID, tool, call: callID, leaves });
      if (box.text !== before) await writeFile(saved.file, box.text);
    } catch {
      await writeFile(saved.file, WITHHELD_FILE);
    }
  }

  return {
    /** @param {Json} config */
    config: async (config) => {
      config.share = "disabled"; // sharing uploads what is stored, which is not all masked
    },

    // A throw here is shown as "Unexpected server error", so the prompt is
    // withheld and the next system.transform says why.
    /** @param {Input} input @param {Json} output */
    "chat.message": async ({ sessionID, agent }, output) => {
      seen.add(sessionID);
      try {
        await ask({ event: "chat.message", session: sessionID, agent, leaves: slots({ output }, "output", message) });
        badPrompt.delete(sessionID);
      } catch (error) {
        badPrompt.set(sessionID, refusal(error));
        withhold(output.parts, output.message);
      }
    },

    // The same here: OpenCode's screen shows nothing at all of a throw.
    /** @param {Json} _ @param {Json} output */
    "experimental.chat.messages.transform": async (_, output) => {
      const session = output.messages[0]?.info.sessionID;
      if (!session) return;
      seen.add(session);
      try {
        await ask({ event: "experimental.chat.messages.transform", session, leaves: slots(output, "messages", message) });
        badHistory.delete(session);
      } catch (error) {
        badHistory.set(session, refusal(error));
        for (const { info, parts } of output.messages) withhold(parts, info);
      }
    },

    /** @param {Input} input @param {Json} output */
    "experimental.chat.system.transform": async ({ sessionID }, output) => {
      const blocked = badPrompt.get(sessionID) ?? badHistory.get(sessionID);
      if (blocked) throw blocked;
      if (!seen.has(sessionID)) {
        throw new Refusal("this request did not pass the guard", "veil blocks what OpenCode sends outside of a session");
      }
      const leaves = slots(output, "system", content);
      await ask({ event: "experimental.chat.system.transform", session: sessionID, leaves }).catch((error) => {
        throw refusal(error);
      });
    },

    /** @param {Input} input @param {Json} output */
    "tool.execute.before": async ({ tool, sessionID, callID }, output) => {
      try {
        const leaves = slots(output, "args", everything);
        await ask({ event: "tool.execute.before", session: sessionID, tool, call: callID, leaves });
      } catch (error) {
        throw refusal(error);
      }
    },

    // Built-in and custom tools give {title, output, metadata, attachments},
    // those of an MCP server {content, structuredContent, metadata, _meta}.
    /** @param {Input} input @param {Json} output */
    "tool.execute.after": async (input, output) => {
      if (output === undefined || output === null) return;
      if (typeof output !== "object") throw new Refusal("a result that is no object cannot be rewritten", "have the tool return an object");
      const { tool, sessionID, callID } = input;
      try {
        await maskSaved(input, output);
        const leaves = slots({ output }, "output", result);
        const args = slots(input, "args", content);
        await ask({ event: "tool.execute.after", session: sessionID, tool, call: callID, leaves, args });
      } catch (error) {
        throw refusal(error);
      }
    },
  };
}

export default { id: "veil", server };
