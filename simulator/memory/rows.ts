/** Resolves an access of a full warp whose lanes stand in rows with fixed distances, as a WebAssembly function. */
import type { ModuleBuilder } from "../wasm/encoder";
import {
  add,
  and,
  call,
  i32 as constant,
  eq,
  eqz,
  extendS,
  extendU,
  geU,
  gtU,
  type I32,
  i64 as i64Constant,
  load32,
  ltS,
  ltU,
  mul,
  ne,
  or,
  select,
  shl,
  shrU,
  sub,
  wrap,
} from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import { i32x4, v128 } from "../wasm/vectors";
import { FunctionWriter } from "../wasm/writer";
import { granuleAt, unlessAllAllocated, unlessAllocated, WHOLE } from "./granules";
import { Cell, GRANULE, MemoryMap, Window } from "./layout";
import { Form, windowDecides } from "./resolve";

const { i32, i64 } = Type;

/**
 * `resolveRows(address, column, row, rowShift, mask, width, align, window, site)` → form: the address of lane 0, the distances
 * between columns and rows of lanes, and the lanes of a row as a power of two, at least 4; the rest as `resolve` has it, which
 * decides what this does not. Of words whose columns are contiguous or share an address only the first offset is written, unless
 * requests are watched: the others follow from it (`defineRowOffsets`).
 */
export const resolveRowsSignature = {
  parameters: [i64, i64, i64, i32, i32, i32, i32, i32, i32],
  results: [i32],
} as const;

/** Offsets of `MemoryMap.rows`. */
export const Rows = { column: 0, row: 4, rowShift: 8 } as const;

const VECTOR_BYTES = 16;
const OFFSETS_BYTES = 128;

const SLOW = MemoryMap.cells + Cell.slow;
/** Bytes between neighbouring lanes from which on they wait for memory one by one, and the units of work of all: see `resolve.ts`. */
const APART = 4 << 20;
const APART_WORK = 48;

function begin(module: ModuleBuilder) {
  const rowOffsets = defineRowOffsets(module);
  const fn = new FunctionWriter(resolveRowsSignature);
  const [start, end] = fn.locals(i64, 2);
  const [lowest, highest, high, at, across, lane] = fn.locals(i32, 6);
  return { fn, rowOffsets, start, end, lowest, highest, high, at, across, lane };
}

type RowsWriter = ReturnType<typeof begin>;

/**
 * Defines a function without parameters that writes the offsets of all lanes of an access in rows, of which the first is written,
 * and returns its index.
 */
export function defineRowOffsets(module: ModuleBuilder): number {
  const fn = new FunctionWriter({ parameters: [], results: [] } as const);
  const [first, next, across, row, rowShift, at, lane] = fn.locals(i32, 7);
  const [here, step] = fn.locals(Type.v128, 2);
  fn.set(first, load32(0, MemoryMap.offsets));
  fn.set(across, load32(0, MemoryMap.rows + Rows.column));
  fn.set(row, load32(0, MemoryMap.rows + Rows.row));
  fn.set(rowShift, load32(0, MemoryMap.rows + Rows.rowShift));
  const lanes = v128([0, 1, 2, 3]);
  fn.set(step, i32x4.splat(shl(across, 2)));
  const from = (start: I32) => i32x4.add(i32x4.splat(start), i32x4.mul(i32x4.splat(across), lanes));
  fn.when(
    geU(rowShift, 4),
    () => {
      // Either half of the warp is a row, or both are one.
      fn.set(next, add(first, select(shl(across, 4), row, eq(rowShift, 5))));
      [first, next].forEach((start, half) => {
        fn.set(here, from(start));
        for (let byte = 0; byte < OFFSETS_BYTES / 2; byte += VECTOR_BYTES) {
          fn.store128(0, here, MemoryMap.offsets + (half * OFFSETS_BYTES) / 2 + byte);
          fn.set(here, i32x4.add(here, step));
        }
      });
    },
    () => {
      fn.set(next, first);
      fn.set(lane, 0);
      fn.countUp(at, OFFSETS_BYTES, VECTOR_BYTES, () => {
        fn.when(eqz(lane), () => {
          fn.set(here, from(next));
          fn.set(next, add(next, row));
        });
        fn.store128(at, here, MemoryMap.offsets);
        fn.set(here, i32x4.add(here, step));
        fn.set(lane, and(add(lane, 4), sub(shl(1, rowShift), 1)));
      });
    },
  );
  return fn.defineIn(module);
}

