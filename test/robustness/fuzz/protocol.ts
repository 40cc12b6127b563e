/** Messages of wrong types: each is refused in a sentence or answered with nothing, and the next request is answered. */
import type { Trials } from "./trials";

const URI = "file:///fuzz/protocol.cu";
const text = "__global__ void k(int* p) { p[threadIdx.x * 32] = 1; }\nint main() { k<<<1, 32>>>(0); }\n";

const methods: readonly string[] = [
  "textDocument/diagnostic",
  "textDocument/hover",
  "textDocument/codeAction",
  "textDocument/codeLens",
  "textDocument/completion",
  "textDocument/documentSymbol",
  "textDocument/inlayHint",
  "textDocument/semanticTokens/full",
  "textDocument/signatureHelp",
  "warplens/simulate",
  "warplens/simulateProgram",
  "warplens/checkWorkspace",
  "warplens/program",
  "warplens/snippet",
  "warplens/kernels",
  "warplens/launch",
  "warplens/inspect",
  "warplens/devices",
  "warplens/rulePage",
  "workspace/executeCommand",
  "warplens/notThere",
];

const notifications: readonly string[] = [
  "textDocument/didOpen",
  "textDocument/didChange",
  "textDocument/didClose",
  "textDocument/didSave",
  "workspace/didChangeConfiguration",
  "workspace/didChangeWatchedFiles",
  "warplens/otherProviders",
  "$/cancelRequest",
  "$/setTrace",
  "window/workDoneProgress/cancel",
  "initialized",
];

const textDocument = { uri: URI };
const far = { line: 4e9, character: -1 };

/** Parameters of wrong types, sizes and names. */
const wrong: readonly (readonly [what: string, params: unknown])[] = [
  ["null", null],
  ["nothing", {}],
  ["a list", [1, 2, 3]],
  ["a list of lists", [[[[]]]]],
  ["a document of null", { textDocument: null }],
  ["a document that is a text", { textDocument: "x" }],
  ["a URI that is a number", { textDocument: { uri: 7 } }],
  ["a URI that is none", { textDocument: { uri: "::%%%::" } }],
  ["an empty URI", { textDocument: { uri: "" } }],
  ["a document that is not open", { textDocument: { uri: "file:///fuzz/not-open.cu" } }],
  ["a URI of an object's member", { textDocument: { uri: "__proto__" } }],
  ["a position outside", { textDocument, position: far, range: { start: far, end: far } }],
  ["a position of texts", { textDocument, position: { line: "x", character: {} } }],
  ["a range backwards", { textDocument, range: { start: { line: 9, character: 9 }, end: { line: 0, character: 0 } } }],
  ["a range without ends", { textDocument, range: {}, context: null }],
  ["a kernel that is a number", { textDocument, kernel: 7, arguments: 7 }],
  ["a kernel of an object's member", { textDocument, kernel: "constructor", arguments: { __proto__: "x" } }],
  ["a launch without sense", { textDocument, kernel: "k", grid: [0, -1, 1e300], block: "x", shared: -1, device: {} }],
  ["arguments without sense", { textDocument, kernel: "k", arguments: { p: "iota:1e300", q: "file:/dev/zero", r: 7 } }],
  ["a trace without sense", { textDocument, kernel: "k", detail: "x", trace: { block: "x", warp: -1 } }],
  ["files that are none", { textDocument, uris: ["", "x", 7, null, "file:///dev/zero"], uri: 7, files: "/dev/zero" }],
  ["a rule that is none", { rule: "../../../etc/passwd" }],
  ["a rule of an object's member", { rule: "constructor" }],
  ["a snippet that is none", { text: 7, range: { start: far, end: far }, textDocument }],
  ["a command that is none", { command: 7, arguments: "x" }],
  ["changes that are none", { textDocument: { uri: URI, version: "x" }, contentChanges: "x", changes: 7 }],
  [
    "changes outside",
    { textDocument: { uri: URI, version: -1 }, contentChanges: [{ range: { start: far, end: far }, text: 7 }] },
  ],
];

/** One message of each method with each wrong parameters: how many there are. */
export const WRONG_MESSAGES = (methods.length + notifications.length) * wrong.length;

/** All wrong messages of one kind of parameters. */
async function tryParameters(trials: Trials, what: string, params: unknown): Promise<void> {
  for (const method of methods) {
    const name = `${method} with ${what}`;
    await trials.answer(name, async (session) => {
      await session.notify("textDocument/didOpen", {
        textDocument: { uri: URI, languageId: "cuda-cpp", version: 1, text },
      });
      await session.request(method, params);
    });
  }
  for (const method of notifications) {
    const name = `${method} with ${what}`;
    await trials.answer(name, async (session) => {
      await session.notify(method, params);
      // Whatever it did, the document is open anew for the next message.
      await session.notify("textDocument/didOpen", {
        textDocument: { uri: URI, languageId: "cuda-cpp", version: 1, text },
      });
      await session.request("textDocument/diagnostic", { textDocument });
    });
  }
  await trials.next(`messages with ${what}`);
}

/** All wrong messages. */
export async function tryProtocol(trials: Trials): Promise<void> {
  for (const [what, params] of wrong) await tryParameters(trials, what, params);
}
