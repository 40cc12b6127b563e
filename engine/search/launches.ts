/**
 * Launches for a checked run of a kernel of which nothing says how it is launched: what a caller could launch it with, so that
 * what is wrong shows, and nothing that is only our guess of its block, its grid or its buffers is reported.
 */
import type { LaunchShape } from "../../analyzer/facts/model";
import type { Dim3 } from "../../analyzer/hardware/model";
import { layoutOf } from "../../analyzer/ir/layout";
import type { Func, Instruction, Module } from "../../analyzer/ir/model";
import { requiredCluster } from "../../simulator/machine/limits";
import type { SimulateJson } from "../formats/simulation";
import type { Assumption, SimulateRequest } from "../model";
import { axisOf, blocksToTry } from "./blockSteps";
import { integersToTry } from "./interesting";
import { reachable } from "./reachable";

/** Shared memory that every launch may have without asking for more. Reference: CUDA C++ Programming Guide, "Shared Memory". */
const SHARED_BYTES = 48 * 1024;

/** Memory of an assumed buffer; and where that is too small, for square matrices with a row for each of a thousand threads. */
const BUFFER_BYTES = [1 << 20, 1 << 24] as const;

/** Blocks of one, two and three axes that kernels are written for, likely ones first. */
const BLOCKS: Readonly<Record<1 | 2 | 3, readonly Dim3[]>> = {
  1: [256, 128, 64, 32, 512, 1024, 16].map((x) => [x, 1, 1]),
  2: [
    [16, 16, 1],
    [32, 8, 1],
    [32, 32, 1],
    [8, 8, 1],
    [16, 8, 1],
    [4, 4, 1],
  ],
  3: [
    [32, 4, 2],
    [8, 8, 8],
    [8, 8, 4],
    [4, 4, 4],
  ],
};

/** Grids by the axes that the kernel reads of its block's index; a kernel that reads none is written for one block. */
const GRIDS: Readonly<Record<0 | 1 | 2 | 3, Dim3>> = { 0: [1, 1, 1], 1: [4, 1, 1], 2: [2, 2, 1], 3: [2, 2, 2] };

/** What is known of a kernel whose launch may have to be assumed. */
export interface Unlaunched {
  readonly module: Module;
  readonly kernel: Func;
  /** The kernel as it is written, unoptimised. */
  readonly written: Func;
  /** What facts take for its launch. */
  readonly known: LaunchShape | undefined;
  readonly request: Pick<SimulateRequest, "grid" | "block" | "shared">;
}

const instructionsOf = (kernel: Func): readonly Instruction[] =>
  reachable(kernel).flatMap(({ blocks }) => blocks.flatMap(({ instructions }) => instructions));

/** The last axis of a special register (`ctaid`) that code reads, 0 for none. */
function axesOf(code: readonly Instruction[], register: string): 0 | 1 | 2 | 3 {
  let axes = 0;
  for (const one of code) axes = Math.max(axes, (axisOf(one, register) ?? -1) + 1);
  return axes as 0 | 1 | 2 | 3;
}

/** Does code synchronise by variables of global memory? Then it is written for several blocks. */
const hasGlobalAtomics = (code: readonly Instruction[]): boolean =>
  code.some((one) => {
    if (one.op !== "atomicrmw" && one.op !== "cmpxchg") return false;
    const { type } = one.pointer;
    return type.kind === "pointer" && type.space !== 3;
  });

function gridOf(module: Module, kernel: Func): Dim3 {
  const code = instructionsOf(kernel);
  const axes = axesOf(code, "ctaid") || (hasGlobalAtomics(code) ? 1 : 0);
  const cluster = requiredCluster(module, kernel);
  return cluster ? [2 * cluster[0], cluster[1], cluster[2]] : GRIDS[axes];
}

/** Bytes of dynamic shared memory that a kernel may have beside its own arrays; 0 where it declares none. */
export function sharedOf(module: Module): number {
  const layout = layoutOf(module);
  const bytes = module.globals.filter(({ space }) => space === 3).map(({ valueType }) => layout.size(valueType));
  if (!bytes.includes(0)) return 0;
  return Math.max(0, (SHARED_BYTES - bytes.reduce((sum, one) => sum + one, 0)) & ~15);
}

