/** What stands under the pointer and what a light bulb does, each over the protocol; and a file on which clang itself breaks. */
import assert from "node:assert/strict";
import type { CodeAction, CodeLens, Diagnostic, Hover } from "vscode-languageserver-protocol";
import type { StatusParams } from "../../server/protocol";
import { sampledIt } from "../support/sample";
import { TestClient, until } from "./support/client";

/** A test that compiles what takes clang long. */
const rarely = sampledIt("server/features", 6);

const text = `#define TILE 32
__constant__ float weights[8];

__global__ void tiled(const float* in, float* out, int n) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[x * n];
    __syncthreads();
    if (threadIdx.x < 16) {
        __syncthreads();
    }
    out[x] = tile[threadIdx.x][threadIdx.y] * weights[0];
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 4096 * 4096 * 4);
    cudaMalloc(&out, 4096 * 4);
    tiled<<<dim3(128, 1), dim3(TILE, TILE)>>>(in, out, 4096);
    return 0;
}
`;

/** A kernel whose launch is known, with bank conflicts that take longer than its memory. */
const launched = `__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  int u = blockIdx.y * 32 + threadIdx.x, v = blockIdx.x * 32 + threadIdx.y;
  if (u < n && v < n) out[v * n + u] = tile[threadIdx.x][threadIdx.y];
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 4096 * 4096 * 4);
  cudaMalloc(&b, 4096 * 4096 * 4);
  transpose<<<dim3(128, 128), dim3(32, 32)>>>(a, b, 4096);
}
`;

