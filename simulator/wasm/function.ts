/** A function being written: its code and its locals by name or by number. */
import { Code, exceedsLimits, type ModuleBuilder, type Signature } from "./encoder";
import { Op, Type, type ValueType } from "./opcodes";

/** The code and locals of one function while it is written. */
export class FunctionBuilder {
  readonly locals: ValueType[] = [];
  code = new Code();

  constructor(readonly signature: Signature) {}

  /** Has it more than an engine takes? */
  get isTooLarge(): boolean {
    return exceedsLimits(this.signature.parameters.length + this.locals.length, this.code);
  }

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

  /** `for (counter = 0; counter < limit; counter += step) body()`, with at least one iteration. */
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
