/** How the server behaves as a server: older clients, settings, cancellation, broken texts, its end. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  CancellationTokenSource,
  type CodeAction,
  type Diagnostic,
  type Hover,
  LSPErrorCodes,
  WorkDoneProgress,
} from "vscode-languageserver-protocol/node";
import {
  type KernelInfo,
  type LaunchInfo,
  NSIGHT_SECTION,
  SIMULATE,
  type SimulateResult,
  type StatusParams,
} from "../../server/protocol";
import { sampledIt } from "../support/sample";
import { modernClient, TestClient, until } from "./support/client";

const it = sampledIt("server/protocol", 5);

const uri = "file:///project/kernel.cu";
const example = readFileSync("examples/transpose.cu", "utf8");
const codes = (diagnostics: readonly Diagnostic[]) => diagnostics.map((one) => String(one.code)).sort();

describe("language server: the protocol", () => {
  let client: TestClient | undefined;
  const start = async (options?: Parameters<typeof TestClient.start>[0]) => {
    client = await TestClient.start(options);
    return client;
  };
  afterEach(async () => {
    await client?.stop();
    client = undefined;
  });

  it("pushes diagnostics to a client that cannot pull, and takes them back on close", async () => {
    const old = await start({ capabilities: {} });
    assert.equal(old.initialized.capabilities.diagnosticProvider, undefined);
    await old.open(uri, example);
    const first = await until(() => old.published.find((one) => one.diagnostics.length > 0));
    assert.deepEqual(codes(first.diagnostics), ["shared-bank-conflict", "uncoalesced-access"]);
    await old.close(uri);
    await until(() => old.published.at(-1)?.diagnostics.length === 0);
  });

  it("gives no lens that names commands which the client does not have", async () => {
    const plain = await start({ initializationOptions: {} });
    await plain.open(uri, example);
    assert.deepEqual(await plain.connection.sendRequest("textDocument/codeLens", { textDocument: { uri } }), []);
  });

  it("takes the settings that it is started with, without waiting for an answer about them, which counts", async () => {
    const own = { rules: { "uncoalesced-access": "off" } };
    let answer: (settings: unknown) => void = () => undefined;
    const settings = new Promise((resolve) => {
      answer = resolve;
    });
    const one = await start({ settings, initializationOptions: { settings: { own, nsight: null } } });
    await one.open(uri, example);
    const rules = async () => new Set((await one.diagnostics(uri)).map(({ code }) => code));
    assert.deepEqual(await rules(), new Set(["shared-bank-conflict"]));
    answer({ rules: { "shared-bank-conflict": "off" } });
    while ((await rules()).has("shared-bank-conflict")) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(await rules(), new Set(["uncoalesced-access"]));
  });

  it("takes severities from the settings, and new ones while it runs", async () => {
    const one = await start({ settings: { rules: { "uncoalesced-access": "off" } } });
    await one.open(uri, example);
    assert.deepEqual(codes(await one.diagnostics(uri)), ["shared-bank-conflict"]);
    one.settings = { rules: { "shared-bank-conflict": "hint" } };
    await one.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
    await until(() => one.requests.includes("workspace/diagnostic/refresh"));
    const fresh = await one.diagnostics(uri);
    assert.deepEqual(codes(fresh), ["shared-bank-conflict", "uncoalesced-access"]);
    assert.equal(fresh.find((it) => it.code === "shared-bank-conflict")!.severity, 4);
  });

  it("takes NVIDIA's architecture where ours is left open, and ours where it is set", async () => {
    const one = await start({ settings: {} });
    await one.open(uri, "__global__ void k(int* p) { p[threadIdx.x] = 1; }\n");
    const simulated = async () => {
      const params = { textDocument: { uri }, kernel: "k" };
      return (await one.connection.sendRequest<SimulateResult>(SIMULATE, params)).report.device;
    };
    const change = async (settings: unknown, nsight: unknown) => {
      one.settings = settings;
      one.otherSettings = { [NSIGHT_SECTION]: nsight };
      const before = one.requests.length;
      await one.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
      await until(() => one.requests.slice(before).includes("workspace/diagnostic/refresh"));
    };
    assert.match(await simulated(), /sm_90/);
    await change({ architecture: "auto" }, { gpuArch: "sm_86" });
    assert.match(await simulated(), /sm_86/);
    await change({ architecture: "sm_80" }, { gpuArch: "sm_86" });
    assert.match(await simulated(), /sm_80/);
  });

  it("cancels a simulation without delay and runs the next", async () => {
    const one = await start();
    const endless =
      "__global__ void spin(volatile int* p) { while (p[0] == 0) p[0] = 0; }\n__global__ void f(int* p) { p[threadIdx.x] = 1; }\n";
    await one.open(uri, endless);
    const source = new CancellationTokenSource();
    const running = one.connection.sendRequest(
      "warplens/simulate",
      { textDocument: { uri }, kernel: "spin", arguments: { p: "zeros:32" } },
      source.token,
    );
    // The analysis is answered first, so what is cancelled is the run.
    await one.diagnostics(uri);
    source.cancel();
    const ended = await running.then(
      (result) => (result as { report: { outcome: string } }).report.outcome,
      (error: { code: number }) => error.code,
    );
    assert.ok(ended === "cancelled" || ended === -32800, `cancelled, not ${ended}`);
    const next: { report: { outcome: string; message: string } } = await one.connection.sendRequest(
      "warplens/simulate",
      {
        textDocument: { uri },
        kernel: "f",
      },
    );
    assert.equal(next.report.outcome, "completed", next.report.message);
  });

  it("answers for the newest text when edits overtake a request", async () => {
    const one = await start();
    await one.open(uri, example);
    const overtaken = one.pull(uri).catch((error: { code: number; data?: { retriggerRequest?: boolean } }) => error);
    await one.edit(uri, [
      {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
        newText: "// warplens-ignore-file\n",
      },
    ]);
    const fresh = await one.diagnostics(uri);
    assert.deepEqual(fresh, []);
    const answer = await overtaken;
    // Overtaken in time, it is told to ask again; answered before, it was of its own text.
    if ("code" in answer) assert.equal(answer.data?.retriggerRequest, true);
    else assert.equal(answer.kind, "full");
  });

  it("tells a client that cancels a pull for an edit to pull again", async () => {
    const one = await start();
    await one.open(uri, example);
    const cancellation = new CancellationTokenSource();
    const overtaken = one.connection
      .sendRequest<object>("textDocument/diagnostic", { textDocument: { uri } }, cancellation.token)
      .catch((error: { data?: { retriggerRequest?: boolean } }) => error);
    cancellation.cancel();
    const edge = { line: 0, character: 0 };
    await one.edit(uri, [{ range: { start: edge, end: edge }, newText: "\n" }]);
    const answer = await overtaken;
    if (!("kind" in answer))
      assert.equal((answer as { data?: { retriggerRequest?: boolean } }).data?.retriggerRequest, true);
  });

  it("has an answer for an empty, a broken and a half-typed document", async () => {
    const one = await start();
    for (const [name, text] of [
      ["empty", ""],
      ["broken", "}}}} __global__ <<< \u0000 ((("],
      ["half", example.slice(0, example.indexOf("out[y * n + x]") + 6)],
    ] as const) {
      const own = `file:///project/${name}.cu`;
      await one.open(own, text);
      const textDocument = { uri: own };
      const position = { line: 0, character: 0 };
      assert.ok(Array.isArray(await one.diagnostics(own)), name);
      assert.ok(Array.isArray(await one.connection.sendRequest("textDocument/codeLens", { textDocument })), name);
      await one.connection.sendRequest("textDocument/hover", { textDocument, position });
      await one.connection.sendRequest("textDocument/documentSymbol", { textDocument });
      await one.connection.sendRequest("textDocument/semanticTokens/full", { textDocument });
    }
  });

  it("says what it left out, and never shows a compiler's error as a finding", async () => {
    const one = await start();
    await one.open(
      uri,
      "__global__ void good(float* p) { p[threadIdx.x * 32] = 1.0f; }\n__global__ void bad() { nonsense(; }\n",
    );
    assert.deepEqual(codes(await one.diagnostics(uri)), ["uncoalesced-access"]);
    const { params } = await until(() => one.notifications.find((it) => it.method === "warplens/status"));
    const status = params as StatusParams;
    assert.equal(status.state, "ready");
    assert.deepEqual(
      status.leftOut.map((it) => it.function),
      ["bad"],
    );
  });

  it("lists kernels with their parameters and launches", async () => {
    const one = await start();
    await one.open(uri, example);
    const kernels: KernelInfo[] = await one.connection.sendRequest("warplens/kernels", { textDocument: { uri } });
    assert.deepEqual(
      kernels.map((kernel) => kernel.name),
      ["transposeNaive", "transposeTile", "transposePadded"],
    );
    assert.deepEqual(
      kernels[0]!.parameters.map((parameter) => parameter.name),
      ["in", "out", "n"],
    );
    assert.deepEqual(kernels[0]!.launches[0]!.configuration, ["grid", "block"]);
  });

  it("tells what a kernel runs with where nothing is asked for, as the file launches it or as is assumed", async () => {
    const one = await start();
    const line = example.split("\n").findIndex((text) => text.includes("transposeNaive<<<"));
    await one.open(uri, `${example}\n__global__ void alone(int* out) { out[threadIdx.x] = 0; }\n`);
    const launch = (kernel: string) =>
      one.connection.sendRequest<LaunchInfo | null>("warplens/launch", { textDocument: { uri }, kernel });
    assert.deepEqual(await launch("transposeNaive"), {
      grid: [8, 8, 1],
      block: [32, 32, 1],
      shared: 0,
      from: "site",
      line,
      times: 1,
    });
    assert.equal((await launch("alone"))!.line, null);
    assert.equal(await launch("nobody"), null);
  });

  it("leaves what a kernel runs with to the question about the newer text", async () => {
    const one = await start();
    await one.open(uri, example);
    const params = { textDocument: { uri }, kernel: "transposeNaive" };
    // Requests wait until the server has its settings, and then mean the text as it is.
    await one.connection.sendRequest("warplens/kernels", params);
    const asked = one.connection.sendRequest<LaunchInfo | null>("warplens/launch", params);
    const top = { line: 0, character: 0 };
    await one.edit(uri, [{ range: { start: top, end: top }, newText: "// newer\n" }]);
    await assert.rejects(asked, { code: LSPErrorCodes.ContentModified });
    assert.equal((await one.connection.sendRequest<LaunchInfo | null>("warplens/launch", params))?.from, "site");
  });

  it("helps inside a launch's brackets and nowhere else", async () => {
    const one = await start();
    await one.open(uri, example.replace("transposeNaive<<<grid, block>>>(in, out, n);", "transposeNaive<<<grid, "));
    const document = one.document(uri);
    const inside = document.positionAt(
      document.getText().indexOf("transposeNaive<<<") + "transposeNaive<<<grid, ".length,
    );
    const params = { textDocument: { uri }, position: inside };
    const help: { activeParameter: number; signatures: { label: string }[] } = await one.connection.sendRequest(
      "textDocument/signatureHelp",
      params,
    );
    assert.equal(help.activeParameter, 1);
    assert.equal(help.signatures[0]!.label, "transposeNaive<<<grid, block, shared = 0, stream = 0>>>");
    const items: { label: string }[] = await one.connection.sendRequest("textDocument/completion", params);
    assert.ok(
      items.some((item) => item.label === "block"),
      JSON.stringify(items),
    );
    const outside = { textDocument: { uri }, position: { line: 7, character: 10 } };
    assert.equal(await one.connection.sendRequest("textDocument/signatureHelp", outside), null);
    assert.deepEqual(await one.connection.sendRequest("textDocument/completion", outside), []);
  });

  it("computes the bytes of a dynamic array from the block's size, however it is written", async () => {
    const one = await start();
    const first = async (block: string, before = "") => {
      const text = `__global__ void k(float* p) { extern __shared__ double s[]; s[threadIdx.x] = p[0]; }
void run(float* p, int threads) { ${before} k<<<1, ${block}, `;
      await one.open(uri, text);
      const position = one.document(uri).positionAt(text.length);
      const params = { textDocument: { uri }, position };
      const items: { label: string }[] = await one.connection.sendRequest("textDocument/completion", params);
      await one.close(uri);
      return items[0]?.label;
    };
    assert.equal(await first("128"), "128 * sizeof(double)");
    assert.equal(await first("threads"), "threads * sizeof(double)");
    assert.equal(await first("dim3(32, 8)"), "256 * sizeof(double)");
    assert.equal(await first("block", "dim3 grid(4), block(16, 16);"), "256 * sizeof(double)");
    assert.equal(await first("block", "dim3 block(threads, 2);"), "block.x * block.y * block.z * sizeof(double)");
    assert.equal(await first("threads / 2"), "0");
  });

  it("stays silent about symbols and tokens where others give them", async () => {
    const one = await start({ initializationOptions: { otherProviders: true } });
    await one.open(uri, example);
    const textDocument = { uri };
    assert.deepEqual(await one.connection.sendRequest("textDocument/documentSymbol", { textDocument }), []);
    await one.connection.sendNotification("warplens/otherProviders", { active: false });
    const symbols: { name: string }[] = await one.connection.sendRequest("textDocument/documentSymbol", {
      textDocument,
    });
    assert.deepEqual(
      symbols.map((symbol) => symbol.name),
      ["transposeNaive", "transposeTile", "transposePadded", "main"],
    );
    const tokens: { data: number[] } = await one.connection.sendRequest("textDocument/semanticTokens/full", {
      textDocument,
    });
    assert.ok(tokens.data.length > 0 && tokens.data.length % 5 === 0);
  });

  it("colours words by their names, however long and many the names of macros are", async () => {
    const one = await start();
    const long = "X".repeat(1 << 20);
    const lines = [
      `#define ${long} 1`,
      "#define WIDTH 4",
      "#define constructor 2",
      "__global__ void k(int* out) {",
      "  __shared__ int tile[WIDTH]; // WIDTH",
      "  tile[threadIdx.x] = WIDTH + toString;",
      "  out[0] = tile[0];",
      "}",
      "int tile;",
    ];
    await one.open(uri, `${lines.join("\n")}\n`);
    const { data }: { data: number[] } = await one.connection.sendRequest("textDocument/semanticTokens/full", {
      textDocument: { uri },
    });
    const types = one.initialized.capabilities.semanticTokensProvider!.legend.tokenTypes;
    let [line, column] = [0, 0];
    const words: string[] = [];
    for (let i = 0; i < data.length; i += 5) {
      column = data[i]! === 0 ? column + data[i + 1]! : data[i + 1]!;
      line += data[i]!;
      if (line === 0) continue;
      words.push(`${lines[line]!.slice(column, column + data[i + 2]!)} ${types[data[i + 3]!]}`);
    }
    assert.deepEqual(words, [
      "WIDTH macro",
      "constructor macro",
      "k kernel",
      "tile sharedVariable",
      "WIDTH macro",
      "tile sharedVariable",
      "threadIdx threadIndex",
      "WIDTH macro",
      "tile sharedVariable",
    ]);
  });

  it("marks what does not compile at its line, where nobody else does", async () => {
    const one = await start({ initializationOptions: { otherProviders: false } });
    const broken = `${example}\n__global__ void wrong(float* p) {\n    p[0] = missing;\n}\n`;
    await one.open(uri, broken);
    const line = broken.split("\n").findIndex((text) => text.includes("missing"));
    const marked = async () => (await one.diagnostics(uri)).filter(({ code }) => code === "not-compiled");
    const [only, ...more] = await marked();
    assert.deepEqual(more, []);
    assert.deepEqual(only!.range, { start: { line, character: 4 }, end: { line, character: 19 } });
    assert.match(String(only!.message), /^wrong is not analysed: Use of undeclared identifier 'missing'/);
    await one.connection.sendNotification("warplens/otherProviders", { active: true });
    assert.deepEqual(await marked(), []);
    const plain = await start();
    await plain.open(uri, broken);
    assert.ok(
      (await plain.diagnostics(uri)).every(({ code }) => code !== "not-compiled"),
      "nobody was asked",
    );
  });

  it("writes costs behind accesses when asked", async () => {
    const one = await start({ settings: { inlayHints: "all" } });
    await one.open(uri, example);
    const range = { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } };
    const ask = () =>
      one.connection.sendRequest("textDocument/inlayHint", { textDocument: { uri }, range }) as Promise<
        { label: string }[]
      >;
    const all = (await ask()).map((hint) => hint.label);
    assert.ok(all.includes("32 sectors"), all.join("; "));
    assert.ok(all.includes("32 wavefronts"), all.join("; "));
    one.settings = { inlayHints: "onFindings" };
    await one.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
    await until(() => one.requests.includes("workspace/inlayHint/refresh"));
    const some = (await ask()).map((hint) => hint.label);
    assert.ok(some.length > 0 && some.length < all.length, some.join("; "));
  });

  it("reads a header again when it changes on disk", async () => {
    const folder = mkdtempSync(join(tmpdir(), "warplens-header-"));
    try {
      const header = join(folder, "pitch.cuh");
      const source = pathToFileURL(join(folder, "a.cu")).href;
      writeFileSync(header, "#define PITCH 32\n");
      const one = await start();
      await one.open(
        source,
        `#include "pitch.cuh"
__global__ void __launch_bounds__(1024) k(float* p) {
  __shared__ float tile[32][PITCH];
  tile[threadIdx.y][threadIdx.x] = p[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  p[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
`,
      );
      assert.deepEqual(codes(await one.diagnostics(source)), ["shared-bank-conflict"]);
      writeFileSync(header, "#define PITCH 33\n");
      await one.connection.sendNotification("workspace/didChangeWatchedFiles", {
        changes: [{ uri: pathToFileURL(header).href, type: 2 }],
      });
      await until(() => one.requests.includes("workspace/diagnostic/refresh"));
      assert.deepEqual(codes(await one.diagnostics(source)), []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("answers what was asked before a file beside the text changed", async () => {
    const one = await start();
    await one.open(uri, example);
    const position = one.document(uri).positionAt(example.indexOf("out[x * n + y]"));
    const params = { textDocument: { uri }, position };
    // Requests wait until the server has its settings; those that follow begin at once.
    await one.connection.sendRequest("warplens/kernels", params);
    const range = { start: position, end: position };
    const actions = one.connection.sendRequest<CodeAction[]>("textDocument/codeAction", {
      ...params,
      range,
      context: { diagnostics: [] },
    });
    const hover = one.connection.sendRequest<Hover | null>("textDocument/hover", params);
    for (const name of ["first.cuh", "second.cuh"])
      await one.connection.sendNotification("workspace/didChangeWatchedFiles", {
        changes: [{ uri: new URL(name, uri).href, type: 1 }],
      });
    assert.notDeepEqual(await actions, []);
    assert.notEqual(await hover, null);
  });

  it("checks files that are not open, one by one, and takes the findings back when one is opened", async () => {
    const folder = mkdtempSync(join(tmpdir(), "warplens-check-"));
    try {
      const uriOf = (name: string) => pathToFileURL(join(folder, name)).href;
      writeFileSync(join(folder, "a.cu"), "__global__ void a(float* p) { p[threadIdx.x * 32] = 1.0f; }\n");
      writeFileSync(join(folder, "b.cu"), "__global__ void b(float* p) { p[threadIdx.x] = 1.0f; }\n");
      const client = await start();
      const told: { kind: string }[] = [];
      client.connection.onProgress(WorkDoneProgress.type, "check", (value) => {
        told.push(value);
      });
      const uris = [uriOf("a.cu"), uriOf("gone.cu"), uriOf("b.cu")];
      const result = await client.connection.sendRequest("warplens/checkWorkspace", { uris, workDoneToken: "check" });
      assert.deepEqual(result, { files: 2, findings: 1, failed: [uriOf("gone.cu")] });
      assert.deepEqual(
        told.map(({ kind }) => kind),
        ["begin", "report", "report", "report", "end"],
      );
      const published = (uri: string) => client.published.filter((one) => one.uri === uri);
      assert.deepEqual(
        published(uriOf("a.cu")).map(({ diagnostics }) => diagnostics.map(({ code }) => code)),
        [["uncoalesced-access"]],
      );
      await client.open(uriOf("a.cu"), "");
      await until(() => published(uriOf("a.cu")).at(-1)?.diagnostics.length === 0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("ends in order", async () => {
    const one = await start({ capabilities: modernClient });
    await one.open(uri, example);
    await one.diagnostics(uri);
    assert.equal(await one.stop(), 0);
    assert.deepEqual(one.errors, []);
  });
});
