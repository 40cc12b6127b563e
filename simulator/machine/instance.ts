/** Kernels compiled and instantiated over a device's memory, kept for the next launch. */
import type { Func } from "../../analyzer/ir/model";
import { type CompiledKernel, compileKernel } from "../compile/kernel";
import { CounterFunctions } from "../counting/counters";
import type { FoldPatterns } from "../counting/patterns";
import { floatUnit } from "../instructions/floatUnit";
import { wideFunctions } from "../instructions/wideFunctions";
import { angleFunctions, type SeenAngles } from "../intrinsics/angles";
import { bitFunctions } from "../intrinsics/bits";
import { mathFunctions } from "../intrinsics/functions";
import { roundedFunctions } from "../intrinsics/rounded";
import { wideIntrinsicFunctions } from "../intrinsics/wide";
import * as arithmetic from "../mathematics/arithmetic";
import { matrixFunctions } from "../matrices/functions";
import type { DeviceMemory } from "../memory/device";
import { MemoryMap } from "../memory/layout";
import { memoryUnit, type SlowPaths } from "../memory/unit";
import type { Program } from "../model";
import type { BlockShape } from "../plan/shape";
import { textureFunctions } from "../textures/functions";

/** What running code asks of the machine; it changes from launch to launch, the instances do not. */
export interface Hooks {
  slow: SlowPaths["slow"];
  slowOne: SlowPaths["slowOne"];
  /** Steps that were executed, the last of them at a site. */
  poll(steps: number, site: number): void;
  unreachable(site: number, mask: number): void;
  /** `vprintf` of one lane at an instruction; returns how many values it printed. */
  print(site: number, lane: number, format: bigint, values: bigint): number;
  /** Lanes execute a trap. */
  fail(site: number, mask: number): void;
  /** Lanes fail an assertion; addresses of its text, its file and its function. */
  assertion(site: number, mask: number, text: bigint, file: bigint, line: number, name: bigint): void;
  /** A lane gives memory back to the device's heap. */
  release(site: number, lane: number, address: bigint): void;
  /** A thread takes memory of the device's heap; the address, 0 where there is not enough. */
  reserve(site: number, size: bigint): bigint;
  /** A lane of the mask issues a bulk copy (`machine/bulk.ts`): addresses of the device, and blocks of the cluster as bits. */
  bulk(
    site: number,
    lane: number,
    mask: number,
    to: bigint,
    from: bigint,
    bytes: number,
    object: bigint,
    blocks: number,
  ): void;
  /** A lane of the mask issues a copy of a tile (`machine/tiles.ts`), by its map and with coordinates, innermost first. */
  tile(
    site: number,
    lane: number,
    mask: number,
    tile: bigint,
    map: bigint,
    object: bigint,
    ...rest: readonly number[]
  ): void;
  /** A call has no room for its frame or its variables. */
  overflow(site: number): void;
  /** Lanes call what is no function of the type that they call. */
  noFunction(site: number, mask: number, address: bigint): void;
  /** Lanes call a function with barriers while others of their warp wait in it. */
  splitCall(site: number, mask: number): void;
  /** Lanes of a warp name different barriers by one instruction. */
  splitBarrier(site: number, mask: number): void;
  /** Lanes exchange values with lanes that are elsewhere. */
  absent(site: number, mask: number, absent: number): void;
  /** Lanes begin to wait for others of their warp that they name. */
  awaited(site: number, mask: number, absent: number): void;
  access(index: number, mask: number): void;
  /** A request that is not counted in WebAssembly. */
  traffic(index: number, mask: number): void;
  /** The arguments of a sine, cosine or tangent are in a slot. */
  angles(slot: number, site: number, mask: number): void;
  /** Four lanes of operands are at `MemoryMap.operands`: the path that they may take, which lanes, and how often each counts. */
  slowPath(path: number, lanes: number, times: number): void;
  /** A request to global memory while they are watched: the record of its access, offsets by lane, and the running lanes. */
  watched(record: number, offsets: Uint32Array, mask: number): void;
  /** One lane of such a request fetches from a texture: the sectors that it touches, where they are known. */
  fetched(sectors: readonly number[] | undefined): void;
  /** Lanes that go to the next of a branch's successors; `branch` follows the last. */
  successor(mask: number): void;
  branch(site: number, mask: number): void;
  barrier(site: number, mask: number): void;
  /** A barrier's number, and how many threads it waits for: 0 for all. `barrier` or `arrive` follows. */
  numbered(number: number, threads: number): void;
  sync(site: number, mask: number): void;
  /** The masks that lanes name are in a slot; `sync` follows. */
  named(slot: number): void;
  fence(site: number, mask: number): void;
  arrive(site: number, mask: number): void;
  object(site: number, mask: number): void;
  copies(site: number, mask: number): void;
  absentSource(site: number, mask: number): void;
  /** A part of what the next store writes is in a slot. */
  stored(slot: number, bytes: number): void;
  copied(index: number, mask: number): void;
  /** A variable's values by lane are in a slot. */
  assigned(slot: number, site: number, mask: number): void;
}

