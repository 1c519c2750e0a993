// SPDX-License-Identifier: Apache-2.0

// veil's plugin for OpenCode 1.x. It collects the strings of what OpenCode is about to do, asks the
// program `veil opencode --stdio` about them (docs/protocol.md) and writes the answer back. It decides
// nothing: whatever is not a clear permission is a denial. Beneath its hooks it looks at every request
// body that leaves the process, which OpenCode's own hooks do not see all of.
// OpenCode drops a plugin that throws while it loads, and goes on unguarded. So nothing here can throw
// before a hook runs, and `server` always returns its hooks: a guard that cannot start must load and block.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {Record<string, any>} Json A JSON object or array of the host. */
/** @typedef {{in: Json, key: string, pointer: string, kind?: "key" | "number", known?: Known}} Slot Where a leaf stands. It is left out if it is known. */
/** @typedef {(key: string, parent: Json) => any} Rule The rule for a member's own members; undefined skips it. */
/** @typedef {{event: string, session: string, tool?: string, call?: string, agent?: string, leaves: Slot[] | ((trail: Known[]) => Slot[]), args?: Slot[], headers?: string[][]}} Question */
/** @typedef {(question: Question) => Promise<number>} Ask Writes veil's answer in place; returns how many texts it changed. */
/** @typedef {{client: any, directory: string, limit: number}} Host */
/** @typedef {{text: string, became?: string, literal?: string}} Known What became of a text, if it did not stay. literal is its JSON, if it stayed in a body. */
/** @typedef {{epoch: string, texts: Map<string, Known>, trails: Map<string, Known[]>, size: number}} Answered What veil said in one epoch of a session's texts: by text, and as they last stood behind each other in an event. */
/** @typedef {{veil?: ReturnType<typeof program>, own: Set<string>, guards: Map<string, Ask>, answered: Map<string, Answered>, last?: Ask, guarded?: typeof fetch}} Shared */
/** @typedef {Record<string, any> & {sessionID: string}} Input A hook's input. */
/** @typedef {Record<string, (input: Input, output: Json) => any>} Hooks */

const VERSION = "0.2.0";
const WITHHELD = "[veil: this prompt was withheld]";
const FITTING = "install veil and its OpenCode plugin in versions that fit together";
const LIMIT_MS = 10_000; // for one event; OpenCode itself has no time limit for a hook
const MAX_CALLS = 2000; // whose arguments are remembered
const MAX_PAST = 7 << 20; // bytes of a session's past: veil takes 8 MiB in a question, and compactions leave more behind
const MAX_ANSWERED = 16 << 20; // characters of text that is remembered, of all sessions
const MIN_ANSWERED = 64; // characters of a text that is remembered: a shorter one is always sent
const SESSION_HEADER = "x-veil-session"; // from chat.headers to the fetch guard, which takes it away
const COMMAND = "Show the person this report of veil word for word. Do nothing else.";

/** A denial, or a failure that counts as one. Its message never holds a value. */
class Refusal extends Error {
  /** @param {string} reason @param {string} [remedy] */
  constructor(reason, remedy) {
    super(`veil: ${remedy ? `${reason}; ${remedy}` : reason}`);
  }
}

/** Returns the error as a refusal. The text of any other error may hold a value. @param {unknown} error */
const refusal = (error) => (error instanceof Refusal ? error : new Refusal("the plugin failed", "please report this"));

// In the host's own structures these name things or enumerate; with other text
// in them the host would not find its way.
const NAMES = new Set(
  "id sessionID messageID callID parentID providerID modelID type role mime snapshot hash agent mode variant finish tool status".split(" "),
);
// What a provider wants back byte for byte: it is signed or encrypted.
const OPAQUE = new Set(
  "signature thoughtSignature encryptedContent reasoningEncryptedContent redactedData itemId responseId".split(" "),
);

const CONVERSATION = /^(\/request|\/\d+)?\/(messages|contents|input)$/;

