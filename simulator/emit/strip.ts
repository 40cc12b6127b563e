/**
 * Code for 32 lanes: a loop over eight strips of four lanes in which a chain of lane-wise operations keeps what it
 * computes in vector locals. Only what is read elsewhere is stored.
 */

import { isWide, type Kind } from "../plan/types";
import type { Code } from "../wasm/encoder";
import { type FunctionBuilder, pushStripMask } from "../wasm/function";
import { Op, type Opcode, Type } from "../wasm/opcodes";
import type { Operation, Quad, Target } from "./operation";
import type { Representation, Slot } from "./representation";

/** Bytes of a slot. */
export function slotBytes(kind: Kind): number {
  return isWide(kind) ? 256 : 128;
}

const splats: Record<number, Opcode> = {
  [Type.i32]: Op.i32x4Splat,
  [Type.i64]: Op.i64x2Splat,
  [Type.f32]: Op.f32x4Splat,
  [Type.f64]: Op.f64x2Splat,
};

/** One strip loop being written. */
export class Strip {
  /** Byte offset of the strip in a slot of 32-bit lanes: 0, 16 … 112. */
  private readonly at: number;
  private readonly prelude: (() => void)[] = [];
  private readonly pointers = new Map<string, number>();
  private readonly loaded = new Map<string, Quad>();
  private readonly heads: (() => void)[] = [];

  constructor(
    private readonly target: Target,
    private readonly takeVector: () => number,
  ) {
    this.at = target.fn.i32();
  }

  private get fn(): FunctionBuilder {
    return this.target.fn;
  }

  private get code(): Code {
    return this.target.fn.code;
  }

  quad(kind: Kind): Quad {
    return { kind, parts: isWide(kind) ? [this.takeVector(), this.takeVector()] : [this.takeVector()] };
  }

  /** Four lanes of a value that was computed before the loop. `key` tells values apart. */
  operand(key: string, representation: Representation, pushScalar: () => void): Quad {
    const known = this.loaded.get(key);
    if (known) return known;
    const quad = this.quad(representation.kind);
    this.loaded.set(key, quad);
    if (representation.form === "slot") {
      const pointer = this.pointer(representation);
      quad.parts.forEach((part, index) => {
        this.code
          .get(pointer)
          .memory(Op.v128Load, representation.offset + 16 * index)
          .set(part);
      });
    } else if (representation.form === "mask") {
      this.pushMask(representation.local);
      this.code.set(quad.parts[0]!);
    } else {
      this.prelude.push(() => {
        if (representation.kind === "i1") this.code.i32(0);
        pushScalar();
        if (representation.kind === "i1") this.code.op(Op.i32Sub);
        this.code.op(splats[scalarType(representation.kind)]!);
        quad.parts.forEach((part) => {
          this.code.tee(part);
        });
        this.code.op(Op.drop);
      });
    }
    return quad;
  }

  /** All ones in the lanes that are set in a mask. */
  pushMask(mask: number): void {
    const shift = this.shift();
    pushStripMask(this.code, mask, shift);
  }

  /** Runs an operation on four lanes. */
  apply(operation: Operation, operands: readonly Quad[]): Quad {
    const result = this.quad(operation.result);
    if (operation.vector) operation.vector(this.target, result, operands);
    else this.laneByLane(operation, operands, result);
    return result;
  }

  /** Stores four lanes; `mask`: only those lanes. */
  store(quad: Quad, slot: Slot, mask: number | undefined): void {
    const pointer = this.pointer(slot);
    const { code } = this;
    quad.parts.forEach((part, index) => {
      const offset = slot.offset + 16 * index;
      code.get(pointer).get(part);
      if (mask !== undefined) {
        code.get(pointer).memory(Op.v128Load, offset);
        const lanes = this.maskQuad(mask);
        if (isWide(quad.kind)) {
          const [a, b] = index === 0 ? [0, 4] : [8, 12];
          code.get(lanes).get(lanes);
          code.shuffle([a!, b!].flatMap((from) => [0, 1, 2, 3, 0, 1, 2, 3].map((byte) => from! + byte)));
        } else code.get(lanes);
        code.op(Op.v128Bitselect);
      }
      code.memory(Op.v128Store, offset);
    });
  }

