/** The main job over the wire: findings, the padding fix, the lens, the simulation. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { CodeAction, CodeLens, Hover } from "vscode-languageserver-protocol";
import { WorkDoneProgress } from "vscode-languageserver-protocol/node";
import type { OccupancyJson } from "../../engine/formats/occupancy";
import type { SimulateResult } from "../../server/protocol";
import { TestClient } from "./support/client";

const uri = "file:///project/transpose.cu";
const example = readFileSync("examples/transpose.cu", "utf8");

describe("language server: the main job", () => {
  let client: TestClient;
  before(async () => {
    client = await TestClient.start();
    await client.open(uri, example);
  });
  after(() => client.stop());

  const at = (needle: string, shift = 0) => client.document(uri).positionAt(client.text(uri).indexOf(needle) + shift);

  async function actions(only?: string[]): Promise<CodeAction[]> {
    const diagnostics = await client.diagnostics(uri);
    const conflict = diagnostics.find((one) => one.code === "shared-bank-conflict")!;
    return client.connection.sendRequest("textDocument/codeAction", {
      textDocument: { uri },
      range: conflict.range,
      context: { diagnostics: [conflict], ...(only ? { only } : {}) },
    });
  }

  it("names itself and pulls diagnostics", () => {
    assert.equal(client.initialized.serverInfo?.name, "WarpLens");
    assert.ok(client.initialized.capabilities.diagnosticProvider);
  });

  it("finds the uncoalesced store and the bank conflict, each with its figure, and nothing else", async () => {
    const diagnostics = await client.diagnostics(uri);
    assert.deepEqual(diagnostics.map((one) => one.code).sort(), ["shared-bank-conflict", "uncoalesced-access"]);
    for (const one of diagnostics) {
      assert.equal(one.source, "WarpLens");
      assert.match(typeof one.message === "string" ? one.message : one.message.value, /\b32\b/);
    }
    const store = diagnostics.find((one) => one.code === "uncoalesced-access")!;
    assert.equal(client.document(uri).getText(store.range), "out[x * n + y]");
  });

  it("answers unchanged for the same text", async () => {
    const first = await client.pull(uri);
    const second = await client.pull(uri, first.resultId);
    assert.equal(second.kind, "unchanged");
    assert.equal(second.resultId, first.resultId);
  });

  it("offers fixes, silencing and the page; only the safe fix is preferred", async () => {
    const offered = await actions();
    const titles = offered.map((one) => one.title);
    assert.ok(
      titles.some((title) => /pad/i.test(title)),
      titles.join("; "),
    );
    assert.ok(titles.includes("Ignore shared-bank-conflict on this line"), titles.join("; "));
    assert.ok(titles.includes("Ignore shared-bank-conflict in this file"), titles.join("; "));
    assert.ok(titles.includes("Open the page of shared-bank-conflict"), titles.join("; "));
    assert.equal(offered.filter((one) => one.isPreferred).length, 1);
    assert.ok(offered.every((one) => one.diagnostics?.[0]?.code === "shared-bank-conflict"));
  });

  it("honours context.only", async () => {
    assert.deepEqual(await actions(["refactor"]), []);
    const all = await actions(["source.fixAll"]);
    assert.deepEqual(
      all.map((one) => one.kind),
      ["source.fixAll.warplens"],
    );
  });

  it("resolves a lens to the run of its kernel", async () => {
    const lenses: CodeLens[] = await client.connection.sendRequest("textDocument/codeLens", { textDocument: { uri } });
    assert.deepEqual(
      lenses.map((lens) => lens.command?.title),
      [
        ...Array.from({ length: 3 }, () => ["$(play) Simulate kernel", "$(debug-alt) Step through"]).flat(),
        "$(play-circle) Simulate program",
      ],
    );
    assert.equal(lenses[0]!.command?.command, "warplens.simulateKernel", "an editor may show it without resolving");
    const resolved: CodeLens = await client.connection.sendRequest("codeLens/resolve", lenses[0]!);
    assert.deepEqual(resolved, lenses[0]);
    assert.deepEqual(resolved.command?.arguments, [uri, "transposeNaive"]);
  });

  it("records what all warps of a block do, for a debugger", async () => {
    const { report }: SimulateResult = await client.connection.sendRequest("warplens/simulate", {
      textDocument: { uri },
      kernel: "transposeTile",
      trace: { block: [1, 0, 0], warp: "all", variables: true },
    });
    const { steps, variables } = report.launches[0]!.trace!;
    assert.equal(new Set(steps.map(({ warp }) => warp)).size, 32);
    assert.deepEqual(
      variables!.filter(({ name }) => name === "x").map(({ encoding, bits }) => [encoding, bits]),
      [["signed", 32]],
    );
  });

  it("says how full a multiprocessor is, under the file's launch and another", async () => {
    const of = (given: object): Promise<OccupancyJson | null> =>
      client.connection.sendRequest("warplens/occupancy", { textDocument: { uri }, kernel: "transposeTile", ...given });
    const here = await of({});
    assert.deepEqual([here?.device, here?.threads, here?.static_shared, here?.percent], ["sm_90", 1024, 4096, 100]);
    assert.equal((await of({ device: "sm_86" }))?.blocks, 1);
    assert.equal(await of({ block: [64, 64, 1] }), null);
    assert.equal(await of({ kernel: "absent" }), null);
    await assert.rejects(of({ block: ["many"] }), /block\[0\] must be a whole number from 0/);
  });

  it("says the figures of an access in a hover", async () => {
    const hover: Hover = await client.connection.sendRequest("textDocument/hover", {
      textDocument: { uri },
      position: at("out[x * n + y]", 3),
    });
    const text = (hover.contents as { value: string }).value;
    assert.match(text, /^\| global store \| 4 bytes \| \*\*32 sectors\*\* \| 4 \| 1024 bytes \|$/m);
    assert.ok(text.split("\n").length <= 6, text);
  });

  it("simulates a kernel with progress, and remembers the run in its lens", async () => {
    const told: unknown[] = [];
    const progress = client.connection.onProgress(WorkDoneProgress.type, "run-1", (value) => {
      told.push(value);
    });
    const result: SimulateResult = await client.connection.sendRequest("warplens/simulate", {
      textDocument: { uri },
      kernel: "transposeNaive",
      workDoneToken: "run-1",
    });
    progress.dispose();
    const { report } = result;
    assert.equal(report.outcome, "completed", report.message);
    const store = report.launches[0]!.lines.find((line) => line.op === "store")!;
    const warps = (256 / 32) * 256;
    assert.equal(store.requests, warps);
    assert.equal(store.sectors, warps * 32);
    assert.equal(store.sectorsIdeal, warps * 4);
    assert.deepEqual(
      told.map((value) => (value as { kind: string }).kind),
      ["begin", "end"],
    );
    const lenses: CodeLens[] = await client.connection.sendRequest("textDocument/codeLens", { textDocument: { uri } });
    assert.equal(lenses.length, 8);
    const last: CodeLens = await client.connection.sendRequest("codeLens/resolve", lenses[2]!);
    assert.match(last.command!.title, /18 sectors\/request \(ideal 4\)/);
  });

  it("takes the arguments and the launch of a request", async () => {
    const { report }: SimulateResult = await client.connection.sendRequest("warplens/simulate", {
      textDocument: { uri },
      kernel: "transposeTile",
      grid: [2, 2, 1],
      block: [32, 32, 1],
      arguments: { n: "64", in: "iota:4096", out: "zeros:4096" },
    });
    assert.equal(report.outcome, "completed", report.message);
    assert.deepEqual(report.launches[0]!.grid, [2, 2, 1]);
    const read = report.launches[0]!.lines.find((line) => line.space === "shared" && line.op === "load")!;
    assert.equal(read.wavefronts, read.requests * 32);
  });

  it("tells in a sentence what a request gets wrong", async () => {
    const simulate = (params: object) =>
      client.connection.sendRequest("warplens/simulate", { textDocument: { uri }, ...params });
    await assert.rejects(simulate({ kernel: "nothing" }), /transposeNaive/);
    await assert.rejects(simulate({ kernel: "transposeNaive", arguments: { n: "many" } }), /n=many/);
    await assert.rejects(simulate({ kernel: "transposeNaive", textDocument: { uri: "file:///gone.cu" } }), /not open/);
  });

  it("applies the padding fix, and the conflict is gone", async () => {
    const fix = (await actions()).find((one) => one.isPreferred)!;
    await client.apply(fix.edit!);
    const left = await client.diagnostics(uri);
    assert.deepEqual(
      left.map((one) => one.code),
      ["uncoalesced-access"],
    );
  });

  it("offers the code to write instead as a comment, and what hides a finding last", async () => {
    const [store] = await client.diagnostics(uri);
    const before = client.text(uri);
    const offered: CodeAction[] = await client.connection.sendRequest("textDocument/codeAction", {
      textDocument: { uri },
      range: store!.range,
      context: { diagnostics: [store!] },
    });
    assert.deepEqual(
      offered.map(({ title }) => title),
      [
        "Insert the code to write instead, as a comment",
        "Open the page of uncoalesced-access",
        "Change the severity of uncoalesced-access",
        "Ignore uncoalesced-access on this line",
        "Ignore uncoalesced-access in this file",
      ],
    );
    await client.apply(offered[0]!.edit!);
    const added = client
      .text(uri)
      .split("\n")
      .filter((line) => !before.split("\n").includes(line));
    assert.equal(added[0], "    // To write instead (uncoalesced-access):");
    assert.match(added[1]!, /^ {4}\/\/ __shared__ float tile\[32\]\[33\];/);
    assert.equal(added.length, 5);
    assert.equal((await client.diagnostics(uri)).length, 1, "a comment changes nothing");
  });

  it("is silent where a comment says so", async () => {
    const [store] = await client.diagnostics(uri);
    const offered: CodeAction[] = await client.connection.sendRequest("textDocument/codeAction", {
      textDocument: { uri },
      range: store!.range,
      context: { diagnostics: [store!] },
    });
    await client.apply(offered.find((one) => one.title === "Ignore uncoalesced-access on this line")!.edit!);
    assert.deepEqual(await client.diagnostics(uri), []);
  });
});
