// SPDX-License-Identifier: Apache-2.0
// An OpenCode plugin that writes down what each hook gets, one JSON object a line.
import fs from "node:fs";

const names = [
  "chat.message",
  "tool.execute.before",
  "tool.execute.after",
  "experimental.chat.messages.transform",
  "experimental.chat.system.transform",
  "experimental.text.complete",
];

const recorder = (hook) => async (input, output) => {
  fs.appendFileSync(process.env.VEIL_E2E_RECORD, JSON.stringify({ hook, input, output }) + "\n");
};

export default { id: "recorder", server: async () => Object.fromEntries(names.map((name) => [name, recorder(name)])) };
