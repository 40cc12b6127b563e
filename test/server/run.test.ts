/** Runs over the protocol: whole programs, pieces of code, detail on request, fixes that were tried. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CodeAction, CodeLens, CodeLensParams } from "vscode-languageserver-protocol";
import type { LineJson } from "../../engine/formats/launch";
import { wholeReport } from "../../engine/formats/sameLaunches";
import { snippets } from "../../examples/snippets";
import { textReport } from "../../pictures/textReport";
import type { SimulateProgramResult, SimulateResult, SnippetResult } from "../../server/protocol";
import { sampledIt } from "../support/sample.js";
import { TestClient } from "./support/client";

const it = sampledIt("server/run", 3);

const streams = readFileSync("examples/streams.cu", "utf8");
const transpose = readFileSync("examples/transpose.cu", "utf8");

describe("language server: runs", () => {
  let client: TestClient;
  before(async () => {
    client = await TestClient.start();
  });
  after(() => client.stop());

  const send = <T>(method: string, params: object): Promise<T> => client.connection.sendRequest(method, params);
  const simulateProgram = async (params: object) =>
    wholeReport((await send<SimulateProgramResult>("warplens/simulateProgram", params)).report);

  describe("of a program", () => {
    const uri = "file:///program/streams.cu";
    const textDocument = { uri };
    before(() => client.open(uri, streams));

    it("finds its main", async () => {
      const { main } = await send<{ main: { start: { line: number } } | null }>("warplens/program", { textDocument });
      assert.equal(streams.split("\n")[main!.start.line], "int main() {");
    });

    it("sends launches that are alike once", async () => {
      const many = "file:///program/many.cu";
      client.open(many, "__global__ void k() {}\nint main() { for (int i = 0; i < 5000; i++) k<<<1, 32>>>(); }\n");
      const { report } = await send<SimulateProgramResult>("warplens/simulateProgram", { textDocument: { uri: many } });
      assert.equal(report.launches.length, 5000, report.message);
      assert.equal(report.launches.filter((one) => !("sameAs" in one)).length, 1);
      assert.equal(wholeReport(report).launches[4999], report.launches[0]);
    });

    it("gives launches, output, timeline and findings, and remembers them in the lens of main", async () => {
      const report = await simulateProgram({ textDocument });
      assert.equal(report.outcome, "completed", report.message);
      assert.equal(report.stdout, "2 32766\n");
      assert.equal(report.launches.length, 4);
      assert.equal(report.timeline?.filter(({ engine }) => engine === "h2d").length, 4);
      const leak = report.findings?.find(({ message }) => /never\s+freed/.test(message));
      assert.equal(streams.split("\n")[leak!.line! - 1]?.trim().startsWith("cudaMalloc(&device"), true, leak?.message);
      const text = textReport(report, "streams.cu");
      for (const part of [
        "Ended with exit code 0.",
        `- ${leak!.message.replace(/\.$/, "")} (line ${leak!.line})`,
        "Standard output\n\n2 32766",
        /Timeline, modelled: [\d.]+ % overlapped\n12 operations in 2 streams/,
        /\n +26 +the kernel scale +2 /,
        /Allocations\n\n *Line +Call +Kind/,
        /Launches\n\nKernel +Times +Grid/,
      ]) {
        assert.ok(typeof part === "string" ? text.includes(part) : part.test(text), `${part} in\n${text}`);
      }
      const lenses = await send<CodeLens[]>("textDocument/codeLens", { textDocument } satisfies CodeLensParams);
      const titles = lenses.map((lens) => lens.command!.title);
      assert.match(titles.at(-1)!, /^global 4 sectors\/request, ideal$/);
    });

    it("is given further source files, input, environment and devices, and told which file is not there", async () => {
      const folder = mkdtempSync(join(tmpdir(), "warplens-run-"));
      const path = join(folder, "main.cu");
      writeFileSync(join(folder, "twice.cpp"), "int twice(int n) { return 2 * n; }\n");
      writeFileSync(join(folder, "input.txt"), "21\n");
      const several = { textDocument: { uri: pathToFileURL(path).href } };
      await client.open(
        several.textDocument.uri,
        `#include <cstdio>
#include <cstdlib>
int twice(int n);
int main() {
  int n, devices;
  scanf("%d", &n);
  cudaGetDeviceCount(&devices);
  printf("%d %s %d\\n", twice(n), getenv("NAME"), devices);
}
`,
      );
      const lacking = await simulateProgram(several);
      assert.deepEqual(lacking.missing_sources, ["twice.cpp"]);
      const given = { ...several, sources: ["twice.cpp"], environment: { NAME: "value" }, deviceCount: 3 };
      const report = await simulateProgram({ ...given, stdin: "input.txt" });
      assert.equal(report.stdout, "42 value 3\n", report.message);
      const missing = send("warplens/simulateProgram", { ...given, sources: ["other.cpp"] });
      await assert.rejects(missing, /other\.cpp: there is no such file in /);
      rmSync(folder, { recursive: true });
    });

    it("keeps the costliest requests of the one launch that is asked for", async () => {
      const report = await simulateProgram({
        textDocument,
        observe: { launch: 2, detail: true },
      });
      assert.deepEqual(
        report.launches.map((launch) => launch.lines.every((line) => line.sample !== undefined)),
        [false, false, true, false],
      );
    });
  });

  describe("of a kernel", () => {
    const uri = "file:///program/transpose.cu";
    const textDocument = { uri };
    before(() => client.open(uri, transpose));

    it("keeps the costliest request of each access when detail is asked for, and only then", async () => {
      const params = { textDocument, kernel: "transposeTile" };
      const { report } = await send<SimulateResult>("warplens/simulate", { ...params, detail: true });
      const load = report.launches[0]!.lines.find((line) => line.space === "shared" && line.op === "load")!;
      const words = new Set(load.sample!.addresses.map((address) => address! % 128));
      assert.equal(words.size, 1, "all lanes in one bank");
      const text = textReport(report, "transpose.cu");
      assert.match(text, /One load of shared memory at line 21, 4 bytes a lane\nThe costliest of its 2048 requests/);
      assert.match(text, /Banks\n32 active lanes access 1 of 32 banks; the busiest bank serves 32/);
      assert.match(text, /Moved\s+Useful/);
      const plain = await send<SimulateResult>("warplens/simulate", params);
      assert.ok(plain.report.launches[0]!.lines.every((line) => line.sample === undefined));
    });

    it("takes an argument's data from a file beside the source, and says what does not fit", async () => {
      const folder = mkdtempSync(join(tmpdir(), "warplens-data-"));
      try {
        const own = pathToFileURL(join(folder, "sum.cu")).href;
        const code = "__global__ void sum(const int* in, int* out) { atomicAdd(&out[in[threadIdx.x]], 1); }\n";
        await client.open(own, code);
        writeFileSync(join(folder, "in.csv"), "index\n0\n1\n2\n3\n");
        writeFileSync(join(folder, "in.bin"), "six by");
        const run = (file: string) =>
          send<SimulateResult>("warplens/simulate", {
            textDocument: { uri: own },
            kernel: "sum",
            block: [4, 1, 1],
            arguments: { in: `file:${file}`, out: "zeros:4" },
          });
        const { report } = await run("in.csv");
        assert.equal(report.outcome, "completed", report.message);
        assert.deepEqual(report.launches[0]!.arguments[0], {
          name: "in",
          type: "const int*",
          spec: "file:in.csv",
          from: "you",
        });
        await assert.rejects(run("in.bin"), /6 bytes, which is not a whole number of const int \(4 bytes\)/);
        await assert.rejects(run("gone.csv"), /there is no such file/);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it("tells what a trial of a fix gave, once the light bulb was seen", async () => {
      const line = transpose.split("\n").findIndex((one) => one.includes("= tile[threadIdx.x]"));
      const character = transpose.split("\n")[line]!.indexOf("tile[");
      const range = { start: { line, character }, end: { line, character } };
      const titles = async () => {
        const actions = await send<CodeAction[]>("textDocument/codeAction", {
          textDocument,
          range,
          context: { diagnostics: [], only: ["quickfix"] },
        });
        return actions.filter((action) => action.isPreferred).map((action) => action.title);
      };
      let [title] = await titles();
      while (!title?.includes("simulated")) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        [title] = await titles();
      }
      // 63,488 wavefronts beyond the ideal: 31 for each of the 2,048 requests of a conflicting access.
      assert.match(title, /\(63488 → 0 conflicts, simulated\)$/);
    });
  });

  describe("of a piece of code", () => {
    const piece = (text: string, more = {}) => send<SnippetResult>("warplens/snippet", { text, ...more });

    it("takes a kernel as it is", async () => {
      const text = "__global__ void f(int* p) { p[threadIdx.x] = 1; }\n";
      assert.deepEqual(await piece(text), { text, kernel: "f", assumed: [] });
    });

    it("makes a kernel of statements, and says what it assumed", async () => {
      const { text, kernel, assumed } = await piece("int i = threadIdx.x;\nout[i] = in[index[i]] * factor;");
      assert.equal(kernel, "snippet");
      assert.match(text, /void snippet\(float\* out, float\* in, int\* index, int factor\) \{/);
      assert.deepEqual(assumed, [
        "out is a buffer (float*).",
        "in is a buffer (float*).",
        "index is a buffer (int*).",
        "factor is a whole number (int).",
      ]);
    });

    it("takes along what a selection uses: parameters, variables before it, macros of the file", async () => {
      const uri = "file:///program/selected.cu";
      await client.open(uri, transpose);
      const lines = transpose.split("\n");
      const line = lines.findIndex((one) => one.includes("tile[threadIdx.y][threadIdx.x] ="));
      const range = { start: { line, character: 0 }, end: { line, character: lines[line]!.length } };
      const made = await piece(lines[line]!, { textDocument: { uri }, range });
      assert.match(made.text, /void snippet\(const float\* in, int n\) \{/);
      assert.match(made.text, /__shared__ float tile\[TILE\]\[TILE\];/);
      assert.match(made.text, /asm volatile\("" :: "l"\(tile\) : "memory"\);/, "the store is not dead");
      assert.match(made.text, /int y = blockIdx\.y \* TILE \+ threadIdx\.y;/);
      assert.deepEqual(made.assumed, []);
    });

    it("keeps what nobody reads: a value in a variable, a store to a shared array", async () => {
      const uri = "file:///program/dead.cu";
      const { text, kernel } = await piece(
        "__shared__ float s[256];\ns[threadIdx.x] = 1.0f;\nfloat v = in[threadIdx.x * 8];",
      );
      await client.open(uri, text);
      const { report } = await send<SimulateResult>("warplens/simulate", { textDocument: { uri }, kernel });
      assert.deepEqual(
        report.launches[0]!.lines.map(({ space, op, requests }) => [space, op, requests]),
        [
          ["shared", "store", 8],
          ["global", "load", 8],
        ],
      );
    });

    it("says that there is nothing to run", async () => {
      await assert.rejects(piece("// nothing\n"), /There is no code to run/);
    });
  });

  describe("of the ten lessons", () => {
    /** What each lesson says, read from its run: units of the costliest such access, by request. */
    const taught: Readonly<Record<string, { readonly space: string; readonly op?: string; readonly each: number }>> = {
      "Global memory: a stride": { space: "global", each: 32 },
      "Global memory: an offset": { space: "global", each: 5 },
      "Arrays of structures": { space: "global", each: 12 },
      "Vector loads": { space: "global", each: 16 },
      "Shared memory: bank conflicts": { space: "shared", each: 32 },
      "Shared memory: broadcast": { space: "shared", each: 2 },
      Divergence: { space: "global", each: 4 },
      "Local memory": { space: "local", each: 32 },
      "Constant memory": { space: "constant", each: 32 },
      Atomics: { space: "global", op: "reduction", each: 1 },
    };

    for (const [index, { title, text }] of snippets.entries()) {
      it(`runs “${title}” and shows what it says`, async () => {
        const uri = `file:///lessons/${index}.cu`;
        const { kernel, assumed } = await send<SnippetResult>("warplens/snippet", { text });
        assert.deepEqual(assumed, []);
        await client.open(uri, text);
        const { report } = await send<SimulateResult>("warplens/simulate", {
          textDocument: { uri },
          kernel,
          detail: true,
        });
        assert.equal(report.outcome, "completed", report.message);
        const [launch] = report.launches;
        const { space, op, each } = taught[title]!;
        const inWavefronts = space === "shared" || space === "constant";
        const cost = (line: LineJson) => (inWavefronts ? line.wavefronts : line.sectors) / line.requests;
        const costs = launch!.lines.filter((line) => line.space === space && line.op === (op ?? line.op)).map(cost);
        assert.equal(Math.max(...costs), each, JSON.stringify(launch!.lines));
        const parted = launch!.branches!.some((branch) => branch.divergent > 0);
        assert.equal(parted, title === "Divergence");
        await client.close(uri);
      });
    }
  });
});
