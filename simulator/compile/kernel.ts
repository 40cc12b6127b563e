/** A kernel and the functions that it calls as one WebAssembly module. */
import type { Block, Func, GlobalVariable, Instruction, Module } from "../../analyzer/ir/model";
import type { LoweredFunction, MemoryAccess } from "../../analyzer/lower/model";
import { RECORD_BYTES } from "../counting/record";
import { Unsupported } from "../emit/representation";
import { findIntrinsic } from "../intrinsics/find";
import type { AddressOf } from "../memory/constants";
import { functionAddress } from "../memory/functions";
import { deviceAddress, MemoryMap, Window } from "../memory/layout";
import type { AngleAccesses } from "../plan/angleAccesses";
import { type BarrierKinds, barrierKinds } from "../plan/barrierKinds";
import { type CallGraph, callGraph } from "../plan/callgraph";
import { nameOfFunction } from "../plan/describe";
import { allocasOf, type FunctionPlan, planFunction } from "../plan/functionPlan";
import type { Region } from "../plan/regions";
import type { BlockShape } from "../plan/shape";
import { typeSize } from "../plan/types";
import type { Exit, Wait } from "../plan/waitPoints";
import { ModuleBuilder } from "../wasm/encoder";
import { defineBlockLoop } from "./blockLoop";
import { patternsOf } from "./events";
import { type KernelContext, type WrittenFunction, writeFunction } from "./function";
import { REGION_COUNTER_BYTES } from "./regionCounters";
import { type SharedLayout, sharedLayout } from "./shared";
import { LOCAL_START } from "./storage";

export { REGION_COUNTER_BYTES, RegionCounterOffset } from "./regionCounters";
export { POLL_EVERY } from "./schedule";

/** One function of a compiled kernel: what its counters belong to. */
export interface CompiledFunction {
  readonly fn: Func;
  readonly lowered: LoweredFunction;
  readonly regions: readonly Region[];
  /** Number of its first region over the whole kernel. */
  readonly firstRegion: number;
  /** Blocks whose branch may part the lanes of a warp. */
  readonly divergent: ReadonlySet<Block>;
}

/** A compiled kernel. Everything that the machine must know to run and describe it. */
export interface CompiledKernel {
  readonly module: WebAssembly.Module;
  readonly imports: readonly string[];
  /** Bytes of a warp's frame. Its first words are the masks of lanes that wait: at the entry, then as in `waits`. */
  readonly frameBytes: number;
  /** The kernel, then what it calls. */
  readonly functions: readonly CompiledFunction[];
  /** Names of the exports that belong in the table of functions, by their index in it. */
  readonly table: readonly string[];
  /** Where lanes of the kernel may wait, by their words in the frame. */
  readonly waits: readonly Wait[];
  /** Where they leave it; empty when no lane can wait for them. */
  readonly exits: readonly Exit[];
  /** The first instruction that means something only in a cluster of blocks. */
  readonly cluster: Instruction | undefined;
  /** Bytes of static shared memory, and of local memory for each thread. */
  readonly sharedBytes: number;
  /** Where shared variables are, bytes from the start of shared memory; dynamic arrays have 0 bytes. */
  readonly sharedVariables: ReadonlyMap<GlobalVariable, { readonly start: number; readonly bytes: number }>;
  readonly localBytes: number;
  /** Instructions that may trap, by the number that the code passes. */
  readonly sites: readonly Instruction[];
  readonly accesses: readonly MemoryAccess[];
  /** What calls of sines, cosines and tangents access beside what the code has. */
  readonly angles: ReadonlyMap<Instruction, AngleAccesses>;
  /** Place of the accesses' counters, after those of the regions, and where all counters end. */
  readonly recordsAt: number;
  readonly countersEnd: number;
  /** Places of the accesses' patterns by their numbers, and where the first of them is: all end together. */
  readonly patternsAt: readonly number[];
  readonly patternsStart: number;
  /** Bytes from `Place.parameters` at which each parameter is expected. */
  readonly parameterOffsets: readonly number[];
}

