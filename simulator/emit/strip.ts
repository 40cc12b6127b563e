/**
 * Code for 32 lanes: a loop over eight strips of four lanes in which a chain of lane-wise operations keeps what it
 * computes in vector locals. Only what is read elsewhere is stored.
 */

import { isWide, type Kind } from "../plan/types";
import {
  add,
  and,
  apply,
  type Expression,
  i32,
  type LocalI32,
  type LocalV128,
  load128,
  or,
  shl,
  shrU,
  sub,
  type V128,
} from "../wasm/expressions";
import { Op, Type, type ValueType } from "../wasm/opcodes";
import { bitselect, extractLane, i32x4, replaceLane, stripMask, v128, ZEROS } from "../wasm/vectors";
import type { FunctionWriter } from "../wasm/writer";
import { type AffineValue, type Step, stepExpression } from "./affine";
import { type Operation, partOf, type Quad, type Target, wideMask } from "./operation";
import type { Representation, Slot } from "./representation";
import { type Watched, watchStrip } from "./watched";

/** Bytes of a slot. */
export function slotBytes(kind: Kind): number {
  return isWide(kind) ? 256 : 128;
}

/** The instructions that move a scalar of a kind into and out of vectors. */
const words = { type: Type.i32, splat: Op.i32x4Splat, extract: Op.i32x4ExtractLane, replace: Op.i32x4ReplaceLane };
const shapes = {
  i64: { type: Type.i64, splat: Op.i64x2Splat, extract: Op.i64x2ExtractLane, replace: Op.i64x2ReplaceLane },
  f32: { type: Type.f32, splat: Op.f32x4Splat, extract: Op.f32x4ExtractLane, replace: Op.f32x4ReplaceLane },
  f64: { type: Type.f64, splat: Op.f64x2Splat, extract: Op.f64x2ExtractLane, replace: Op.f64x2ReplaceLane },
} as const;
const shapeOf = (kind: Kind) => (kind === "i64" || kind === "f32" || kind === "f64" ? shapes[kind] : words);

/** A vector with the same scalar in all lanes. */
export const splatOf = (kind: Kind, value: Expression): V128 => apply(shapeOf(kind).splat, value);

/** The vector locals of four lanes. */
interface LocalQuad extends Quad {
  readonly parts: readonly LocalV128[];
}

/** One strip loop that is being written. */
export class Strip {
  /** Byte offset of the strip in a slot of 32-bit lanes: 0, 16 … 112. */
  private readonly at: LocalI32;
  private readonly prelude: (() => void)[] = [];
  private readonly pointers = new Map<string, LocalI32>();
  private readonly loaded = new Map<string, LocalQuad>();
  private readonly heads: (() => void)[] = [];

  constructor(
    private readonly target: Target & { readonly fn: FunctionWriter },
    private readonly takeVector: () => LocalV128,
  ) {
    this.at = target.fn.i32();
  }

  private get fn(): FunctionWriter {
    return this.target.fn;
  }

  private quad(kind: Kind): LocalQuad {
    return { kind, parts: isWide(kind) ? [this.takeVector(), this.takeVector()] : [this.takeVector()] };
  }

  /** Four lanes of a value that was computed before the loop. `key` identifies the value; `scalar`: a uniform one. */
  operand(key: string, representation: Exclude<Representation, { form: "affine" }>, scalar?: () => Expression): Quad {
    const known = this.loaded.get(key);
    if (known) return known;
    const { fn } = this;
    const { kind } = representation;
    if (representation.form !== "slot" && representation.form !== "mask") {
      if (!scalar) throw new Error("a uniform value without its scalar");
      return this.uniform(key, kind, scalar);
    }
    const quad = this.quad(kind);
    this.loaded.set(key, quad);
    if (representation.form === "slot") {
      const pointer = this.pointer(representation);
      quad.parts.forEach((part, index) => {
        fn.set(part, load128(pointer, representation.offset + 16 * index));
      });
    } else {
      const mask = this.lanesOf(representation.local);
      for (const part of quad.parts) fn.set(part, mask);
    }
    return quad;
  }

  /** Four lanes of a value that all lanes share. */
  private uniform(key: string, kind: Kind, scalar: () => Expression): Quad {
    const { fn } = this;
    const once = (derive: (part: V128) => V128): V128 => {
      const local = this.takeVector();
      this.prelude.push(() => fn.set(local, derive(partOf(quad))));
      return local;
    };
    const quad = { ...this.quad(kind), once };
    this.loaded.set(key, quad);
    this.prelude.push(() => {
      const value = kind === "i1" ? sub<ValueType>(i32(0), scalar()) : scalar();
      fn.push(apply(shapeOf(kind).splat, value));
      for (const part of quad.parts) fn.code.tee(part);
      fn.code.op(Op.drop);
    });
    return quad;
  }

