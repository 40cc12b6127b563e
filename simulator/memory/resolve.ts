/**
 * Resolves the device addresses of a warp's access, as WebAssembly functions: are they aligned, in one space, and inside
 * what is allocated there? What the quick checks do not prove goes to a slow path, which is exact and traps.
 */
import type { ModuleBuilder, Signature } from "../wasm/encoder";
import {
  add,
  and,
  call,
  ctz,
  eq,
  eqz,
  extendS,
  extendU,
  geU,
  gtU,
  type I32,
  type LocalV128,
  load,
  load32,
  load64,
  load128,
  ltS,
  ltU,
  minU,
  mul,
  ne,
  type Operand,
  or,
  popcnt,
  select,
  shl,
  shrU,
  sub,
  tee,
  type V128,
  wrap,
  xor,
} from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";
import {
  anyTrue,
  bitselect,
  HIGH_WORDS,
  i32x4,
  i64x2,
  LOW_WORDS,
  SWAPPED_HALVES,
  shuffle,
  stripMask,
  v128,
  ZEROS,
} from "../wasm/vectors";
import { FunctionWriter, type Label } from "../wasm/writer";
import { unlessAllAllocated, unlessAllocated } from "./granules";
import { Cell, GRANULE, MemoryMap, Window } from "./layout";

const { i32, i64 } = Type;

/**
 * How the lanes of a resolved access lie: anywhere, all at one address, contiguous in lane order, or in rows with fixed
 * distances, which are at `MemoryMap.rows`; all lanes run then.
 */
export const Form = { scattered: 0, uniform: 1, contiguous: 2, rows: 3 } as const;

/**
 * `resolve(addresses, offset, mask, width, align, window, site)` → form. `addresses` points to 32 device addresses, to
 * which `offset` (64 bits) is added; `window` is what an address without one means (pointers of 32 bits), or 0, and what
 * every address means where it is shared memory's; `site` is handed to the slow path.
 */
export const resolveSignature = { parameters: [i32, i64, i32, i32, i32, i32, i32], results: [i32] } as const;
/** `resolveOne(address, mask, width, align, window, site)` → linear offset of an address that all lanes share. */
export const resolveOneSignature = { parameters: [i64, i32, i32, i32, i32, i32], results: [i32] } as const;

/** Bytes of 32 linear offsets, and of a vector of four. */
const OFFSETS_BYTES = 128;
const VECTOR_BYTES = 16;

const cell = (offset: number): I32 => load32(MemoryMap.cells + offset);

/** Whether the access's own window counts and not the address's: there is none, or it is 32 bits of shared memory. */
export const windowDecides = (carried: I32, window: I32): I32 => or(eqz(carried), eq(window, Window.shared));

/** The locals that the steps of `resolve` share. */
function beginResolve() {
  const fn = new FunctionWriter(resolveSignature);
  const [addresses, offset, mask, width, align, window] = fn.parameters;
  /** Of the first running lane: its index, and the halves of its address. */
  const [first, low, high] = fn.locals(i32, 3);
  const [strip, shift, pointer] = fn.locals(i32, 3);
  /** Lowest and highest offset of a running lane; then, of the highest, its last byte. */
  const [lowest, highest] = fn.locals(i32, 2);
  const [start, end] = fn.locals(i64, 2);
  /** Of four lanes: the lower halves of their addresses, their offsets, and which of them run. */
  const [raw, lows, lanes] = fn.locals(Type.v128, 3);
  /** Over all lanes: bits of the upper half that differ, bits of the offsets, and what is not contiguous. */
  const [wrong, bits, minimum, maximum, scattered, expected, added] = fn.locals(Type.v128, 7);
  const request = { addresses, offset, mask, width, align, window };
  const scratch = { first, low, high, strip, shift, pointer, lowest, highest, start, end };
  return { fn, ...request, ...scratch, raw, lows, lanes, wrong, bits, minimum, maximum, scattered, expected, added };
}

type Resolve = ReturnType<typeof beginResolve> & {
  /** Leaves the decision to the slow path. */
  readonly leave: () => void;
};

/** Reads the first running lane's address; the others are compared with it. */
function readFirstLane(on: Resolve): void {
  const { fn, addresses, offset, mask, width, first, low, high, pointer, minimum, maximum, expected, added } = on;
  fn.set(low, load32(tee(pointer, add(shl(tee(first, ctz(mask)), 3), addresses))));
  fn.set(high, load32(pointer, 4));
  fn.set(added, i32x4.splat(wrap(offset)));
  fn.set(maximum, tee(minimum, i32x4.splat(low)));
  // Where lane 0 would be, and from there lanes 0 to 3, if the warp is contiguous.
  const lane0 = i32x4.splat(sub(add(low, wrap(offset)), mul(first, width)));
  fn.set(expected, i32x4.add(lane0, i32x4.mul(i32x4.splat(width), v128([0, 1, 2, 3]))));
}