/** A kernel that can be run. */
export interface KernelInstance {
  readonly compiled: CompiledKernel;
  /** Runs one warp; the lanes that wait afterwards. */
  run(frame: number, threads: number, warp: number, local: number): number;
  /** Runs all warps that have lanes to run (`compile/blockLoop.ts`). */
  runBlock(starts: number): number;
  /** Runs blocks from the current one on (`compile/blockLoop.ts`); absent where threads wait for more than barriers of all threads. */
  readonly runBlocks?: (count: number, shared: number, perBlock: number, limit: number) => number;
}

interface Device {
  hooks: Hooks | undefined;
  readonly imports: Record<string, WebAssembly.ImportValue>;
  readonly counters: CounterFunctions;
  readonly angles: SeenAngles;
  readonly kernels: Map<Func, Map<string, KernelInstance>>;
}

/** Operations of one lane, which know nothing of the device. */
const lanewiseFunctions = {
  ...mathFunctions,
  ...bitFunctions,
  ...roundedFunctions,
  ...wideFunctions,
  ...wideIntrinsicFunctions,
};

const devices = new WeakMap<DeviceMemory, Device>();

function deviceOf(memory: DeviceMemory): Device {
  const known = devices.get(memory);
  if (known) return known;
  const counters = new CounterFunctions(memory.memory, (...request) => hooks().watched(...request));
  const device: Device = { hooks: undefined, imports: {}, counters, angles: { areLarge: false }, kernels: new Map() };
  const hooks = (): Hooks => device.hooks!;
  const unit = memoryUnit(memory.memory, {
    slow: (...args) => hooks().slow(...args),
    slowOne: (...args) => hooks().slowOne(...args),
  });
  const floats = floatUnit(memory.memory, arithmetic.fma64);
  Object.assign(device.imports, unit as Record<string, WebAssembly.ImportValue>, floats, {
    memory: memory.memory,
    poll: (steps: number, site: number) => hooks().poll(steps, site),
    unreachable: (site: number, mask: number) => hooks().unreachable(site, mask),
    print: (site: number, lane: number, format: bigint, values: bigint) => hooks().print(site, lane, format, values),
    fail: (site: number, mask: number) => hooks().fail(site, mask),
    assertion: (site: number, mask: number, text: bigint, file: bigint, line: number, name: bigint) =>
      hooks().assertion(site, mask, text, file, line, name),
    heapTake: (site: number, size: bigint) => hooks().reserve(site, size),
    heapGive: (site: number, lane: number, address: bigint) => hooks().release(site, lane, address),
    bulk: (...copy: Parameters<Hooks["bulk"]>) => hooks().bulk(...copy),
    tile: (...copy: Parameters<Hooks["tile"]>) => hooks().tile(...copy),
    overflow: (site: number) => hooks().overflow(site),
    noFunction: (site: number, mask: number, address: bigint) => hooks().noFunction(site, mask, address),
    splitCall: (site: number, mask: number) => hooks().splitCall(site, mask),
    splitBarrier: (site: number, mask: number) => hooks().splitBarrier(site, mask),
    absent: (site: number, mask: number, absent: number) => hooks().absent(site, mask, absent),
    awaited: (site: number, mask: number, absent: number) => hooks().awaited(site, mask, absent),
    access: (index: number, mask: number) => hooks().access(index, mask),
    successor: (mask: number) => hooks().successor(mask),
    branch: (site: number, mask: number) => hooks().branch(site, mask),
    barrier: (site: number, mask: number) => hooks().barrier(site, mask),
    numbered: (number: number, threads: number) => hooks().numbered(number, threads),
    sync: (site: number, mask: number) => hooks().sync(site, mask),
    named: (slot: number) => hooks().named(slot),
    fence: (site: number, mask: number) => hooks().fence(site, mask),
    arrive: (site: number, mask: number) => hooks().arrive(site, mask),
    object: (site: number, mask: number) => hooks().object(site, mask),
    copies: (site: number, mask: number) => hooks().copies(site, mask),
    absentSource: (site: number, mask: number) => hooks().absentSource(site, mask),
    stored: (slot: number, bytes: number) => hooks().stored(slot, bytes),
    copied: (index: number, mask: number) => hooks().copied(index, mask),
    assigned: (slot: number, site: number, mask: number) => hooks().assigned(slot, site, mask),
    publish: (slot: number, offset: bigint) => publish(memory, slot, offset),
    publishOne: (address: bigint) => {
      new BigInt64Array(memory.memory.buffer, MemoryMap.addresses, 32).fill(address);
    },
    traffic: (index: number, mask: number) => hooks().traffic(index, mask),
    angles: (slot: number, site: number, mask: number) => hooks().angles(slot, site, mask),
    slowPath: (path: number, lanes: number, times: number) => hooks().slowPath(path, lanes, times),
    ...lanewiseFunctions,
    ...angleFunctions(device.angles),
    ...textureFunctions(memory, (sectors) => hooks().fetched(sectors)),
    ...matrixFunctions(memory),
    ...arithmetic,
  });
  devices.set(memory, device);
  return device;
}