  /** Gathers the bits of four `i1` lanes in a mask that starts as 0. */
  collect(quad: Quad, mask: number): void {
    this.prelude.push(() => this.code.i32(0).set(mask));
    this.code.get(quad.parts[0]!).op(Op.i32x4Bitmask).get(this.shift()).op(Op.i32Shl);
    this.code.get(mask).op(Op.i32Or).set(mask);
  }

  /** Writes the loop around what `body` writes. */
  run(body: () => void): void {
    const inner = this.fn.aside(body);
    const heads = this.fn.aside(() => {
      for (const head of this.heads) head();
    });
    for (const write of this.prelude) write();
    this.fn.countUp(this.at, 128, 16, () => {
      this.code.append(heads).append(inner);
    });
  }

  private maskQuad(mask: number): number {
    const key = `mask ${mask}`;
    const known = this.loaded.get(key);
    if (known) return known.parts[0]!;
    const quad = this.quad("i1");
    this.loaded.set(key, quad);
    // The mask's head reads the shift, whose own head therefore comes first.
    this.shift();
    this.heads.push(() => {
      this.pushMask(mask);
      this.code.set(quad.parts[0]!);
    });
    return quad.parts[0]!;
  }

  private shift(): number {
    return this.head("shift", (code) => code.get(this.at).i32(2).op(Op.i32ShrU));
  }

  private pointer(slot: Slot): number {
    const wide = isWide(slot.kind);
    return this.head(`${slot.base} ${wide}`, (code) => {
      code.get(slot.base).get(this.at);
      if (wide) code.i32(1).op(Op.i32Shl);
      code.op(Op.i32Add);
    });
  }

  /** A number that is computed at the start of every round. */
  private head(key: string, push: (code: Code) => void): number {
    const known = this.pointers.get(key);
    if (known !== undefined) return known;
    const local = this.fn.i32();
    this.pointers.set(key, local);
    this.heads.push(() => {
      push(this.code);
      this.code.set(local);
    });
    return local;
  }

  private laneByLane(operation: Operation, operands: readonly Quad[], result: Quad): void {
    const { code } = this;
    for (const part of result.parts) code.v128([0, 0, 0, 0]).set(part);
    for (let lane = 0; lane < 4; lane++) {
      const wide = isWide(result.kind);
      const part = result.parts[wide ? lane >> 1 : 0]!;
      code.get(part);
      if (result.kind === "i1") code.i32(0);
      operation.scalar(
        this.target,
        operands.map((operand) => () => this.pushLane(operand, lane)),
      );
      if (result.kind === "i1") code.op(Op.i32Sub);
      code.lane(replaceLane[scalarType(result.kind)]!, wide ? lane & 1 : lane).set(part);
    }
  }

  private pushLane(quad: Quad, lane: number): void {
    const wide = isWide(quad.kind);
    this.code.get(quad.parts[wide ? lane >> 1 : 0]!);
    this.code.lane(extractLane[scalarType(quad.kind)]!, wide ? lane & 1 : lane);
    if (quad.kind === "i1") this.code.i32(1).op(Op.i32And);
  }
}

function scalarType(kind: Kind): number {
  return kind === "i64" ? Type.i64 : kind === "f64" ? Type.f64 : kind === "f32" ? Type.f32 : Type.i32;
}

const extractLane: Record<number, Opcode> = {
  [Type.i32]: Op.i32x4ExtractLane,
  [Type.i64]: Op.i64x2ExtractLane,
  [Type.f32]: Op.f32x4ExtractLane,
  [Type.f64]: Op.f64x2ExtractLane,
};

const replaceLane: Record<number, Opcode> = {
  [Type.i32]: Op.i32x4ReplaceLane,
  [Type.i64]: Op.i64x2ReplaceLane,
  [Type.f32]: Op.f32x4ReplaceLane,
  [Type.f64]: Op.f64x2ReplaceLane,
};
