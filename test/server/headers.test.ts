/** Open headers: what is typed in one, saved or not, decides what is said of the files that include it. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type {
  ClientCapabilities,
  Diagnostic,
  RelatedFullDocumentDiagnosticReport,
} from "vscode-languageserver-protocol";
import { sampledIt } from "../support/sample";
import { modernClient, TestClient, until } from "./support/client";

const it = sampledIt("server/headers", 3);

const source = (header: string) => `#include "${header}"
__global__ void __launch_bounds__(1024) k(float* p) {
  __shared__ float tile[32][PITCH];
  tile[threadIdx.y][threadIdx.x] = p[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  p[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
`;
const padded = "#define PITCH 33\n";
const codes = (diagnostics: readonly Diagnostic[]) => diagnostics.map((one) => String(one.code));

describe("language server: open headers", () => {
  let folder: string;
  let client: TestClient | undefined;
  const uriOf = (name: string) => pathToFileURL(join(folder, name)).href;
  const start = async (capabilities: ClientCapabilities = modernClient) => {
    client = await TestClient.start({ capabilities });
    return client;
  };
  /** Makes the row 32 floats long, without saving. */
  const unpad = (one: TestClient, uri: string) =>
    one.edit(uri, [{ range: { start: { line: 0, character: 14 }, end: { line: 0, character: 16 } }, newText: "32" }]);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "warplens-open-"));
  });
  afterEach(async () => {
    await client?.stop();
    client = undefined;
    rmSync(folder, { recursive: true });
  });

  it("reads a C++ header as it is typed, says nothing of itself, and reads the disk again once it is closed", async () => {
    writeFileSync(join(folder, "pitch.h"), padded);
    const one = await start({
      ...modernClient,
      textDocument: { ...modernClient.textDocument, synchronization: { dynamicRegistration: true } },
    });
    await one.open(uriOf("a.cu"), source("pitch.h"));
    assert.deepEqual(await one.diagnostics(uriOf("a.cu")), []);
    assert.ok(one.requests.includes("client/registerCapability"), "headers are asked for");
    await one.open(uriOf("pitch.h"), padded, "cpp");
    const refreshed = () => one.requests.filter((method) => method === "workspace/diagnostic/refresh").length;
    await until(() => refreshed() === 1);
    await unpad(one, uriOf("pitch.h"));
    await until(() => refreshed() === 2);
    assert.deepEqual(codes(await one.diagnostics(uriOf("a.cu"))), ["shared-bank-conflict"]);
    assert.deepEqual(await one.diagnostics(uriOf("pitch.h")), []);
    await one.close(uriOf("pitch.h"));
    await until(() => refreshed() === 3);
    assert.deepEqual(await one.diagnostics(uriOf("a.cu")), []);
  });

  it("reads a header by its absolute path wherever it is, and goes on without a folder by one", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "warplens-elsewhere-"));
    try {
      writeFileSync(join(elsewhere, "pitch.h"), "#define PITCH 32\n");
      mkdirSync(join(elsewhere, "folder.h"));
      const one = await start();
      await one.open(uriOf("a.cu"), source(join(elsewhere, "pitch.h")));
      assert.deepEqual(codes(await one.diagnostics(uriOf("a.cu"))), ["shared-bank-conflict"]);
      const second = source(join(elsewhere, "pitch.h")).replace("\n", `\n#include "${join(elsewhere, "folder.h")}"\n`);
      await one.open(uriOf("b.cu"), second);
      const said = await one.diagnostics(uriOf("b.cu"));
      assert.ok(codes(said).includes("shared-bank-conflict"), JSON.stringify(said));
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });

  it("gives reports of the files that include a CUDA header with the header's own", async () => {
    writeFileSync(join(folder, "pitch.cuh"), padded);
    const one = await start({
      ...modernClient,
      textDocument: { ...modernClient.textDocument, diagnostic: { relatedDocumentSupport: true } },
    });
    await one.open(uriOf("a.cu"), source("pitch.cuh"));
    assert.equal((await one.pull(uriOf("a.cu"))).relatedDocuments, undefined, "nobody includes it");
    await one.open(uriOf("pitch.cuh"), padded);
    const related = async () => {
      const { relatedDocuments = {} } = await one.pull(uriOf("pitch.cuh"));
      assert.deepEqual(Object.keys(relatedDocuments), [uriOf("a.cu")]);
      return relatedDocuments[uriOf("a.cu")] as RelatedFullDocumentDiagnosticReport;
    };
    assert.deepEqual((await related()).items, []);
    await unpad(one, uriOf("pitch.cuh"));
    const { items, resultId } = await related();
    assert.deepEqual(codes(items), ["shared-bank-conflict"]);
    assert.equal((await one.pull(uriOf("a.cu"), resultId)).kind, "unchanged", "the ids are those of a pull of its own");
  });

  it("pushes what changed to a client that cannot pull", async () => {
    writeFileSync(join(folder, "pitch.cuh"), padded);
    const one = await start({});
    const last = () => one.published.filter(({ uri }) => uri === uriOf("a.cu")).at(-1);
    await one.open(uriOf("a.cu"), source("pitch.cuh"));
    await until(last);
    assert.deepEqual(last()!.diagnostics, []);
    await one.open(uriOf("pitch.cuh"), padded);
    await unpad(one, uriOf("pitch.cuh"));
    await until(() => last()!.diagnostics.length > 0);
    assert.deepEqual(codes(last()!.diagnostics), ["shared-bank-conflict"]);
  });
});