describe("language server: features", () => {
  let client: TestClient;
  let documents = 0;
  before(async () => {
    client = await TestClient.start();
  });
  after(() => client.stop());

  /** A fresh document with the text. */
  async function opened(content = text): Promise<string> {
    const uri = `file:///features/f${documents++}.cu`;
    await client.open(uri, content);
    return uri;
  }
  async function hoverText(uri: string, needle: string, shift = 0): Promise<string> {
    const document = client.document(uri);
    const position = document.positionAt(document.getText().indexOf(needle) + shift);
    const hover: Hover | null = await client.connection.sendRequest("textDocument/hover", {
      textDocument: { uri },
      position,
    });
    return hover ? (hover.contents as { value: string }).value : "";
  }
  const actionsAt = (uri: string, diagnostic: Diagnostic, only?: string[]): Promise<CodeAction[]> =>
    client.connection.sendRequest("textDocument/codeAction", {
      textDocument: { uri },
      range: diagnostic.range,
      context: { diagnostics: [diagnostic], ...(only ? { only } : {}) },
    });
  const codes = async (uri: string) => (await client.diagnostics(uri)).map(({ code }) => String(code)).sort();

  it("says the least time of a launch over its kernel, and beside it as soon as it is known", async () => {
    const uri = await opened(launched);
    const lenses = async (): Promise<CodeLens[]> =>
      client.connection.sendRequest("textDocument/codeLens", { textDocument: { uri } });
    // Which allocations the launch gets is known when the program's host code has been evaluated.
    const whole = /, at least 28\.9 µs: moving its data between the halves of L2\.$/;
    const least =
      /\nAt least 71\.5 µs on H200 \(sm_90\): moving its data through L1 and shared memory takes 70\.2 µs, starting the kernel 1\.30 µs\./;
    let said = "";
    for (let turn = 0; !whole.test(said); turn++) {
      assert.ok(turn < 20_000, said);
      said = await hoverText(uri, "transpose(", 2);
      assert.match(said, least);
      await lenses();
    }
    assert.match(
      await hoverText(uri, "tile[threadIdx.x]", 2),
      / Its line at its ideal: 71\.5 µs → 28\.9 µs at least; then L2 fabric\.$/,
    );
    assert.equal((await lenses())[2]!.command?.title, "at least 71.5 µs: L1 and shared memory");
    // Nothing is said where the grid is not known.
    const alone = await opened(launched.replace("transpose<<<", "// "));
    assert.doesNotMatch(await hoverText(alone, "transpose(", 2), /At least/);
  });

  it("says the figures of an access, and what was assumed for them", async () => {
    const said = await hoverText(await opened(), "in[x * n]", 1);
    assert.deepEqual(said.split("\n"), [
      "| A lane's access | Width | A request | Ideal | Neighbours apart |",
      "|---|--:|--:|--:|--:|",
      "| global load | 4 bytes | **32 sectors** | 4 | 16384 bytes |",
      "",
      `block 32×32, grid 128 (as launched in line ${text.split("\n").findIndex((line) => line.includes("tiled<<<")) + 1}).`,
    ]);
  });

  it("says what the rows of a shared array mean for the banks", async () => {
    const said = await hoverText(await opened(), "tile[TILE]", 1);
    assert.equal(said, "**Shared array** `tile`: 4096 bytes a block. A row is 32 words: rows start 0 banks apart.");
  });

  it("says whether every thread reaches a barrier", async () => {
    const uri = await opened();
    assert.match(await hoverText(uri, "__syncthreads();\n    if", 3), /every thread of the block reaches/);
    assert.match(await hoverText(uri, "        __syncthreads();", 12), /some threads of the block may not reach/);
  });

  it("says between which barriers shared memory is used", async () => {
    const said = await hoverText(await opened(), "tile[threadIdx.x]", 1);
    assert.match(said, /Runs between the barrier at line \d+ or the barrier at line \d+ and the end\./);
  });

  it("says of a kernel and of its launch what the kernel does", async () => {
    const uri = await opened();
    for (const needle of ["tiled(const", "tiled<<<"]) {
      const said = await hoverText(uri, needle, 2);
      assert.match(said, /\*\*Kernel\*\* `tiled\(/, needle);
      assert.match(said, /Accesses: 2 global, 2 shared · barriers: 2 · branches that can diverge: 1/, needle);
    }
    assert.equal(await hoverText(uri, "return 0", 1), "", "nothing of what is not ours");
  });

  it("silences a rule in the file, on the line, by either spelling", async () => {
    const uri = await opened();
    const before = await codes(uri);
    const conflict = (await client.diagnostics(uri)).find(({ code }) => code === "shared-bank-conflict")!;
    const offered = await actionsAt(uri, conflict);
    const titled = (title: string) => offered.find((one) => one.title === title)!;
    assert.deepEqual(titled("Change the severity of shared-bank-conflict").command?.arguments, [
      "shared-bank-conflict",
    ]);
    assert.equal(titled("Open the page of shared-bank-conflict").command?.command, "warplens.openRulePage");
    await client.apply(titled("Ignore shared-bank-conflict in this file").edit!);
    const silenced = before.filter((code) => code !== "shared-bank-conflict");
    assert.deepEqual(await codes(uri), silenced);
    const familiar = await opened(text.replace(/(out\[x\] = .*)/, "$1 // NOLINT(shared-bank-conflict)"));
    assert.deepEqual(await codes(familiar), silenced);
  });

  it("applies every safe fix at once, and what it mended is gone", async () => {
    const uri = await opened();
    const findings = await client.diagnostics(uri);
    const [all, ...more] = await actionsAt(uri, findings[0]!, ["source.fixAll.warplens"]);
    assert.deepEqual([all!.kind, more], ["source.fixAll.warplens", []]);
    await client.apply(all!.edit!);
    assert.match(client.text(uri), /tile\[TILE\]\[TILE \+ 1\]/);
    assert.ok(!(await codes(uri)).includes("shared-bank-conflict"));
    const left = await client.diagnostics(uri);
    const again = await actionsAt(uri, left[0]!, ["source.fixAll.warplens"]);
    for (const one of again) {
      assert.doesNotMatch(JSON.stringify(one.edit), /TILE \+ 1/, "what is mended is not mended again");
    }
  });

  rarely(
    "keeps on where clang itself breaks on a file: that one is said to be left out, the others are as good as ever",
    async () => {
      const deep = `__global__ void deep(int* p) { p[0] = ${"(".repeat(60_000)}1${")".repeat(60_000)}; }\n`;
      const broken = await opened(deep);
      assert.deepEqual(await codes(broken), []);
      const status = await until(() =>
        client.notifications
          .map(({ params }) => params as StatusParams)
          .find((one) => one.uri === broken && one.leftOut?.length > 0),
      );
      assert.deepEqual(
        status.leftOut.map((one) => one.function),
        ["deep"],
      );
      const good = await opened();
      assert.ok((await codes(good)).includes("shared-bank-conflict"));
      assert.deepEqual(await codes(broken), [], "the broken one again, from memory");
      const last = client.document(broken).positionAt(deep.length);
      await client.edit(broken, [
        {
          range: { start: { line: 0, character: 0 }, end: last },
          newText: "__global__ void deep(float* p) { p[threadIdx.x * 32] = 1.0f; }\n",
        },
      ]);
      assert.deepEqual(await codes(broken), ["uncoalesced-access"], "and once it is mended");
    },
  );
});
