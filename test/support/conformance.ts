/**
 * Runs a recorded program from its `main` on the simulated machine and holds every launch against the hardware's counters.
 * The program's own data, arguments and launches are used; nothing is written out by hand.
 */

import { architectures } from "../../analyzer/hardware/architectures";
import { lowerModule } from "../../analyzer/lower/lower";
import { Budget } from "../../simulator/budget";
import type { HostOptions } from "../../simulator/host/model/machine";
import { type ProgramResult, runProgram } from "../../simulator/host/program";
import { runLaunch } from "../../simulator/machine/launch";
import { DeviceMemory } from "../../simulator/memory/device";
import type { LaunchReport } from "../../simulator/model";
import { counterClasses } from "../../simulator/report/metrics";
import { programDevice } from "./device";
import { programModule } from "./host";
import type { RecordedLaunch } from "./recorded";

/** Whether a counter of a launch is compared with nothing: the hardware itself gave two answers, or it is in `exceptions`. */
export const isExcepted = (program: string, { kernel, unstable }: RecordedLaunch, metric: string): boolean =>
  !!unstable?.includes(metric) ||
  exceptions.some((one) => one.program === program && one.kernel === kernel && one.metric.test(metric));

/** What is excepted from class A by name: program, kernel, and the counters that differ. */
export const exceptions: readonly {
  readonly program: string;
  readonly kernel: string;
  readonly metric: RegExp;
  readonly reason: string;
}[] = [
  {
    program: "atomics",
    kernel: "compact",
    metric: /^smsp__sass_l1tex_tags_mem_global$/,
    reason: "its atomics race between warps, so the hardware itself gives two answers",
  },
  { program: "modern", kernel: "shout", metric: /./, reason: "the device's printf moves memory on its own" },
];

/**
 * Lines of standard output that the CUDA programming model leaves undefined: they sum up memory that two threads write in
 * no order, or shared memory that nobody wrote. Beginnings of lines, by program, with the reason.
 */
export const undefinedOutput: readonly { readonly program: string; readonly line: string; readonly reason: string }[] =
  [
    {
      program: "shared_banks",
      line: "widths",
      reason:
        "`bytes` reads 1024 elements of a shared array of which it wrote 256; the H200's figure is the one with what " +
        "`structTwelveBytes` left there, the simulated one that with zeros",
    },
    {
      program: "variety/atomics",
      line: "usedAdd",
      reason: "the old values that the atomics return depend on which warp comes first",
    },
    {
      program: "variety/atomics",
      line: "sameExch",
      reason: "the old values that the atomics return depend on which warp comes first",
    },
    {
      program: "algorithms/sorting",
      line: "radixScatter",
      reason: "the program counts other elements than each block moves, so that blocks write the same places",
    },
    {
      program: "variety/branches",
      line: "nestedIf",
      reason:
        "`out[i]`, `out[i + n]` and `out[i + 2 * n]` of different blocks are the same place for i of 400 and more",
    },
  ];

/** Standard output without the figures that the program itself leaves undefined. */
export function definedOutput(program: string, text: string): string {
  const loose = undefinedOutput.filter((one) => one.program === program);
  const cut = (line: string) => loose.find((one) => line.startsWith(`${one.line} `))?.line ?? line;
  return text.split("\n").map(cut).join("\n");
}

export interface Difference {
  readonly launch: number;
  readonly kernel: string;
  readonly metric: string;
  readonly hardware: number;
  readonly simulated: number;
}

export interface Conformance {
  readonly program: string;
  readonly result: ProgramResult;
  readonly recorded: readonly RecordedLaunch[];
  readonly simulated: readonly LaunchReport[];
  /** Counters of class A that were compared, and those that differ. */
  readonly compared: number;
  readonly differences: readonly Difference[];
}

/** Runs a program from `main` on simulated H200s, one unless `devices` says otherwise. */
export async function simulateProgram(
  text: string,
  name: string,
  devices = 1,
  more: Partial<HostOptions> = {},
): Promise<ProgramResult> {
  const host = await programModule(text, name);
  const module = await programDevice(text, name);
  const device = { module, lowered: lowerModule(module) };
  const memory = new DeviceMemory(2 ** 31);
  const architecture = architectures.get("sm_90")!;
  return runProgram({
    host,
    device,
    memory,
    architecture,
    options: {
      arguments: [name.replace(/\.cu$/, "")],
      environment: new Map(),
      stdin: new Uint8Array(),
      maxOutput: 1 << 24,
      devices,
      ...more,
    },
    runLaunch: (kernel, { grid, block, shared, cluster }, parameters, observers, print) => {
      const clusters = cluster && { cluster };
      const launch = { kernel, grid, block, ...clusters, shared: Number(shared), arguments: parameters };
      const limits = { steps: 1e10, memory: 2 ** 31 };
      return runLaunch(device, launch, memory, architecture, { limits, observers, print });
    },
    budget: new Budget(1e10),
  });
}

/** Compares launch by launch, in order; a launch that is missing or of another kernel is a difference of its own. */
export function compare(
  program: string,
  recorded: readonly RecordedLaunch[],
  simulated: readonly LaunchReport[],
  nameOf: (mangled: string) => string,
): Pick<Conformance, "compared" | "differences"> {
  const differences: Difference[] = [];
  let compared = 0;
  recorded.forEach((launch, index) => {
    const ours = simulated[index];
    const kernel = ours && nameOf(ours.launch.kernel);
    if (!ours || kernel !== launch.kernel || ours.outcome.kind !== "completed") {
      compared++;
      differences.push({
        launch: index,
        kernel: launch.kernel,
        metric: ours?.outcome.message || `ran ${kernel ?? "nothing"}`,
        hardware: 1,
        simulated: 0,
      });
      return;
    }
    for (const [metric, hardware] of Object.entries(launch.metrics)) {
      if (counterClasses[metric] !== "A" || isExcepted(program, launch, metric)) continue;
      compared++;
      const value = ours.metrics[metric] ?? Number.NaN;
      if (value !== hardware)
        differences.push({ launch: index, kernel: launch.kernel, metric, hardware, simulated: value });
    }
  });
  return { compared, differences };
}