/** Says whether a member is the base64 of a picture, sound or PDF, which veil cannot read. @type {(key: string, parent: Json) => boolean} */
const isMedia = (key, parent) => {
  if (!/^(url|data|blob|image_url|file_data)$/.test(key) || typeof parent[key] !== "string") return false;
  const inline = /^data:([^,;]*)[^,]*;base64,/.exec(parent[key]);
  const mime = inline?.[1] ?? parent.mime ?? parent.mimeType ?? parent.media_type ?? (key === "data" && parent.format && `audio/${parent.format}`);
  return /^(image\/(?!svg)|audio\/|video\/|application\/pdf)/.test(String(mime)) && /^[A-Za-z0-9+/=\r\n]*$/.test(parent[key].slice(inline?.[0].length ?? 0));
};

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
 * Returns the strings at and below a member, in the order of the document. With names, a set, also what members are
 * called, each once: not in a conversation, where only the model itself gave names.
 * @param {Json} parent @param {string} key @param {Rule} rule @param {string} [pointer] @param {Slot[]} [out] @param {Set<string>} [names]
 */
function slots(parent, key, rule, pointer = "", out = [], names) {
  const value = parent[key];
  if (typeof value === "string" && value !== "") out.push({ in: parent, key, pointer });
  if (rule === everything && (typeof value === "number" || typeof value === "bigint"))
    out.push({ in: parent, key, pointer, kind: "number" });
  if (typeof value !== "object" || value === null) return out;
  for (const name of Object.keys(value)) {
    const next = rule(name, value);
    if (!next) continue;
    const below = `${pointer}/${/[~/]/.test(name) ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name}`;
    if (!Array.isArray(value) && (rule === everything || names?.has(name) === false)) out.push({ in: value, key: name, pointer: below, kind: "key" });
    names?.add(name);
    slots(value, name, next, below, out, CONVERSATION.test(below) ? undefined : names);
  }
  return out;
}

/** Encodes a leaf as protocol v1 has it. @param {Slot} slot */
const leaf = ({ pointer, key, in: parent, kind, known }) =>
  kind ? [pointer, known ? "" : kind === "key" ? key : String(parent[key]), kind] : [pointer, known ? "" : parent[key]];

/** Returns veil's path: VEIL_BINARY, or what `veil install` put beside this file. There is no search in PATH: a project may set it. */
function binary() {
  const beside = fileURLToPath(new URL("program/veil", import.meta.url));
  const file = process.env.VEIL_BINARY || (existsSync(beside) && beside);
  const remedy = "get veil from https://github.com/veil-guard/veil and run veil install opencode, or set VEIL_BINARY to its absolute path";
  if (!file) throw new Refusal("VEIL_BINARY is not set", remedy);
  if (!path.isAbsolute(file)) throw new Refusal("VEIL_BINARY is not an absolute path", remedy);
  return file;
}

const garbage = () => new Refusal("veil's answer is not one of protocol v1", FITTING);
const rootless = () => new Refusal("the session's root session cannot be found", "try again, or start a new session");

/**
 * One `veil opencode --stdio` for all instances of the plugin in this process. It
 * starts when it is needed, and again after it ended. It ends with this process,
 * whose death closes its standard input.
 */
function program() {
  /** @typedef {{send: (message: Json) => Promise<Json>, stop: (why: Refusal) => void}} Running */
  let running = /** @type {Running | undefined} */ (undefined);
  let lastID = 0;

  /** @returns {Running} */
  function start() {
    const child = spawn(binary(), ["opencode", "--stdio"], { stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
    /** @type {Map<number, {resolve: (answer: Json) => void, reject: (why: Refusal) => void}>} by id */
    const waiting = new Map();
    let rest = "";
    /** @type {Running} */
    const self = {
      send: (message) =>
        new Promise((resolve, reject) => {
          const id = ++lastID;
          waiting.set(id, { resolve, reject });
          child.stdin.write(JSON.stringify({ v: 1, id, ...message }) + "\n");
        }),
      stop: (why) => {
        if (running === self) running = undefined;
        for (const { reject } of waiting.values()) reject(why);
        waiting.clear();
        child.kill("SIGKILL");
      },
    };
    /** @param {string} line */
    const take = (line) => {
      let answer = /** @type {any} */ (undefined);
      try {
        answer = JSON.parse(line);
      } catch {} // the parser's own message quotes the text
      const call = waiting.get(answer?.id);
      if (answer?.v === 1 && answer.id === null && answer.decision === "deny") self.stop(denial(answer));
      else if (answer?.v !== 1 || !call) self.stop(garbage());
      else {
        waiting.delete(answer.id);
        call.resolve(answer);
      }
    };
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      lines.forEach(take);
    });
    child.stdin.on("error", () => {}); // it ended: its exit code says why
    child.on("error", (error) => {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      const isShut = code === "EACCES" || code === "EPERM";
      const remedy = isShut ? "see that it has its x bit, on a file system that is not mounted noexec, and is no directory" : "check that VEIL_BINARY names the program veil";
      self.stop(new Refusal(`veil did not start (${code ?? "no reason given"})`, remedy));
    });
    child.on("close", (code) =>
      self.stop(code === null ? new Refusal("veil was ended by a signal", "try again") : new Refusal(`veil ended with exit code ${code}`, `try again, or ${FITTING}`)),
    );
    for (const handle of [child, child.stdin, child.stdout]) /** @type {any} */ (handle).unref?.();
    return self;
  }

  return () => (running ??= start());
}

