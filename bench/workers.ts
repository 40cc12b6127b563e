/**
 * What several workers gain on launches whose blocks are independent: `node scripts/bench.mjs workers`. Uses the bundles in
 * `dist`; the same launch by one worker and by several in turn, in one run.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Dim3 } from "../analyzer/hardware/model";
import { defaultConfiguration } from "../engine";
import { parseArgument } from "../engine/arguments/spec";
import { nodeEngine } from "../test/support/engine";

const document = {
  path: "/bench/shapes.cu",
  text: readFileSync(join(process.cwd(), "bench/simulator/shapes.cu"), "utf8"),
};

interface Run {
  readonly kernel: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly arguments: readonly string[];
}

const runs: readonly Run[] = [
  { kernel: "sgemm", grid: [32, 32, 1], block: [16, 16, 1], arguments: ["a=random:262144", "c=zeros:262144", "n=512"] },
  {
    kernel: "bodies",
    grid: [1024, 1, 1],
    block: [256, 1, 1],
    arguments: ["in=random:262144", "out=zeros:262144", "n=2048"],
  },
  {
    kernel: "bigTranspose",
    grid: [128, 128, 1],
    block: [32, 8, 1],
    arguments: ["in=zeros:16777216", "out=zeros:16777216", "n=4096"],
  },
];

const several = Math.min(4, availableParallelism());
const engines = [1, several].map((workers) => nodeEngine({ ...defaultConfiguration, simulation: { workers } }));
console.log(
  `${"kernel".padEnd(16)}${["one ms", `${several} workers ms`, "times"].map((title) => title.padStart(14)).join("")}`,
);
for (const { kernel, grid, block, arguments: words } of runs) {
  const request = { kernel, grid, block, arguments: new Map(words.map(parseArgument)) };
  const best = engines.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 6; round++) {
    for (const [index, engine] of engines.entries()) {
      const start = performance.now();
      const { outcome, message } = await engine.simulate(document, request);
      if (outcome !== "completed") throw new Error(`${kernel}: ${message}`);
      best[index] = Math.min(best[index]!, performance.now() - start);
    }
  }
  const [one, all] = best as [number, number];
  console.log(
    kernel.padEnd(16) + [one, all, one / all].map((value) => value.toFixed(value < 100 ? 2 : 0).padStart(14)).join(""),
  );
}
for (const engine of engines) engine.dispose();
process.exit(0);
