/**
 * Predicted against simulated: random kernels, read abstractly and run. Where the facts say exact, the simulator counts
 * the same; where they say bounded, it lies within.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { moduleFacts } from "../../analyzer/facts";
import type { AccessFact } from "../../analyzer/facts/model";
import { WARP_SIZE } from "../../analyzer/hardware/model";
import type { LineCount } from "../../simulator/model";
import { syntax } from "../rules/support";
import { Bench, int, pointer, programOf } from "../simulator/support";
import { sweep } from "../support/sample";
import { GLOBAL_ELEMENTS, KNOWN_N, kernelFile, LIMIT, type RandomKernel, randomKernel } from "./randomKernels";

/** All 2,000 kernels under `WARPLENS_FULL`, else the first of the same sample; `CROSS_FILES` says another number of files. */
const FILES = Number(process.env.CROSS_FILES ?? sweep("facts/crossCheck", 3, 50, "files of random kernels"));
const SEED = 20261121;
const KERNELS_PER_FILE = 40;
/** Bytes of the widest element. */
const WIDEST = 16;

const kernels = fc.sample(randomKernel, { numRuns: FILES * KERNELS_PER_FILE, seed: SEED });

interface Tally {
  exact: number;
  bounded: number;
  unknown: number;
  /** Accesses with warps that a guard against the edge of the data cut. */
  cut: number;
  /** Kernels that the simulator refused. */
  unsupported: number;
}

function compare({ footprint, access }: AccessFact, line: LineCount | undefined, kernel: string, tally: Tally): void {
  if (!line || line.requests === 0 || (access.space !== "global" && access.space !== "shared")) return;
  tally[footprint.certainty]++;
  if (footprint.certainty === "unknown") return;
  const [cost, ideal, range] =
    access.space === "global"
      ? [line.sectors, line.sectorsIdeal, footprint.sectors!]
      : [line.wavefronts, line.wavefrontsIdeal, footprint.wavefronts!];
  const where = `${access.op} ${access.space} in line ${access.location?.line} of\n${kernel}\nsimulated ${cost}/${line.requests}, ideal ${ideal}, fact ${JSON.stringify(footprint)}`;
  const [each, best] = [cost / line.requests, ideal / line.requests];
  // Both readings mean the same by an ideal: never above the cost, and within what the fact says.
  assert.ok(best <= each && best <= footprint.ideal[1] + 1e-9, where);
  assert.ok(footprint.ideal[0] <= range[0] && footprint.ideal[1] <= range[1], where);
  // The fact says itself that it speaks of warps that a guard lets through whole: the others can only be cheaper.
  if (footprint.fullWarpsOnly && line.lanes < WARP_SIZE * line.requests) {
    assert.ok(each >= 1 && each <= range[1] + 1e-9, where);
    tally.cut++;
    return;
  }
  assert.ok(each >= range[0] - 1e-9 && each <= range[1] + 1e-9, where);
  assert.ok(best >= footprint.ideal[0] - 1e-9, where);
  if (footprint.certainty !== "exact" || !footprint.mean) return;
  assert.ok(Math.abs(each - footprint.mean[0]) < 1e-9, where);
  assert.ok(Math.abs(best - footprint.mean[1]) < 1e-9, where);
}

async function check(batch: readonly RandomKernel[], m: number, tally: Tally): Promise<void> {
  const text = kernelFile(batch);
  const program = await programOf(text);
  const facts = moduleFacts(program.module, program.lowered, (await syntax()).outline(text), { text }).kernels;
  const bench = new Bench(program);
  const [input, output] = [bench.buffer(GLOBAL_ELEMENTS * WIDEST), bench.buffer(GLOBAL_ELEMENTS * WIDEST)];
  for (const [at, { grid, block, body }] of batch.entries()) {
    const own = facts.find(({ kernel }) => kernel.name.startsWith(`_Z${`kernel${at}`.length}kernel${at}P`))!;
    const report = bench.launch(own.kernel.name, grid, block, [
      pointer(input),
      pointer(output),
      int(KNOWN_N),
      int(m),
      int(LIMIT),
      pointer(input),
      pointer(output),
      pointer(output),
    ]);
    // What the simulator says that it cannot run is no witness for or against.
    if (report.outcome.kind === "unsupported") {
      tally.unsupported++;
      continue;
    }
    assert.equal(report.outcome.kind, "completed", `${report.outcome.message}\n${body.join("\n")}`);
    assert.ok(own.launches.length === 1 && own.launches[0]!.from === "site");
    const shown = `<<<${grid.join("×")}, ${block.join("×")}>>> m = ${m}\n${body.join("\n")}`;
    for (const fact of own.accesses)
      compare(
        fact,
        report.lines.find(({ access }) => access === fact.access),
        shown,
        tally,
      );
  }
}

describe("predicted against simulated", () => {
  const tally: Tally = { exact: 0, bounded: 0, unknown: 0, cut: 0, unsupported: 0 };
  for (let file = 0; file < FILES; file++) {
    it(`random kernels ${file * KERNELS_PER_FILE} to ${(file + 1) * KERNELS_PER_FILE - 1}`, async () => {
      const batch = kernels.slice(file * KERNELS_PER_FILE, (file + 1) * KERNELS_PER_FILE);
      await check(batch, 1 + ((file * 7) % 23), tally);
    });
  }

  it("leaves little unsaid", () => {
    console.log(`      ${kernels.length} kernels of seed ${SEED}; accesses: ${JSON.stringify(tally)}`);
    assert.ok(tally.exact > 5 * tally.unknown, JSON.stringify(tally));
    assert.ok(tally.unsupported < kernels.length / 20, JSON.stringify(tally));
    assert.ok(tally.exact > 20 * FILES && tally.bounded > 2 * FILES, JSON.stringify(tally));
  });
});
