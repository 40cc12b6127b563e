/**
 * The warp's memory unit, as a WebAssembly module that all kernels import: checks 32 addresses, turns them into places in
 * linear memory, and moves lanes. What the quick checks do not prove goes to `slow`, which is exact and traps.
 */
import { type Code, ModuleBuilder, type Signature } from "../wasm/encoder";
import { FunctionBuilder, HIGH_HALVES, LOW_HALVES, pushStripMask } from "../wasm/function";
import { Op, type Opcode, Type } from "../wasm/opcodes";
import { Cell, GRANULE, MemoryMap, Window } from "./layout";

const { i32, i64 } = Type;

/** How the lanes of a resolved access lie: anywhere, all at one place, or side by side in lane order. */
export const Form = { scattered: 0, uniform: 1, contiguous: 2 } as const;

/** Exact checks in JavaScript, for what the quick ones do not decide. They throw when the access is wrong. */
export interface SlowPaths {
  /** Checks the lanes of `mask` and writes their linear offsets to `Place.offsets`. */
  slow(
    addresses: number,
    offset: number,
    mask: number,
    width: number,
    align: number,
    window: number,
    site: number,
  ): void;
  /** One address that all lanes share; returns its linear offset. */
  slowOne(address: bigint, mask: number, width: number, align: number, window: number, site: number): number;
}

/**
 * `resolve(addresses, offset, mask, width, align, window, site)` → form. `addresses` points to 32 device addresses, to
 * which `offset` (signed) is added; `window` is what an address without one means (pointers of 32 bits), or 0, and what
 * every address means where it is shared memory's; `site` is handed to the slow path.
 */
export const resolveSignature: Signature = { parameters: [i32, i32, i32, i32, i32, i32, i32], results: [i32] };
/** `resolveOne(address, mask, width, align, window, site)` → linear offset of an address that all lanes share. */
export const resolveOneSignature: Signature = { parameters: [i64, i32, i32, i32, i32, i32], results: [i32] };
/**
 * `gatherN(destination, offset, mask, form)`: loads `Place.offsets[lane] + offset` into lanes of a slot. `scatterN(source,
 * offset, mask, form)` stores them, lowest lane first.
 */
export const gatherSignature: Signature = { parameters: [i32, i32, i32, i32], results: [] };

/** Pushes whether the access's own window counts and not the address's: there is none, or it is 32 bits of shared memory. */
function pushWindowDecides(code: Code, carried: number, window: number): void {
  code.get(carried).op(Op.i32Eqz).get(window).i32(Window.shared).op(Op.i32Eq, Op.i32Or);
}