/** @param {Json} answer */
const denial = (answer) => new Refusal(String(answer.reason || "denied without a reason"), String(answer.remedy ?? ""));

/** Gives work a time limit in milliseconds. When it is over the call fails, even if the work never ends.
 * @template T @param {number} limit @param {() => Promise<T>} work @param {(why: Refusal) => void} whenLate @returns {Promise<T>} */
function within(limit, work, whenLate) {
  let timer = /** @type {NodeJS.Timeout | undefined} */ (undefined);
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      const why = new Refusal(`no answer within ${limit / 1000} s`, "try again, or make the text smaller");
      reject(why);
      whenLate(why);
    }, limit);
  });
  return Promise.race([work(), /** @type {Promise<never>} */ (late)]).finally(() => clearTimeout(timer));
}

/** Returns the patches of an answer; a denial is thrown. @param {Json} answer @param {Slot[]} sent @returns {[Slot, string][]} */
function patches(answer, sent) {
  if (answer.decision === "deny" || answer.decision === "ask") throw denial(answer);
  if (answer.decision === "allow" && answer.patches === undefined) return [];
  if (answer.decision !== "rewrite" || !Array.isArray(answer.patches)) throw garbage();
  const byPointer = new Map(sent.filter((slot) => !slot.kind).map((slot) => [slot.pointer, slot]));
  return answer.patches.map((/** @type {any} */ patch) => {
    const slot = Array.isArray(patch) && patch.length === 2 && typeof patch[1] === "string" && byPointer.get(patch[0]);
    if (!slot) throw garbage();
    return [slot, patch[1]];
  });
}

/** What all instances of the plugin in this process have in common. @returns {Shared} */
const shared = () => (/** @type {any} */ (globalThis)[Symbol.for(`veil-opencode ${VERSION}`)] ??= { own: new Set(), guards: new Map(), answered: new Map() });

// What OpenCode sends again and again. veil answers to a text once in an epoch.
const RESENT = new Set(["fetch", "experimental.chat.messages.transform", "experimental.chat.system.transform"]);

/** Marks the leaves that veil answered to. What the last gate finds is sent each time, as it is counted.
 * To compare a text with the one that stood there is quicker than to look it up. @param {string} event @param {Answered | undefined} before @param {Known[]} trail @param {Slot[]} leaves */
function recall(event, before, trail, leaves) {
  let next = 0;
  for (const slot of leaves) {
    if (slot.kind) continue;
    const text = slot.in[slot.key];
    const known = before && (slot.known ?? (trail[next]?.text === text ? trail[next++] : before.texts.get(text)));
    slot.known = event === "fetch" && known?.became !== undefined ? undefined : known;
  }
}

/** Remembers what became of the texts, before they are replaced. The oldest sessions are forgotten when it is too much.
 * @param {string} root @param {string} way @param {Json} answer @param {Slot[]} leaves @param {[Slot, string][]} changes */
function remember(root, way, { epoch, unread }, leaves, changes) {
  const all = shared().answered;
  const last = all.get(root);
  all.delete(root);
  if (typeof epoch !== "string" || !Array.isArray(unread ?? [])) return;
  /** @type {Answered} */
  const now = last?.epoch === epoch ? last : { epoch, texts: new Map(), trails: new Map(), size: 0 };
  all.set(root, now); // behind the others: it is the youngest
  const skipped = new Set(unread);
  const became = new Map(changes);
  const trail = [];
  for (const slot of leaves) {
    if (slot.kind) continue;
    const text = slot.in[slot.key];
    let known = slot.known ?? now.texts.get(text);
    if (!known) {
      if (text.length < MIN_ANSWERED || skipped.has(slot.pointer)) continue;
      now.texts.set(text, (known = { text, became: became.get(slot) }));
      now.size += text.length + (known.became?.length ?? 0);
    }
    if (way.startsWith("fetch ")) {
      if (known.became !== undefined) continue;
      if (!known.literal) now.size += (known.literal = JSON.stringify(text)).length;
    }
    trail.push(known);
  }
  now.trails.set(way, trail);
  while ([...all.values()].reduce((sum, { size }) => sum + size, 0) > MAX_ANSWERED) all.delete([...all.keys()][0] ?? "");
}

