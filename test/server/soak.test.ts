/**
 * Random edits with requests in flight: 1,000 of them in the full run, a seeded sample otherwise. Nothing crashes, no answer
 * is about a text that is gone, and memory does not grow with the number of edits.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import type { CodeAction, Diagnostic, Hover, InlayHint, Range } from "vscode-languageserver-protocol";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { sweep } from "../support/sample";
import { TestClient } from "./support/client";

const seed = Number(process.env.WARPLENS_SEED ?? 8);
const EDITS = sweep("server/soak", 50, 1000, "edits");
const example = readFileSync("examples/transpose.cu", "utf8");

/** What people type, paste and delete: also halves of things. */
const pieces = [
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
  "\t",
];

interface Edit {
  /** Where, as a part of the text. */
  readonly at: number;
  readonly remove: number;
  readonly text: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.integer({ min: 0, max: 6 }),
  text: fc.constantFrom("", ...pieces),
});

/** Inside of the text that it was computed for. */
function assertInside(document: TextDocument, range: Range, what: string): void {
  const text = document.getText();
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  assert.ok(start <= end && end <= text.length, `${what}: ${JSON.stringify(range)}`);
  assert.deepEqual(document.positionAt(start), range.start, `${what} begins in the text`);
  assert.deepEqual(document.positionAt(end), range.end, `${what} ends in the text`);
}

/** Memory of the server's process in bytes, as Linux tells it. */
function residentBytes(pid: number): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return pages * 4096;
  } catch {
    return undefined;
  }
}

describe(`language server: ${EDITS} random edits with requests in flight (seed ${seed})`, function () {
  this.timeout(0);
  const uri = "file:///soak/kernels.cu";
  const textDocument = { uri };
  let client: TestClient;
  before(async () => {
    client = await TestClient.start({ settings: { inlayHints: "all" } });
    await client.open(uri, example);
    await client.diagnostics(uri);
  });
  after(() => client.stop());

  /** Requests that an editor makes after a keystroke, all at once; what an edit overtakes may end as overtaken. */
  async function burst(): Promise<void> {
    const { version } = client.document(uri);
    const whole = { start: { line: 0, character: 0 }, end: { line: 60, character: 0 } };
    const position = { line: version % 40, character: 12 };
    const send = <T>(method: string, params: object): Promise<T | undefined> =>
      client.connection.sendRequest<T>(method, params).catch((error: { code?: number }) => {
        assert.ok([-32801, -32802, -32800].includes(error.code ?? 0), `${method}: ${String(error)}`);
        return undefined;
      });
    const [diagnostics, hover, hints, actions] = await Promise.all([
      send<{ items?: Diagnostic[] }>("textDocument/diagnostic", { textDocument }),
      send<Hover | null>("textDocument/hover", { textDocument, position }),
      send<InlayHint[]>("textDocument/inlayHint", { textDocument, range: whole }),
      send<CodeAction[]>("textDocument/codeAction", {
        textDocument,
        range: { start: position, end: position },
        context: { diagnostics: [] },
      }),
      send("textDocument/codeLens", { textDocument }),
      send("textDocument/completion", { textDocument, position }),
      send("textDocument/documentSymbol", { textDocument }),
      send("textDocument/semanticTokens/full", { textDocument }),
    ]);
    const document = client.document(uri);
    // An answer to an older text is the client's to drop; it knows which text it asked about.
    if (document.version !== version) return;
    for (const one of diagnostics?.items ?? []) assertInside(document, one.range, String(one.code));
    if (hover?.range) assertInside(document, hover.range, "hover");
    for (const one of hints ?? []) assertInside(document, { start: one.position, end: one.position }, "hint");
    for (const action of actions ?? []) {
      for (const change of action.edit?.documentChanges ?? []) {
        assert.ok(
          "textDocument" in change && change.textDocument.version === version,
          "an edit of a text that is gone",
        );
      }
    }
  }

  it("answers, stays within the text, and keeps its memory", async () => {
    const edits = fc.sample(edit, { numRuns: EDITS, seed });
    const memory: number[] = [];
    let flying: Promise<void> = Promise.resolve();
    for (const [index, { at, remove, text }] of edits.entries()) {
      const document = client.document(uri);
      const length = document.getText().length;
      // Every so often somebody undoes it all, and the file is whole again.
      const start = index % 25 === 24 ? 0 : Math.floor(at * length);
      const end = index % 25 === 24 ? length : Math.min(length, start + remove);
      const range = { start: document.positionAt(start), end: document.positionAt(end) };
      await client.edit(uri, [{ range, newText: index % 25 === 24 ? example : text }]);
      const before = flying;
      flying = burst();
      // Two bursts may be on their way at once: the older one is overtaken.
      await before;
      if (index % 25 === 24) {
        await flying;
        const bytes = residentBytes(client.pid);
        if (bytes !== undefined) memory.push(bytes);
      }
    }
    await flying;
    assert.deepEqual(client.errors, []);
    const said = client.notifications.filter(
      ({ method, params }) => method === "window/logMessage" && (params as { type: number }).type === 1,
    );
    assert.deepEqual(said, [], "nothing failed inside of the server");
    if (memory.length >= 8) {
      const part = (from: number, to: number) => {
        const slice = memory
          .slice(Math.floor(memory.length * from), Math.floor(memory.length * to))
          .sort((a, b) => a - b);
        return slice[Math.floor(slice.length / 2)]!;
      };
      const [early, late] = [part(0.25, 0.5), part(0.75, 1)];
      assert.ok(late < early * 1.25, `memory grew from ${early >> 20} to ${late >> 20} MiB`);
    }
  });

  it("is as good as new afterwards", async () => {
    const document = client.document(uri);
    const end = document.positionAt(document.getText().length);
    await client.edit(uri, [{ range: { start: { line: 0, character: 0 }, end }, newText: example }]);
    const findings = await client.diagnostics(uri);
    assert.deepEqual(findings.map(({ code }) => code).sort(), ["shared-bank-conflict", "uncoalesced-access"]);
  });
});
