// SPDX-License-Identifier: Apache-2.0

// The mod in Claude Code's own engine: `claude plugin test`. veil is played by a
// hook beneath the mod. http.fetch, which this kit cannot raise, is in http.test.js.
import { describe, expect, test } from "claude-code/testing";

import { TOKEN, VALUE, deny, failures, hide, swap } from "./fake-veil.js";

/** What veil is told. */
type Request = Record<string, any>;

/** The managed settings. */
let policy: Record<string, unknown> = {};

/** The conversation so far. */
let messages: unknown[] | Error = [];

/** Puts veil beneath the mod, and returns the requests that it gets. */
function play(on: any, veil: (request: Request) => any): Request[] {
  const requests: Request[] = [];
  on("session.id", () => ({ value: "s" }));
  on("session.version", () => ({ value: { version: "2.1.332" } }));
  on("session.info", () => ({ value: { transcriptPath: "/t.jsonl" } }));
  on("session.cwd", () => ({ value: "/p" }));
  on("session.messages", () => {
    if (messages instanceof Error) throw messages;
    return { value: messages };
  });
  on("settings.read", () => ({ value: policy }));
  on("process.hookEnv", () => ({ value: { CLAUDE_PLUGIN_ROOT: "/plugin" } }));
  on("process.run", (_: unknown, e: any) => {
    expect(e.argv).toEqual(["/plugin/program/veil", "claude-code", "--mod"]);
    const request = JSON.parse(e.init.stdin);
    requests.push(request);
    const said = veil(request);
    if (said instanceof Error) throw said;
    const run = typeof said === "string" ? { exitCode: 0, stdout: said } : said;
    return { value: { stderr: "", isStdoutTruncated: false, isStderrTruncated: false, ...run } };
  });
  return requests;
}

const COMPOSER = { kind: "composer" } as const;
const row = (content: any[], type: any = "user") => ({
  message: { type, role: "user", content }, door: "tool-result", origin: { kind: "tool", tool: "Bash" }, uuid: "u",
});
const RESULT = [
  { type: "text", text: `uno ${VALUE}` },
  { type: "tool_result", tool_use_id: "t", content: `dos ${VALUE}`, is_error: true },
];

describe("prompt.submit", () => {
  const submit = ($: any, on: any, more = {}) => {
    const entered: string[] = [];
    on("prompt.submit", (_: unknown, e: any) => (entered.push(e.text), { text: e.text }));
    return $.prompt.submit({ text: `soy ${VALUE}`, wait: false, origin: COMPOSER, ...more }).then((result: any) => ({ result, entered }));
  };
  test("a value is replaced before anything else reads it", async ($, on) => {
    const requests = play(on, hide);
    const { entered } = await submit($, on);
    expect(entered).toEqual([`soy ${TOKEN}`]);
    expect(requests).toEqual([
      { v: 1, id: requests[0]?.id, event: "prompt.submit", version: "2.1.332", session: "s", transcript: "/t.jsonl", cwd: "/p", conversation: "", restricted: false, part: `soy ${VALUE}` },
    ]);
  });
  const again = ($: any) => $.prompt.submit({ text: "y más", wait: false, origin: COMPOSER });
  test("the first event of a session tells the tokens before it, and no other", async ($, on) => {
    messages = [{ role: "user", content: [{ type: "text", text: `soy ${TOKEN} y [NOMBRE-002.3], no [x] ni [a-b] ni ${TOKEN}` }] }];
    const requests = play(on, hide);
    await submit($, on);
    await again($);
    messages = [];
    expect(requests.map((request) => request.conversation)).toEqual([`${TOKEN} [NOMBRE-002.3]`, undefined]);
  });
  test("an event that failed is not the first", async ($, on) => {
    let answers = [failures["crashes"], hide];
    const requests = play(on, (request) => answers.shift()!(request));
    await submit($, on);
    await again($);
    expect(requests.map((request) => request.conversation)).toEqual(["", ""]);
  });
  test("a host that does not tell the conversation is no reason to stop", async ($, on) => {
    messages = new Error(VALUE);
    const requests = play(on, hide);
    const { entered } = await submit($, on);
    messages = [];
    expect(entered).toEqual([`soy ${TOKEN}`]);
    expect(requests[0]?.conversation).toBe(undefined);
  });
  for (const [settings, restricted] of [
    [{ env: {} }, true],
    [{ enabledPlugins: { "veil@x": false } }, true],
    [{ enabledPlugins: { "other@x": true } }, true],
    [{ enabledPlugins: { "veil@x": true } }, false],
  ] as const)
    test(`managed settings ${JSON.stringify(settings)} restrict it: ${restricted}`, async ($, on) => {
      policy = settings;
      const requests = play(on, hide);
      await submit($, on);
      policy = {};
      expect(requests[0]?.restricted).toBe(restricted);
    });
  test("a slash command is not rewritten, but veil is asked", async ($, on) => {
    const requests = play(on, hide);
    const { entered } = await submit($, on, { command: { name: "x", args: VALUE } });
    expect(entered).toEqual([`soy ${VALUE}`]);
    expect(requests.length).toBe(1);
  });
  test("a denial drops it, with the reason", async ($, on) => {
    play(on, deny);
    const { result, entered } = await submit($, on);
    expect(entered).toEqual([]);
    expect(result).toEqual({ drop: "veil: a cause; a remedy" });
  });
  for (const [how, veil] of Object.entries(failures))
    test(`it is dropped when veil ${how}`, async ($, on) => {
      play(on, veil);
      const { result, entered } = await submit($, on);
      expect(entered).toEqual([]);
      expect(result.drop).toMatch(/^veil: [^\n]+; [^\n]+$/);
      expect(result.drop).not.toContain(VALUE);
    });
});