/** Shows the person what an answer says of an event that goes on. @param {Host} host @param {Json} answer */
const tell = async ({ client }, { notice }) =>
  notice && client.tui.showToast({ body: { title: "veil", message: String(notice), variant: "info" } });

/**
 * A request's body. Most of it is what the last one was: a string that veil answered to and that stands where the trail
 * has it is neither parsed nor written anew. A mark with its number in the trail takes its place meanwhile. @param {string} raw
 */
function bodyOf(raw) {
  const mark = crypto.randomUUID().slice(0, 18); // 60 bits by chance
  let [box, short, trail] = [/** @type {Json} */ ({ body: raw }), raw, /** @type {Known[]} */ ([])];

  return {
    /** Returns the strings of the body. @param {Known[]} now */
    leaves(now) {
      [box, short, trail] = [{ body: raw }, "", now];
      let [from, next] = [0, 0];
      for (let at = raw.indexOf('"'); at >= 0 && next < trail.length; at = raw.indexOf('"', at)) {
        const literal = String(trail[next]?.literal);
        if (raw.startsWith(literal, at)) {
          short += `${raw.slice(from, at)}"${mark}${next++}"`;
          from = at += literal.length;
        } else {
          do at = raw.indexOf('"', at + 1); while (isEscaped(raw, at));
          if (at++ < 0) break;
        }
      }
      short += raw.slice(from);
      try {
        const body = JSON.parse(short);
        if (typeof body === "object") box = { body };
      } catch {} // it is inspected as it is
      const known = (/** @type {string} */ text) => (text.startsWith(mark) ? trail[Number(text.slice(mark.length))] : undefined);
      return slots(box, "body", content, "", [], new Set()).map((slot) => ({ ...slot, known: known(slot.kind ? slot.key : slot.in[slot.key]) }));
    },
    /** Returns the body to be sent: what was inspected, not what was parsed. */
    written() {
      const out = typeof box.body === "string" ? box.body : JSON.stringify(box.body);
      return out === short ? raw : out.replace(new RegExp(`"${mark}(\\d+)"`, "g"), (_, n) => `${trail[n]?.literal}`);
    },
  };
}

/** Says whether an odd number of backslashes stands before a character. @param {string} text @param {number} at */
function isEscaped(text, at) {
  let from = at;
  while (text[from - 1] === "\\") from--;
  return (at - from) % 2 === 1;
}

/**
 * Wraps fetch, once: what a model receives passes here, whatever put it together. A
 * request whose body cannot be inspected is not sent. OpenCode's own server is let be.
 */
function guardFetch() {
  const common = shared();
  if (common.guarded) return;
  const real = globalThis.fetch;
  /** @param {any} input @param {any} [init] */
  const guarded = async (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const headers = new Headers(init?.headers ?? request?.headers);
    const session = headers.get(SESSION_HEADER) ?? "";
    headers.delete(SESSION_HEADER);
    const raw = init?.body ?? request?.body ?? undefined;
    if (raw === undefined || common.own.has(new URL(request ? request.url : String(input)).origin)) return real(input, init);
    try {
      const whole = typeof raw === "string" ? undefined : new Response(request && !init?.body ? request.clone().body : raw);
      const type = whole?.headers.get("content-type");
      if (type && !headers.has("content-type")) headers.set("content-type", type);
      const text = whole ? new TextDecoder("utf-8", { fatal: true }).decode(await whole.arrayBuffer()) : raw;
      const ask = common.guards.get(session) ?? common.last;
      if (!ask) throw new Refusal("no instance of the plugin is there", FITTING);
      const body = bodyOf(text);
      // A model's request: another plugin may have set some of its headers.
      await ask({ event: "fetch", session, leaves: body.leaves, headers: session ? [...headers] : undefined });
      const out = body.written();
      headers.delete("content-length");
      return real(request ? new Request(request, { headers, body: out }) : input, { ...init, headers, body: out });
    } catch (error) {
      throw refusal(error);
    }
  };
  common.guarded = globalThis.fetch = Object.assign(guarded, { preconnect: /** @type {any} */ (real).preconnect });
}

