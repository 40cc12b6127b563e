/** What running code of one launch asks of the machine: exact checks, traps, printing, and observers. */
import { activeLanes, firstLane } from "../../analyzer/hardware/lanes";
import { atLine, lineAt } from "../../analyzer/ir/frames";
import type { Instruction } from "../../analyzer/ir/model";
import { accessOf } from "../compile/events";
import { angleCounter } from "../counting/angles";
import { bulkCounter } from "../counting/bulk";
import { slowPathCounter } from "../counting/slowPaths";
import type { TrafficObserver } from "../counting/traffic";
import { assignedKind, readSlot } from "../intrinsics/followed";
import type { DeviceMemory } from "../memory/device";
import { Cell, MemoryMap } from "../memory/layout";
import { Stop } from "../memory/stop";
import type { AccessFault, BarrierName, Observer, Outcome, RunOptions } from "../model";
import { type Fault, locate, relatedTo } from "./addresses";
import { type Running, threadAt } from "./blockState";
import type { Budget } from "./budget";
import { type BulkContext, bulkCopy } from "./bulk";
import type { Hooks, KernelInstance } from "./instance";
import { originOfAccesses } from "./passedPointer";
import { failedAssertion, formatPrint } from "./print";
import { copyTile } from "./tiles";
import { isUnassigned } from "./unassigned";

/** Instructions that a thread's `printf` counts as, against the limit alone: about as long as formatting takes. */
const PRINT_WORK = 250;
/** And each character of what it prints. */
const PRINT_BYTE_WORK = 12;

/** A request that is not counted in WebAssembly: of constant and texture memory, and of what leads to several spaces. */
const TRAFFIC_WORK = 10;

/** What a thread's `malloc` or `free` counts as, likewise. */
const HEAP_WORK = 60;

/** What an access that leads nowhere counts as where the run goes on, likewise: it is told from those before it. */
const FAULT_WORK = 20;

/** What an address counts as that the quick checks do not prove, likewise. */
const LOCATE_WORK = 12;

/** Units of work of observers between two looks at the limit. */
const OWED_AT_MOST = 50_000;

/** What the hooks of a launch need to know of it. */
export interface HookInput {
  readonly kernel: KernelInstance;
  readonly memory: DeviceMemory;
  readonly running: Running;
  readonly budget: Budget;
  /** Counts what is not counted in WebAssembly. */
  readonly traffic: TrafficObserver;
  readonly options: RunOptions;
}

/** The work beside steps so far, which counts from now on anew. */
function takeSlow(memory: DeviceMemory): number {
  const view = memory.view();
  const slow = view.getUint32(MemoryMap.cells + Cell.slow, true);
  view.setUint32(MemoryMap.cells + Cell.slow, 0, true);
  return slow;
}

/** Makes the functions that generated code calls while a launch runs. */
export function launchHooks(input: HookInput): Hooks {
  const { memory, budget, options } = input;
  const stops = stopsOf(input);
  const addresses = new BigUint64Array(memory.memory.buffer, MemoryMap.addresses, 32);
  return {
    poll: (steps, site) => budget.spend(steps + takeSlow(memory), site),
    print: (site, lane, format, values) => {
      budget.spend(PRINT_WORK, site);
      const { text, count } = formatPrint(memory, lane, BigInt.asUintN(64, format), BigInt.asUintN(64, values));
      budget.spend(PRINT_BYTE_WORK * text.length, site);
      options.print?.(text);
      return count;
    },
    ...addressHooks(input, stops),
    ...bulkHooks(input, stops),
    ...trapHooks(input, stops),
    ...unsupportedHooks(input, stops),
    ...counted(input, addresses),
    ...observed(input, addresses),
  };
}

type More = Pick<Outcome, "address" | "passed" | "loadedFrom" | "times" | "assertion"> & Pick<AccessFault, "relation">;

/** Ends the launch at an instruction, which is given by its number; `lane` executes it. */
interface Stops {
  siteOf(site: number): Instruction;
  /** The line of the instruction, to follow a verb; empty where it is unknown. */
  atLine(site: number): string;
  stop(kind: Outcome["kind"], site: number, lane: number, message: string, more?: More): never;
  /** `what` follows "Thread … of block …" in the message. */
  trap(site: number, lane: number, what: string, more?: More): never;
  /** All lanes of the mask trap: the first of them is named. */
  trapAll(site: number, mask: number, what: string, assertion?: string): never;
}