/** All granules that the lanes touch must be allocated. */
function checkGlobal(on: RowsWriter, leave: () => void): void {
  const { fn, rowOffsets, lowest, highest, at } = on;
  const [, , , , , width] = fn.parameters;
  fn.when(or(ltU(lowest, MemoryMap.heap), geU(highest, load32(MemoryMap.cells + Cell.heapEnd))), leave);
  unlessAllocated(fn, lowest, highest, leave);
  fn.when(gtU(sub(highest, lowest), GRANULE), () =>
    unlessAllAllocated(fn, on, () => {
      fn.call(rowOffsets);
      fn.countUp(at, OFFSETS_BYTES, 4, () => {
        const offset = load32(at, MemoryMap.offsets);
        unlessAllocated(fn, offset, sub(add(offset, width), 1), leave);
      });
    }),
  );
}

/** Finds the range of bytes; leaves what wraps, lies in two windows, or is not aligned. */
function findRange({ fn, start, end, lowest, highest, high, across }: RowsWriter, leave: () => void): void {
  const [address, column, row, rowShift, , width, align, window] = fn.parameters;
  fn.set(across, wrap(column));
  fn.when(or(ne(column, extendS(across)), ne(row, extendS(wrap(row)))), leave);
  fn.when(and(or(or(wrap(address), across), wrap(row)), sub(align, 1)), leave);
  fn.set(start, address);
  fn.set(end, address);
  const reach = fn.i64();
  const extend = (distance: typeof column, count: I32) => {
    fn.set(reach, mul(distance, extendU(count)));
    fn.when(
      ltS(reach, 0n),
      () => fn.set(start, add(start, reach)),
      () => fn.set(end, add(end, reach)),
    );
  };
  extend(column, sub(shl(1, rowShift), 1));
  fn.when(ne(rowShift, 5), () => extend(row, sub(shrU(32, rowShift), 1)));
  fn.set(high, wrap(shrU(start, 32n)));
  fn.when(ne(high, wrap(shrU(end, 32n))), leave);
  fn.when(windowDecides(high, window), () => fn.set(high, window));
  fn.set(lowest, wrap(start));
  fn.set(highest, sub(add(wrap(end), width), 1));
  fn.when(ltU(highest, lowest), leave);
}

/** Decides an access of a full warp; leaves what it does not. */
function resolveFull(on: RowsWriter, leave: () => void): void {
  const { fn, rowOffsets, lowest, highest, high, across } = on;
  const [address, , row, rowShift, , width] = fn.parameters;
  findRange(on, leave);
  const isOneRow = eq(rowShift, 5);
  fn.store32(0, wrap(address), MemoryMap.offsets);
  fn.store32(0, across, MemoryMap.rows + Rows.column);
  fn.store32(0, select(0, wrap(row), isOneRow), MemoryMap.rows + Rows.row);
  fn.store32(0, rowShift, MemoryMap.rows + Rows.rowShift);
  fn.when(
    eq(high, Window.global),
    () => checkGlobal(on, leave),
    () => {
      fn.when(ne(high, Window.shared), leave);
      fn.when(or(ltU(lowest, MemoryMap.shared), geU(highest, load32(MemoryMap.cells + Cell.sharedEnd))), leave);
    },
  );
  // Elements of less than a word are moved one by one.
  const needsAll = or(load32(0, MemoryMap.cells + Cell.watched), ltU(width, 4));
  fn.when(and(eq(across, width), or(isOneRow, eq(wrap(row), shl(across, rowShift)))), () => {
    fn.when(needsAll, () => fn.call(rowOffsets));
    fn.return(Form.contiguous);
  });
  fn.when(gtU(add(across, APART), 2 * APART), () => fn.store32(0, add(load32(0, SLOW), APART_WORK), SLOW));
  const isMovedByRows = or(eqz(across), eq(across, width));
  fn.when(eq(sub(highest, lowest), sub(width, 1)), () => {
    fn.call(rowOffsets);
    fn.return(Form.uniform);
  });
  fn.when(or(needsAll, eqz(isMovedByRows)), () => fn.call(rowOffsets));
  fn.return(Form.rows);
}