function defineResolve(module: ModuleBuilder, slow: number): void {
  const fn = new FunctionBuilder(resolveSignature);
  const { code } = fn;
  const [addresses, offset, mask, width, align, window, site] = [0, 1, 2, 3, 4, 5, 6];
  const [first, low0, high0, strip, shift, place, lowest, highest] = Array.from({ length: 8 }, () => fn.i32());
  const [lows, lanes, wrong, bits, minimum, maximum, loose, expected] = Array.from({ length: 8 }, () => fn.v128());
  const callSlow = () => {
    for (const parameter of [addresses, offset, mask, width, align, window, site]) code.get(parameter!);
    code.call(slow).i32(Form.scattered).op(Op.return);
  };
  const slowIf = (condition: () => void) => {
    condition();
    code.nest(Op.if, callSlow);
  };

  code.get(mask!).op(Op.i32Ctz).tee(first!).i32(3).op(Op.i32Shl).get(addresses!).op(Op.i32Add).tee(place!);
  code.memory(Op.i32Load, 0).get(offset!).op(Op.i32Add).set(low0!).get(place!).memory(Op.i32Load, 4).set(high0!);
  const added = fn.v128();
  code.get(offset!).op(Op.i32x4Splat).set(added);
  code.get(low0!).op(Op.i32x4Splat).tee(minimum!).set(maximum!);
  // Where lane 0 would be, and from there lanes 0 to 3, if the warp lies side by side.
  code.get(low0!).get(first!).get(width!).op(Op.i32Mul, Op.i32Sub, Op.i32x4Splat);
  code.get(width!).op(Op.i32x4Splat).v128([0, 1, 2, 3]).op(Op.i32x4Mul, Op.i32x4Add).set(expected!);
  const full = () => {
    const [first64, upper] = [fn.v128(), fn.v128()];
    const [even, odd] = [fn.v128(), fn.v128()];
    code.get(place!).memory(Op.v128Load64Splat, 0).set(first64).v128([0, 0, 0, 0]).set(upper);
    for (let at = 0; at < 256; at += 32) {
      code.get(addresses!).memory(Op.v128Load, at).tee(even).get(first64).op(Op.v128Xor);
      code
        .get(addresses!)
        .memory(Op.v128Load, at + 16)
        .tee(odd)
        .get(first64)
        .op(Op.v128Xor, Op.v128Or);
      code.get(upper).op(Op.v128Or).set(upper);
      code
        .i32(0)
        .get(even)
        .get(odd)
        .shuffle(LOW_HALVES)
        .get(added)
        .op(Op.i32x4Add)
        .tee(lows!)
        .memory(Op.v128Store, MemoryMap.offsets + at / 2);
      code.get(lows!).get(bits!).op(Op.v128Or).set(bits!);
      code.get(lows!).get(minimum!).op(Op.i32x4MinU).set(minimum!);
      code.get(lows!).get(maximum!).op(Op.i32x4MaxU).set(maximum!);
      code.get(lows!).get(expected!).op(Op.v128Xor).get(loose!).op(Op.v128Or).set(loose!);
      code.get(expected!).get(width!).i32(2).op(Op.i32Shl, Op.i32x4Splat, Op.i32x4Add).set(expected!);
    }
    code.get(upper).get(upper).shuffle(HIGH_HALVES).set(wrong!);
  };
  code.get(mask!).i32(-1).op(Op.i32Eq);
  code.nest(Op.if, full, () => {
    fn.countUp(strip!, 128, 16, () => {
      code.get(strip!).i32(2).op(Op.i32ShrU).set(shift!);
      code.get(addresses!).get(strip!).i32(1).op(Op.i32Shl, Op.i32Add).set(place!);
      pushStripMask(code, mask!, shift!);
      code.set(lanes!);
      code.get(place!).memory(Op.v128Load, 0).get(place!).memory(Op.v128Load, 16).shuffle(HIGH_HALVES);
      code.get(high0!).op(Op.i32x4Splat, Op.v128Xor).get(lanes!).op(Op.v128And).get(wrong!).op(Op.v128Or).set(wrong!);
      code.get(place!).memory(Op.v128Load, 0).get(place!).memory(Op.v128Load, 16).shuffle(LOW_HALVES);
      code.get(added).op(Op.i32x4Add).get(low0!).op(Op.i32x4Splat).get(lanes!).op(Op.v128Bitselect).set(lows!);
      code.get(strip!).get(lows!).memory(Op.v128Store, MemoryMap.offsets);
      code.get(lows!).get(bits!).op(Op.v128Or).set(bits!);
      code.get(lows!).get(minimum!).op(Op.i32x4MinU).set(minimum!);
      code.get(lows!).get(maximum!).op(Op.i32x4MaxU).set(maximum!);
      code.get(lows!).get(expected!).op(Op.v128Xor).get(lanes!).op(Op.v128And).get(loose!).op(Op.v128Or).set(loose!);
      code.get(expected!).get(width!).i32(2).op(Op.i32Shl, Op.i32x4Splat, Op.i32x4Add).set(expected!);
    });
  });
  // Different windows, or an address that is not aligned.
  code.get(bits!).get(align!).i32(1).op(Op.i32Sub, Op.i32x4Splat, Op.v128And).get(wrong!).op(Op.v128Or);
  slowIf(() => code.op(Op.v128AnyTrue));
  pushWindowDecides(code, high0!, window!);
  code.nest(Op.if, () => code.get(window!).set(high0!));
  for (const [vector, fold, result] of [
    [minimum!, Op.i32x4MinU, lowest!],
    [maximum!, Op.i32x4MaxU, highest!],
  ] as const) {
    code.get(vector).get(vector).get(vector).shuffle([8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7]).op(fold);
    code.tee(vector).get(vector).get(vector).shuffle([4, 5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15]).op(fold);
    code.lane(Op.i32x4ExtractLane, 0).set(result);
  }
  // Last byte of the highest lane.
  code.get(highest!).get(width!).op(Op.i32Add).i32(1).op(Op.i32Sub).set(highest!);
  const cell = (offset: number) => code.i32(MemoryMap.cells + offset).memory(Op.i32Load, 0);
  const outside = (start: number, end: number) => {
    code.get(lowest!).i32(start).op(Op.i32LtU).get(highest!);
    cell(end);
    code.op(Op.i32GeU, Op.i32Or).get(highest!).get(lowest!).op(Op.i32LtU, Op.i32Or);
  };
  const isWindow = (value: number) => code.get(high0!).i32(value).op(Op.i32Eq);
  const granuleIsWrong = (place: () => void) => {
    place();
    code.i32(Math.log2(GRANULE)).op(Op.i32ShrU).memory(Op.i32Load8U, MemoryMap.granules).i32(1).op(Op.i32Ne);
  };
  /** Local memory lies elsewhere for every lane. Byte 0 is no variable's. */
  const ownPlaces = () => {
    slowIf(() => {
      code.get(lowest!).op(Op.i32Eqz).get(highest!);
      cell(Cell.localSize);
      code.op(Op.i32GeU, Op.i32Or).get(highest!).get(lowest!).op(Op.i32LtU, Op.i32Or);
    });
    const [base, step] = [fn.v128(), fn.v128()];
    cell(Cell.localSize);
    code.op(Op.i32x4Splat).tee(step).v128([0, 1, 2, 3]).op(Op.i32x4Mul);
    cell(Cell.localBase);
    code.op(Op.i32x4Splat, Op.i32x4Add).set(base);
    code.get(step).i32(2).op(Op.i32x4Shl).set(step);
    for (let at = MemoryMap.offsets; at < MemoryMap.offsets + 128; at += 16) {
      code.i32(0).i32(0).memory(Op.v128Load, at).get(base).op(Op.i32x4Add).memory(Op.v128Store, at);
      code.get(base).get(step).op(Op.i32x4Add).set(base);
    }
    code.i32(Form.scattered).op(Op.return);
  };
  isWindow(Window.global).nest(
    Op.if,
    () => {
      slowIf(() => outside(MemoryMap.heap, Cell.heapEnd));
      slowIf(() => granuleIsWrong(() => code.get(lowest!)));
      slowIf(() => granuleIsWrong(() => code.get(highest!)));
      // Two neighbouring granules have been seen; anything wider is looked at lane by lane.
      code.get(highest!).get(lowest!).op(Op.i32Sub).i32(GRANULE).op(Op.i32GtU);
      code.nest(Op.if, () =>
        fn.countUp(strip!, 128, 4, () => {
          slowIf(() => granuleIsWrong(() => code.get(strip!).memory(Op.i32Load, MemoryMap.offsets)));
          slowIf(() =>
            granuleIsWrong(() =>
              code.get(strip!).memory(Op.i32Load, MemoryMap.offsets).get(width!).op(Op.i32Add).i32(1).op(Op.i32Sub),
            ),
          );
        }),
      );
    },
    () =>
      isWindow(Window.shared).nest(
        Op.if,
        () => slowIf(() => outside(MemoryMap.shared, Cell.sharedEnd)),
        () =>
          isWindow(Window.constant).nest(
            Op.if,
            () => slowIf(() => outside(MemoryMap.parameters, Cell.constantsEnd)),
            () => isWindow(Window.local).nest(Op.if, ownPlaces, callSlow),
          ),
      ),
  );
  // `highest` is the last byte of the highest lane.
  code.get(highest!).get(lowest!).op(Op.i32Sub).get(width!).op(Op.i32LtU);
  code.nest(Op.if, () => code.i32(Form.uniform).op(Op.return));
  code.get(loose!).op(Op.v128AnyTrue, Op.i32Eqz).i32(1).op(Op.i32Shl);
  fn.defineIn(module, "resolve");
}

