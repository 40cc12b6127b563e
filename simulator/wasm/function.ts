/** A function being written: its code and its locals by name or by number. */
import { Code, type ModuleBuilder, type Signature } from "./encoder";
import { Op, Type, type ValueType } from "./opcodes";

/** The code and locals of one function while it is written. */
export class FunctionBuilder {
  readonly locals: ValueType[] = [];
  code = new Code();

  constructor(readonly signature: Signature) {}

  /** A new local, zero at first. */
  local(type: ValueType): number {
    this.locals.push(type);
    return this.signature.parameters.length + this.locals.length - 1;
  }

  i32(): number {
    return this.local(Type.i32);
  }
  i64(): number {
    return this.local(Type.i64);
  }
  v128(): number {
    return this.local(Type.v128);
  }

  /** Writes what `body` emits into code of its own, to be appended later. */
  aside(body: () => void): Code {
    const outer = this.code;
    this.code = new Code();
    body();
    const inner = this.code;
    this.code = outer;
    return inner;
  }

  /** `for (counter = 0; counter < limit; counter += step) body()`, with at least one round. */
  countUp(counter: number, limit: number, step: number, body: () => void): void {
    const { code } = this;
    code.i32(0).set(counter);
    code.nest(Op.loop, () => {
      body();
      this.code.get(counter).i32(step).op(Op.i32Add).tee(counter).i32(limit).op(Op.i32LtU).brIf(0);
    });
  }

  /** Runs `body` for every set bit of the mask in the local `rest` (which it clears), lowest first; `lane` is its index. */
  eachLane(rest: number, lane: number, body: () => void): void {
    const { code } = this;
    code.nest(Op.block, () => {
      code.get(rest).op(Op.i32Eqz).brIf(0);
      code.nest(Op.loop, () => {
        code.get(rest).op(Op.i32Ctz).set(lane);
        body();
        code.get(rest).get(rest).i32(1).op(Op.i32Sub, Op.i32And).tee(rest).brIf(0);
      });
    });
  }

  defineIn(module: ModuleBuilder, exported?: string): number {
    return module.define(this.signature, this.locals, this.code, exported);
  }
}

/** Bits of one strip of four lanes, for `and` with a splat of the mask. */
const STRIP_BITS = [1, 2, 4, 8] as const;

/** Pushes a vector whose lanes are all ones where bits `4 * strip …` of `mask` are set; `shift` holds `4 * strip`. */
export function pushStripMask(code: Code, mask: number, shift: number): void {
  code.get(mask).get(shift).op(Op.i32ShrU, Op.i32x4Splat).v128(STRIP_BITS).op(Op.v128And).v128(STRIP_BITS);
  code.op(Op.i32x4Eq);
}

/** Shuffle of two vectors of 64-bit lanes to their lower halves. */
export const LOW_HALVES = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27] as const;