function stopsOf({ kernel, running }: HookInput): Stops {
  const { sites } = kernel.compiled;
  const stops: Stops = {
    siteOf: (site) => sites[site]!,
    atLine: (site) => atLine(sites[site]!.location, "innermost"),
    stop: (kind, site, lane, message, more) => {
      const { location } = sites[site]!;
      throw new Stop({
        kind,
        message,
        ...(location && { location }),
        block: [...running.block],
        thread: threadAt(running, lane),
        ...more,
      });
    },
    trap: (site, lane, what, { relation, ...more } = {}) => {
      const who = `Thread (${threadAt(running, lane)}) of block (${running.block})`;
      const related = relation ? `, ${relation}` : "";
      return stops.stop("trapped", site, lane, `${who} ${what}${stops.atLine(site)}${related}.`, more);
    },
    trapAll: (site, mask, what, assertion) =>
      stops.trap(site, firstLane(mask), what, { times: activeLanes(mask), ...(assertion && { assertion }) }),
  };
  return stops;
}

/** Addresses that generated code cannot resolve by itself, and the heap's memory. */
function addressHooks({ kernel, memory, running, budget, options }: HookInput, { siteOf, trap }: Stops) {
  const observers = options.observers ?? [];
  const originOf = originOfAccesses(kernel, memory);
  /** An invalid access: the run stops, unless an observer lets it continue with unused memory in its stead. */
  const dropped = (fault: Fault, site: number, lane: number, width: number, address: bigint): number => {
    const instruction = siteOf(site);
    const origin = originOf(instruction);
    const told: Fault = isUnassigned(instruction, address)
      ? { rule: fault.rule, reason: "through an uninitialised pointer" }
      : relatedTo(memory, fault, address, origin.passed);
    const message = `${verbOf(instruction)} ${told.reason}`;
    const event: AccessFault = {
      ...{ rule: told.rule, message, instruction, lane, address },
      get relation() {
        return told.relation || undefined;
      },
    };
    budget.spend(FAULT_WORK, site);
    if (!observers.some((observer) => observer.fault?.(event, running)))
      trap(site, lane, message, { address, ...origin, ...(event.relation && { relation: event.relation }) });
    memory.bytes().fill(0, MemoryMap.nowhere, MemoryMap.nowhere + width);
    return MemoryMap.nowhere;
  };
  return {
    // biome-ignore lint/complexity/useMaxParams: generated code calls it with numbers alone.
    slow: (slot, added, mask, width, align, window, site) => {
      budget.spend(LOCATE_WORK * activeLanes(mask), site);
      const view = memory.view();
      for (let lane = 0; lane < 32; lane++) {
        if (((mask >>> lane) & 1) === 0) continue;
        const address = BigInt.asUintN(64, view.getBigUint64(slot + 8 * lane, true) + added);
        const located = locate(memory, address, lane, width, align, window);
        const offset = typeof located === "number" ? located : dropped(located, site, lane, width, address);
        view.setUint32(MemoryMap.offsets + 4 * lane, offset, true);
      }
    },
    slowOne: (address, mask, width, align, window, site) => {
      budget.spend(LOCATE_WORK, site);
      const wanted = BigInt.asUintN(64, address);
      const located = locate(memory, wanted, firstLane(mask), width, align, window);
      return typeof located === "number" ? located : dropped(located, site, firstLane(mask), width, wanted);
    },
    reserve: (site, size) => {
      budget.spend(HEAP_WORK, site);
      return memory.heap.take(BigInt.asUintN(64, size), siteOf(site).location);
    },
    release: (site, lane, address) => {
      budget.spend(HEAP_WORK, site);
      const given = BigInt.asUintN(64, address);
      if (memory.heap.give(given)) return;
      const wasFreed = memory.heap.wasFreed(given);
      const what = wasFreed ? "which was already freed" : "which malloc did not return";
      const message = `frees 0x${given.toString(16)}, ${what}`;
      const rule = wasFreed ? "double-free" : "invalid-free";
      const event = { rule, message, instruction: siteOf(site), lane } as const;
      if (!observers.some((observer) => observer.fault?.(event, running)))
        trap(site, lane, message, { address: given });
    },
  } satisfies Partial<Hooks>;
}

/** What a bulk copy counts as, likewise, and how many bytes more are one unit. */
const BULK_WORK = 20;
const BULK_BYTES = 64;

