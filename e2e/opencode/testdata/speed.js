// SPDX-License-Identifier: Apache-2.0

// Runs inside OpenCode and measures both ways of asking veil about one event, in turn:
// a process for the event, and one process for all. SPEED_OUT gets the times in ms.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import readline from "node:readline";

const text = "func handler(w http.ResponseWriter, r *http.Request) { log.Print(r.URL.Path) } // DNI [DNI-001]\n".repeat(10);
const event = (id) =>
  JSON.stringify({
    v: 1, id, event: "experimental.chat.messages.transform", host: { name: "opencode", version: "1.18.33" },
    session: "speed", cwd: "/nowhere", leaves: [["/0/parts/0/text", `${id} ${text}`]],
  }) + "\n";

const alone = (id) =>
  new Promise((resolve) => {
    const child = spawn(process.env.VEIL_BINARY, ["opencode"], { stdio: ["pipe", "pipe", "ignore"] });
    child.stdout.resume();
    child.on("close", resolve);
    child.stdin.end(event(id));
  });

function together() {
  const child = spawn(process.env.VEIL_BINARY, ["opencode", "--stdio"], { stdio: ["pipe", "pipe", "ignore"] });
  let done;
  readline.createInterface({ input: child.stdout }).on("line", () => done());
  return { ask: (id) => new Promise((resolve) => ((done = resolve), child.stdin.write(event(id)))), end: () => child.stdin.end() };
}

async function timed(ask, id) {
  const began = performance.now();
  await ask(id);
  return performance.now() - began;
}

export default {
  id: "speed",
  server: async () => {
    const child = together();
    const times = { alone: [], together: [] };
    for (let id = 1; id <= 40; id++) {
      times.alone.push(await timed(alone, id));
      times.together.push(await timed(child.ask, id));
    }
    child.end();
    writeFileSync(process.env.SPEED_OUT, JSON.stringify(times));
    return {};
  },
};