function defineResolveOne(module: ModuleBuilder, slowOne: number): void {
  const fn = new FunctionBuilder(resolveOneSignature);
  const { code } = fn;
  const [address, mask, width, align, window, site] = [0, 1, 2, 3, 4, 5] as const;
  const [low, high, last] = [fn.i32(), fn.i32(), fn.i32()];
  const slow = () => {
    for (const parameter of [address, mask, width, align, window, site]) code.get(parameter);
    code.call(slowOne).op(Op.return);
  };
  const accept = (spaceWindow: number, start: number, end: number, more?: () => void) => {
    code.get(high).i32(spaceWindow).op(Op.i32Eq);
    code.get(low).i32(start).op(Op.i32GeU, Op.i32And);
    code.get(last).i32(MemoryMap.cells).memory(Op.i32Load, end).op(Op.i32LtU, Op.i32And);
    code.nest(Op.if, () => {
      if (more) {
        more();
        code.nest(Op.if, () => code.get(low).op(Op.return));
      } else code.get(low).op(Op.return);
    });
  };
  code.get(address).op(Op.i32WrapI64).set(low);
  code.get(address).i64(32n).op(Op.i64ShrU, Op.i32WrapI64).set(high);
  pushWindowDecides(code, high, window);
  code.nest(Op.if, () => code.get(window).set(high));
  code.get(low).get(align).i32(1).op(Op.i32Sub, Op.i32And).nest(Op.if, slow);
  code.get(low).get(width).op(Op.i32Add).i32(1).op(Op.i32Sub).tee(last).get(low).op(Op.i32LtU).nest(Op.if, slow);
  accept(Window.global, MemoryMap.heap, Cell.heapEnd, () => {
    const shift = Math.log2(GRANULE);
    code.get(low).i32(shift).op(Op.i32ShrU).memory(Op.i32Load8U, MemoryMap.granules).i32(1).op(Op.i32Eq);
    code.get(last).i32(shift).op(Op.i32ShrU).memory(Op.i32Load8U, MemoryMap.granules).i32(1).op(Op.i32Eq, Op.i32And);
  });
  accept(Window.shared, MemoryMap.shared, Cell.sharedEnd);
  accept(Window.constant, MemoryMap.parameters, Cell.constantsEnd);
  for (const parameter of [address, mask, width, align, window, site]) code.get(parameter);
  code.call(slowOne);
  fn.defineIn(module, "resolveOne");
}

