/** Hostile files, each opened, asked everything that an editor asks, and closed. */
import type { HostileFile } from "./model";
import type { Session } from "./session";
import type { Trials } from "./trials";

const position = { line: 0, character: 24 };
const range = { start: { line: 0, character: 0 }, end: { line: 60, character: 0 } };

/** What an editor asks of a file that it shows, at once. */
const requests: readonly (readonly [method: string, params: object])[] = [
  ["textDocument/diagnostic", {}],
  ["textDocument/documentSymbol", {}],
  ["textDocument/semanticTokens/full", {}],
  ["textDocument/codeLens", {}],
  ["textDocument/hover", { position }],
  ["textDocument/inlayHint", { range }],
  ["textDocument/codeAction", { range, context: { diagnostics: [] } }],
  ["textDocument/completion", { position }],
];

async function openAndAsk(session: Session, uri: string, text: string): Promise<void> {
  const textDocument = { uri };
  await session.notify("textDocument/didOpen", { textDocument: { uri, languageId: "cuda-cpp", version: 1, text } });
  const asked = requests.map(([method, params]) => session.request(method, { textDocument, ...params }));
  const answers = await Promise.allSettled(asked);
  await session.notify("textDocument/didClose", { textDocument });
  const refused = answers.find(({ status }) => status === "rejected");
  if (refused?.status === "rejected") throw refused.reason;
}

/** One file. */
export async function tryFile(trials: Trials, { what, text }: HostileFile): Promise<void> {
  await trials.answer(what, (session) => openAndAsk(session, "file:///fuzz/crafted.cu", text));
  await trials.next(what);
}