/**
 * `resolveContiguous(address, mask, width, align, window, site)` → form: the same of lanes that are contiguous, each with a word
 * or more, as most accesses are.
 */
export const resolveContiguousSignature = { parameters: [i64, i32, i32, i32, i32, i32], results: [i32] } as const;

/** Defines `resolveContiguous`; `resolveRows`, the index of that function, decides what it does not. */
export function defineResolveContiguous(module: ModuleBuilder, resolveRows: number): void {
  const fn = new FunctionWriter(resolveContiguousSignature);
  const [address, mask, width, align, window, site] = fn.parameters;
  const [low, last, high] = fn.locals(i32, 3);
  const isOutside = (start: number, end: number): I32 => or(ltU(low, start), geU(last, load32(MemoryMap.cells + end)));
  fn.block((undecided) => {
    const leaveWhere = (condition: I32) => fn.branchIf(undecided, condition);
    leaveWhere(or(ne(mask, -1), load32(0, MemoryMap.cells + Cell.watched)));
    fn.set(low, wrap(address));
    fn.set(last, sub(add(low, shl(width, 5)), 1));
    leaveWhere(or(and(low, sub(align, 1)), ltU(last, low)));
    fn.set(high, wrap(shrU(address, 32n)));
    fn.when(windowDecides(high, window), () => fn.set(high, window));
    fn.when(
      eq(high, Window.global),
      () => {
        leaveWhere(or(isOutside(MemoryMap.heap, Cell.heapEnd), gtU(width, GRANULE / 32)));
        leaveWhere(ne(and(granuleAt(low), granuleAt(last)), WHOLE));
      },
      () => leaveWhere(or(ne(high, Window.shared), isOutside(MemoryMap.shared, Cell.sharedEnd))),
    );
    fn.store32(0, low, MemoryMap.offsets);
    fn.return(Form.contiguous);
  });
  fn.push(
    call(i32, resolveRows, address, extendU(width), i64Constant(0n), constant(5), mask, width, align, window, site),
  );
  fn.defineIn(module, "resolveContiguous");
}

/** Defines `resolveRows` and returns its index; `resolve`: that of the function. */
export function defineResolveRows(module: ModuleBuilder, resolve: number): number {
  const on = begin(module);
  const { fn, lane } = on;
  const [address, column, row, rowShift, mask, ...request] = fn.parameters;
  fn.block((undecided) => {
    fn.branchIf(undecided, ne(mask, -1));
    resolveFull(on, () => fn.branch(undecided));
  });
  const times = (distance: typeof column, count: I32) => mul(distance, extendU(count));
  fn.countUp(lane, 32, 1, () => {
    const inRow = times(column, and(lane, sub(shl(1, rowShift), 1)));
    fn.store64(shl(lane, 3), add(add(address, inRow), times(row, shrU(lane, rowShift))), MemoryMap.scratch);
  });
  fn.push(call(i32, resolve, constant(MemoryMap.scratch), i64Constant(0n), mask, ...request));
  return fn.defineIn(module, "resolveRows");
}
