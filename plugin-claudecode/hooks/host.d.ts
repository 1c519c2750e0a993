// SPDX-License-Identifier: Apache-2.0

// The part of Claude Code's mod API that this mod uses, as of 2.1.332. The whole
// of it is what the host writes to .claude-plugin/types, in an interactive session
// with --plugin-dir.

type Json = Record<string, any>;

/** One block of a row of the conversation. */
export interface Block extends Json {
  type: string;
}

export interface Engine {
  process: {
    run(argv: readonly string[], init: { stdin: string; timeoutMs: number; env: Record<string, string> }): Promise<Run>;
    hookEnv(): Promise<Record<string, string>>;
  };
  command: {
    register(spec: { name: string; description: string; immediate: true }): Promise<unknown>;
  };
  tool: {
    register(spec: { name: string; description: string }): Promise<unknown>;
  };
  settings: {
    read(args: { source: "policy" }): Promise<Json>;
  };
  ui: {
    log(text: string): void;
  };
  session: {
    id(): Promise<string>;
    cwd(): Promise<string>;
    version(): Promise<{ version: string }>;
    info(): Promise<{ transcriptPath: string }>;
    messages(args: { as: "api" }): Promise<readonly Json[]>;
  };
}

export interface Run {
  exitCode: number;
  stdout: string;
  isStdoutTruncated: boolean;
}

/** What a catch knows beside next itself. */
export interface Caught {
  error?: { message?: string };
  called: boolean;
}

export interface Events {
  "session.start": Json;
  "command.run": Json;
  "prompt.submit": Json & { text: string; command?: Json };
  "session.append": Json & { message: Json & { content: readonly Block[] } };
  "tool.call": Json & { tool: string; tool_use_id?: string; agentId?: string };
  "http.fetch": Json & { url: string; init?: Json };
  "ui.render": Json & { surface: string; component: string; props: Json };
}

type Next<E> = ((e: E) => Promise<Json>) & { origin: { plugin: string } };
type Hook<E> = ($: Engine, e: E, next: Next<E>) => Json | Promise<Json>;
type Catch<E> = ($: Engine, e: E, next: Next<E> & Caught) => Json | Promise<Json>;

type Registration<E> = { catch(handler: Catch<E>): void };

export interface On {
  <N extends keyof Events>(event: N, hook: Hook<Events[N]>): Registration<Events[N]>;
  <N extends keyof Events>(event: N, matcher: Json, hook: Hook<Events[N]>): Registration<Events[N]>;
}