/** Assumptions to run a kernel with, one after the other, the likeliest first. Only what nothing says is in them. */
export function assumptionsFor({ module, kernel, written, known, request }: Unlaunched): readonly Assumption[] {
  const isOpen = !request.block && (known?.from ?? "assumed") === "assumed";
  const axes = axesOf(instructionsOf(kernel), "tid") || 1;
  const [usual = BLOCKS[1][0]!, ...others] = isOpen ? blocksToTry(BLOCKS[axes], instructionsOf(written)) : [undefined];
  const common = {
    ...(!request.grid && !known?.grid && { grid: gridOf(module, kernel) }),
    ...(request.shared === undefined && known?.shared === undefined && { shared: sharedOf(module) }),
  };
  const first = { ...common, ...(isOpen && { block: usual }), bufferBytes: BUFFER_BYTES[0] };
  return [
    first,
    ...others.map((block) => ({ ...first, ...(block && { block }) })),
    { ...first, bufferBytes: BUFFER_BYTES[1] },
    { ...first, zeros: true as const },
  ];
}

/** What a run says under an assumption: nothing wrong, something wrong, or what may be the assumption's own fault. */
function judged({ outcome, launches }: SimulateJson): "clean" | "wrong" | "doubtful" {
  const findings = launches.flatMap((launch) => launch.findings);
  const isDoubtful = findings.some(({ rule }) => DOUBTFUL.has(rule));
  const isEnded = outcome === "completed" || findings.some(({ rule }) => rule === "deadlock");
  if (isDoubtful || !isEnded) return "doubtful";
  return findings.length > 0 ? "wrong" : "clean";
}

/** Rules that a launch of another shape, or with larger buffers, may not break. */
const DOUBTFUL: ReadonlySet<string> = new Set([
  "out-of-bounds",
  "misaligned",
  "uninitialised-read",
  "limit",
  "assertion",
]);

/** Whether a run has a launch or arguments that nothing says. */
export const isAssumed = ({ result: { launches }, assumption }: Assumed): boolean =>
  !!assumption.grid ||
  !!assumption.block ||
  !!assumption.shared ||
  launches.some((launch) => launch.arguments.some(({ from }) => from === "default"));

/** Runs at most that look for numbers which a kernel's preconditions let pass. */
const CONTRACT_RUNS = 80;

/** A run, and the assumption that it was made under. */
export interface Assumed {
  readonly result: SimulateJson;
  readonly assumption: Assumption;
}

/** What a kernel is run with until a run is sound. */
export interface SoundInput {
  readonly assumptions: readonly Assumption[];
  /** Integers that the kernel's code compares with. */
  readonly compared: readonly bigint[];
  run(assumption: Assumption): Promise<SimulateJson>;
}

/**
 * A run with numbers that the kernel's preconditions let pass: one number after the other takes values until another
 * precondition is the first that fails, or none. The run that was given where no value helps.
 */
async function meetingContracts(made: Assumed, input: SoundInput): Promise<Assumed> {
  const [report] = made.result.launches;
  const isNumber = ({ from, spec }: { from: string; spec: string }) => from === "default" && /^-?\d+$/.test(spec);
  const parameters = report?.arguments.filter(isNumber) ?? [];
  const failed = new Set([made.result.message]);
  let [best, left] = [made, CONTRACT_RUNS];
  for (let at = 0; report && at < parameters.length; at++) {
    for (const value of integersToTry(input.compared, report.grid, report.block)) {
      if (left-- === 0) return best;
      const numbers = new Map([...(best.assumption.numbers ?? []), [parameters[at]!.name, `${value}`]]);
      const assumption = { ...best.assumption, numbers };
      const result = await input.run(assumption);
      if (result.outcome !== "refused") return { result, assumption };
      if (failed.has(result.message)) continue;
      failed.add(result.message);
      best = { result, assumption };
      // What fails now may need a number that was passed over before.
      at = -1;
      break;
    }
  }
  return best;
}

/** The first run under one of some assumptions that is not their fault; else the first of all. */
export async function firstSound(input: SoundInput, signal?: AbortSignal): Promise<Assumed> {
  let first: Assumed | undefined;
  const waiting = [...input.assumptions];
  for (let own = waiting.shift(); own; own = waiting.shift()) {
    const { numbers } = first?.assumption ?? {};
    const assumption = { ...own, ...(numbers && { numbers }) };
    let made: Assumed = { assumption, result: await input.run(assumption) };
    if (made.result.outcome === "refused" && !first) made = await meetingContracts(made, input);
    const isRefused = made.result.outcome === "refused";
    if (!first || (first.result.outcome === "refused" && !isRefused)) first = made;
    if (signal?.aborted) break;
    if (!isAssumed(made) || judged(made.result) !== "doubtful") return made;
    // Threads that wait for ever wait for a flag or a lock, which only buffers of zeros may bring.
    if (made.result.outcome === "limit") waiting.splice(0, waiting.length, ...waiting.filter(({ zeros }) => zeros));
  }
  return first!;
}