describe("session.append", () => {
  const append = async ($: any, on: any, content: any[]) => {
    const kept: any[] = [];
    on("session.append", (_: unknown, e: any, next: any) => (kept.push(e.message.content), next(e)));
    await $.session.append(row(content));
    expect(kept.length).toBe(1);
    return kept[0];
  };
  test("a row is rewritten, failed results too", async ($, on) => {
    play(on, hide);
    expect(await append($, on, RESULT)).toEqual(JSON.parse(JSON.stringify(RESULT).replaceAll(VALUE, TOKEN)));
  });
  test("a denial overwrites its text and keeps its blocks", async ($, on) => {
    play(on, deny);
    expect(await append($, on, RESULT)).toEqual([
      { type: "text", text: "[veil: a cause; a remedy]" },
      { type: "tool_result", tool_use_id: "t", content: "[veil: a cause; a remedy]", is_error: true },
    ]);
  });
  test("a picture goes, and the row's text says so", async ($, on) => {
    const picture = { type: "image", source: { type: "base64", data: "AA==" } };
    const requests = play(on, (request) =>
      JSON.stringify({ v: 1, id: request.id, decision: "rewrite", patches: [["/0", "NOTE"], ["/2/content/0", "NOTE"]] }),
    );
    const result = { type: "tool_result", tool_use_id: "t", content: [picture] };
    expect(await append($, on, [picture, { type: "text", text: "uno" }, result])).toEqual([
      { type: "text", text: "uno\nNOTE" },
      { type: "tool_result", tool_use_id: "t", content: [{ type: "text", text: "NOTE" }] },
    ]);
    expect(requests.length).toBe(1);
  });
  test("a picture that may go on stays", async ($, on) => {
    play(on, (request) => JSON.stringify({ v: 1, id: request.id, decision: "allow" }));
    const row = [{ type: "image", source: { type: "base64", data: "AA==" } }, { type: "text", text: "uno" }];
    expect(await append($, on, row)).toEqual(row);
  });
  test("a row without text asks nothing", async ($, on) => {
    const requests = play(on, deny);
    const calls = [{ type: "tool_use", id: "t", name: "Bash", input: { command: "ls" } }];
    expect(await append($, on, calls)).toEqual(calls);
    expect(requests).toEqual([]);
  });
  for (const [how, veil] of Object.entries(failures))
    test(`it is withheld when veil ${how}`, async ($, on) => {
      play(on, veil);
      const kept = await append($, on, RESULT);
      expect(JSON.stringify(kept)).not.toContain(VALUE);
      expect(kept.map((block: any) => block.type)).toEqual(["text", "tool_result"]);
    });
});

