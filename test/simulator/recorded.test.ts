/** Every launch of the recorded programs counts what the H200 counted: class A of COUNTERS.md. */
import assert from "node:assert/strict";
import { counterClasses } from "../../simulator/report";
import { atomics } from "./launches/atomics";
import { coalescing } from "./launches/coalescing";
import { divergence } from "./launches/divergence";
import { matmul } from "./launches/matmul";
import { sharedBanks } from "./launches/shared_banks";
import type { Step } from "./launches/step";
import { Bench, type MeasuredLaunch, measured, recorded } from "./support";

const programs: Readonly<Record<string, (bench: Bench) => readonly Step[]>> = {
  shared_banks: sharedBanks,
  coalescing,
  matmul,
  divergence,
  atomics,
};

/** Counters of class A that differ, as `name: simulated, measured on hardware`. */
function differences(metrics: Readonly<Record<string, number>>, launch: MeasuredLaunch): string[] {
  return Object.entries(metrics).flatMap(([name, value]) => {
    const hardware = launch.metrics[name];
    if (counterClasses[name] !== "A" || hardware === undefined || launch.unstable?.includes(name)) return [];
    return value === hardware ? [] : [`${name}: ${value}, measured ${hardware}`];
  });
}

describe("launches recorded on hardware", () => {
  for (const [name, stepsOf] of Object.entries(programs)) {
    it(name, async () => {
      const bench = new Bench(await recorded(name));
      const launches = measured(name);
      const steps = stepsOf(bench);
      assert.equal(steps.length, launches.length);
      const wrong: string[] = [];
      steps.forEach((step, index) => {
        step.before?.();
        const launch = launches[index]!;
        const report = bench.launch(step.kernel, step.grid, step.block, step.args, { shared: step.shared ?? 0 });
        const title = `${index} ${launch.signature}`;
        if (report.outcome.kind !== "completed") wrong.push(`${title}: ${report.outcome.message}`);
        else wrong.push(...differences(report.metrics, launch).map((line) => `${title}: ${line}`));
      });
      assert.deepEqual(wrong, []);
    });
  }
});