function bulkHooks({ kernel, memory, running, budget, traffic, options }: HookInput, { siteOf, trap }: Stops) {
  const observers = options.observers ?? [];
  const { sites, accesses } = kernel.compiled;
  const count = bulkCounter(traffic, sites, accesses.length);
  const issued = new Set<string>();
  /** Has an earlier lane of the same instruction, of those of the mask, the same operands? */
  const repeats = (lane: number, mask: number, ...operands: readonly (bigint | number)[]): boolean => {
    if ((mask & (mask - 1)) === 0) return false;
    if (lane === firstLane(mask)) issued.clear();
    const key = operands.join();
    const isRepeated = issued.has(key);
    issued.add(key);
    return isRepeated;
  };
  const contextAt = (site: number): BulkContext => ({
    memory,
    observers,
    running,
    fault({ instruction, lane }, address, { rule, reason, relation }, verb) {
      const message = `${verb} ${reason}`;
      const event: AccessFault = { rule, message, instruction, lane, address, relation };
      if (observers.some((observer) => observer.fault?.(event, running))) return;
      trap(site, lane, message, { address, ...(relation && { relation }) });
    },
    work: (bytes) => budget.spend(BULK_WORK + Math.floor(bytes / BULK_BYTES), site),
    count: (copy) => count(site, copy),
  });
  const unsigned = (address: bigint) => BigInt.asUintN(64, address);
  return {
    // biome-ignore lint/complexity/useMaxParams: generated code calls it with numbers alone.
    bulk: (site, lane, mask, to, from, bytes, object, blocks) =>
      bulkCopy(contextAt(site), {
        ...{
          instruction: siteOf(site),
          lane,
          bytes: bytes >>> 0,
          blocks,
          isRepeated: repeats(lane, mask, to, from, bytes),
        },
        ...{ to: unsigned(to), from: unsigned(from), object: unsigned(object) },
      }),
    // biome-ignore lint/complexity/useMaxParams: generated code calls it with numbers alone.
    tile: (site, lane, mask, tile, map, object, blocks = 0, ...coordinates) =>
      copyTile(contextAt(site), {
        ...{ instruction: siteOf(site), lane, blocks, coordinates },
        isRepeated: repeats(lane, mask, tile, map, ...coordinates),
        ...{ tile: unsigned(tile), map: unsigned(map), object: unsigned(object) },
      }),
  } satisfies Partial<Hooks>;
}

const verbOf = ({ op }: Instruction): string => (op === "load" ? "reads" : op === "store" ? "writes" : "uses");

/** What ends a launch on hardware, too. */
function trapHooks({ memory, running }: HookInput, { atLine, stop, trapAll }: Stops) {
  return {
    unreachable: (site, mask) =>
      trapAll(
        site,
        mask,
        "reaches code that the compiler takes to be unreachable, as behaviour is undefined there: a variable without a value, for example",
      ),
    fail: (site, mask) => trapAll(site, mask, "executes a trap"),
    assertion: (site, mask, ...given) => {
      const { text, printed } = failedAssertion(memory, running, mask, given);
      // A contract of `warplens/contracts.h`: the launch is one that the kernel is not written for.
      if (given[1] === 0n) {
        const who = `thread (${threadAt(running, firstLane(mask))}) of block (${running.block})`;
        stop(
          "refused",
          site,
          firstLane(mask),
          `The kernel requires ${text}${atLine(site)}, which ${who} does not find.`,
        );
      }
      trapAll(site, mask, `fails the assertion ${text}`, printed);
    },
    noFunction: (site, mask, address) => {
      const shown = BigInt.asUintN(64, address).toString(16);
      trapAll(site, mask, `calls 0x${shown}, which is not a function of this type`);
    },
    splitCall: (site, mask) => {
      const thread = threadAt(running, firstLane(mask));
      const what = `calls a function with a barrier${atLine(site)} in which other threads of its warp wait`;
      stop("deadlock", site, firstLane(mask), `Thread (${thread}) ${what}.`);
    },
  } satisfies Partial<Hooks>;
}

/** What the simulator does not support. */
function unsupportedHooks({ running, options }: HookInput, { siteOf, atLine, stop }: Stops) {
  const observers = options.observers ?? [];
  return {
    overflow: (site) => {
      const { block, location } = siteOf(site);
      throw new Stop({
        kind: "limit",
        message: `Calls nest too deeply for the simulator's stack: it has no room for ${block.function.name}.`,
        ...(location && { location }),
      });
    },
    splitBarrier: (site, mask) => {
      const what = `a barrier whose number differs between the lanes of a warp${atLine(site)}`;
      stop("unsupported", site, firstLane(mask), `The simulator does not support ${what}.`);
    },
    absent: (site, mask, absent) => {
      const { location, block } = siteOf(site);
      const [here, there] = [mask, absent].map((lanes) => threadAt(running, firstLane(lanes)));
      const line = lineAt(location);
      const where = line === undefined ? "" : `, at ${line}`;
      const elsewhere = `names thread (${there}), which is not at this instruction and has not exited`;
      const fault = {
        rule: "lane-mask",
        message: elsewhere,
        instruction: siteOf(site),
        lane: firstLane(mask),
      } as const;
      // Inside a call it is unknown which lanes have exited.
      if (block.function.isKernel && observers.some((observer) => observer.fault?.(fault, running))) return;
      const what = `thread (${here}) of block (${running.block}) names thread (${there}), which is elsewhere${where}`;
      const message = `The simulator does not support an exchange between lanes at different places: ${what}.`;
      stop("unsupported", site, firstLane(mask), message);
    },
  } satisfies Partial<Hooks>;
}