/** Adds the four lanes in `raw` and `lows` to what is known of all; `misplaced`: ones where they are not contiguous. */
function foldLanes(
  { fn, width, raw, lows, bits, minimum, maximum, scattered, expected }: Resolve,
  misplaced: V128,
): void {
  fn.set(bits, or(lows, bits));
  fn.set(minimum, i32x4.minU(raw, minimum));
  fn.set(maximum, i32x4.maxU(raw, maximum));
  fn.set(scattered, or(misplaced, scattered));
  fn.set(expected, i32x4.add(expected, i32x4.splat(shl(width, 2))));
}

/** Reads the addresses of a warp whose lanes all run. */
function readFullWarp(on: Resolve): void {
  const { fn, addresses, pointer, raw, lows, wrong, expected, added } = on;
  const [firstAddress, upper, even, odd] = fn.locals(Type.v128, 4);
  fn.set(firstAddress, load<typeof Type.v128>(Op.v128Load64Splat, pointer));
  fn.set(upper, ZEROS);
  for (let at = 0; at < 2 * OFFSETS_BYTES; at += 2 * VECTOR_BYTES) {
    const evenDiffers = xor(tee(even, load128(addresses, at)), firstAddress);
    const oddDiffers = xor(tee(odd, load128(addresses, at + VECTOR_BYTES)), firstAddress);
    fn.set(upper, or(or(evenDiffers, oddDiffers), upper));
    const offsets = tee(lows, i32x4.add(tee(raw, shuffle(LOW_WORDS, even, odd)), added));
    fn.store128(0, offsets, MemoryMap.offsets + at / 2);
    foldLanes(on, xor(lows, expected));
  }
  fn.set(wrong, shuffle(HIGH_WORDS, upper, upper));
}

/**
 * Most warps have one distance between neighbouring lanes, or one in each half, as in blocks that are 16 threads wide: of
 * them the range follows from a few addresses. Branches to `known` where this is one of them.
 */
function readAffineWarp(on: Resolve, known: Label): void {
  const { fn, addresses, offset, width, align, window, high, lowest, highest, start, end, scattered, leave } = on;
  const [first, second, distance, reach] = fn.locals(i64, 4);
  const [expected, step, differs] = fn.locals(Type.v128, 3);
  const HALF = OFFSETS_BYTES;
  const halves = [first, second] as const;
  fn.set(first, load64(addresses));
  fn.set(second, load64(addresses, HALF));
  fn.set(distance, sub(load64(addresses, 8), first));
  // Lane 2 tells most of the others apart.
  const isAffine = eq(load64(addresses, 16), add(first, shl(distance, 1n)));
  fn.when(and(isAffine, eq(distance, extendS(wrap(distance)))), () => {
    fn.set(step, i64x2.splat(shl(distance, 1n)));
    fn.set(differs, ZEROS);
    halves.forEach((lane0, half) => {
      fn.set(expected, i64x2.replace(i64x2.splat(lane0), 1, add(lane0, distance)));
      for (let at = half * HALF; at < (half + 1) * HALF; at += VECTOR_BYTES) {
        fn.set(differs, or(xor(load128(addresses, at), expected), differs));
        fn.set(expected, i64x2.add(expected, step));
      }
    });
    fn.when(eqz(anyTrue(differs)), () => {
      const distance32 = wrap(distance);
      fn.set(reach, mul(distance, 15n));
      fn.set(start, minU(first, second));
      fn.set(end, select(second, first, ltU(first, second)));
      fn.set(scattered, i32x4.splat(or(xor(distance32, width), wrap(sub(second, add(first, shl(distance, 4n)))))));
      const places = halves.map((lane0) => wrap(add(lane0, offset)));
      fn.set(step, i32x4.splat(shl(distance32, 2)));
      places.forEach((lane0, half) => {
        fn.set(expected, i32x4.add(i32x4.splat(lane0), i32x4.mul(i32x4.splat(distance32), v128([0, 1, 2, 3]))));
        for (let at = (half * HALF) / 2; at < ((half + 1) * HALF) / 2; at += VECTOR_BYTES) {
          fn.store128(0, expected, MemoryMap.offsets + at);
          fn.set(expected, i32x4.add(expected, step));
        }
      });
      fn.when(and(places.reduce(or, distance32), sub(align, 1)), leave);
      fn.when(
        ltS(distance, 0n),
        () => fn.set(start, add(start, reach)),
        () => fn.set(end, add(end, reach)),
      );
      fn.set(start, add(start, offset));
      fn.set(end, add(end, offset));
      fn.set(high, wrap(shrU(start, 32n)));
      fn.when(ne(high, wrap(shrU(end, 32n))), leave);
      fn.when(windowDecides(high, window), () => fn.set(high, window));
      fn.set(lowest, wrap(start));
      fn.set(highest, sub(add(wrap(end), width), 1));
      fn.branch(known);
    });
  });
}

