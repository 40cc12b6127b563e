/**
 * The counters of every report, as WebAssembly functions that kernels call: what is uniform, side by side or in ascending
 * order is counted on the spot by the closed forms, all else by counting distinct units; what the device does with 8 and 16
 * bytes in shared memory is left to the rules of `analyzer/hardware`. Tests hold all of it against those rules.
 */
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
const Field = {
  requests: 0,
  sectors: 8,
  ideal: 16,
  tags: 24,
  wavefronts: 32,
  wavefrontsIdeal: 40,
  lanes: 48,
  bytes: 56,
} as const;
export const RECORD_BYTES = 64;

/**
 * What a request costs depends on its mask and its places relative to a line, and programs repeat themselves: the costs of
 * the last patterns are kept, by the word of the line that the first lane uses, and a request that has been seen before
 * only adds to the pattern's hits. An entry: 32 relative places, then mask, costs and hits.
 */
const Entry = { mask: 128, sectors: 132, tags: 136, units: 140, wavefronts: 144, hits: 152, bytes: 160 } as const;
const ENTRIES = 32;
/** Bytes of the patterns of one record. */
export const PATTERNS_BYTES = ENTRIES * Entry.bytes;

/**
 * `count(record, offsets, mask, width, form, patterns)`: one request; `offsets` points to 32 places of 4 bytes in linear
 * memory, with those of lanes that are not running equal to that of the first that is.
 */
export const countSignature: Signature = { parameters: [i32, i32, i32, i32, i32, i32], results: [] };
/** `lowered(addresses, offset, mask)`: writes the lower halves of 32 addresses plus `offset` to `Place.counted`. */
export const loweredSignature: Signature = { parameters: [i32, i32, i32], results: [] };
/** `fold(record, entry, width)`: adds what a pattern's hits cost to a record. */
const foldSignature: Signature = { parameters: [i32, i32, i32], results: [] };

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

function defineFold(module: ModuleBuilder): number {
  const fn = new FunctionBuilder(foldSignature);
  const { code } = fn;
  const [record, entry, width] = [0, 1, 2] as const;
  const [hits, local] = [fn.i64(), fn.i32()];
  const field = (offset: number) => void code.get(entry).memory(Op.i32Load, offset);
  const least = (push: () => void, other: () => void) => {
    push();
    other();
    push();
    other();
    code.op(Op.i32LtU, Op.select);
  };
  const lanes = () => {
    field(Entry.mask);
    code.op(Op.i32Popcnt);
  };
  const add = (offset: number, push: () => void) => {
    push();
    code.set(local).get(record).get(record).memory(Op.i64Load, offset);
    code.get(local).op(Op.i64ExtendI32U).get(hits).op(Op.i64Mul, Op.i64Add).memory(Op.i64Store, offset);
  };
  code.get(entry).memory(Op.i64Load, Entry.hits).set(hits);
  add(Field.requests, () => code.i32(1));
  for (const name of ["sectors", "tags", "wavefronts"] as const) add(Field[name], () => field(Entry[name]));
  add(Field.lanes, lanes);
  add(Field.bytes, () => {
    field(Entry.units);
    code.get(width).op(Op.i32Mul);
  });
  add(Field.ideal, () =>
    least(
      () => field(Entry.sectors),
      () => {
        lanes();
        code
          .get(width)
          .op(Op.i32Mul)
          .i32(SECTOR_BYTES - 1)
          .op(Op.i32Add)
          .i32(5)
          .op(Op.i32ShrU);
      },
    ),
  );
  add(Field.wavefrontsIdeal, () =>
    least(
      () => field(Entry.wavefronts),
      () => code.get(width).i32(2).op(Op.i32ShrU).i32(1).get(width).i32(4).op(Op.i32GtU, Op.select),
    ),
  );
  code.get(entry).i64(0n).memory(Op.i64Store, Entry.hits);
  return fn.defineIn(module, "fold");
}