/** Element sizes in memory and the instructions that move one element between memory and its lane in a slot. */
const elements = [
  { bytes: 1, slot: 4, load: Op.i32Load8U, store: Op.i32Store8, slotLoad: Op.i32Load, slotStore: Op.i32Store },
  { bytes: 2, slot: 4, load: Op.i32Load16U, store: Op.i32Store16, slotLoad: Op.i32Load, slotStore: Op.i32Store },
  { bytes: 4, slot: 4, load: Op.i32Load, store: Op.i32Store, slotLoad: Op.i32Load, slotStore: Op.i32Store },
  { bytes: 8, slot: 8, load: Op.i64Load, store: Op.i64Store, slotLoad: Op.i64Load, slotStore: Op.i64Store },
] as const;

/** All 32 lanes from anywhere, a vector at a time. */
function gatherAll(fn: FunctionBuilder, element: (typeof elements)[number], slot: number, offset: number): void {
  const { code } = fn;
  const at = fn.i32();
  const lanes = 16 / element.slot;
  const replace = element.slot === 4 ? Op.i32x4ReplaceLane : Op.i64x2ReplaceLane;
  fn.countUp(at, 128, 4 * lanes, () => {
    code.get(slot).get(at);
    if (element.slot === 8) code.i32(1).op(Op.i32Shl);
    code.op(Op.i32Add);
    for (let lane = 0; lane < lanes; lane++) {
      const load = () => {
        code
          .get(at)
          .memory(Op.i32Load, MemoryMap.offsets + 4 * lane)
          .get(offset)
          .op(Op.i32Add)
          .memory(element.load, 0);
      };
      load();
      if (lane === 0) code.op(element.slot === 4 ? Op.i32x4Splat : Op.i64x2Splat);
      else code.lane(replace, lane);
    }
    code.memory(Op.v128Store, 0);
  });
}

