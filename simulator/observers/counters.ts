/**
 * The counters of every report, as WebAssembly functions that kernels call: what is uniform, side by side or in ascending
 * order is counted on the spot by the closed forms, all else by the rules of `analyzer/hardware` in JavaScript.
 */
import { distinctUnits } from "../../analyzer/hardware/lanes";
import { LINE_BYTES, SECTOR_BYTES } from "../../analyzer/hardware/model";
import { type Direction, sharedWavefronts } from "../../analyzer/hardware/wavefronts";
import type { MemoryAccess, Space } from "../../analyzer/lower/model";
import { Place } from "../memory/layout";
import { Form } from "../memory/unit";
import type { LineCount } from "../model";
import { ModuleBuilder, type Signature } from "../wasm/encoder";
import { FunctionBuilder } from "../wasm/function";
import { Op, Type } from "../wasm/opcodes";

const { i32 } = Type;

/** Fields of a record, 8 bytes each, and its size. */
const Field = { requests: 0, sectors: 8, ideal: 16, tags: 24, wavefronts: 32, wavefrontsIdeal: 40, lanes: 48, bytes: 56 } as const;
export const RECORD_BYTES = 64;

/** `count(record, offsets, mask, width, form)`: one request; `offsets` points to 32 places of 4 bytes in linear memory. */
export const countSignature: Signature = { parameters: [i32, i32, i32, i32, i32], results: [] };
/** `lowered(addresses, offset)`: writes the lower halves of 32 addresses plus `offset` to `Place.counted`. */
export const loweredSignature: Signature = { parameters: [i32, i32], results: [] };

const directions: readonly Direction[] = ["load", "store", "atomic"];

/** Names of the imports that count an access, by space. */
export function counterName(access: MemoryAccess, space: "global" | "shared"): string {
  if (space === "global") return "countGlobal";
  if (access.op === "atomic" || access.op === "reduction") return "countSharedAtomic";
  return access.op === "load" ? "countSharedLoad" : "countSharedStore";
}

class Counter extends FunctionBuilder {
  constructor() {
    super(countSignature);
  }

  /** Adds the number that `push` leaves to a field of the record. */
  add(field: number, push: () => void): void {
    const { code } = this;
    code.get(0).get(0).memory(Op.i64Load, field);
    push();
    code.op(Op.i64ExtendI32U, Op.i64Add).memory(Op.i64Store, field);
  }

  lanes(): void {
    this.code.get(2).op(Op.i32Popcnt);
  }

  least(push: () => void, other: () => void): void {
    const [a, b] = [this.i32(), this.i32()];
    push();
    this.code.set(a);
    other();
    this.code.set(b).get(a).get(b).get(a).get(b).op(Op.i32LtU, Op.select);
  }
}

