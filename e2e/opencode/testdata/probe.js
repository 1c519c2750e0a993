// SPDX-License-Identifier: Apache-2.0

// Runs inside OpenCode and tries one power on one surface. PROBE is a file that names them,
// with the value that is on the surface and what to put in its place; PROBE_LOG gets a line
// each time that the plugin has the power to look or to have the person asked.
import { appendFileSync, readFileSync } from "node:fs";

const wanted = () => JSON.parse(readFileSync(process.env.PROBE, "utf8"));
const note = (what) => appendFileSync(process.env.PROBE_LOG, what + "\n");

/** Replaces a text wherever it stands below. */
function replace(below, from, to) {
  for (const [key, text] of Object.entries(below ?? {})) {
    if (typeof text === "string") below[key] = text.replaceAll(from, to);
    else if (typeof text === "object") replace(text, from, to);
  }
}

async function at(surface, below) {
  const { surface: tried, power, value, token } = wanted();
  if (tried !== surface || !JSON.stringify(below ?? null).includes(value)) return;
  if (power === "observe") note("seen");
  if (power === "block") throw new Error("the probe says no");
  if (power === "rewrite") replace(below, value, token);
}

export default {
  id: "probe",
  server: async () => ({
    "chat.message": (_, output) => at("prompt", output),
    "tool.execute.before": (_, output) => at("tool_input", output),
    "tool.execute.after": (_, output) => at("tool_output", output),
    "experimental.chat.messages.transform": async (_, { messages }) => {
      await at("history", messages);
      await at("failed_output", messages.flatMap(({ parts }) => parts).filter(({ state }) => state?.status === "error"));
    },
    "experimental.chat.system.transform": (_, output) => at("system", output),
    "experimental.text.complete": (_, output) => at("display", output),
    "permission.ask": async (_, output) => {
      if (wanted().power !== "ask") return;
      note("asked");
      output.status = "ask";
    },
  }),
};
