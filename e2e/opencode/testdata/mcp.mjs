// SPDX-License-Identifier: Apache-2.0

// An MCP server over standard input and output. VALUES says what it gives where, by the
// names of the battery's surfaces.
import readline from "node:readline";

const values = JSON.parse(process.env.VALUES);
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
const text = (text) => ({ type: "text", text });

const q = { type: "string", description: `a DNI such as ${values["MCP schema"]}` };
const tools = ["text", "embedded", "structured", "fail", "rpcfail", "long"].map((name) => ({
  name,
  description: `gives a ${name} of ${values["MCP description"]}`,
  inputSchema: { type: "object", properties: { q, ...(values["MCP property"] && { [values["MCP property"]]: q }) } },
}));

const results = {
  text: () => ({ content: [text(`one ${values["MCP text"]}`), text("two")] }),
  embedded: () => ({ content: [{ type: "resource", resource: { uri: "fichas://r", mimeType: "text/plain", text: `of ${values["MCP embedded resource"]}` } }] }),
  structured: () => ({ content: [text(JSON.stringify({ dni: values["MCP structured result"] }))], structuredContent: { dni: values["MCP structured result"] } }),
  fail: () => ({ content: [text(`no ${values["MCP result that is an error"]}`)], isError: true }),
  long: () => ({ content: [text(`DNI ${values["MCP long result"]}\n${"line\n".repeat(3000)}`)] }),
};

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    serverInfo: { name: "fichas", version: "1" },
    capabilities: { tools: {}, resources: {} },
    instructions: `Ask for ${values["MCP instructions"]}`,
  }),
  "tools/list": () => ({ tools }),
  "tools/call": ({ name }) => results[name](),
  "resources/list": () => ({ resources: [{ uri: "fichas://una", name: "una", mimeType: "text/plain" }] }),
  "resources/templates/list": () => ({ resourceTemplates: [] }),
  "resources/read": ({ uri }) => ({ contents: [{ uri, mimeType: "text/plain", text: `of ${values["MCP resource"]}` }] }),
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (params?.name === "rpcfail") send({ id, error: { code: -32000, message: `failed for ${values["MCP protocol error"]}` } });
  else if (methods[method]) send({ id, result: methods[method](params) });
  else send({ id, error: { code: -32601, message: "no such method" } });
});
