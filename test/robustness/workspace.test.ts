/** Folders of twenty thousand files and hundreds of open documents: a check of all ends when it is told to, and one file is answered as ever. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CancellationTokenSource, WorkDoneProgress } from "vscode-languageserver-protocol/node";
import { CHECK_WORKSPACE } from "../../server/protocol";
import { TestClient } from "../server/support/client";

const FILES = 20_000;
const DOCUMENTS = 500;

const kernel = (name: string): string => `__global__ void ${name}(float* p) { p[threadIdx.x * 32] = 1.0f; }\n`;

describe("a workspace of many files", () => {
  let folder: string;
  let client: TestClient;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "warplens-many-"));
    for (let i = 0; i < FILES; i++) writeFileSync(join(folder, `k${i}.cu`), kernel(`k${i}`));
    client = await TestClient.start();
  });
  after(async () => {
    await client.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const codesOf = async (uri: string) => (await client.diagnostics(uri)).map(({ code }) => code);

  it("is checked no further once the check is cancelled, and an open file has its findings meanwhile", async () => {
    const uris = Array.from({ length: FILES }, (_, i) => pathToFileURL(join(folder, `k${i}.cu`)).href);
    const source = new CancellationTokenSource();
    const told: { kind: string }[] = [];
    const third = new Promise<void>((resolve) => {
      client.connection.onProgress(WorkDoneProgress.type, "many", (value) => {
        if (told.push(value) === 4) resolve();
      });
    });
    const check = client.connection
      .sendRequest(CHECK_WORKSPACE, { uris, workDoneToken: "many" }, source.token)
      .catch((error: { code: number }) => error.code);
    await third;
    await client.open("file:///many/open.cu", kernel("open"));
    assert.deepEqual(await codesOf("file:///many/open.cu"), ["uncoalesced-access"]);
    assert.equal(told.filter(({ kind }) => kind === "end").length, 0, "the check goes on meanwhile");
    source.cancel();
    const result = await check;
    assert.ok(result === -32800 || (result as { files: number }).files < FILES / 2, JSON.stringify(result));
    assert.equal(told.at(-1)!.kind, "end");
    assert.ok(told.length < FILES / 2, `${told.length} files were begun`);
  });

  it("may have hundreds of them open, the last as well as the first with its findings", async () => {
    const uriOf = (i: number) => `file:///many/d${i}.cu`;
    for (let i = 0; i < DOCUMENTS; i++) await client.open(uriOf(i), kernel(`d${i}`));
    for (const i of [0, DOCUMENTS / 2, DOCUMENTS - 1])
      assert.deepEqual(await codesOf(uriOf(i)), ["uncoalesced-access"]);
    await client.edit(uriOf(0), [
      { range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } }, newText: "" },
    ]);
    assert.deepEqual([await codesOf(uriOf(0)), client.errors], [[], []]);
  });
});