/**
 * Looks the request up among the patterns: adds a hit and returns when it is there, else makes room for it and sets the
 * local `entry`, into which `remember` writes the costs.
 */
function lookUp(fn: Counter, fold: number, entry: number): void {
  const { code } = fn;
  const [record, offsets, mask, width, , patterns] = [0, 1, 2, 3, 4, 5] as const;
  const line = fn.i32();
  const [base, differs] = [fn.v128(), fn.v128()];
  code.get(offsets).get(mask).op(Op.i32Ctz).i32(2).op(Op.i32Shl, Op.i32Add).memory(Op.i32Load, 0).tee(line);
  code
    .i32(2)
    .op(Op.i32ShrU)
    .i32(ENTRIES - 1)
    .op(Op.i32And)
    .i32(Entry.bytes)
    .op(Op.i32Mul)
    .get(patterns)
    .op(Op.i32Add)
    .set(entry);
  code.get(line).i32(-LINE_BYTES).op(Op.i32And, Op.i32x4Splat).set(base);
  code.v128([0, 0, 0, 0]).set(differs);
  const relative = (at: number) => code.get(offsets).memory(Op.v128Load, at).get(base).op(Op.i32x4Sub);
  for (let at = 0; at < 128; at += 16) {
    relative(at);
    code.get(entry).memory(Op.v128Load, at).op(Op.v128Xor).get(differs).op(Op.v128Or).set(differs);
  }
  code
    .get(differs)
    .op(Op.v128AnyTrue, Op.i32Eqz)
    .get(entry)
    .memory(Op.i32Load, Entry.mask)
    .get(mask)
    .op(Op.i32Eq, Op.i32And);
  code.nest(Op.if, () => {
    code.get(entry).get(entry).memory(Op.i64Load, Entry.hits).i64(1n).op(Op.i64Add).memory(Op.i64Store, Entry.hits);
    code.op(Op.return);
  });
  code.get(record).get(entry).get(width).call(fold);
  for (let at = 0; at < 128; at += 16) {
    code.get(entry);
    relative(at);
    code.memory(Op.v128Store, at);
  }
  code.get(entry).get(mask).memory(Op.i32Store, Entry.mask);
  code.get(entry).i64(1n).memory(Op.i64Store, Entry.hits);
}

/** `each(offsets, mask, shift)` → distinct values of offset >> shift over the lanes of the mask, by a hash table. */
const distinctSignature: Signature = { parameters: [i32, i32, i32], results: [i32] };

/**
 * Entries of the table carry the number of the call that wrote them in their upper half, so that nobody has to clear it.
 * With `perBank` the result is the largest count of distinct words in one bank instead.
 */
