/** Bounds from code alone: no launch did less than they say, and they are near where everything is known. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultArchitecture } from "../../analyzer/hardware/architectures";
import { boundsOf } from "../../engine/bounds/bounds";
import type { InspectJson } from "../../engine/formats/inspection";
import type { BoundsJson } from "../../engine/formats/launch";
import type { Engine } from "../../engine/model";
import { known } from "../conformance/knownDifferences";
import { nodeEngine } from "../support/engine";
import { programsWithFacts, recording, recordingSize, source } from "../support/recorded";
import { sampled, sampledIt } from "../support/sample";

type Shape = { readonly kernel: string; readonly grid: readonly number[] | null; readonly block: readonly number[] };

/** The bounds of the only kernel and launch of that name and shape. */
function predicted({ kernels }: InspectJson, { kernel, grid, block }: Shape): BoundsJson | undefined {
  const named = kernels.filter((one) => one.kernel === kernel);
  if (named.length !== 1) return undefined;
  const launches = named[0]!.launches.filter((one) => `${one.grid} ${one.block}` === `${grid} ${block}`);
  return launches.length === 1 ? (launches[0]!.bounds ?? undefined) : undefined;
}

/** Resources of which code says more than what was counted; sums of products of counts may differ in their last digits. */
function excess(from: BoundsJson, counted: BoundsJson, isKnown: (name: string) => boolean): readonly string[] {
  const own = new Map(counted.resources.map(({ name, seconds }) => [name, seconds]));
  return from.resources
    .filter(({ name, seconds }) => isKnown(name) && seconds > (own.get(name) ?? 0) * (1 + 1e-9))
    .map(({ name, cycles }) => `${name}: ${cycles} cycles of ${(own.get(name) ?? 0) * counted.clock_hz}`);
}

/** Parts whose work is counted; of the others a recording does not say enough. */
const COUNTED = [
  ...["single precision", "double precision", "memory instructions", "L1 and shared memory", "L1 lines"],
  "global atomics",
];

describe("bounds from code", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  const few = { every: 6, what: "recorded programs", cost: recordingSize };
  for (const program of sampled("engine/predictedBounds", programsWithFacts, few)) {
    it(`are no more than what was counted of ${program}`, async () => {
      const inspection = await engine.inspect({ path: `/w/${program.replaceAll("/", "-")}.cu`, text: source(program) });
      const wrong: string[] = [];
      let compared = 0;
      for (const launch of recording(program).launches) {
        const own = predicted(inspection, launch);
        // The machine code of some kernels has other instructions than clang's (docs/conformance.md).
        const isKnown = known[program]?.counters.some((name) => name.startsWith(`${launch.kernel} `));
        if (!own || isKnown) continue;
        compared++;
        const counted = boundsOf(launch, [], defaultArchitecture)!;
        const found = excess(own, counted, (name) => COUNTED.includes(name));
        wrong.push(...found.map((text) => `${launch.kernel} ${launch.grid} ${launch.block}: ${text}`));
      }
      assert.deepEqual(wrong, []);
      console.log(`      ${compared} launches beside their counters`);
    });
  }

  sampledIt("bounds from code", 3)("are no more than those of a run, and near them", async () => {
    const text = readFileSync(join(process.cwd(), "test/hardware/bounds/pairs.cu"), "utf8");
    const document = { path: "/w/pairs.cu", text };
    const inspection = await engine.inspect(document);
    const { launches } = await engine.simulateProgram(document, { arguments: [], budget: 600 });
    const wrong: string[] = [];
    let near = 0;
    for (const launch of launches) {
      const own = predicted(inspection, launch);
      if (!own) continue;
      wrong.push(
        ...excess(own, launch.bounds!, (name) => name !== "instructions").map((one) => `${launch.kernel}: ${one}`),
      );
      if (own.by === launch.bounds!.by && own.seconds > 0.9 * launch.bounds!.seconds) near++;
    }
    assert.deepEqual(wrong, []);
    assert.ok(near >= 25, `${near} of ${launches.length}`);
  });
});
