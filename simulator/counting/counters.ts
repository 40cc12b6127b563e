/**
 * The counters of every report, as WebAssembly functions that kernels call: what is uniform or side by side is counted on
 * the spot by the closed forms, all else in ascending order or by counting distinct units; what the device does with 8 and 16
 * bytes in shared memory is left to the rules of `analyzer/hardware`. Tests hold all of it against those rules.
 */
import { LINE_BYTES, SECTOR_BYTES } from "../../analyzer/hardware/model";
import { type Direction, sharedWavefronts } from "../../analyzer/hardware/wavefronts";
import type { MemoryAccess } from "../../analyzer/lower/model";
import { MemoryMap } from "../memory/layout";
import { Form } from "../memory/resolve";
import { ModuleBuilder } from "../wasm/encoder";
import { FunctionBuilder } from "../wasm/function";
import { Op, Type } from "../wasm/opcodes";
import { sharedForm } from "./banks";
import { defineDistinct, defineLanesPerBank } from "./distinct";
import { defineLocal } from "./local";
import { defineFold, lookUp, remember } from "./patterns";
import { type CountedSpace, Counter, Field, loweredSignature } from "./record";
import { defineSort } from "./sort";

const { i32 } = Type;

const directions: readonly Direction[] = ["load", "store", "atomic"];

/** How shared memory serves a request, as far as it is counted here; what else there is, `traffic.ts` counts. */
type Service = Direction | "increment";

const sharedCounters: Readonly<Record<Service, string>> = {
  load: "countSharedLoad",
  store: "countSharedStore",
  atomic: "countSharedAtomic",
  increment: "countSharedIncrement",
};

/** Names of the imports that count an access, by space; nothing where only `traffic.ts` knows the rule. */
export function counterName(access: MemoryAccess, space: CountedSpace): string | undefined {
  if (space === "global") return "countGlobal";
  // Of less than a word the ideal is that of a word, which patterns do not know.
  if (space === "local") return access.width >= 4 ? "countLocal" : undefined;
  if (access.matrices !== undefined) return undefined;
  const form = sharedForm(access);
  if (form === "cas" || form === "cas-loop") return undefined;
  if (form === "popc-inc") return sharedCounters.increment;
  if (form === "plain") return sharedCounters.atomic;
  return access.op === "load" ? sharedCounters.load : sharedCounters.store;
}

function defineGlobal(module: ModuleBuilder, sort: number, fold: number): void {
  const fn = new Counter();
  const { code } = fn;
  const [, offsets, mask, width, form] = [0, 1, 2, 3, 4] as const;
  const [sectors, tags, units, first, last, strip, log, source, at] = Array.from({ length: 9 }, () =>
    fn.i32(),
  ) as number[] & Record<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, number>;
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
    code.get(offsets).set(source);
    code.nest(Op.loop, () => {
      // Of addresses that never step down every change of the unit is a new unit.
      code.i32(1).set(sectors).i32(1).set(tags).i32(1).set(units);
      code.v128([0, 0, 0, 0]).set(disorder);
      fn.countUp(strip, 128, 16, () => {
        code.get(source).get(strip).op(Op.i32Add).tee(at).memory(Op.v128Load, 0).set(here);
        code.get(at).memory(Op.v128Load, 4).set(next);
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
      // Lanes that are not running have the address of one that is, so that all may be sorted.
      code.get(disorder).op(Op.v128AnyTrue);
      code.nest(Op.if, () => void code.get(source).call(sort).i32(MemoryMap.keys).set(source).br(1));
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
  service: Service,
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
  const isAtomic = service === "atomic" || service === "increment";
  code.nest(Op.block, () => {
    if (!isAtomic) {
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
      if (!isAtomic) {
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
      const byRule = (direction: Direction) => {
        code.get(offsets).get(mask).get(width).i32(directions.indexOf(direction)).call(rule).set(wavefronts);
      };
      if (service === "increment") {
        fn.lanes();
        code.set(units);
        code.get(offsets).get(mask).i32(2).call(worstBank).set(wavefronts);
      } else if (service === "atomic") {
        fn.lanes();
        code.set(units);
        code.get(width).i32(4).op(Op.i32LeU);
        code.nest(
          Op.if,
          () => code.get(offsets).get(mask).i32(2).call(lanesPerBank).set(wavefronts),
          () => byRule(service),
        );
      } else {
        code.get(offsets).get(mask).get(width).op(Op.i32Ctz).call(distinct).set(units);
        code.get(width).i32(4).op(Op.i32LeU);
        code.nest(
          Op.if,
          () => code.get(offsets).get(mask).i32(2).call(worstBank).set(wavefronts),
          () => byRule(service),
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
  fn.defineIn(module, sharedCounters[service]);
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
    code.memory(Op.i32Store, MemoryMap.counted);
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
  defineGlobal(module, defineSort(module), fold);
  for (const service of Object.keys(sharedCounters) as Service[])
    defineShared(module, service, rule, distinct, { worstBank, lanesPerBank }, fold);
  defineLocal(module, distinct, fold);
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
