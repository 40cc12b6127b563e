/** Counting of requests to shared memory in WebAssembly; widths of 8 and 16 bytes are left to the hardware's rules. */
import { type Direction, sharedWavefronts } from "../../analyzer/hardware/wavefronts";
import { MemoryMap } from "../memory/layout";
import { Form } from "../memory/resolve";
import type { ModuleBuilder } from "../wasm/encoder";
import {
  add,
  and,
  call,
  ctz,
  eq,
  type I32,
  leU,
  load32,
  mul,
  ne,
  or,
  popcnt,
  rotl,
  shrU,
  tee,
} from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import type { Label } from "../wasm/writer";
import { lookUp, remember } from "./patterns";
import { CountWriter, leastWavefronts } from "./record";

const { i32 } = Type;

const directions: readonly Direction[] = ["load", "store", "atomic"];

/** How shared memory serves a request, as far as it is counted here; what else there is, `traffic.ts` counts. */
export type Service = Direction | "increment";

/** Names of the counting functions. */
export const sharedCounters: Readonly<Record<Service, string>> = {
  load: "countSharedLoad",
  store: "countSharedStore",
  atomic: "countSharedAtomic",
  increment: "countSharedIncrement",
};

/** Functions of the module that count, by their indices. */
export interface SharedHelpers {
  /** The hardware's rule in JavaScript: `rule(offsets, mask, width, direction)` → wavefronts. */
  readonly rule: number;
  readonly near: number;
  readonly distinct: number;
  readonly worstBank: number;
  readonly lanesPerBank: number;
  readonly fold: number;
  readonly rowOffsets: number;
}

/** The type of `SharedHelpers.rule`. */
export const ruleSignature = { parameters: [i32, i32, i32, i32], results: [i32] } as const;

/** Its implementation; `viewOf`: the 32 offsets at a place in linear memory. */
export function ruleOver(viewOf: (at: number) => Uint32Array) {
  return (at: number, mask: number, width: number, direction: number): number =>
    sharedWavefronts(viewOf(at), mask, width, directions[direction] ?? "load");
}

function beginShared(service: Service, helpers: SharedHelpers) {
  const fn = new CountWriter();
  const [, offsets, mask, width, form] = fn.parameters;
  const entry = fn.i32();
  /** What is counted: wavefronts and distinct elements. */
  const [wavefronts, units] = fn.locals(i32, 2);
  const [banks, word, previous, strip] = fn.locals(i32, 4);
  const scratch = { entry, banks, word, previous, strip };
  const isAtomic = service === "atomic" || service === "increment";
  const isFull: I32 = eq(mask, -1);
  return { fn, service, ...helpers, offsets, mask, width, form, wavefronts, units, isAtomic, isFull, ...scratch };
}

type Shared = ReturnType<typeof beginShared>;

/** Loads and stores of one word, or of a full warp that is contiguous: closed forms. */
function countRegular({ fn, width, form, wavefronts, units, isFull }: Shared, counted: Label): void {
  fn.when(and(eq(form, Form.uniform), leU(width, 4)), () => {
    fn.set(wavefronts, 1);
    fn.set(units, 1);
    fn.branch(counted);
  });
  fn.when(and(eq(form, Form.contiguous), isFull), () => {
    fn.set(wavefronts, leastWavefronts(width));
    fn.set(units, 32);
    fn.branch(counted);
  });
}

/** Increments of a full warp within a few rows of banks: they are quicker counted than looked up. */
function countNear({ fn, near, offsets, wavefronts, units, isFull }: Shared, counted: Label): void {
  const cell = (at: number) => load32(0, MemoryMap.range + at);
  fn.when(and(isFull, eq(offsets, MemoryMap.offsets)), () => {
    fn.set(units, 32);
    fn.branchIf(counted, tee(wavefronts, call(i32, near, offsets, cell(0), cell(4))));
  });
}

/** Words of a full warp that change from lane to lane, each in a bank of its own, are one wavefront. */
function countWithoutConflict(on: Shared, counted: Label): void {
  const { fn, offsets, width, wavefronts, units, banks, word, previous, strip, isFull } = on;
  fn.when(and(eq(width, 4), isFull), () => {
    fn.set(banks, 0);
    fn.set(units, 0);
    fn.set(previous, -1);
    fn.countUp(strip, 128, 4, () => {
      fn.set(units, add(ne(tee(word, shrU(load32(add(offsets, strip)), 2)), previous), units));
      fn.set(banks, or(banks, rotl(1, word)));
      fn.set(previous, word);
    });
    fn.set(wavefronts, 1);
    fn.branchIf(counted, eq(units, popcnt(banks)));
  });
}

/** Any request: by bank up to 4 bytes, by the hardware's rule above. */
function countByBank({ fn, service, offsets, mask, width, wavefronts, units, ...helpers }: Shared): void {
  const byBank = (helper: number) => fn.set(wavefronts, call(i32, helper, offsets, mask, 2));
  const byRule = () =>
    fn.set(wavefronts, call(i32, helpers.rule, offsets, mask, width, directions.indexOf(service as Direction)));
  if (service === "increment") {
    fn.set(units, fn.lanes());
    byBank(helpers.worstBank);
    return;
  }
  const isAtomic = service === "atomic";
  fn.set(units, isAtomic ? fn.lanes() : call(i32, helpers.distinct, offsets, mask, ctz(width)));
  fn.when(leU(width, 4), () => byBank(isAtomic ? helpers.lanesPerBank : helpers.worstBank), byRule);
}

/** Defines the counting function of a service. */
export function defineShared(module: ModuleBuilder, service: Service, helpers: SharedHelpers): void {
  const on = beginShared(service, helpers);
  const { fn, width, wavefronts, units, entry, isAtomic } = on;
  fn.block((counted) => {
    if (!isAtomic) countRegular(on, counted);
    if (service === "increment") countNear(on, counted);
    lookUp(fn, helpers, entry);
    fn.block((known) => {
      if (!isAtomic) countWithoutConflict(on, known);
      countByBank(on);
    });
    remember(fn, entry, { units, wavefronts });
    fn.return();
  });
  fn.add("requests", 1);
  fn.add("wavefronts", wavefronts);
  fn.add("lanes", fn.lanes());
  fn.add("bytes", mul(units, width));
  fn.add("wavefrontsIdeal", fn.least(wavefronts, leastWavefronts(width)));
  fn.defineIn(module, sharedCounters[service]);
}