/** Reads the addresses of the running lanes; the others count as the first one does. */
function readRunningLanes(on: Resolve): void {
  const { fn, addresses, mask, low, high, strip, shift, pointer, raw, lows, lanes, wrong, expected, added } = on;
  fn.countUp(strip, OFFSETS_BYTES, VECTOR_BYTES, () => {
    fn.set(shift, shrU(strip, 2));
    fn.set(pointer, add(addresses, shl(strip, 1)));
    fn.set(lanes, stripMask(mask, shift));
    const words = (which: readonly number[]) => shuffle(which, load128(pointer), load128(pointer, VECTOR_BYTES));
    fn.set(wrong, or(and(xor(words(HIGH_WORDS), i32x4.splat(high)), lanes), wrong));
    fn.set(raw, bitselect(words(LOW_WORDS), i32x4.splat(low), lanes));
    fn.store128(strip, tee(lows, i32x4.add(raw, added)), MemoryMap.offsets);
    foldLanes(on, and(xor(lows, expected), lanes));
  });
}

/** The least or greatest of a vector's four lanes, by halves. */
function foldVector(vector: LocalV128, fold: (left: V128, right: V128) => V128): I32 {
  const halves = tee(vector, fold(vector, shuffle(SWAPPED_HALVES, vector, vector)));
  const neighbours = [4, 5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15];
  return i32x4.extract(fold(halves, shuffle(neighbours, vector, vector)), 0);
}

/** Refuses different windows and addresses that are not aligned; finds the window and the range of bytes. */
function findRange(on: Resolve): void {
  const { fn, offset, width, align, window, high, lowest, highest, start, end, wrong, bits, leave } = on;
  fn.when(anyTrue(or(and(bits, i32x4.splat(sub(align, 1))), wrong)), leave);
  fn.when(windowDecides(high, window), () => fn.set(high, window));
  fn.set(start, add(extendU(foldVector(on.minimum, i32x4.minU)), offset));
  fn.set(end, add(extendU(foldVector(on.maximum, i32x4.maxU)), offset));
  // The sum of a lower half and the offset may be in another window.
  fn.when(ne(shrU(or(start, end), 32n), 0n), leave);
  fn.set(lowest, wrap(start));
  fn.set(highest, sub(add(wrap(end), width), 1));
}

/** Does the range of bytes leave a space? `below`: a byte lies before its start; `end`: the cell with its end. */
const outside = ({ lowest, highest }: Resolve, below: I32, end: number): I32 =>
  or(or(below, geU(highest, cell(end))), ltU(highest, lowest));

/** All granules that the lanes touch must be allocated. */
function checkGlobal(on: Resolve): void {
  const { fn, width, strip, lowest, highest, leave } = on;
  fn.when(outside(on, ltU(lowest, MemoryMap.heap), Cell.heapEnd), leave);
  unlessAllocated(fn, lowest, highest, leave);
  // Two neighbouring granules have been seen. Where more are not allocated one after the other, each lane's are looked up.
  fn.when(gtU(sub(highest, lowest), GRANULE), () =>
    unlessAllAllocated(fn, on, () =>
      fn.countUp(strip, OFFSETS_BYTES, 4, () => {
        const offset = load32(strip, MemoryMap.offsets);
        unlessAllocated(fn, offset, sub(add(offset, width), 1), leave);
      }),
    ),
  );
}

/** Every lane has local memory of its own: its offset is that of its part plus that of the variable. Byte 0 is none's. */
function placeLocal(on: Resolve): void {
  const { fn, lowest, leave } = on;
  fn.when(outside(on, eqz(lowest), Cell.localSize), leave);
  const [base, step] = fn.locals(Type.v128, 2);
  const lane0to3 = i32x4.mul(tee(step, i32x4.splat(cell(Cell.localSize))), v128([0, 1, 2, 3]));
  fn.set(base, i32x4.add(lane0to3, i32x4.splat(cell(Cell.localBase))));
  fn.set(step, i32x4.shl(step, 2));
  for (let at = MemoryMap.offsets; at < MemoryMap.offsets + OFFSETS_BYTES; at += VECTOR_BYTES) {
    fn.store128(0, i32x4.add(load128(0, at), base), at);
    fn.set(base, i32x4.add(base, step));
  }
  fn.return(Form.scattered);
}