function defineDistinct(module: ModuleBuilder, perBank: boolean): number {
  const fn = new FunctionBuilder(distinctSignature);
  const { code } = fn;
  const [offsets, mask, shift] = [0, 1, 2] as const;
  const [lane, unit, previous, slot, count, call, bank] = Array.from({ length: 7 }, () => fn.i32()) as number[] &
    Record<0 | 1 | 2 | 3 | 4 | 5 | 6, number>;
  const [key, found] = [fn.i64(), fn.i64()];
  const callCell = Place.table - 8;
  code.i32(0).i32(0).memory(Op.i32Load, callCell).i32(1).op(Op.i32Add).tee(call).memory(Op.i32Store, callCell);
  code.i32(-1).set(previous);
  if (perBank)
    for (const at of [0, 16])
      code
        .i32(0)
        .v128([0, 0, 0, 0])
        .memory(Op.v128Store, Place.banks + at);
  const rest = fn.i32();
  code.get(mask).set(rest);
  fn.eachLane(rest, lane, () => {
    code.nest(Op.block, () => {
      code.get(offsets).get(lane).i32(2).op(Op.i32Shl, Op.i32Add).memory(Op.i32Load, 0).get(shift).op(Op.i32ShrU);
      code.tee(unit).get(previous).op(Op.i32Eq).brIf(0);
      code.get(unit).set(previous);
      code.get(call).op(Op.i64ExtendI32U).i64(32n).op(Op.i64Shl).get(unit).op(Op.i64ExtendI32U, Op.i64Or).set(key);
      code
        .get(unit)
        .i32(0x9e3779b1 | 0)
        .op(Op.i32Mul)
        .i32(26)
        .op(Op.i32ShrU)
        .i32(3)
        .op(Op.i32Shl)
        .set(slot);
      code.nest(Op.block, () => {
        code.nest(Op.loop, () => {
          code.get(slot).memory(Op.i64Load, Place.table).tee(found).get(key).op(Op.i64Eq).brIf(2);
          code.get(found).i64(32n).op(Op.i64ShrU, Op.i32WrapI64).get(call).op(Op.i32Ne).brIf(1);
          code.get(slot).i32(8).op(Op.i32Add).i32(511).op(Op.i32And).set(slot).br(0);
        });
      });
      code.get(slot).get(key).memory(Op.i64Store, Place.table);
      if (!perBank) code.get(count).i32(1).op(Op.i32Add).set(count);
      else {
        code.get(unit).i32(31).op(Op.i32And).tee(bank).get(bank).memory(Op.i32Load8U, Place.banks).i32(1).op(Op.i32Add);
        code.tee(bank).memory(Op.i32Store8, Place.banks);
        code.get(bank).get(count).get(bank).get(count).op(Op.i32GtU, Op.select).set(count);
      }
    });
  });
  code.get(count);
  return fn.defineIn(module);
}

/** Over the banks, the largest number of lanes in one: what a 4-byte atomic takes. Parameters as `distinctSignature`. */
function defineLanesPerBank(module: ModuleBuilder): number {
  const fn = new FunctionBuilder(distinctSignature);
  const { code } = fn;
  const [offsets, mask, shift] = [0, 1, 2] as const;
  const [lane, bank, count, worst, rest] = Array.from({ length: 5 }, () => fn.i32()) as number[] &
    Record<0 | 1 | 2 | 3 | 4, number>;
  for (const at of [0, 16]) code.i32(0).v128([0, 0, 0, 0]).memory(Op.v128Store, Place.banks + at);
  code.get(mask).set(rest);
  fn.eachLane(rest, lane, () => {
    code.get(offsets).get(lane).i32(2).op(Op.i32Shl, Op.i32Add).memory(Op.i32Load, 0).get(shift).op(Op.i32ShrU);
    code.i32(31).op(Op.i32And).tee(bank).get(bank).memory(Op.i32Load8U, Place.banks).i32(1).op(Op.i32Add).tee(count);
    code.memory(Op.i32Store8, Place.banks);
    code.get(count).get(worst).get(count).get(worst).op(Op.i32GtU, Op.select).set(worst);
  });
  code.get(worst);
  return fn.defineIn(module);
}