/** What a kernel is compiled for. */
export interface CompileInput {
  readonly kernel: Func;
  readonly source: Module;
  readonly lowered: ReadonlyMap<string, LoweredFunction>;
  readonly globals: ReadonlyMap<GlobalVariable, bigint>;
  readonly shape: BlockShape;
  /** Notify observers of accesses, branches and barriers? */
  readonly events: boolean;
}

/**
 * Local memory for each thread that calls may use where their depth is not known. CUDA's
 * default is 1 KiB (`cudaLimitStackSize`), in which saved registers must fit, too.
 */
const RECURSION_BYTES = 8192;

/**
 * Compiles a kernel for a block of one shape. Throws a `Stop` for what is not supported, which names the instruction.
 */
export function compileKernel(input: CompileInput): CompiledKernel {
  const { kernel, shape, source } = input;
  const graph = callGraph(kernel, source, findIntrinsic);
  const kinds = barrierKinds(graph, findIntrinsic);
  const hasLocal = graph.functions.some(usesLocalMemory);
  const plans = planFunctions(input, graph, kinds, hasLocal);
  const all = [...plans.values()];
  const counters = counterLayout(kernel, all);
  const shared = sharedLayout(all.map(({ fn }) => fn));
  const module = new ModuleBuilder();
  const written = new Map<FunctionPlan, WrittenFunction>();
  const context: KernelContext = {
    module,
    graph,
    shape,
    addressOf: addressesIn(input, shared),
    hasLocal,
    events: input.events,
    sites: [],
    records: counters,
    waitTraits: kinds.traits,
    planOf: (fn) => plans.get(fn)!,
    frameBytesOf: (plan) => written.get(plan)!.frameBytes,
  };
  for (const fn of graph.functions) {
    const plan = plans.get(fn)!;
    const own = writeFunction(plan, context);
    if (own.builder.isTooLarge) throw new Unsupported("a function with more code than WebAssembly takes", fn.location);
    written.set(plan, own);
  }
  if (all.length > 1) module.importTable("functions");
  const [run] = all.map((plan) =>
    written.get(plan)!.builder.defineIn(module, plan.fn === kernel ? "run" : tableEntry(plan.number)),
  ) as [number];
  const [own, ...callees] = all.map((plan) => written.get(plan)!) as [WrittenFunction, ...WrittenFunction[]];
  const sizes = { frameBytes: own.frameBytes, localBytes: localBytesOf(own, callees, graph) };
  defineBlockLoop(module, run, sizes, own.waits, shape);
  return {
    module: new WebAssembly.Module(module.build()),
    imports: module.importNames,
    ...sizes,
    functions: all.map(({ fn, lowered, regions, firstRegion, uniform: { divergent } }) => {
      return { fn, lowered, regions, firstRegion, divergent };
    }),
    table: all.slice(1).map(({ number }) => tableEntry(number)),
    waits: own.waits,
    exits: own.exits,
    cluster: all.flatMap(({ fn }) => instructionsOf(fn)).find((each) => findIntrinsic(each)?.cluster),
    sharedBytes: shared.bytes,
    sharedVariables: variablesOf(shared),
    sites: context.sites,
    accesses: all.flatMap(({ lowered }) => lowered.accesses),
    angles: new Map(all.flatMap(({ angles }) => [...angles])),
    ...counters,
    parameterOffsets: own.parameterOffsets,
  };
}

function usesLocalMemory(fn: Func): boolean {
  const hasByValue = !fn.isKernel && fn.arguments.some(({ attributes }) => attributes.has("byval"));
  return hasByValue || allocasOf(fn).length > 0;
}

