/** Ends a region at a barrier: its lanes leave the code and wait in the frame until the machine lets them go on. */
import type { InstructionOf } from "../../analyzer/ir/model";
import type { Emitter } from "../emit/emitter";
import { pushBarrierOperand } from "../intrinsics/barrierNumber";
import { findIntrinsic } from "../intrinsics/find";
import { pushBallot } from "../intrinsics/warp";
import { Cell, MemoryMap } from "../memory/layout";
import type { Region } from "../plan/regions";
import type { NamedBarrier } from "../plan/waitPoints";
import { Op } from "../wasm/opcodes";

/** The arguments of a barrier that is not the block's own: that has the number 0 and waits for all. */
function namedBarrier({ barrier }: Region) {
  if (barrier?.op !== "call") return undefined;
  const named = findIntrinsic(barrier)?.named;
  const number = named && barrier.arguments[named.number];
  const isOwn = number?.kind === "int" && number.value === 0n && named?.threads === undefined;
  return isOwn ? undefined : named;
}

/** Words of the frame for barriers that are not the block's own, by the region after. */
export function barrierWords(emitter: Emitter, regions: readonly Region[]): ReadonlyMap<Region, NamedBarrier> {
  return new Map(
    regions.flatMap((region) => {
      if (!namedBarrier(region)) return [];
      return [[regions[region.index + 1]!, { number: emitter.word(), threads: emitter.word() }] as const];
    }),
  );
}

/** Adds the running lanes to those that wait in a word of the frame. */
export function waitIn({ fn: { code }, frame, exec }: Emitter, word: number, mask = exec): void {
  code.get(frame).get(frame).memory(Op.i32Load, word).get(mask).op(Op.i32Or).memory(Op.i32Store, word);
}

/** Where lanes wait, and of which barrier. */
interface Waiting {
  /** The word with the lanes. */
  readonly word: number;
  /** The words for the operands of a barrier that is not the block's own. */
  readonly operands: NamedBarrier | undefined;
  /** The barrier's number among those that the machine can name. */
  readonly site: number;
}

/** The running lanes wait at the barrier that ends a region. */
export function suspend(emitter: Emitter, region: Region, { word, operands, site }: Waiting): void {
  const { barrier } = region;
  if (barrier?.op === "call") {
    const predicate = findIntrinsic(barrier)?.predicate;
    const named = namedBarrier(region);
    if (predicate !== undefined) bring(emitter, barrier, predicate);
    if (named && operands) {
      const keep = (argument: number, at: number) => {
        emitter.fn.code.get(emitter.frame);
        pushBarrierOperand(emitter, barrier, argument, site);
        emitter.fn.code.memory(Op.i32Store, at);
      };
      keep(named.number, operands.number);
      if (named.threads === undefined) emitter.fn.code.get(emitter.frame).i32(0).memory(Op.i32Store, operands.threads);
      else keep(named.threads, operands.threads);
    }
  }
  waitIn(emitter, word);
}

/** Counts the threads that come and those of them whose predicate is true. */
function bring(emitter: Emitter, barrier: InstructionOf<"call">, predicate: number): void {
  const { code } = emitter.fn;
  const add = (cell: number, push: () => void) => {
    const at = MemoryMap.cells + cell;
    code.i32(0).i32(0).memory(Op.i32Load, at);
    push();
    code.op(Op.i32Popcnt, Op.i32Add).memory(Op.i32Store, at);
  };
  add(Cell.arrived, () => void code.get(emitter.exec));
  add(Cell.agreed, () => pushBallot(emitter, barrier.arguments[predicate]!));
}