/** The imports that count what is not counted in WebAssembly. */
function counted({ kernel, memory, running, budget, traffic, options }: HookInput, addresses: BigUint64Array) {
  const { accesses, angles, recordsAt, sites } = kernel.compiled;
  const { buffer } = memory.memory;
  const countAngles = angleCounter(traffic, running);
  return {
    traffic: (index, mask) => {
      budget.spend(TRAFFIC_WORK);
      traffic.access(accesses[index]!, mask, addresses, running);
    },
    angles: (slot, site, mask) => {
      const found = angles.get(sites[site]!)!;
      const values = found.kind === "f32" ? new Float32Array(buffer, slot, 32) : new Float64Array(buffer, slot, 32);
      countAngles(found, mask, values);
    },
    slowPath: slowPathCounter(buffer, traffic.arithmetic),
    fetched: traffic.fetched,
    watched: (record, offsets, mask) => options.watch?.request(accesses[accessOf(recordsAt, record)]!, mask, offsets),
  } satisfies Partial<Hooks>;
}

/** Masks that no lane has named. */
const NOT_NAMED = new Int32Array(32);

/** The imports that only notify observers; what they alone need is made for them alone, as most launches have none. */
function observed(input: HookInput, addresses: BigUint64Array) {
  const { kernel, memory, running, budget, options } = input;
  const { accesses, sites } = kernel.compiled;
  const observers = options.observers ?? [];
  const accessObservers = observers.filter(({ access }) => access);
  const accessWork = accessObservers.reduce((sum, { work = 0 }) => sum + work, 0);
  let owed = 0;
  const branchObservers = observers.filter(({ branch }) => branch);
  const assignObservers = observers.filter(({ assigned }) => assigned);
  const values = assignObservers.length > 0 ? new BigUint64Array(32) : undefined;
  const stored: { slot: number; bytes: number }[] = [];
  let named = NOT_NAMED;
  const at = (notify: (observer: Observer, instruction: Instruction, mask: number) => void) => {
    return (site: number, mask: number) => {
      for (const observer of observers) notify(observer, sites[site]!, mask);
    };
  };
  const successors: number[] = [];
  return {
    access: (index, mask) => {
      owed += accessWork;
      if (owed > OWED_AT_MOST) {
        const units = owed;
        owed = 0;
        budget.spend(units);
      }
      for (const observer of accessObservers) observer.access!(accesses[index]!, mask, addresses, running, stored);
      stored.length = 0;
    },
    successor: (mask) => void successors.push(mask),
    branch: (site, mask) => {
      for (const observer of branchObservers) observer.branch!(sites[site]!, mask, successors, running);
      successors.length = 0;
    },
    ...barrierHooks(input),
    named: (slot) => {
      named = new Int32Array(memory.memory.buffer.slice(slot, slot + 4 * 32));
    },
    stored: (slot, bytes) => void stored.push({ slot, bytes }),
    sync: at((observer, instruction, mask) => observer.sync?.(instruction, mask, running, named)),
    awaited: (site, _mask, absent) => {
      for (const observer of observers) observer.awaited?.(sites[site]!, absent, running);
    },
    fence: at((observer, instruction, mask) => observer.fence?.(instruction, mask, running)),
    object: at((observer, instruction, mask) => observer.object?.(instruction, mask, addresses, running)),
    copies: at((observer, instruction, mask) => observer.copies?.(instruction, mask, running)),
    absentSource: at((observer, instruction, mask) => observer.absentSource?.(instruction, mask, running)),
    copied: (index, mask) => {
      for (const observer of observers) observer.copied?.(accesses[index]!, mask, addresses, running);
    },
    assigned: (slot, site, mask) => {
      if (!values) return;
      readSlot(memory.view(), slot, assignedKind(sites[site]!), values);
      for (const observer of assignObservers) observer.assigned!(sites[site]!, mask, values, running);
    },
  } satisfies Partial<Hooks>;
}

/** Barriers, with the operands that the code passes before. */
function barrierHooks({ kernel, running, options }: HookInput) {
  const { sites } = kernel.compiled;
  const observers = options.observers ?? [];
  let name: BarrierName | undefined;
  const at = (notify: (observer: Observer, site: Instruction, mask: number, name?: BarrierName) => void) => {
    return (site: number, mask: number) => {
      const known = name;
      name = undefined;
      for (const observer of observers) notify(observer, sites[site]!, mask, known);
    };
  };
  return {
    numbered: (number, threads) => {
      name = { number, threads };
    },
    barrier: at((observer, site, mask, operands) => observer.barrier?.(site, mask, running, operands)),
    arrive: at((observer, site, mask, operands) => observer.arrive?.(site, mask, running, operands)),
  } satisfies Partial<Hooks>;
}