/** Lanes whose units all lie within a window of 64 are counted in the bits of one number. */
function countInWindow(
  fn: Counter,
  { sectors, tags, units, log }: Readonly<Record<"sectors" | "tags" | "units" | "log", number>>,
  leave: number,
): void {
  const { code } = fn;
  const [, offsets, mask] = [0, 1, 2] as const;
  const [rest, lane, at, lowest, highest] = Array.from({ length: 5 }, () => fn.i32()) as number[] &
    Record<0 | 1 | 2 | 3 | 4, number>;
  const [unitBits, sectorBits] = [fn.i64(), fn.i64()];
  const load = () => code.get(offsets).get(lane).i32(2).op(Op.i32Shl, Op.i32Add).memory(Op.i32Load, 0).tee(at);
  code.i32(-1).set(lowest).i32(0).set(highest).get(mask).set(rest);
  fn.eachLane(rest, lane, () => {
    load();
    code.get(lowest).get(at).get(lowest).op(Op.i32LtU, Op.select).set(lowest);
    code.get(at).get(highest).get(at).get(highest).op(Op.i32GtU, Op.select).set(highest);
  });
  const first = fn.i32();
  code.get(highest).get(log).op(Op.i32ShrU).get(lowest).get(log).op(Op.i32ShrU, Op.i32Sub).i32(64).op(Op.i32LtU);
  code.nest(Op.if, () => {
    // Sectors count from the line of the lowest address, so that four neighbouring bits are a line.
    code.get(lowest).i32(Math.log2(LINE_BYTES)).op(Op.i32ShrU).i32(2).op(Op.i32Shl).set(first);
    code.get(lowest).get(log).op(Op.i32ShrU).set(lowest).get(mask).set(rest);
    code.i64(0n).set(unitBits).i64(0n).set(sectorBits);
    fn.eachLane(rest, lane, () => {
      const mark = (bits: number, shift: () => void, base: number) => {
        code.i64(1n).get(at);
        shift();
        code.op(Op.i32ShrU).get(base).op(Op.i32Sub, Op.i64ExtendI32U, Op.i64Shl).get(bits).op(Op.i64Or).set(bits);
      };
      load();
      code.op(Op.drop);
      mark(unitBits, () => code.get(log), lowest);
      mark(sectorBits, () => code.i32(Math.log2(SECTOR_BYTES)), first);
    });
    code.get(unitBits).op(Op.i64Popcnt, Op.i32WrapI64).set(units);
    code.get(sectorBits).op(Op.i64Popcnt, Op.i32WrapI64).set(sectors);
    code.get(sectorBits).get(sectorBits).i64(1n).op(Op.i64ShrU, Op.i64Or).tee(sectorBits);
    code.get(sectorBits).i64(2n).op(Op.i64ShrU, Op.i64Or).i64(0x1111_1111_1111_1111n).op(Op.i64And, Op.i64Popcnt);
    code.op(Op.i32WrapI64).set(tags).br(leave);
  });
}

function remember(
  fn: Counter,
  entry: number,
  costs: Readonly<Partial<Record<"sectors" | "tags" | "units" | "wavefronts", number>>>,
) {
  for (const name of ["sectors", "tags", "units", "wavefronts"] as const) {
    fn.code.get(entry);
    if (costs[name] === undefined) fn.code.i32(0);
    else fn.code.get(costs[name]);
    fn.code.memory(Op.i32Store, Entry[name]);
  }
  fn.code.op(Op.return);
}