/** Whether sines, cosines and tangents of a device's launch get large arguments. */
export const seenAngles = (memory: DeviceMemory): SeenAngles => deviceOf(memory).angles;

/** Puts the addresses of a slot's lanes, and an offset, where observers see them. In halves: numbers are much faster. */
function publish(memory: DeviceMemory, slot: number, offset: bigint): void {
  const words = memory.words();
  const from = slot / 4;
  const to = MemoryMap.addresses / 4;
  if (offset === 0n) {
    words.copyWithin(to, from, from + 64);
    return;
  }
  const [lower, upper] = [Number(BigInt.asUintN(32, offset)), Number(offset >> 32n)];
  for (let at = 0; at < 64; at += 2) {
    const low = words[from + at]! + lower;
    words[to + at] = low;
    words[to + at + 1] = words[from + at + 1]! + upper + (low >= 2 ** 32 ? 1 : 0);
  }
}

/** The kernel ready to run; compiled on first use for a block shape. Throws `Unsupported`. */
export function instantiate(
  program: Program,
  kernel: Func,
  memory: DeviceMemory,
  shape: BlockShape,
  events: boolean,
): KernelInstance {
  const device = deviceOf(memory);
  const variants = device.kernels.get(kernel) ?? new Map<string, KernelInstance>();
  device.kernels.set(kernel, variants);
  const key = `${shape.block} ${events}`;
  const known = variants.get(key);
  if (known) return known;
  const compiled = compiledFor(program, kernel, memory, shape, events);
  const functions = new WebAssembly.Table({ element: "anyfunc", initial: compiled.table.length });
  const env: Record<string, WebAssembly.ImportValue> = { ...device.imports, functions };
  for (const name of compiled.imports) {
    const counter = device.counters.get(name);
    if (counter) env[name] = counter;
  }
  const instance = new WebAssembly.Instance(compiled.module, { env });
  compiled.table.forEach((name, index) => {
    functions.set(index, instance.exports[name]);
  });
  const exports = instance.exports as unknown as Pick<KernelInstance, "run" | "runBlock" | "runBlocks">;
  const { run, runBlock, runBlocks } = exports;
  const made = { compiled, run, runBlock, ...(runBlocks && { runBlocks }) };
  variants.set(key, made);
  return made;
}

const compilations = new WeakMap<Func, Map<string, CompiledKernel>>();

/** What is compiled depends on where the module's variables are, but on nothing else of a device. */
function compiledFor(
  { module, lowered }: Program,
  kernel: Func,
  memory: DeviceMemory,
  shape: BlockShape,
  events: boolean,
): CompiledKernel {
  const globals = memory.place(module);
  const key = [shape.block, events, ...globals.values()].join();
  const known = compilations.get(kernel) ?? new Map<string, CompiledKernel>();
  compilations.set(kernel, known);
  const found = known.get(key) ?? compileKernel({ kernel, source: module, lowered, globals, shape, events });
  known.set(key, found);
  return found;
}

/** Makes running code on this device talk to these hooks. */
export function connect(memory: DeviceMemory, hooks: Hooks): void {
  deviceOf(memory).hooks = hooks;
}

/** The function of a device that adds what is still among patterns to records. */
export const foldPatternsOf = (memory: DeviceMemory): FoldPatterns =>
  deviceOf(memory).counters.get("foldAll") as FoldPatterns;

/** The function of a device that says which sectors come with those that the running launch loads (`counting/touched.ts`). */
export const neighboursOf = (memory: DeviceMemory, end: number): number =>
  (deviceOf(memory).counters.get("neighbours") as (end: number) => number)(end);