/**
 * Returns what asks veil. `ask` resolves when the event may go on, with the text
 * replaced in place, and rejects with a Refusal otherwise.
 * @param {Host} host
 */
function asker(host) {
  const roots = /** @type {Map<string, string>} */ (new Map());
  const agents = /** @type {Map<string, string>} */ (new Map()); // by session: only a prompt names its agent
  let version = "";
  const veil = (shared().veil ??= program());
  let greeted = /** @type {{by?: object, done?: Promise<void>}} */ ({}); // the process that has met this instance

  // OpenCode gives a plugin its version nowhere but here (1.18.33). A session
  // has a version too: that of the OpenCode which made it.
  const hostVersion = async () => (version ||= String((await host.client?._client?.get({ url: "/global/health" }))?.data?.version ?? ""));
  const about = async () => ({ host: { name: "opencode", version: await hostVersion().catch(() => "") }, cwd: host.directory });

  /** Returns the session at the top of the chain of parents. @param {string} session @returns {Promise<string>} */
  async function rootOf(session, depth = 0) {
    const known = roots.get(session);
    if (known) return known;
    const { data } = await host.client.session.get({ path: { id: session } });
    if (data?.id !== session || depth > 32) throw new Error("no root");
    const root = data.parentID ? await rootOf(data.parentID, depth + 1) : session;
    roots.set(session, root);
    return root;
  }

  /** Says who is there, once to each process. @param {ReturnType<typeof veil>} process */
  function meet(process) {
    if (greeted.by === process) return greeted.done;
    const done = about().then(async (who) => {
      const answer = await process.send({ event: "hello", ...who, plugin: VERSION });
      if (answer.decision === "allow" && typeof answer.veil === "string") return;
      const why = answer.decision === "deny" ? denial(answer) : garbage();
      process.stop(why);
      throw why;
    });
    greeted = { by: process, done };
    return done;
  }

  /** Sends a message, if there is one, in time. A process that does not answer is ended. @param {() => Promise<Json | undefined>} message */
  async function send(message) {
    let used = /** @type {ReturnType<typeof veil> | undefined} */ (undefined);
    const work = async () => {
      const ready = await message();
      used = veil();
      await meet(used);
      return ready ? used.send({ ...(await about()), ...ready }) : /** @type {Json} */ ({});
    };
    return within(host.limit, work, (why) => used?.stop(why));
  }

  /** @param {string} session */
  const place = async (session) => ({ session, root: await rootOf(session).catch(() => Promise.reject(rootless())) });

  return {
    greet: async () => void (await send(async () => undefined)),
    report: async (/** @type {string} */ session) => String((await send(async () => ({ event: "report", ...(await place(session)) }))).report ?? ""),
    /** @type {Ask} */
    ask: async ({ event, session, tool, call, agent, leaves: of, args, headers }) => {
      if (agent) agents.set(session, agent);
      if (!session && event !== "fetch") throw new Refusal("the event names no session", FITTING);
      const resent = RESENT.has(event);
      const way = `${event} ${session}`;
      let root = "";
      let epoch = /** @type {string | undefined} */ (undefined);
      let leaves = /** @type {Slot[]} */ ([]);
      /** @param {boolean} whole */
      const inquire = (whole) =>
        send(async () => {
          const where = session ? await place(session) : undefined;
          root = where?.root ?? host.directory;
          const before = resent && !whole ? shared().answered.get(root) : undefined;
          const trail = before?.trails.get(way) ?? [];
          leaves = Array.isArray(of) ? of : of(trail);
          recall(event, before, trail, leaves);
          epoch = leaves.some(({ known }) => known) ? before?.epoch : undefined;
          const who = where && where.root !== session ? agents.get(session) : undefined;
          return { event, ...where, tool, call, agent: who, leaves: leaves.map(leaf), args: args?.map(leaf), headers, epoch };
        });
      let answer = await inquire(false);
      if (epoch !== undefined && answer.epoch !== epoch) answer = await inquire(true); // not all of it holds, or nobody says that it does
      const changes = patches(answer, leaves.filter(({ known }) => !known));
      if (resent) remember(root, way, answer, leaves, changes);
      for (const { known, in: parent, key } of leaves) if (known?.became !== undefined) parent[key] = known.became;
      for (const [slot, text] of changes) slot.in[slot.key] = text;
      tell(host, answer).catch(() => {}); // the event goes on, whether or not anybody sees it
      return changes.length;
    },
  };
}