describe("tool.call", () => {
  const call = async ($: any, on: any) => {
    const ran: any[] = [];
    on("tool.call", (_: unknown, e: any) => (ran.push(e), { result: { stdout: "", stderr: "", interrupted: false } }));
    const result = await $.tool.call({ tool: "Bash", command: `grep ${TOKEN} f` });
    return { ran, result };
  };
  test("a token gets its value", async ($, on) => {
    const requests = play(on, swap(TOKEN, VALUE));
    const { ran } = await call($, on);
    expect(ran.map((e) => e.command)).toEqual([`grep ${VALUE} f`]);
    expect(requests[0]?.tool).toBe("Bash");
    expect(requests[0]?.part).toEqual({ command: `grep ${TOKEN} f` });
    expect(requests[0]?.call).toBe(ran[0].tool_use_id);
  });
  test("a notice is for the person", async ($, on) => {
    const said: string[] = [];
    on("ui.log", (_: unknown, e: any) => (said.push(e.text), { value: undefined }));
    play(on, (request) => JSON.stringify({ v: 1, id: request.id, decision: "allow", notice: "veil: a; b" }));
    const { ran } = await call($, on);
    expect(ran.length).toBe(1);
    expect(said).toEqual(["veil: a; b"]);
  });
  for (const [how, veil] of Object.entries({ ...failures, "denies it": deny }))
    test(`it does not run when veil ${how}`, async ($, on) => {
      play(on, veil);
      const { ran, result } = await call($, on);
      expect(ran).toEqual([]);
      expect(JSON.stringify(result)).toContain("veil: ");
      expect(JSON.stringify(result)).not.toContain(VALUE);
    });
});

describe("/veil", () => {
  const report = (request: Request) => JSON.stringify({ v: 1, id: request.id, decision: "allow", report: "two values" });
  const begin = async ($: any, on: any, veil: (request: Request) => any) => {
    const requests = play(on, veil);
    on("command.register", (_: unknown, e: any) => ({ value: { command: e.name } }));
    on("tool.register", (_: unknown, e: any) => ({ value: { tool: e.name } }));
    on("session.start", (_: unknown, e: any) => ({ cwd: e.cwd }));
    await $.session.start({ cwd: "/p" });
    return requests;
  };
  const run = ($: any) => $.command.run({ command: "veil", args: "", origin: COMPOSER, presentation: { layout: "main", columns: 80 } });
  test("the person reads how things stand", async ($, on) => {
    const requests = await begin($, on, report);
    expect(await run($)).toMatchObject({ text: "two values", isTextDisplayOnly: true });
    expect(requests.map((r) => [r.event, r.part])).toEqual([["report", null]]);
  });
  test("so does the model, by a tool", async ($, on) => {
    await begin($, on, report);
    expect(await $.tool.call({ tool: "mcp__veil__status" } as any)).toMatchObject({ result: "two values" });
  });
  test("a failure is said", async ($, on) => {
    await begin($, on, () => new Error(VALUE));
    const { text } = await run($);
    expect(text).toMatch(/^veil: [^\n]+; [^\n]+$/);
    expect(text).not.toContain(VALUE);
  });
});

describe("ui.render", () => {
  const draw = async ($: any, on: any, surface: any, text: string) => {
    let drawn = "";
    on("ui.render", (inner: any, e: any) => {
      drawn = e.props.text;
      const { Text } = inner.ui.resolve(e);
      return h(Text, null, "x");
    });
    await $.ui.mount({ plugin: "veil", surface, component: "AssistantMessage", requestId: "r", props: { text, isFirstOfReply: true } });
    return drawn;
  };
  test("the person reads the value", async ($, on) => {
    play(on, swap(TOKEN, VALUE));
    expect(await draw($, on, "terminal", `soy ${TOKEN}`)).toBe(`soy ${VALUE}`);
  });
  test("a screen elsewhere keeps tokens and asks nothing", async ($, on) => {
    const requests = play(on, swap(TOKEN, VALUE));
    expect(await draw($, on, "desktop", `soy ${TOKEN}`)).toBe(`soy ${TOKEN}`);
    expect(requests).toEqual([]);
  });
  test("text without a token asks nothing", async ($, on) => {
    const requests = play(on, deny);
    expect(await draw($, on, "terminal", "soy [ana]")).toBe("soy [ana]");
    expect(requests).toEqual([]);
  });
  test("the token is shown when veil fails", async ($, on) => {
    play(on, () => new Error("x"));
    expect(await draw($, on, "terminal", `soy ${TOKEN}`)).toBe(`soy ${TOKEN}`);
  });
});
