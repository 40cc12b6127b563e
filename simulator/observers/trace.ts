/** What one warp did, step by step. */
import type { Dim3 } from "../../analyzer/facts/model";
import type { Location } from "../../analyzer/ir/model";
import type { Operation, Space } from "../../analyzer/lower/model";
import type { Observer, WarpContext } from "../model";
import { takenLanes } from "./branches";
import { spaceOfRequest } from "./traffic";

/** The warp to follow. */
export interface TracedWarp {
  readonly block: Dim3;
  readonly warp: number;
}

export interface TraceStep {
  readonly op: Operation | "branch" | "barrier";
  readonly location: Location | undefined;
  readonly mask: number;
  readonly space?: Space;
  /** Of an access, valid where `mask` has the lane's bit. */
  readonly addresses?: BigUint64Array;
  /** Of a branch: the lanes that took it. */
  readonly taken?: number;
}

export interface Trace {
  readonly observer: Observer;
  /** The first steps; `truncated` when there were more. */
  readonly result: () => { readonly steps: readonly TraceStep[]; readonly truncated: boolean };
}

/** Follows one warp for up to `kept` steps. */
export function traceWarp({ block, warp }: TracedWarp, kept: number): Trace {
  const steps: TraceStep[] = [];
  let truncated = false;
  const isChosen = (context: WarpContext) =>
    context.warp === warp && context.block.every((index, axis) => index === block[axis]);
  const add = (context: WarpContext, step: () => TraceStep): void => {
    if (!isChosen(context)) return;
    if (steps.length < kept) steps.push(step());
    else truncated = true;
  };
  const observer: Observer = {
    access: (access, mask, addresses, context) => {
      const { op, location } = access;
      const space = spaceOfRequest(access, mask, addresses);
      add(context, () => ({ op, location, mask, space, addresses: addresses.slice() }));
    },
    branch: ({ location }, mask, ways, context) => {
      add(context, () => ({ op: "branch", location, mask, taken: takenLanes(ways) }));
    },
    barrier: ({ location }, mask, context) => {
      add(context, () => ({ op: "barrier", location, mask }));
    },
  };
  return { observer, result: () => ({ steps, truncated }) };
}