/** Puts a notice in place of everything a message says. @param {Json[]} parts @param {Json} info */
function withhold(parts, info) {
  const { id, sessionID, messageID } = parts[0] ?? {};
  if (parts.length > 0) parts.splice(0, parts.length, { id, sessionID, messageID, type: "text", text: WITHHELD });
  if (typeof info.system === "string") info.system = "";
}

/** @param {any} input @param {{limitMs?: number}} [options] limitMs may only shorten the time limit */
async function server(input, options) {
  const wanted = Number(options?.limitMs);
  const limit = wanted > 0 && wanted < LIMIT_MS ? wanted : LIMIT_MS;
  const { ask, report, greet } = asker({ client: input?.client, directory: String(input?.directory ?? ""), limit });
  const common = shared();
  common.last = ask;
  if (URL.canParse(input?.serverUrl) && new URL(input.serverUrl).host !== "localhost:4096") common.own.add(new URL(input.serverUrl).origin); // named where it listens nowhere
  guardFetch();
  await greet().catch(() => {}); // what is wrong is said where a hook can say it

  const seen = /** @type {Set<string>} */ (new Set()); // sessions whose text went through veil
  const badPrompt = /** @type {Map<string, Refusal>} */ (new Map()); // until the next prompt
  const badHook = /** @type {Map<string, Refusal>} */ (new Map()); // until it works: OpenCode shows nothing of what these throw
  const badHistory = /** @type {Map<string, Refusal>} */ (new Map()); // until the next history
  const summarising = /** @type {Set<string>} */ (new Set()); // sessions that are being compacted
  const asWritten = /** @type {Map<string, Json>} */ (new Map()); // a call's arguments as the model wrote them

  /** Returns what a session holds that this process has not seen. A resumed one may have outlived veil's state, and a fork
   * begins with another's tokens: veil must know them before it gives out numbers. They are all it needs. @param {string} session */
  async function past(session) {
    const { data } = await within(limit, () => input.client.session.messages({ path: { id: session } }), () => {});
    if (!Array.isArray(data)) throw new Refusal("the session's past cannot be read", "try again, or start a new session");
    const leaves = slots({ data }, "data", message);
    if (Buffer.byteLength(JSON.stringify(leaves.map(leaf))) <= MAX_PAST) return leaves;
    return slots({ tokens: [...new Set(leaves.flatMap((slot) => slot.in[slot.key].match(/\[[^[\]\s]{1,40}\]/g) ?? []))].join(" ") }, "tokens", content);
  }

  /** @type {Hooks} */
  const hooks = {
    config: async (config) => {
      config.share = "disabled"; // sharing uploads what is stored, which is not all masked
      (config.experimental ??= {}).openTelemetry = false; // it exports the arguments of calls, with their values
      (config.command ??= {}).veil ??= { template: COMMAND, description: "what veil does in this session" };
    },

    "command.execute.before": async ({ command, sessionID }, output) => {
      const part = output.parts?.find((/** @type {Json} */ part) => part.type === "text" && part.text === COMMAND);
      if (command === "veil" && part) part.text += "\n\n" + (await report(sessionID).catch((error) => refusal(error).message));
    },

    // The fetch guard must know whose request it has before it.
    "chat.headers": async ({ sessionID }, output) => {
      if (sessionID) common.guards.set((output.headers[SESSION_HEADER] = sessionID), ask);
    },

    // A throw here is shown as "Unexpected server error", so the prompt is
    // withheld and the next system.transform says why.
    "chat.message": async ({ sessionID, agent }, output) => {
      const isNew = !seen.has(sessionID);
      seen.add(sessionID);
      summarising.delete(sessionID);
      try {
        const leaves = isNew ? await past(sessionID) : [];
        if (leaves.length > 0) await ask({ event: "experimental.chat.messages.transform", session: sessionID, leaves });
        await ask({ event: "chat.message", session: sessionID, agent, leaves: slots({ output }, "output", message) });
        badPrompt.delete(sessionID);
      } catch (error) {
        badPrompt.set(sessionID, refusal(error));
        withhold(output.parts, output.message);
      }
    },

    // The same here: OpenCode's screen shows nothing at all of a throw.
    "experimental.chat.messages.transform": async (_, output) => {
      const session = output.messages[0]?.info.sessionID;
      if (!session) return;
      seen.add(session);
      for (const part of output.messages.flatMap((/** @type {Json} */ { parts }) => parts)) {
        const input = part.type === "tool" && part.state?.input && asWritten.get(part.callID);
        if (input) part.state.input = structuredClone(input);
      }
      try {
        await ask({ event: "experimental.chat.messages.transform", session, leaves: slots(output, "messages", message) });
        badHistory.delete(session);
      } catch (error) {
        badHistory.set(session, refusal(error));
        for (const { info, parts } of output.messages) withhold(parts, info);
      }
    },

    "experimental.chat.system.transform": async ({ sessionID }, output) => {
      const blocked = badHook.get("config") ?? badHook.get(sessionID) ?? badPrompt.get(sessionID) ?? badHistory.get(sessionID);
      if (blocked) throw blocked;
      if (!seen.has(sessionID)) throw new Refusal("this request did not pass the guard", "veil blocks what OpenCode sends outside of a session");
      await ask({ event: "experimental.chat.system.transform", session: sessionID, leaves: slots(output, "system", content) });
    },

    "tool.execute.before": async ({ tool, sessionID, callID }, output) => {
      const leaves = slots(output, "args", everything);
      const input = structuredClone(output.args);
      if ((await ask({ event: "tool.execute.before", session: sessionID, tool, call: callID, leaves })) === 0) return;
      asWritten.set(callID, input);
      if (asWritten.size > MAX_CALLS) asWritten.delete(asWritten.keys().next().value ?? "");
    },

    // Built-in and custom tools give {title, output, metadata, attachments},
    // those of an MCP server {content, structuredContent, metadata, _meta}.
    "tool.execute.after": async (input, output) => {
      if (output === undefined || output === null) return;
      if (typeof output !== "object") throw new Refusal("a result that is no object cannot be rewritten", "have the tool return an object");
      const { tool, sessionID, callID } = input;
      const leaves = slots({ output }, "output", result);
      await ask({ event: "tool.execute.after", session: sessionID, tool, call: callID, leaves, args: slots(input, "args", content) });
    },

    "experimental.session.compacting": async ({ sessionID }) => void summarising.add(sessionID),
    event: async ({ event }) => void (event.type === "session.compacted" && summarising.delete(event.properties?.sessionID)),

    // A summary keeps its tokens: OpenCode sends it again past every hook.
    "experimental.text.complete": async ({ sessionID }, output) => {
      const question = { event: "experimental.text.complete", session: sessionID, leaves: slots(output, "text", content) };
      if (!summarising.has(sessionID)) await ask(question).catch(() => {}); // tokens stay on the screen
    },
  };
  const veil_report = {
    description: "Says what veil, the privacy guard, does in this session: counts and capabilities, no values.",
    args: {},
    /** @param {Json} _ @param {{sessionID: string}} context */
    execute: (_, { sessionID }) => report(sessionID).catch((error) => refusal(error).message),
  };
  /** Returns the hook with refusals as its only errors. @param {string} name @param {Hooks[string]} hook @returns {Hooks[string]} */
  const refusing = (name, hook) => async (input, output) => {
    const said = name === "config" ? name : name === "experimental.session.compacting" && input.sessionID;
    if (said) badHook.delete(said);
    try {
      await hook(input, output);
    } catch (error) {
      if (!said) throw refusal(error);
      badHook.set(said, refusal(error));
    }
  };
  return { ...Object.fromEntries(Object.entries(hooks).map(([name, hook]) => [name, refusing(name, hook)])), tool: { veil_report } };
}

/** Loaded by the second plugin API, whose conversations pass no hook: the fetch guard alone holds there. */
async function setup() {
  const common = shared();
  common.last ??= asker({ client: undefined, directory: process.cwd(), limit: LIMIT_MS }).ask;
  guardFetch();
}

export default { id: "veil", server, setup };
