/** Recorded launches beside the facts of the same kernels under the same launches. */

import type { AccessFact, KernelFacts, LaunchShape } from "../../analyzer/facts/model";
import { demangle } from "../../analyzer/ir/demangle";
import type { RecordedLaunch, RecordedRow } from "../support/recorded";

/**
 * Executions of a memory instruction with at least one active lane. The row counts those that a predicate turned off for
 * the whole warp too; every other one has a thread, and costs at least one sector or wavefront at best.
 */
export function requestsOf({ row, ideal }: RecordedAccess): number {
  return Math.min(row.inst_executed, row.thread_inst_executed_true ?? row.inst_executed, Math.max(ideal, 1));
}

/** The template arguments that a recorded signature names: `void stride<int>(T1 *, int)`. */
function instanceOf({ signature }: RecordedLaunch): string {
  return (
    /<(.*)>\(/
      .exec(signature)?.[1]
      ?.replaceAll(/\((?:int|unsigned int|bool)\)/g, "")
      .replaceAll(" ", "") ?? ""
  );
}

/** The facts of the kernel that a recorded launch ran. */
export function kernelOf(launch: RecordedLaunch, kernels: readonly KernelFacts[]): KernelFacts | undefined {
  const named = kernels.filter(({ kernel }) => demangle(kernel.name).name === launch.kernel);
  if (named.length <= 1) return named[0];
  return named.find(
    ({ kernel }) => demangle(kernel.name).templateArguments.join(",").replaceAll(" ", "") === instanceOf(launch),
  );
}

/** The shapes of a kernel that fit a recorded launch: its block, and its grid where the site says one. */
export function shapesOf(launch: RecordedLaunch, facts: KernelFacts): readonly LaunchShape[] {
  const same = (a: readonly number[], b: readonly number[]): boolean => a.every((value, i) => value === b[i]);
  return facts.launches.filter(
    ({ grid, block }) => same(block, launch.block) && (grid === undefined || same(grid, launch.grid)),
  );
}

/** One executed memory instruction of a recorded launch. */
export interface RecordedAccess {
  readonly line: number;
  readonly kind: `${"global" | "shared"} ${"load" | "store" | "atomic"}`;
  readonly row: RecordedRow;
  /** Sectors or wavefronts over all executions. */
  readonly cost: number;
  readonly ideal: number;
}

const kinds: readonly (readonly [RegExp, RecordedAccess["kind"]])[] = [
  [/\bLDG\b/, "global load"],
  [/\bSTG\b/, "global store"],
  [/\bLDS\b/, "shared load"],
  [/\bSTS\b/, "shared store"],
  [/\b(ATOMG|ATOM|REDG|RED)\b/, "global atomic"],
  [/\bATOMS\b/, "shared atomic"],
];

/** The loads and stores that some warp executed. */
export function recordedRows({ sass }: RecordedLaunch): readonly RecordedAccess[] {
  return sass.flatMap((row): readonly RecordedAccess[] => {
    const kind = kinds.find(([pattern]) => pattern.test(row.sass))?.[1];
    if (!kind) return [];
    const isGlobal = kind.startsWith("global");
    const cost = isGlobal ? row.memory_l2_theoretical_sectors_global : row.memory_l1_wavefronts_shared;
    const ideal = isGlobal ? row.memory_l2_theoretical_sectors_global_ideal : row.memory_l1_wavefronts_shared_ideal;
    return cost ? [{ line: row.line, kind, row, cost, ideal: ideal ?? 0 }] : [];
  });
}

/** Line and kind of an access fact, as recordings name them. */
export function lineKind({ access }: AccessFact): string | undefined {
  if (access.op === "copy") return undefined;
  if (access.space !== "global" && access.space !== "shared") return undefined;
  const operation = access.op === "reduction" ? "atomic" : access.op;
  // Recorded lines are those of the outermost frame: where a kernel calls what was inlined.
  let frame = access.location;
  while (frame?.inlinedAt) frame = frame.inlinedAt;
  return frame && `${frame.line} ${access.space} ${operation}`;
}