/** Is the range of bytes inside what is allocated in its space? */
function checkRange(on: Resolve): void {
  const { fn, high, lowest, leave } = on;
  const inWindow = (window: number, check: () => void, otherwise: () => void) => () =>
    fn.when(eq(high, window), check, otherwise);
  const inSpace = (start: number, end: number) => () => fn.when(outside(on, ltU(lowest, start), end), leave);
  const local = inWindow(Window.local, () => placeLocal(on), leave);
  const constant = inWindow(Window.constant, inSpace(MemoryMap.parameters, Cell.constantsEnd), local);
  const shared = inWindow(Window.shared, inSpace(MemoryMap.shared, Cell.sharedEnd), constant);
  inWindow(Window.global, () => checkGlobal(on), shared)();
}

/**
 * Bytes from the first lane to the last from which on each lane waits for memory by itself, one and a half units of work beside the
 * steps: random reads within 512 MiB took 0.6 to 1 µs for 32 lanes, 30 to 50 units, on a busy machine on 2026-11-26 and 27. Within
 * less, as in searches of sorted arrays, lanes share lines of the caches.
 */
const APART = 128 << 20;

/** Counts the work of lanes that are far apart; it moves no clock. */
function countWaits({ fn, mask, lowest, highest }: Resolve): void {
  const slow = MemoryMap.cells + Cell.slow;
  fn.when(gtU(sub(highest, lowest), APART), () =>
    fn.store32(0, add(load32(0, slow), shrU(mul(popcnt(mask), 3), 1)), slow),
  );
}

/** Defines `resolve` and returns its index. */
export function defineResolve(module: ModuleBuilder, slow: number): number {
  const begun = beginResolve();
  const { fn, mask, width, lowest, highest, scattered } = begun;
  const keepRange = (from: Operand<typeof Type.i32>, to: Operand<typeof Type.i32>) => {
    fn.store32(0, from, MemoryMap.range);
    fn.store32(0, to, MemoryMap.range + 4);
  };
  const leave = () => {
    fn.call(slow, ...fn.parameters);
    keepRange(0, -1);
    fn.return(Form.scattered);
  };
  const on: Resolve = { ...begun, leave };
  fn.block((known) => {
    const isFull = eq(mask, -1);
    fn.when(isFull, () => readAffineWarp(on, known));
    readFirstLane(on);
    fn.when(
      isFull,
      () => readFullWarp(on),
      () => readRunningLanes(on),
    );
    findRange(on);
  });
  checkRange(on);
  keepRange(lowest, highest);
  countWaits(on);
  // `highest` is the last byte of the highest lane.
  fn.when(ltU(sub(highest, lowest), width), () => fn.return(Form.uniform));
  fn.push(shl(eqz(anyTrue(scattered)), Math.log2(Form.contiguous)));
  return fn.defineIn(module, "resolve");
}

/** Defines `resolveOne`. */
export function defineResolveOne(module: ModuleBuilder, slowOne: number): void {
  const fn = new FunctionWriter(resolveOneSignature);
  const [address, , width, align, window] = fn.parameters;
  const [low, high, last] = fn.locals(i32, 3);
  const slow = () => fn.return(call(i32, slowOne, ...fn.parameters));
  const isInside = (space: number, start: Operand<typeof Type.i32>, end: number): I32 =>
    and(and(eq(high, space), geU(low, start)), ltU(last, load32(MemoryMap.cells, end)));
  fn.set(low, wrap(address));
  fn.set(high, wrap(shrU(address, 32n)));
  fn.when(windowDecides(high, window), () => fn.set(high, window));
  fn.when(and(low, sub(align, 1)), slow);
  fn.when(ltU(tee(last, sub(add(low, width), 1)), low), slow);
  fn.when(isInside(Window.global, MemoryMap.heap, Cell.heapEnd), () => {
    unlessAllocated(fn, low, last, slow);
    fn.return(low);
  });
  fn.when(isInside(Window.shared, MemoryMap.shared, Cell.sharedEnd), () => fn.return(low));
  fn.when(isInside(Window.constant, MemoryMap.parameters, Cell.constantsEnd), () => fn.return(low));
  fn.push(call(i32, slowOne, ...fn.parameters));
  fn.defineIn(module, "resolveOne");
}

/** What the slow path of `resolve` is imported as: it has no result, as what it accepts is scattered. */
export const slowSignature: Signature = { ...resolveSignature, results: [] };
