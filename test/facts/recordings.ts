/** Recorded launches beside the facts of the same kernels under the same launches. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demangle } from "../../analyzer/facts/demangle";
import type { AccessFact, KernelFacts, LaunchShape } from "../../analyzer/facts/model";

/** One SASS instruction of a recorded launch, with what it cost. */
export interface RecordedRow {
  readonly line: number;
  readonly sass: string;
  readonly inst_executed: number;
  readonly thread_inst_executed_true?: number;
  readonly memory_l2_theoretical_sectors_global?: number;
  readonly memory_l2_theoretical_sectors_global_ideal?: number;
  readonly memory_l1_wavefronts_shared?: number;
  readonly memory_l1_wavefronts_shared_ideal?: number;
}

export interface RecordedLaunch {
  readonly kernel: string;
  readonly signature: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly metrics: Readonly<Record<string, number>>;
  readonly sass: readonly RecordedRow[];
}

export function recordedLaunches(program: string): readonly RecordedLaunch[] {
  const path = join(process.cwd(), "test/hardware/counters", `${program}.json`);
  return (JSON.parse(readFileSync(path, "utf8")) as { launches: RecordedLaunch[] }).launches;
}

/** The template arguments that a recorded signature names: `void stride<int>(T1 *, int)`. */
function instanceOf({ signature }: RecordedLaunch): string {
  return /<(.*)>\(/.exec(signature)?.[1]?.replaceAll(/\((?:int|unsigned int|bool)\)/g, "").replaceAll(" ", "") ?? "";
}

/** The facts of the kernel that a recorded launch ran. */
export function kernelOf(launch: RecordedLaunch, kernels: readonly KernelFacts[]): KernelFacts | undefined {
  const named = kernels.filter(({ kernel }) => demangle(kernel.name).name === launch.kernel);
  if (named.length <= 1) return named[0];
  return named.find(({ kernel }) => demangle(kernel.name).templateArguments.join(",").replaceAll(" ", "") === instanceOf(launch));
}

/** The shapes of a kernel that fit a recorded launch: its block, and its grid where the site says one. */
export function shapesOf(launch: RecordedLaunch, facts: KernelFacts): readonly LaunchShape[] {
  const same = (a: readonly number[], b: readonly number[]): boolean => a.every((value, i) => value === b[i]);
  return facts.launches.filter(
    ({ grid, block }) => same(block, launch.block) && (grid === undefined || same(grid, launch.grid)),
  );
}

/** Totals of one line, one space and one direction of a recorded launch. */
export interface RecordedLine {
  readonly line: number;
  readonly kind: "global load" | "global store" | "shared load" | "shared store";
  requests: number;
  cost: number;
  ideal: number;
  /** Are all requests made by full warps? */
  full: boolean;
}

const kinds: readonly (readonly [RegExp, RecordedLine["kind"]])[] = [
  [/\bLDG\b/, "global load"],
  [/\bSTG\b/, "global store"],
  [/\bLDS\b/, "shared load"],
  [/\bSTS\b/, "shared store"],
];

/** What each line cost, added up over its instructions. Instructions that no warp executed are left out. */
export function recordedLines({ sass }: RecordedLaunch): readonly RecordedLine[] {
  const lines = new Map<string, RecordedLine>();
  for (const row of sass) {
    const kind = kinds.find(([pattern]) => pattern.test(row.sass))?.[1];
    if (!kind) continue;
    const isGlobal = kind.startsWith("global");
    const cost = isGlobal ? row.memory_l2_theoretical_sectors_global : row.memory_l1_wavefronts_shared;
    const ideal = isGlobal ? row.memory_l2_theoretical_sectors_global_ideal : row.memory_l1_wavefronts_shared_ideal;
    if (!cost) continue;
    const key = `${row.line} ${kind}`;
    const line = lines.get(key) ?? { line: row.line, kind, requests: 0, cost: 0, ideal: 0, full: true };
    line.requests += row.inst_executed;
    line.cost += cost;
    line.ideal += ideal ?? 0;
    if (row.thread_inst_executed_true !== row.inst_executed * 32) line.full = false;
    lines.set(key, line);
  }
  return [...lines.values()];
}

/** Line and kind of an access fact, as recordings name them. */
export function lineKind({ access }: AccessFact): string | undefined {
  if (access.op !== "load" && access.op !== "store") return undefined;
  if (access.space !== "global" && access.space !== "shared") return undefined;
  let outermost = access.location;
  while (outermost?.inlinedAt) outermost = outermost.inlinedAt;
  return outermost && `${access.location!.line} ${access.space} ${access.op}`;
}
