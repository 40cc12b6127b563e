/**
 * Kernels that are named by whether threads of different warps meet in shared memory without a barrier. The rule reads
 * the text; a checked run of the same kernels is the witness that their names are right.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Fix, RuleContext } from "../../analyzer/rules/model";
import { runRules } from "../../analyzer/rules/run";
import { checkLaunch } from "../../simulator/check/check";
import { Bench, int, pointer, programOf } from "../simulator/support";
import { contextOf, edited } from "./support";

const ownerOf = (context: RuleContext, at: number): string =>
  context.outline.functions.find(({ start, end }) => start <= at && at < end)!.name;

describe("races in shared memory", () => {
  const text = readFileSync(join(process.cwd(), "test/rules/races/suite.cu"), "utf8");
  const kernels = [...text.matchAll(/^ {4}(\w+)<<<1, (.*?)(?:, (1024))?>>>/gm)].map(([, name, block, shared]) => ({
    name: name!,
    block: (/^\d+$/.test(block!) ? [Number(block), 1, 1] : [16, 16, 1]) as Dim3,
    shared: Number(shared ?? 0),
  }));
  let found: ReadonlySet<string>;
  const fixed = new Map<string, Fix>();
  let bench: Bench;

  before(async () => {
    const context = await contextOf(text);
    const findings = runRules(context).filter(({ rule }) => rule === "missing-barrier");
    found = new Set(findings.map(({ span }) => ownerOf(context, span.start)));
    // One fix a kernel: where one race has several sides, one barrier is to part them.
    for (const { span, fixes } of findings) {
      const name = ownerOf(context, span.start);
      if (fixes[0] && !fixed.has(name)) fixed.set(name, fixes[0]);
    }
    bench = new Bench(await programOf(text));
  });

  /** Does a checked run of the kernel find threads that race? */
  function isRacy(name: string, block: Dim3, shared: number): boolean {
    const check = checkLaunch();
    const input = bench.buffer(Int32Array.from({ length: 512 }, (_, i) => (i * 7) % 11));
    const args = [pointer(bench.buffer(4096)), pointer(input), int(200)];
    const { outcome } = bench.launch(name, 1, block, args, { observers: [check.observer], shared });
    assert.equal(outcome.kind, "completed", outcome.message);
    return check.findings().some(({ rule }) => rule === "data-race");
  }

  it("are at least 40 kernels", () => assert.ok(kernels.length >= 40, String(kernels.length)));

  for (const { name, block, shared } of kernels) {
    const isFound = name.startsWith("racy");
    it(`${name} ${isFound ? "is found" : "is silent"}`, () => {
      assert.equal(found.has(name), isFound);
      if (!name.startsWith("unsure"))
        assert.equal(isRacy(name, block, shared), isFound, "a checked run says otherwise");
    });
  }

  it("are gone with their fixes, in the text and in a checked run", async () => {
    const mended = edited(
      text,
      [...fixed.values()].flatMap(({ edits }) => edits),
    );
    const context = await contextOf(mended);
    const left = new Set(
      runRules(context)
        .filter(({ rule }) => rule === "missing-barrier")
        .map(({ span }) => ownerOf(context, span.start)),
    );
    assert.ok(fixed.size >= 12, `fixes for ${[...fixed.keys()].join(", ")}`);
    assert.deepEqual(
      [...fixed.keys()].filter((name) => left.has(name)),
      [],
    );
    bench = new Bench(await programOf(mended));
    for (const { name, block, shared } of kernels)
      if (fixed.has(name)) assert.equal(isRacy(name, block, shared), false, name);
  });
});

describe("races of many accesses", () => {
  /** `count` pairs of a store and, by a thread of another warp, a load of the same element, with no barrier. */
  const kernel = (count: number) =>
    `__global__ void many(int* out) {
  __shared__ int s[256];
  int i = threadIdx.x;
${Array.from({ length: count }, (_, i) => `  s[i] = ${i}; out[i + ${256 * i}] = s[255 - i];\n`).join("")}}
void run(int* out) { many<<<1, 256>>>(out); }
`;
  const racesIn = async (count: number) =>
    runRules(await contextOf(kernel(count))).filter(({ rule }) => rule === "missing-barrier").length;

  it("are found among a few hundred accesses, and not looked for among thousands", async () => {
    assert.ok((await racesIn(100)) > 0);
    assert.equal(await racesIn(1000), 0);
  });
});
