/**
 * Bounds of simulated launches, held against what an H100 took (`test/hardware/bounds`): none is beaten, and where a change is
 * advised the bound says whether it pays.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { peaksOfH100 } from "../../analyzer/hardware/peaks";
import { peaksOf } from "../../analyzer/hardware/peaksOf";
import type { BoundsJson, LaunchReportJson } from "../../engine/formats/launch";
import { nodeEngine } from "../support/engine";
import { sampledIt } from "../support/sample";

const folder = join(process.cwd(), "test/hardware/bounds");

interface Timed {
  readonly kernel: string;
  readonly metrics: Readonly<Record<string, number>>;
}

/** Seconds by resource on an H100, which has slower device memory. */
function onH100({ resources }: BoundsJson): ReadonlyMap<string, number> {
  const slower = peaksOf("sm_90")!.deviceBytes / peaksOfH100.deviceBytes;
  return new Map(resources.map(({ name, seconds }) => [name, name === "device memory" ? slower * seconds : seconds]));
}

/** Launches of a program with the time that each took, in seconds, and its resources. */
async function launchesOf(name: string) {
  const engine = nodeEngine();
  const text = readFileSync(join(folder, `${name}.cu`), "utf8");
  const recorded: { readonly launches: readonly Timed[] } = JSON.parse(
    readFileSync(join(folder, `${name}.json`), "utf8"),
  );
  const report = await engine.simulateProgram({ path: `/w/${name}.cu`, text }, { arguments: [], budget: 600 });
  await engine.dispose();
  assert.equal(report.outcome, "completed", report.message);
  return report.launches.map((launch: LaunchReportJson, i) => {
    const timed = recorded.launches[i]!;
    assert.equal(launch.kernel, timed.kernel);
    const resources = onH100(launch.bounds!);
    return {
      kernel: launch.kernel,
      measured: timed.metrics.gpu__time_duration! / 1e9,
      resources,
      bound: Math.max(...resources.values()),
    };
  });
}

type Launch = Awaited<ReturnType<typeof launchesOf>>[number];

/** Clocks and timers are this exact. */
const TOLERANCE = 0.98;
/** A ratio of times below which a change is none. */
const SAME = 1.1;

function assertUnbeaten(launches: readonly Launch[]): void {
  const beaten = launches.filter(({ measured, bound }) => measured < TOLERANCE * bound);
  assert.deepEqual(
    beaten.map(({ kernel, measured, bound }) => `${kernel}: ${measured} s, at least ${bound} s`),
    [],
  );
}

/** What a change brings by the bounds: less time, or nothing, where what it changes takes less than half of the bound. */
function verdict(before: Launch, after: Launch): "pays" | "does not pay" | "open" {
  if (before.bound > 1.02 * after.bound) return "pays";
  const saved = [...before.resources].filter(([name, own]) => own > 1.02 * (after.resources.get(name) ?? 0));
  return saved.every(([, own]) => own < 0.5 * before.bound) ? "does not pay" : "open";
}

describe("bounds of simulated launches", () => {
  sampledIt("bounds of pairs", 3)("say of 25 changes whether they pay", async () => {
    const launches = await launchesOf("pairs");
    assertUnbeaten(launches);
    const wrong: string[] = [];
    const open: string[] = [];
    for (let i = 0; i < launches.length; i += 2) {
      const [before, after] = [launches[i]!, launches[i + 1]!];
      const name = before.kernel.replace(/_before$/, "");
      assert.equal(after.kernel, `${name}_after`);
      const says = verdict(before, after);
      if (says === "open") open.push(name);
      else if ((says === "pays") !== before.measured > SAME * after.measured) wrong.push(`${name} ${says}`);
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(open, ["useless_width"]);
  });
});
