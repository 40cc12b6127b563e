/**
 * The counters of every report, as WebAssembly functions that kernels call: uniform and contiguous requests are counted on
 * the spot by closed forms, all else in ascending order or by counting distinct units; what the device does with 8 and 16
 * bytes in shared memory is left to the rules of `analyzer/hardware`. Tests hold all of it against those rules.
 */
import type { MemoryAccess } from "../../analyzer/lower/model";
import { MemoryMap } from "../memory/layout";
import { ModuleBuilder } from "../wasm/encoder";
import { add, and, ctz, load32, select, shl, shrU } from "../wasm/expressions";
import { FunctionWriter } from "../wasm/writer";
import { sharedForm } from "./banks";
import { defineDistinct, defineLanesPerBank } from "./distinct";
import { defineGlobal, defineOneAddress, type GlobalOperation, globalCounters, oneAddressCounters } from "./global";
import { defineHeat } from "./hot";
import { defineLocal } from "./local";
import { defineFold, defineFoldAll } from "./patterns";
import { type CountedSpace, loweredSignature, watchedSignature } from "./record";
import { defineShared, ruleOver, ruleSignature, type Service, sharedCounters } from "./shared";
import { defineSort } from "./sort";
import { defineTouches } from "./touched";

function globalOperation({ op, leader }: MemoryAccess): GlobalOperation {
  if (op === "store") return "store";
  if (op !== "atomic" && op !== "reduction") return "load";
  const isFloat = leader.op === "atomicrmw" && leader.value.type.kind === "float";
  return isFloat ? "floatAtomic" : "atomic";
}

/** Names of the imports that count an access, by space; nothing where only `traffic.ts` knows the rule. */
export function counterName(access: MemoryAccess, space: CountedSpace): string | undefined {
  if (space === "global") return globalCounters[globalOperation(access)];
  // Of less than a word the ideal is that of a word, which patterns do not know.
  if (space === "local") return access.width >= 4 ? "countLocal" : undefined;
  if (access.matrices !== undefined) return undefined;
  const form = sharedForm(access);
  if (form === "cas" || form === "cas-loop") return undefined;
  if (form === "popc-inc") return sharedCounters.increment;
  if (form === "plain") return sharedCounters.atomic;
  return access.op === "load" ? sharedCounters.load : sharedCounters.store;
}

/** The same for accesses whose lanes share an address, where that takes less. */
export function oneAddressCounter(access: MemoryAccess, space: CountedSpace): string | undefined {
  const operation = globalOperation(access);
  return space === "global" && (operation === "load" || operation === "store")
    ? oneAddressCounters[operation]
    : undefined;
}

/** Defines `lowered`. */
function defineLowered(module: ModuleBuilder): void {
  const fn = new FunctionWriter(loweredSignature);
  const [addresses, offset, mask] = fn.parameters;
  const lane = fn.i32();
  const from = fn.i32();
  fn.countUp(lane, 32, 1, () => {
    // Lanes that are not running get the address of the first that is.
    fn.set(from, select(lane, ctz(mask), and(shrU(mask, lane), 1)));
    fn.store32(shl(lane, 2), add(load32(add(addresses, shl(from, 3))), offset), MemoryMap.counted);
  });
  fn.defineIn(module, "lowered");
}

let compiled: WebAssembly.Module | undefined;

function build(): WebAssembly.Module {
  const module = new ModuleBuilder();
  const watched = module.import("watched", watchedSignature);
  const helpers = {
    rule: module.import("wavefronts", ruleSignature),
    distinct: defineDistinct(module, false),
    worstBank: defineDistinct(module, true),
    lanesPerBank: defineLanesPerBank(module),
    fold: defineFold(module),
  };
  defineFoldAll(module, helpers.fold);
  const sort = defineSort(module);
  const global = { sort, fold: helpers.fold, watched, ...defineTouches(module), heat: defineHeat(module) };
  for (const operation of Object.keys(globalCounters) as GlobalOperation[]) defineGlobal(module, operation, global);
  for (const operation of ["load", "store"] as const) defineOneAddress(module, operation, global);
  for (const service of Object.keys(sharedCounters) as Service[]) defineShared(module, service, helpers);
  defineLocal(module, helpers.distinct, helpers.fold);
  defineLowered(module);
  return new WebAssembly.Module(module.build());
}

/** Is handed the requests that are watched: the record of the access, 32 offsets, and the running lanes. */
export type Watched = (record: number, offsets: Uint32Array, mask: number) => void;

/** The counting functions over one memory. */
export function counterFunctions(memory: WebAssembly.Memory, watched: Watched): WebAssembly.Exports {
  compiled ??= build();
  const views = new Map<number, Uint32Array>();
  const viewOf = (at: number): Uint32Array => {
    const known = views.get(at);
    if (known?.length) return known;
    const view = new Uint32Array(memory.buffer, at, 32);
    views.set(at, view);
    return view;
  };
  return new WebAssembly.Instance(compiled, {
    env: {
      memory,
      wavefronts: ruleOver(viewOf),
      watched: (record: number, at: number, mask: number) => watched(record, viewOf(at), mask),
    },
  }).exports;
}