function defineGlobal(module: ModuleBuilder, distinct: number, fold: number): void {
  const fn = new Counter();
  const { code } = fn;
  const [, offsets, mask, width, form] = [0, 1, 2, 3, 4] as const;
  const [sectors, tags, units, first, last, strip, log] = Array.from({ length: 7 }, () => fn.i32()) as number[] &
    Record<0 | 1 | 2 | 3 | 4 | 5 | 6, number>;
  const entry = fn.i32();
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
    code.get(width).op(Op.i32Ctz).set(log);
    lookUp(fn, fold, entry);
    code.nest(Op.block, () => {
      // A full warp whose addresses never step down: every change of the unit is a new unit.
      code.get(mask).i32(-1).op(Op.i32Eq);
      code.nest(Op.if, () => {
        code.i32(1).set(sectors).i32(1).set(tags).i32(1).set(units);
        code.v128([0, 0, 0, 0]).set(disorder);
        fn.countUp(strip, 128, 16, () => {
          const at = () => code.get(offsets).get(strip).op(Op.i32Add);
          at();
          code.memory(Op.v128Load, 0).set(here);
          at();
          code.memory(Op.v128Load, 4).set(next);
          // Behind the last lane there is none: it follows itself.
          code
            .get(strip)
            .i32(112)
            .op(Op.i32Eq)
            .nest(Op.if, () => {
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
      countInWindow(fn, { sectors, tags, units, log }, 1);
      for (const [local, shift] of [
        [sectors, () => code.i32(Math.log2(SECTOR_BYTES))],
        [tags, () => code.i32(Math.log2(LINE_BYTES))],
        [units, () => code.get(log)],
      ] as const) {
        code.get(offsets).get(mask);
        shift();
        code.call(distinct).set(local);
      }
    });
    remember(fn, entry, { sectors, tags, units });
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
        code
          .get(width)
          .op(Op.i32Mul)
          .i32(SECTOR_BYTES - 1)
          .op(Op.i32Add)
          .i32(5)
          .op(Op.i32ShrU);
      },
    ),
  );
  fn.defineIn(module, "countGlobal");
}

function defineShared(
  module: ModuleBuilder,
  direction: Direction,
  rule: number,
  distinct: number,
  { worstBank, lanesPerBank }: { readonly worstBank: number; readonly lanesPerBank: number },
  fold: number,
): void {
  const fn = new Counter();
  const { code } = fn;
  const [, offsets, mask, width, form] = [0, 1, 2, 3, 4] as const;
  const entry = fn.i32();
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
    }
    lookUp(fn, fold, entry);
    code.nest(Op.block, () => {
      if (direction !== "atomic") {
        const full = () => code.get(mask).i32(-1).op(Op.i32Eq);
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
      if (direction === "atomic") {
        fn.lanes();
        code.set(units);
        code.get(offsets).get(mask).i32(2).call(lanesPerBank).set(wavefronts);
      } else {
        code.get(offsets).get(mask).get(width).op(Op.i32Ctz).call(distinct).set(units);
        code.get(width).i32(4).op(Op.i32LeU);
        code.nest(
          Op.if,
          () => code.get(offsets).get(mask).i32(2).call(worstBank).set(wavefronts),
          () => {
            const number = directions.indexOf(direction);
            code.get(offsets).get(mask).get(width).i32(number).call(rule).set(wavefronts);
          },
        );
      }
    });
    remember(fn, entry, { units, wavefronts });
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
  const from = fn.i32();
  fn.countUp(lane, 32, 1, () => {
    // Lanes that are not running get the place of the first that is.
    code.get(lane).get(2).op(Op.i32Ctz).get(2).get(lane).op(Op.i32ShrU).i32(1).op(Op.i32And, Op.select).set(from);
    code.get(lane).i32(2).op(Op.i32Shl);
    code.get(0).get(from).i32(3).op(Op.i32Shl, Op.i32Add).memory(Op.i32Load, 0).get(1).op(Op.i32Add);
    code.memory(Op.i32Store, Place.counted);
  });
  fn.defineIn(module, "lowered");
}

let compiled: WebAssembly.Module | undefined;

function build(): WebAssembly.Module {
  const module = new ModuleBuilder();
  const rule = module.import("wavefronts", { parameters: [i32, i32, i32, i32], results: [i32] });
  const distinct = defineDistinct(module, false);
  const worstBank = defineDistinct(module, true);
  const lanesPerBank = defineLanesPerBank(module);
  const fold = defineFold(module);
  defineGlobal(module, distinct, fold);
  for (const direction of directions) defineShared(module, direction, rule, distinct, { worstBank, lanesPerBank }, fold);
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
    wavefronts: (place: number, mask: number, width: number, direction: number) =>
      sharedWavefronts(viewOf(place), mask, width, directions[direction]!),
  };
  return new WebAssembly.Instance(compiled, { env }).exports;
}

/** Adds what is still among the patterns of a record to it. */
export function foldPatterns(functions: WebAssembly.Exports, record: number, patterns: number, width: number): void {
  const fold = functions["fold"] as (record: number, entry: number, width: number) => void;
  for (let entry = 0; entry < ENTRIES; entry++) fold(record, patterns + entry * Entry.bytes, width);
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
