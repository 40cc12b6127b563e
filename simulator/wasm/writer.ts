/** Writes a function from expressions and statements: locals have types, and branches lead to labels. */
import { Code, exceedsLimits, type ModuleBuilder, type Signature } from "./encoder";
import { add, and, ctz, eqz, expressionOf, type I32, Local, ltU, type Operand, sub, tee } from "./expressions";
import { Op, type Opcode, Type, type ValueType } from "./opcodes";

type LocalsOf<Types extends readonly ValueType[]> = { readonly [At in keyof Types]: Local<Types[At]> };

/** A tuple of `N` locals, for destructuring without `undefined`. */
type Locals<T extends ValueType, N extends number, Taken extends readonly unknown[] = readonly []> = number extends N
  ? readonly Local<T>[]
  : Taken["length"] extends N
    ? Taken
    : Locals<T, N, readonly [...Taken, Local<T>]>;

/** Where a branch leads: the end of a block, or the start of a loop. */
export interface Label {
  readonly depth: number;
}

/** A function that is being written. Statements are written at once, in the order of the calls. */
export class FunctionWriter<const S extends Signature = Signature> {
  /** The parameters, in the signature's order. */
  readonly parameters: LocalsOf<S["parameters"]>;
  private readonly types: ValueType[] = [];
  private depth = 0;
  code = new Code();

  constructor(readonly signature: S) {
    this.parameters = signature.parameters.map((type, index) => new Local(type, index)) as unknown as LocalsOf<
      S["parameters"]
    >;
  }

  /** Has it more than an engine takes? */
  get isTooLarge(): boolean {
    return exceedsLimits(this.signature.parameters.length + this.types.length, this.code);
  }

  /** A new local, zero at first. */
  local<T extends ValueType>(type: T): Local<T> {
    this.types.push(type);
    return new Local(type, this.signature.parameters.length + this.types.length - 1);
  }

  /** Several new locals of one type. */
  locals<T extends ValueType, N extends number>(type: T, count: N): Locals<T, N> {
    return Array.from({ length: count }, () => this.local(type)) as unknown as Locals<T, N>;
  }

  i32(): Local<typeof Type.i32> {
    return this.local(Type.i32);
  }
  i64(): Local<typeof Type.i64> {
    return this.local(Type.i64);
  }
  v128(): Local<typeof Type.v128> {
    return this.local(Type.v128);
  }

  /** Leaves a value on the stack: the result of the function, at its end. */
  push(value: Operand<ValueType>): void {
    expressionOf(value).write(this.code);
  }

  set<T extends ValueType>(local: Local<T>, value: Operand<T>): void {
    this.push(value as Operand<ValueType>);
    this.code.set(local.index);
  }

  /** Stores with the instruction `opcode` at an address plus a constant offset. */
  store(opcode: Opcode, address: Operand<typeof Type.i32>, value: Operand<ValueType>, offset = 0): void {
    this.push(address);
    this.push(value);
    this.code.memory(opcode, offset);
  }
  store32(address: Operand<typeof Type.i32>, value: Operand<typeof Type.i32>, offset = 0): void {
    this.store(Op.i32Store, address, value, offset);
  }
  store64(address: Operand<typeof Type.i32>, value: Operand<typeof Type.i64>, offset = 0): void {
    this.store(Op.i64Store, address, value, offset);
  }
  store128(address: Operand<typeof Type.i32>, value: Operand<typeof Type.v128>, offset = 0): void {
    this.store(Op.v128Store, address, value, offset);
  }

  /** Copies bytes within linear memory. */
  copyMemory(target: I32, source: I32, bytes: Operand<typeof Type.i32>): void {
    for (const operand of [target, source, bytes]) this.push(operand);
    this.code.memoryCopy();
  }

  /** Fills bytes of linear memory. */
  fillMemory(target: I32, byte: Operand<typeof Type.i32>, bytes: Operand<typeof Type.i32>): void {
    for (const operand of [target, byte, bytes]) this.push(operand);
    this.code.memoryFill();
  }

  /** Calls a function without a result by its index. */
  call(index: number, ...operands: readonly Operand<ValueType>[]): void {
    for (const operand of operands) this.push(operand);
    this.code.call(index);
  }

  /** Ends the function, with its result if it has one. */
  return(value?: Operand<ValueType>): void {
    if (value !== undefined) this.push(value);
    this.code.op(Op.return);
  }

  when(condition: I32, then: () => void, otherwise?: () => void): void {
    this.push(condition);
    this.nest(Op.if, then, otherwise);
  }

  /** Statements that a branch to the label leaves. */
  block(body: (end: Label) => void): void {
    this.nest(Op.block, () => body({ depth: this.depth }));
  }

  /** Statements that a branch to the label repeats. */
  loop(body: (start: Label) => void): void {
    this.nest(Op.loop, () => body({ depth: this.depth }));
  }

  branch({ depth }: Label): void {
    this.code.br(this.depth - depth);
  }

  branchIf({ depth }: Label, condition: I32): void {
    this.push(condition);
    this.code.brIf(this.depth - depth);
  }

  /** `for (counter = 0; counter < limit; counter += step) body()`, with at least one iteration. */
  countUp(counter: Local<typeof Type.i32>, limit: number, step: number, body: () => void): void {
    this.set(counter, 0);
    this.loop((start) => {
      body();
      this.branchIf(start, ltU(tee(counter, add(counter, step)), limit));
    });
  }

  /** Runs `body` for each bit of the mask in `rest`, which it clears, lowest first; `lane` gets the bit's index. */
  eachLane(rest: Local<typeof Type.i32>, lane: Local<typeof Type.i32>, body: () => void): void {
    this.block((end) => {
      this.branchIf(end, eqz(rest));
      this.loop((start) => {
        this.set(lane, ctz(rest));
        body();
        this.branchIf(start, tee(rest, and(rest, sub(rest, 1))));
      });
    });
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

  defineIn(module: ModuleBuilder, exported?: string): number {
    return module.define(this.signature, this.types, this.code, exported);
  }

  private nest(
    opcode: typeof Op.block | typeof Op.loop | typeof Op.if,
    body: () => void,
    otherwise?: () => void,
  ): void {
    this.depth++;
    this.code.nest(opcode, body, otherwise);
    this.depth--;
  }
}