/** Plans of the kernel, which comes first with its counters, and of the functions that it calls. */
function planFunctions(
  { kernel, lowered: all, shape, events }: CompileInput,
  graph: CallGraph,
  kinds: BarrierKinds,
  hasLocal: boolean,
): ReadonlyMap<Func, FunctionPlan> {
  const plans = new Map<Func, FunctionPlan>();
  let [firstRegion, firstAccess] = [0, 0];
  [kernel, ...graph.functions.filter((fn) => fn !== kernel)].forEach((fn, index) => {
    const lowered = all.get(fn.name);
    if (!lowered) throw new Unsupported(`a call of ${nameOfFunction(fn.name)}`);
    if (graph.blocking.has(fn) && graph.recursive.has(fn)) {
      throw new Unsupported(`a barrier in ${nameOfFunction(fn.name)}, which calls itself`, fn.location);
    }
    if (fn !== kernel) refuseCallee(fn, kinds);
    const own = { fn, lowered, number: index - 1, firstRegion, firstAccess };
    const plan = planFunction({ ...own, graph, shape, traits: findIntrinsic, hasLocal, events });
    plans.set(fn, plan);
    firstRegion += plan.regions.length;
    firstAccess += plan.lowered.accesses.length;
  });
  return plans;
}

function refuseCallee(fn: Func, kinds: BarrierKinds): void {
  if (fn.isKernel) throw new Unsupported(`a call of the kernel ${nameOfFunction(fn.name)}`);
  const barriers = kinds.of(fn);
  const [, second] = barriers.values();
  if (!second) return;
  const what = `${[...barriers.keys()].join(" and ")} barriers in ${nameOfFunction(fn.name)}, which is not inlined`;
  throw new Unsupported(what, second.location);
}

/** Bytes of patterns of a kernel: what 10,000 accesses take. */
const MOST_PATTERNS = 64 << 20;

/** Where the counters of regions end and those of accesses begin and end. */
function counterLayout(kernel: Func, plans: readonly FunctionPlan[]) {
  const regions = plans.reduce((sum, plan) => sum + plan.regions.length, 0);
  const accesses = plans.flatMap(({ lowered }) => lowered.accesses);
  const recordsAt = MemoryMap.counters + regions * REGION_COUNTER_BYTES;
  const countersEnd = recordsAt + 2 * accesses.length * RECORD_BYTES;
  const { at: patternsAt, start: patternsStart } = patternsOf(accesses);
  if (countersEnd > MemoryMap.countersEnd || MemoryMap.patternsEnd - patternsStart > MOST_PATTERNS)
    throw new Unsupported("a kernel with more than 10,000 memory accesses", kernel.location);
  return { recordsAt, countersEnd, patternsAt, patternsStart };
}

/** The addresses of functions and of global and shared variables. */
function addressesIn({ source, globals }: CompileInput, shared: SharedLayout): AddressOf {
  return (constant) => {
    if (constant.kind === "function") return functionAddress(source, constant);
    if (constant.kind !== "global") return undefined;
    const offset = shared.offsets.get(constant);
    return offset === undefined ? globals.get(constant) : deviceAddress(Window.shared, MemoryMap.shared + offset);
  };
}

/** Bytes of local memory for each thread: of the kernel, and of all calls that can be active at once. */
function localBytesOf(own: WrittenFunction, callees: readonly WrittenFunction[], { recursive }: CallGraph): number {
  const nested = callees.reduce((sum, { localBytes }) => sum + localBytes, 0);
  if (!nested) return own.localBytes;
  // No variable has the address 0, even where only called functions have variables.
  const start = own.localBytes || LOCAL_START;
  return start + (recursive.size ? Math.max(RECURSION_BYTES, nested) : nested);
}

function variablesOf({ offsets }: SharedLayout): CompiledKernel["sharedVariables"] {
  return new Map([...offsets].map(([one, start]) => [one, { start, bytes: typeSize(one.valueType) }]));
}

const instructionsOf = ({ blocks }: Func) => blocks.flatMap(({ instructions }) => instructions);

function tableEntry(number: number): string {
  return `function${number}`;
}