  /** Four lanes of an integer of 32 bits that changes by fixed distances. */
  ramp(key: string, { base, column, row }: AffineValue, rowShift: number): Quad {
    const known = this.loaded.get(key);
    if (known) return known;
    const { fn } = this;
    const [start, result] = [this.quad("i32"), this.quad("i32")];
    const [first, target] = [partOf(start), partOf(result) as LocalV128];
    this.loaded.set(key, result);
    this.prelude.push(() => fn.set(first as LocalV128, i32x4.splat(base as LocalI32)));
    const lanes = i32x4.add(i32x4.splat(this.shift()), v128([0, 1, 2, 3]));
    const rowLanes = 1 << rowShift;
    const along = (step: Step, index: V128): V128 => {
      if (step === 1n) return index;
      return i32x4.mul(index, i32x4.splat(stepExpression(step, Type.i32)));
    };
    const inRow = rowLanes === 32 ? lanes : and(lanes, i32x4.splat(rowLanes - 1));
    let sum: V128 = first;
    if (column !== 0n) sum = i32x4.add(sum, along(column, inRow));
    if (row !== 0n && rowLanes < 32) sum = i32x4.add(sum, along(row, i32x4.shrU(lanes, rowShift)));
    fn.set(target, sum);
    return result;
  }

  /** Runs an operation on four lanes. */
  apply(operation: Operation, operands: readonly Quad[]): Quad {
    const result = this.quad(operation.result);
    if (!operation.vector) this.laneByLane(operation, operands, result);
    else {
      const values = operation.vector(this.target, ...operands);
      result.parts.forEach((part, index) => {
        this.fn.set(part, partOf({ kind: result.kind, parts: values }, index));
      });
    }
    return result;
  }

  /** Looks at the operands of an operation before it is run. */
  watch(watched: Watched, operands: readonly Quad[], exec: LocalI32): void {
    watchStrip(this.target, watched, operands, exec, this.shift());
  }

  /** Stores four lanes; `mask`: only those lanes. */
  store(quad: Quad, slot: Slot, mask: LocalI32 | undefined): void {
    const pointer = this.pointer(slot);
    quad.parts.forEach((part, index) => {
      const offset = slot.offset + 16 * index;
      const merged = (lanes: LocalI32): V128 => {
        const running = this.maskVector(lanes);
        return bitselect(part, load128(pointer, offset), isWide(quad.kind) ? wideMask(running, index) : running);
      };
      this.fn.store128(pointer, mask === undefined ? part : merged(mask), offset);
    });
  }

  /** Gathers the bits of four `i1` lanes in a mask that starts as 0. */
  collect(quad: Quad, mask: LocalI32): void {
    this.prelude.push(() => this.fn.set(mask, 0));
    const shift = this.shift();
    this.fn.set(mask, or(shl(i32x4.bitmask(partOf(quad)), shift), mask));
  }

  /** Writes the loop around what `body` writes. */
  run(body: () => void): void {
    const inner = this.fn.aside(body);
    const heads = this.fn.aside(() => {
      for (const head of this.heads) head();
    });
    for (const write of this.prelude) write();
    this.fn.countUp(this.at, 128, 16, () => {
      this.fn.code.append(heads).append(inner);
    });
  }

  /** All ones in the lanes that are set in a mask. */
  private lanesOf(mask: LocalI32): V128 {
    return stripMask(mask, this.shift());
  }

  private maskVector(mask: LocalI32): V128 {
    const key = `mask ${mask.index}`;
    const known = this.loaded.get(key);
    if (known) return partOf(known);
    const quad = this.quad("i1");
    this.loaded.set(key, quad);
    // The mask's head reads the shift, whose own head therefore comes first.
    this.shift();
    this.heads.push(() => {
      const lanes = this.lanesOf(mask);
      for (const part of quad.parts) this.fn.set(part, lanes);
    });
    return partOf(quad);
  }

  private shift(): LocalI32 {
    return this.head("shift", shrU(this.at, 2));
  }

  private pointer(slot: Slot): LocalI32 {
    const wide = isWide(slot.kind);
    return this.head(`${slot.base.index} ${wide}`, add(slot.base, wide ? shl(this.at, 1) : this.at));
  }

  /** A number that is computed at the start of every iteration. */
  private head(key: string, value: Expression<typeof Type.i32>): LocalI32 {
    const known = this.pointers.get(key);
    if (known !== undefined) return known;
    const local = this.fn.i32();
    this.pointers.set(key, local);
    this.heads.push(() => this.fn.set(local, value));
    return local;
  }

  private laneByLane(operation: Operation, operands: readonly Quad[], result: LocalQuad): void {
    const { fn } = this;
    for (const part of result.parts) fn.set(part, ZEROS);
    for (let lane = 0; lane < 4; lane++) {
      const { part, at } = laneIn(result, lane);
      const scalar = operation.scalar(this.target, ...operands.map((operand) => laneOf(operand, lane)));
      const value = result.kind === "i1" ? sub<ValueType>(i32(0), scalar) : scalar;
      fn.set(part, replaceLane(shapeOf(result.kind).replace, part, at, value));
    }
  }
}

/** The part that holds a lane, and the lane's number in it. */
function laneIn<Part extends V128>(
  { kind, parts }: { readonly kind: Kind; readonly parts: readonly Part[] },
  lane: number,
) {
  const [part] = isWide(kind) ? parts.slice(lane >> 1) : parts;
  if (!part) throw new Error(`no lane ${lane} of a vector`);
  return { part, at: isWide(kind) ? lane & 1 : lane };
}

/** One lane of four; `i1` as 0 or 1. */
function laneOf(quad: Quad, lane: number): Expression {
  const { type, extract } = shapeOf(quad.kind);
  const { part, at } = laneIn(quad, lane);
  const value = extractLane<ValueType>(type, extract, part, at);
  return quad.kind === "i1" ? and(value, i32(1)) : value;
}
