/** Searches through bytes of linear memory as WebAssembly, 64 bytes a step: what `memcmp`, `memchr` and `strlen` do. */
import { ModuleBuilder } from "../wasm/encoder";
import {
  add,
  apply,
  eq,
  geU,
  type I32,
  type LocalI32,
  leU,
  load8U,
  load128,
  ne,
  sub,
  type V128,
} from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";
import { FunctionWriter } from "../wasm/writer";

const VECTOR = 16;
const STEP = 4 * VECTOR;

const vector = (opcode: Parameters<typeof apply>[0], ...operands: readonly (I32 | V128)[]): V128 =>
  apply<typeof Type.v128>(opcode, ...operands);

/** How far a search has come, and what it moves on. */
interface Search {
  readonly at: LocalI32;
  readonly end: LocalI32;
  /** Not zero where one of the 16 bytes at an offset from here ends the search. */
  hit(offset: number): V128;
  /** Whether the byte here ends the search. */
  readonly isHit: I32;
  advance(bytes: number): void;
}

/** Steps of 64 bytes while none of them ends the search, then single bytes. Leaves `at` at the byte that does, or at the end. */
function writeSearch(fn: FunctionWriter, { at, end, hit, isHit, advance }: Search): void {
  fn.block((near) => {
    fn.loop((again) => {
      // The distance, as the end of memory leaves no room for an offset beyond it.
      fn.branchIf(near, leU(sub(end, at), STEP - 1));
      const [first, ...others] = [0, 1, 2, 3].map((i) => hit(i * VECTOR));
      const any = others.reduce((all, one) => vector(Op.v128Or, all, one), first!);
      fn.branchIf(near, apply<typeof Type.i32>(Op.v128AnyTrue, any));
      advance(STEP);
      fn.branch(again);
    });
  });
  fn.block((done) => {
    fn.loop((again) => {
      fn.branchIf(done, geU(at, end));
      fn.branchIf(done, isHit);
      advance(1);
      fn.branch(again);
    });
  });
  fn.push(at);
}

const signature = { parameters: [Type.i32, Type.i32, Type.i32], results: [Type.i32] } as const;

function writeMismatch(module: ModuleBuilder): void {
  const fn = new FunctionWriter(signature);
  const [at, end, other] = fn.parameters;
  writeSearch(fn, {
    ...{ at, end },
    hit: (offset) => vector(Op.v128Xor, load128(at, offset), load128(other, offset)),
    isHit: ne(load8U(at), load8U(other)),
    advance(bytes) {
      fn.set(other, add(other, bytes));
      fn.set(at, add(at, bytes));
    },
  });
  fn.defineIn(module, "mismatch");
}

function writeFind(module: ModuleBuilder): void {
  const fn = new FunctionWriter(signature);
  const [at, end, byte] = fn.parameters;
  const wanted = fn.v128();
  fn.set(wanted, vector(Op.i8x16Splat, byte));
  writeSearch(fn, {
    ...{ at, end },
    hit: (offset) => vector(Op.i8x16Eq, load128(at, offset), wanted),
    isHit: eq(load8U(at), byte),
    advance: (bytes) => fn.set(at, add(at, bytes)),
  });
  fn.defineIn(module, "find");
}

let compiled: WebAssembly.Module | undefined;

function build(): WebAssembly.Module {
  const module = new ModuleBuilder();
  writeMismatch(module);
  writeFind(module);
  return new WebAssembly.Module(module.build());
}

/** Searches over one memory; offsets are of linear memory. */
export interface Scans {
  /** The first offset from `at` up to `end` whose byte is not that of the range from `other` on; `end` where all are. */
  mismatch(at: number, end: number, other: number): number;
  /** The first offset from `at` up to `end` with the byte (0–255); `end` where there is none. */
  find(at: number, end: number, byte: number): number;
}

/** The searches over one memory. */
export function scansOf(memory: WebAssembly.Memory): Scans {
  compiled ??= build();
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  const { mismatch, find } = exports as Record<"mismatch" | "find", (a: number, b: number, c: number) => number>;
  return {
    mismatch: (at, end, other) => mismatch(at, end, other) >>> 0,
    find: (at, end, byte) => find(at, end, byte) >>> 0,
  };
}