function defineMove(module: ModuleBuilder, element: (typeof elements)[number], isLoad: boolean): void {
  const fn = new FunctionBuilder(gatherSignature);
  const { code } = fn;
  const [slot, offset, mask, form] = [0, 1, 2, 3] as const;
  const [rest, lane, place, strip] = [fn.i32(), fn.i32(), fn.i32(), fn.i32()];
  const inMemory = () => {
    code.get(lane).i32(2).op(Op.i32Shl).memory(Op.i32Load, MemoryMap.offsets).get(offset).op(Op.i32Add);
  };
  const inSlot = () => code.get(slot).get(lane).i32(Math.log2(element.slot)).op(Op.i32Shl, Op.i32Add);
  const first = () => code.get(mask).op(Op.i32Ctz).set(lane);
  if (element.bytes === element.slot) {
    // A full warp side by side is copied in vectors. Loads of a form that was proved for another width of the whole
    // access (parts of a vector) are not: `form` is only contiguous for the element's own width.
    code.get(form).i32(Form.contiguous).op(Op.i32Eq).get(mask).i32(-1).op(Op.i32Eq, Op.i32And);
    code.nest(Op.if, () => {
      code.i32(MemoryMap.offsets).memory(Op.i32Load, 0).get(offset).op(Op.i32Add).set(place);
      fn.countUp(strip, 32 * element.bytes, 16, () => {
        const memory = () => code.get(place).get(strip).op(Op.i32Add);
        const lanes = () => code.get(slot).get(strip).op(Op.i32Add);
        if (isLoad) {
          lanes();
          memory();
        } else {
          memory();
          lanes();
        }
        code.memory(Op.v128Load, 0).memory(Op.v128Store, 0);
      });
      code.op(Op.return);
    });
  }
  if (isLoad) {
    code.get(form).i32(Form.uniform).op(Op.i32Eq).get(mask).i32(-1).op(Op.i32Eq, Op.i32And);
    code.nest(Op.if, () => {
      first();
      inMemory();
      code.memory(element.load, 0).op(element.slot === 4 ? Op.i32x4Splat : Op.i64x2Splat);
      const value = fn.v128();
      code.set(value);
      fn.countUp(strip, 32 * element.slot, 16, () => {
        code.get(slot).get(strip).op(Op.i32Add).get(value).memory(Op.v128Store, 0);
      });
      code.op(Op.return);
    });
  }
  if (isLoad) {
    code
      .get(mask)
      .i32(-1)
      .op(Op.i32Eq)
      .nest(Op.if, () => {
        gatherAll(fn, element, slot, offset);
        code.op(Op.return);
      });
  }
  code.get(mask).set(rest);
  fn.eachLane(rest, lane, () => {
    if (isLoad) {
      inSlot();
      inMemory();
      code.memory(element.load, 0).memory(element.slotStore as Opcode, 0);
    } else {
      inMemory();
      inSlot();
      code.memory(element.slotLoad as Opcode, 0).memory(element.store, 0);
    }
  });
  fn.defineIn(module, `${isLoad ? "gather" : "scatter"}${element.bytes}`);
}

let compiled: WebAssembly.Module | undefined;

/** The unit over one memory. Its exports are what kernels import by the same names. */
export function memoryUnit(memory: WebAssembly.Memory, paths: SlowPaths): WebAssembly.Exports {
  compiled ??= buildUnit();
  return new WebAssembly.Instance(compiled, { env: { memory, slow: paths.slow, slowOne: paths.slowOne } }).exports;
}

function buildUnit(): WebAssembly.Module {
  const module = new ModuleBuilder();
  const slow = module.import("slow", { ...resolveSignature, results: [] });
  const slowOne = module.import("slowOne", resolveOneSignature);
  defineResolve(module, slow);
  defineResolveOne(module, slowOne);
  for (const element of elements) {
    defineMove(module, element, true);
    defineMove(module, element, false);
  }
  return new WebAssembly.Module(module.build());
}
