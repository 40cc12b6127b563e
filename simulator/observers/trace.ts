/** What one warp did, step by step, and where the warps of its block waited for each other. */

import { activeLanes } from "../../analyzer/hardware/lanes";
import type { Dim3 } from "../../analyzer/hardware/model";
import { assignedVariable } from "../../analyzer/ir/instrumentation";
import type { Instruction, Location } from "../../analyzer/ir/model";
import type { Operation, Space } from "../../analyzer/lower/model";
import { spaceOfRequest } from "../counting/traffic";
import type { Observer, WarpContext } from "../model";
import { takenLanes } from "./branches";

/** The warp to follow, or all warps of the block. */
export interface TracedWarp {
  readonly block: Dim3;
  readonly warp: number | "all";
}

/** One step of a warp that is followed. */
export interface TraceStep {
  /** Which warp, where all of the block are followed. */
  readonly warp?: number;
  readonly op: Operation | "branch" | "barrier" | "assignment";
  readonly location: Location | undefined;
  readonly mask: number;
  readonly space?: Space;
  /** Of an access, valid where `mask` has the lane's bit. */
  readonly addresses?: BigUint64Array;
  /** Of a branch: the lanes that took it. */
  readonly taken?: number;
  /** Of an assignment: the number of the variable, and the bits that it has now where `mask` has the lane's bit. */
  readonly variable?: number;
  readonly bits?: BigUint64Array;
}

/** Warps of the block that arrived at the same barrier as their `phase`th, counted from 0. */
export interface BarrierWait {
  readonly phase: number;
  readonly location: Location | undefined;
  readonly warps: readonly number[];
  /** Threads of them. */
  readonly lanes: number;
}

/** An observer that follows one warp, and what it saw. */
export interface Trace {
  readonly observer: Observer;
  /** The first steps and barriers; `truncated` when there were more. */
  readonly result: () => {
    readonly steps: readonly TraceStep[];
    readonly barriers: readonly BarrierWait[];
    readonly truncated: boolean;
  };
}

/** Follows one warp, or all of a block, for up to `kept` steps in the order in which they ran, and the warps of its block over as many barriers. */
export function traceWarp({ block, warp }: TracedWarp, kept: number): Trace {
  const steps: TraceStep[] = [];
  const barriers = new Barriers(kept);
  let truncated = false;
  const isBlock = (context: WarpContext) => context.block.every((index, axis) => index === block[axis]);
  const add = (context: WarpContext, step: () => Omit<TraceStep, "warp">): void => {
    if ((warp !== "all" && context.warp !== warp) || !isBlock(context)) return;
    if (steps.length < kept) steps.push(warp === "all" ? { warp: context.warp, ...step() } : step());
    else truncated = true;
  };
  const observer: Observer = {
    access: (access, mask, addresses, context) => {
      const { op, location } = access;
      const space = spaceOfRequest(access, mask, addresses);
      add(context, () => ({ op, location, mask, space, addresses: addresses.slice() }));
    },
    branch: ({ location }, mask, masks, context) => {
      add(context, () => ({ op: "branch", location, mask, taken: takenLanes(masks) }));
    },
    barrier: (instruction, mask, context) => {
      if (isBlock(context)) barriers.add(instruction, mask, context.warp);
      add(context, () => ({ op: "barrier", location: instruction.location, mask }));
    },
    assigned: (instruction, mask, values, context) => {
      const { location } = instruction;
      add(context, () => {
        const variable = assignedVariable(instruction)!;
        return { op: "assignment", location, mask, variable, bits: values.slice() };
      });
    },
  };
  return {
    observer,
    result: () => ({ steps, barriers: barriers.result(), truncated: truncated || barriers.truncated }),
  };
}

/** The arrivals of the warps of one block at its barriers, in order. */
class Barriers {
  readonly #phases = new Map<number, number>();
  readonly #waits = new Map<
    string,
    { phase: number; location: Location | undefined; warps: number[]; lanes: number }
  >();

  /** Warps arrived at more barriers than are kept. */
  truncated = false;

  constructor(private readonly kept: number) {}

  add({ id, block, location }: Instruction, mask: number, warp: number): void {
    const phase = this.#phases.get(warp) ?? 0;
    this.#phases.set(warp, phase + 1);
    const key = `${phase} ${block.function.name} ${id}`;
    const wait = this.#waits.get(key) ?? { phase, location, warps: [], lanes: 0 };
    if (!this.#waits.has(key)) {
      if (this.#waits.size >= this.kept) {
        this.truncated = true;
        return;
      }
      this.#waits.set(key, wait);
    }
    wait.warps.push(warp);
    wait.lanes += activeLanes(mask);
  }

  result(): readonly BarrierWait[] {
    return [...this.#waits.values()].sort((a, b) => a.phase - b.phase);
  }
}
