/**
 * What a client sends is checked before any handler sees it: parameters of wrong types are refused with a sentence that
 * names the field. A request is answered with `InvalidParams`; a notification, which has no answer, is dropped and logged.
 */
import { type Connection, ErrorCodes, type Message, type MessageStrategy, ResponseError } from "vscode-languageserver";
import { URI } from "vscode-uri";
import {
  CHECK_WORKSPACE,
  INSPECT,
  KERNELS,
  LAUNCH,
  OCCUPANCY,
  OTHER_PROVIDERS,
  PROGRAM,
  RULE_PAGE,
  SIMULATE,
  SIMULATE_PROGRAM,
  SNIPPET,
} from "../protocol";

/** What a value must be: a kind by its name, a list of one shape, or an object whose fields may be optional (`name?`). */
type Shape = keyof typeof kinds | readonly [Shape] | { readonly [field: string]: Shape };

/** The largest number of LSP's type `uinteger`. */
const LARGEST = 2 ** 31 - 1;

function isUri(value: unknown): boolean {
  if (typeof value !== "string") return false;
  try {
    return URI.parse(value, true).scheme !== "";
  } catch {
    return false;
  }
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/** Kinds of values with how a sentence calls them. */
const kinds = {
  text: ["a text", (value: unknown) => typeof value === "string"],
  number: ["a number", (value: unknown) => typeof value === "number" && Number.isFinite(value)],
  index: [
    "a whole number from 0",
    (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST,
  ],
  warp: ["a number, or “all”", (value: unknown) => value === "all" || Number.isFinite(value)],
  flag: ["true or false", (value: unknown) => typeof value === "boolean"],
  object: ["an object", isObject],
  texts: [
    "an object of texts",
    (value: unknown) => isObject(value) && Object.values(value!).every((one) => typeof one === "string"),
  ],
  uri: ["a URI", isUri],
  token: ["a text or a number", (value: unknown) => typeof value === "string" || typeof value === "number"],
} as const;

const position: Shape = { line: "index", character: "index" };
const range: Shape = { start: position, end: position };
const textDocument: Shape = { uri: "uri" };
const document: Shape = { textDocument };
const inDocument: Shape = { textDocument, position };
const run: Shape = { textDocument, "device?": "text", "observe?": "object", "check?": "flag", "files?": "text" };
const kernelRun: Shape = {
  textDocument,
  kernel: "text",
  "grid?": ["number"],
  "block?": ["number"],
  "shared?": "number",
  "arguments?": "texts",
  "device?": "text",
  "detail?": "flag",
  "trace?": { block: ["number"], warp: "warp" },
  "check?": "flag",
  "search?": "index",
};

/** Parameters by method; those of other methods are the library's to check. */
const shapes = new Map<string, Shape>([
  ["textDocument/diagnostic", document],
  ["textDocument/codeLens", document],
  ["textDocument/documentSymbol", document],
  ["textDocument/semanticTokens/full", document],
  ["textDocument/hover", inDocument],
  ["textDocument/completion", inDocument],
  ["textDocument/signatureHelp", inDocument],
  ["textDocument/inlayHint", { textDocument, range }],
  ["textDocument/codeAction", { textDocument, range, context: "object" }],
  ["textDocument/didOpen", { textDocument: { uri: "uri", languageId: "text", version: "number", text: "text" } }],
  [
    "textDocument/didChange",
    { textDocument: { uri: "uri", version: "number" }, contentChanges: [{ text: "text", "range?": range }] },
  ],
  ["textDocument/didClose", document],
  ["workspace/didChangeWatchedFiles", { changes: [{ uri: "uri" }] }],
  ["workspace/didChangeConfiguration", "object"],
  ["window/workDoneProgress/cancel", { token: "token" }],
  ["$/setTrace", { value: "text" }],
  ["initialized", "object"],
  [SIMULATE, kernelRun],
  [SIMULATE_PROGRAM, { ...run, "arguments?": ["text"] }],
  [CHECK_WORKSPACE, { uris: ["uri"] }],
  [PROGRAM, document],
  [KERNELS, document],
  [INSPECT, document],
  [LAUNCH, { textDocument, kernel: "text" }],
  [
    OCCUPANCY,
    { textDocument, kernel: "text", "grid?": ["index"], "block?": ["index"], "shared?": "index", "device?": "text" },
  ],
  [SNIPPET, { text: "text", "textDocument?": textDocument, "range?": range }],
  [RULE_PAGE, { rule: "text" }],
  [OTHER_PROVIDERS, { active: "flag" }],
]);

/** What is wrong with a value, as a sentence about the field; undefined where nothing is. */
function complaint(value: unknown, shape: Shape, field: string): string | undefined {
  if (typeof shape === "string") {
    const [what, holds] = kinds[shape];
    return holds(value) ? undefined : `${field} must be ${what}`;
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return `${field} must be a list`;
    return firstOf(value.entries(), ([index, one]) => complaint(one, shape[0] as Shape, `${field}[${index}]`));
  }
  if (!isObject(value)) return `${field} must be an object`;
  return firstOf(Object.entries(shape), ([key, inner]) => {
    const name = key.replace(/\?$/, "");
    const own = (value as Record<string, unknown>)[name];
    if (key !== name && (own === undefined || own === null)) return undefined;
    return complaint(own, inner, field === "params" ? name : `${field}.${name}`);
  });
}

function firstOf<T, R>(all: Iterable<T>, of: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = of(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The method that a message of wrong parameters is handed on as, with the sentence. */
const MALFORMED = "warplens/malformed";

/** Hands on well-formed messages as they are, and others as refused. */
export const wellFormed: MessageStrategy = {
  handleMessage(message: Message, next: (message: Message) => void): void {
    const { id, method, params } = message as Message & { id?: unknown; method?: string; params?: unknown };
    const shape = method === undefined ? undefined : shapes.get(method);
    const wrong = shape && complaint(params, shape, "params");
    if (wrong === undefined) {
      next(message);
      return;
    }
    const refused = { jsonrpc: message.jsonrpc, method: MALFORMED, params: { sentence: `${method}: ${wrong}.` } };
    next((id === undefined ? refused : { ...refused, id }) as Message);
  },
};

/** Answers refused requests, and logs refused notifications. */
export function handleMalformed(connection: Connection): void {
  const sentenceOf = (params: unknown) => (params as { sentence: string }).sentence;
  connection.onRequest(MALFORMED, (params) => new ResponseError(ErrorCodes.InvalidParams, sentenceOf(params)));
  connection.onNotification(MALFORMED, (params) => connection.console.warn(sentenceOf(params)));
}
