/** Random edits with requests in flight: what an edit overtakes may end as overtaken, and nothing else may fail. */
import { readFileSync } from "node:fs";
import { TextDocument } from "vscode-languageserver-textdocument";
import { random } from "../../compiler/random";
import type { Session } from "./session";
import type { Trials } from "./trials";

const URI = "file:///fuzz/edited.cu";
const example = readFileSync("examples/transpose.cu", "utf8");

/** What people type, paste and delete. */
const pieces = [
  "",
  "x",
  ";",
  "{",
  "}",
  "(",
  "[",
  "<<<",
  ">>>",
  " * 32",
  "\n",
  "// ",
  "#define A 1\n",
  "threadIdx.x",
  "é",
  "\0",
  '"',
];

/** Error codes of requests that an edit overtakes, or that are cancelled. Reference: LSP, `ErrorCodes`. */
const OVERTAKEN: readonly unknown[] = [-32801, -32802, -32800];

const whole = { start: { line: 0, character: 0 }, end: { line: 60, character: 0 } };

function burst(session: Session, line: number): Promise<unknown> {
  const textDocument = { uri: URI };
  const position = { line, character: 12 };
  const ask = (method: string, params: object = {}) =>
    session.request(method, { textDocument, ...params }).catch((error: { code?: number }) => {
      if (!OVERTAKEN.includes(error.code)) throw error;
    });
  return Promise.all([
    ask("textDocument/diagnostic"),
    ask("textDocument/hover", { position }),
    ask("textDocument/inlayHint", { range: whole }),
    ask("textDocument/codeAction", { range: whole, context: { diagnostics: [] } }),
    ask("textDocument/codeLens"),
    ask("textDocument/completion", { position }),
    ask("textDocument/documentSymbol"),
    ask("textDocument/semanticTokens/full"),
  ]);
}

/** Edits of one document, `count` from a seed on; every 25 of them are undone. */
export async function tryEdits(trials: Trials, seed: number, count: number): Promise<void> {
  const next = random(seed);
  let session: Session | undefined;
  let document = TextDocument.create(URI, "cuda-cpp", 0, example);
  let before: Promise<unknown> = Promise.resolve();
  for (let index = 0; index < count; index++) {
    const isUndone = index % 25 === 24;
    const length = document.getText().length;
    const start = isUndone ? 0 : next(length + 1);
    const range = { start: document.positionAt(start), end: document.positionAt(isUndone ? length : start + next(7)) };
    const change = { range, text: isUndone ? example : pieces[next(pieces.length)]! };
    document = TextDocument.update(document, [change], index + 1);
    const present = await trials.session();
    await trials.answer(`edit ${index} of seed ${seed}`, async (one) => {
      const textDocument = { uri: URI, languageId: "cuda-cpp", version: index + 1 };
      if (present !== session)
        await one.notify("textDocument/didOpen", { textDocument: { ...textDocument, text: document.getText() } });
      else await one.notify("textDocument/didChange", { textDocument, contentChanges: [change] });
      // Two bursts may be on their way at once: the older one is overtaken.
      const last = before;
      before = burst(one, index % 40);
      before.catch(() => undefined);
      await last;
    });
    session = present;
    if (isUndone) {
      await trials.answer(`edit ${index} of seed ${seed}`, () => before);
      await trials.next(`edit ${index} of seed ${seed}`);
    }
  }
}