function defineGlobal(module: ModuleBuilder, distinct: number): void {
  const fn = new Counter();
  const { code } = fn;
  const [, offsets, mask, width, form] = [0, 1, 2, 3, 4] as const;
  const [sectors, tags, units, first, last, strip, log] = Array.from({ length: 7 }, () => fn.i32()) as number[] &
    Record<0 | 1 | 2 | 3 | 4 | 5 | 6, number>;
  const [here, next, disorder] = [fn.v128(), fn.v128(), fn.v128()];
  const done = (body: () => void) => code.nest(Op.block, body);
  done(() => {
    code.get(form).i32(Form.uniform).op(Op.i32Eq);
    code.nest(Op.if, () => void code.i32(1).set(sectors).i32(1).set(tags).i32(1).set(units).br(1));
    code.get(form).i32(Form.contiguous).op(Op.i32Eq).get(mask).i32(-1).op(Op.i32Eq, Op.i32And);
    code.nest(Op.if, () => {
      code.get(offsets).memory(Op.i32Load, 0).tee(first).get(width).i32(5).op(Op.i32Shl, Op.i32Add).i32(1);
      code.op(Op.i32Sub).set(last);
      for (const [local, unit] of [
        [sectors, SECTOR_BYTES],
        [tags, LINE_BYTES],
      ] as const) {
        const shift = Math.log2(unit);
        code.get(last).i32(shift).op(Op.i32ShrU).get(first).i32(shift).op(Op.i32ShrU, Op.i32Sub);
        code.i32(1).op(Op.i32Add).set(local);
      }
      code.i32(32).set(units).br(1);
    });
    // A full warp whose addresses never step down: every change of the unit is a new unit.
    code.get(mask).i32(-1).op(Op.i32Eq);
    code.nest(Op.if, () => {
      code.get(width).op(Op.i32Ctz).set(log);
      code.i32(1).set(sectors).i32(1).set(tags).i32(1).set(units);
      code.v128([0, 0, 0, 0]).set(disorder);
      fn.countUp(strip, 128, 16, () => {
        const at = () => code.get(offsets).get(strip).op(Op.i32Add);
        at();
        code.memory(Op.v128Load, 0).set(here);
        at();
        code.memory(Op.v128Load, 4).set(next);
        // Behind the last lane there is none: it follows itself.
        code.get(strip).i32(112).op(Op.i32Eq).nest(Op.if, () => {
          code.get(next).get(here).lane(Op.i32x4ExtractLane, 3).lane(Op.i32x4ReplaceLane, 3).set(next);
        });
        code.get(next).get(here).op(Op.i32x4LtU).get(disorder).op(Op.v128Or).set(disorder);
        const changes = (local: number, shift: () => void) => {
          code.get(here);
          shift();
          code.op(Op.i32x4ShrU).get(next);
          shift();
          code.op(Op.i32x4ShrU, Op.i32x4Ne, Op.i32x4Bitmask, Op.i32Popcnt).get(local).op(Op.i32Add).set(local);
        };
        changes(sectors, () => code.i32(Math.log2(SECTOR_BYTES)));
        changes(tags, () => code.i32(Math.log2(LINE_BYTES)));
        changes(units, () => code.get(log));
      });
      code.get(disorder).op(Op.v128AnyTrue, Op.i32Eqz).brIf(1);
    });
    for (const [local, unit] of [
      [sectors, () => code.i32(SECTOR_BYTES)],
      [tags, () => code.i32(LINE_BYTES)],
      [units, () => code.get(width)],
    ] as const) {
      code.get(offsets).get(mask);
      unit();
      code.call(distinct).set(local);
    }
  });
  fn.add(Field.requests, () => code.i32(1));
  fn.add(Field.sectors, () => code.get(sectors));
  fn.add(Field.tags, () => code.get(tags));
  fn.add(Field.lanes, () => fn.lanes());
  fn.add(Field.bytes, () => code.get(units).get(width).op(Op.i32Mul));
  fn.add(Field.ideal, () =>
    fn.least(
      () => code.get(sectors),
      () => {
        fn.lanes();
        code.get(width).op(Op.i32Mul).i32(SECTOR_BYTES - 1).op(Op.i32Add).i32(5).op(Op.i32ShrU);
      },
    ),
  );
  fn.defineIn(module, "countGlobal");
}

