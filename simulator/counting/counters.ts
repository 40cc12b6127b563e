/**
 * The counters of every report, as WebAssembly functions that kernels call: uniform and contiguous requests are counted on
 * the spot by closed forms, all else in ascending order or by counting distinct units; what the device does with 8 and 16
 * bytes in shared memory is left to the rules of `analyzer/hardware`. Tests hold all of it against those rules.
 */
import type { MemoryAccess } from "../../analyzer/lower/model";
import { MemoryMap } from "../memory/layout";
import { defineRowOffsets } from "../memory/rows";
import { ModuleBuilder } from "../wasm/encoder";
import { add, and, ctz, load32, select, shl, shrU } from "../wasm/expressions";
import { FunctionWriter } from "../wasm/writer";
import { sharedForm } from "./banks";
import { defineDistinct, defineLanesPerBank, defineNearWords } from "./distinct";
import { defineGlobal, defineOneAddress, type GlobalOperation, globalCounters, oneAddressCounters } from "./global";
import { defineHeat, HEAT } from "./hot";
import { defineLocal } from "./local";
import { defineFold, defineFoldAll } from "./patterns";
import { type CountedSpace, loweredSignature, watchedSignature } from "./record";
import { defineShared, ruleOver, ruleSignature, type Service, sharedCounters } from "./shared";
import { defineSort } from "./sort";
import { defineNeighbours, defineTouches } from "./touched";

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

/** Writes a function of this name into a module; `imports` by their index. */
type Definition = (module: ModuleBuilder, imports: { readonly watched: number; readonly rule: number }) => void;

const globalDefinition =
  (operation: GlobalOperation): Definition =>
  (module, { watched }) =>
    defineGlobal(module, operation, {
      sort: defineSort(module),
      fold: defineFold(module),
      rowOffsets: defineRowOffsets(module),
      watched,
      ...defineTouches(module, operation === "store"),
      ...(operation in HEAT && { heat: defineHeat(module) }),
      ...(operation === "load" && { worstBank: defineDistinct(module, true) }),
    });

const sharedDefinition =
  (service: Service): Definition =>
  (module, { rule }) => {
    const near = defineNearWords(module);
    defineShared(module, service, {
      rule,
      near,
      distinct: defineDistinct(module, false),
      worstBank: defineDistinct(module, true, near),
      lanesPerBank: defineLanesPerBank(module),
      fold: defineFold(module),
      rowOffsets: defineRowOffsets(module),
    });
  };

/** By name. Each is a module of its own, as writing all of them takes longer than a kernel that needs two. */
const definitions: ReadonlyMap<string, Definition> = new Map<string, Definition>([
  ["lowered", defineLowered],
  ["neighbours", defineNeighbours],
  ["foldAll", (module) => defineFoldAll(module, defineFold(module))],
  ["countLocal", (module) => defineLocal(module, defineDistinct(module, false), defineFold(module))],
  ...(Object.keys(globalCounters) as GlobalOperation[]).map((operation): [string, Definition] => [
    globalCounters[operation],
    globalDefinition(operation),
  ]),
  ...(["load", "store"] as const).map((operation): [string, Definition] => [
    oneAddressCounters[operation],
    (module, { watched }) => defineOneAddress(module, operation, watched),
  ]),
  ...(Object.keys(sharedCounters) as Service[]).map((service): [string, Definition] => [
    sharedCounters[service],
    sharedDefinition(service),
  ]),
]);

const compiled = new Map<string, WebAssembly.Module>();

function build(name: string, define: Definition): WebAssembly.Module {
  const module = new ModuleBuilder();
  define(module, {
    watched: module.import("watched", watchedSignature),
    rule: module.import("wavefronts", ruleSignature),
  });
  const made = new WebAssembly.Module(module.build());
  compiled.set(name, made);
  return made;
}

/** Is handed the requests that are watched: the record of the access, 32 offsets, and the running lanes. */
export type Watched = (record: number, offsets: Uint32Array, mask: number) => void;

/** The counting functions over one memory, made when they are first asked for. */
export class CounterFunctions {
  private readonly made = new Map<string, WebAssembly.ExportValue>();
  private readonly views = new Map<number, Uint32Array>();

  constructor(
    private readonly memory: WebAssembly.Memory,
    private readonly watched: Watched,
  ) {}

  /** Undefined where the name is that of something else. */
  get(name: string): WebAssembly.ExportValue | undefined {
    const define = definitions.get(name);
    const known = this.made.get(name);
    if (known || !define) return known;
    const env = {
      memory: this.memory,
      wavefronts: ruleOver((at) => this.viewOf(at)),
      watched: (record: number, at: number, mask: number) => this.watched(record, this.viewOf(at), mask),
    };
    const { exports } = new WebAssembly.Instance(compiled.get(name) ?? build(name, define), { env });
    const made = exports[name]!;
    this.made.set(name, made);
    return made;
  }

  private viewOf(at: number): Uint32Array {
    const known = this.views.get(at);
    if (known?.length) return known;
    const view = new Uint32Array(this.memory.buffer, at, 32);
    this.views.set(at, view);
    return view;
  }
}