function defineShared(module: ModuleBuilder, direction: Direction, rule: number, distinct: number): void {
  const fn = new Counter();
  const { code } = fn;
  const [, offsets, mask, width, form] = [0, 1, 2, 3, 4] as const;
  const [wavefronts, units, banks, word, previous, strip] = Array.from({ length: 6 }, () => fn.i32()) as number[] &
    Record<0 | 1 | 2 | 3 | 4 | 5, number>;
  code.nest(Op.block, () => {
    if (direction !== "atomic") {
      const small = () => code.get(width).i32(4).op(Op.i32LeU);
      const full = () => code.get(mask).i32(-1).op(Op.i32Eq);
      code.get(form).i32(Form.uniform).op(Op.i32Eq);
      small();
      code.op(Op.i32And).nest(Op.if, () => void code.i32(1).set(wavefronts).i32(1).set(units).br(1));
      code.get(form).i32(Form.contiguous).op(Op.i32Eq);
      full();
      code.op(Op.i32And).nest(Op.if, () => {
        // 1 up to 4 bytes, 2 for 8, 4 for 16.
        code.get(width).i32(2).op(Op.i32ShrU).i32(1).get(width).i32(4).op(Op.i32GtU, Op.select).set(wavefronts);
        code.i32(32).set(units).br(1);
      });
      // Words that change from lane to lane, each in a bank of its own, are one wavefront.
      code.get(width).i32(4).op(Op.i32Eq);
      full();
      code.op(Op.i32And).nest(Op.if, () => {
        code.i32(0).set(banks).i32(0).set(units).i32(-1).set(previous);
        fn.countUp(strip, 128, 4, () => {
          code.get(offsets).get(strip).op(Op.i32Add).memory(Op.i32Load, 0).i32(2).op(Op.i32ShrU).tee(word);
          code.get(previous).op(Op.i32Ne).get(units).op(Op.i32Add).set(units);
          code.get(banks).i32(1).get(word).op(Op.i32Rotl, Op.i32Or).set(banks).get(word).set(previous);
        });
        code.i32(1).set(wavefronts);
        code.get(units).get(banks).op(Op.i32Popcnt, Op.i32Eq).brIf(1);
      });
    }
    code.get(offsets).get(mask).get(width).i32(directions.indexOf(direction)).call(rule).set(wavefronts);
    code.get(offsets).get(mask).get(width).call(distinct).set(units);
  });
  fn.add(Field.requests, () => code.i32(1));
  fn.add(Field.wavefronts, () => code.get(wavefronts));
  fn.add(Field.lanes, () => fn.lanes());
  fn.add(Field.bytes, () => code.get(units).get(width).op(Op.i32Mul));
  fn.add(Field.wavefrontsIdeal, () =>
    fn.least(
      () => code.get(wavefronts),
      () => code.get(width).i32(2).op(Op.i32ShrU).i32(1).get(width).i32(4).op(Op.i32GtU, Op.select),
    ),
  );
  fn.defineIn(module, counterName({ op: direction } as MemoryAccess, "shared"));
}

function defineLowered(module: ModuleBuilder): void {
  const fn = new FunctionBuilder(loweredSignature);
  const { code } = fn;
  const lane = fn.i32();
  fn.countUp(lane, 32, 1, () => {
    code.get(lane).i32(2).op(Op.i32Shl);
    code.get(0).get(lane).i32(3).op(Op.i32Shl, Op.i32Add).memory(Op.i32Load, 0).get(1).op(Op.i32Add);
    code.memory(Op.i32Store, Place.counted);
  });
  fn.defineIn(module, "lowered");
}

let compiled: WebAssembly.Module | undefined;

function build(): WebAssembly.Module {
  const module = new ModuleBuilder();
  const distinct = module.import("distinct", { parameters: [i32, i32, i32], results: [i32] });
  const rule = module.import("wavefronts", { parameters: [i32, i32, i32, i32], results: [i32] });
  defineGlobal(module, distinct);
  for (const direction of directions) defineShared(module, direction, rule, distinct);
  defineLowered(module);
  return new WebAssembly.Module(module.build());
}

/** The counting functions over one memory. */
export function counterFunctions(memory: WebAssembly.Memory): WebAssembly.Exports {
  compiled ??= build();
  const views = new Map<number, Uint32Array>();
  const viewOf = (place: number): Uint32Array => {
    const known = views.get(place);
    if (known?.length) return known;
    const view = new Uint32Array(memory.buffer, place, 32);
    views.set(place, view);
    return view;
  };
  const env = {
    memory,
    distinct: (place: number, mask: number, unit: number) => distinctUnits(viewOf(place), mask, unit),
    wavefronts: (place: number, mask: number, width: number, direction: number) =>
      sharedWavefronts(viewOf(place), mask, width, directions[direction]!),
  };
  return new WebAssembly.Instance(compiled, { env }).exports;
}

/** Reads the record of an access; `undefined` when nothing was counted. */
export function readRecord(view: DataView, place: number, access: MemoryAccess, space: Space): LineCount | undefined {
  const field = (offset: number): number => Number(view.getBigUint64(place + offset, true));
  const requests = field(Field.requests);
  if (requests === 0) return undefined;
  return {
    access,
    space,
    requests,
    sectors: field(Field.sectors),
    sectorsIdeal: field(Field.ideal),
    tags: field(Field.tags),
    wavefronts: field(Field.wavefronts),
    wavefrontsIdeal: field(Field.wavefrontsIdeal),
    lanes: field(Field.lanes),
    bytes: field(Field.bytes),
  };
}

