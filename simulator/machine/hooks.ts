/** What running code of one launch asks of the machine: exact checks, traps, printing, and observers. */
import { activeLanes, firstLane } from "../../analyzer/hardware/lanes";
import { rootFrame } from "../../analyzer/ir/frames";
import type { Instruction } from "../../analyzer/ir/model";
import type { TrafficObserver } from "../counting/traffic";
import { assignedKind, readSlot } from "../intrinsics/followed";
import type { DeviceMemory } from "../memory/device";
import { MemoryMap } from "../memory/layout";
import { Stop } from "../memory/stop";
import type { BarrierName, Observer, Outcome, RunOptions } from "../model";
import { type Fault, locate } from "./addresses";
import { type Running, threadAt } from "./blockState";
import type { Budget } from "./budget";
import type { Hooks, KernelInstance } from "./instance";
import { failedAssertion, formatPrint } from "./print";

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

/** Makes the functions that generated code calls while a launch runs. */
export function launchHooks(input: HookInput): Hooks {
  const { kernel, memory, running, budget, options } = input;
  const { compiled } = kernel;
  const siteOf = (site: number): Instruction => compiled.sites[site]!;
  type More = Pick<Outcome, "address" | "times" | "assertion">;
  const stop = (kind: Outcome["kind"], site: number, lane: number, message: string, more: More = {}): never => {
    const { location } = siteOf(site);
    throw new Stop({
      kind,
      message,
      ...(location && { location }),
      block: [...running.block],
      thread: threadAt(running, lane),
      ...more,
    });
  };
  const atLine = (site: number): string => {
    const { location } = siteOf(site);
    return location ? ` at line ${location.line}` : "";
  };
  const trap = (site: number, lane: number, what: string, more?: More): never => {
    const who = `Thread (${threadAt(running, lane)}) of block (${running.block})`;
    return stop("trapped", site, lane, `${who} ${what}${atLine(site)}.`, more);
  };
  /** Several lanes trap: the first of them is named. */
  const trapAll = (site: number, mask: number, what: string, assertion?: string): never =>
    trap(site, firstLane(mask), what, { times: activeLanes(mask), ...(assertion && { assertion }) });
  const verb = (site: number): string => {
    const { op } = siteOf(site);
    return op === "load" ? "reads" : op === "store" ? "writes" : "uses";
  };
  const observers = options.observers ?? [];
  /** An invalid access: the run stops, unless an observer lets it continue with unused memory in its stead. */
  const dropped = (fault: Fault, site: number, lane: number, width: number, address: bigint): number => {
    const { rule, reason } = fault;
    const message = `${verb(site)} ${reason}`;
    const event = { rule, message, instruction: siteOf(site), lane, address };
    if (!observers.some((observer) => observer.fault?.(event, running))) trap(site, lane, message, { address });
    memory.bytes().fill(0, MemoryMap.nowhere, MemoryMap.nowhere + width);
    return MemoryMap.nowhere;
  };
  return {
    slow: (slot, offset, mask, width, align, window, site) => {
      const view = memory.view();
      const added = BigInt(offset);
      for (let lane = 0; lane < 32; lane++) {
        if (((mask >>> lane) & 1) === 0) continue;
        const address = BigInt.asUintN(64, view.getBigUint64(slot + 8 * lane, true) + added);
        const place = locate(memory, address, lane, width, align, window);
        const offset = typeof place === "number" ? place : dropped(place, site, lane, width, address);
        view.setUint32(MemoryMap.offsets + 4 * lane, offset, true);
      }
    },
    slowOne: (address, mask, width, align, window, site) => {
      const wanted = BigInt.asUintN(64, address);
      const place = locate(memory, wanted, firstLane(mask), width, align, window);
      return typeof place === "number" ? place : dropped(place, site, firstLane(mask), width, wanted);
    },
    poll: (steps, site) => budget.spend(steps, site),
    unreachable: (site, mask) => trapAll(site, mask, "reaches code that the compiler takes to be unreachable"),
    print: (lane, format, values) => {
      const { text, count } = formatPrint(memory, lane, BigInt.asUintN(64, format), BigInt.asUintN(64, values));
      options.print?.(text);
      return count;
    },
    fail: (site, mask) => trapAll(site, mask, "executes a trap"),
    assertion: (site, mask, ...given) => {
      const { text, printed } = failedAssertion(memory, running, mask, given);
      trapAll(site, mask, `fails the assertion ${text}`, printed);
    },
    release: (site, lane, address) => {
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
    overflow: (site) => {
      const { block, location } = siteOf(site);
      throw new Stop({
        kind: "limit",
        message: `Calls nest too deeply for the simulator's stack: it has no room for ${block.function.name}.`,
        ...(location && { location }),
      });
    },
    noFunction: (site, mask, address) => {
      const shown = BigInt.asUintN(64, address).toString(16);
      trapAll(site, mask, `calls 0x${shown}, which is not a function of this type`);
    },
    splitBarrier: (site, mask) => {
      const what = `a barrier whose number differs between the lanes of a warp${atLine(site)}`;
      stop("unsupported", site, firstLane(mask), `The simulator does not support ${what}.`);
    },
    absent: (site, mask, absent) => {
      const { location, block } = siteOf(site);
      const [here, there] = [mask, absent].map((lanes) => threadAt(running, firstLane(lanes)));
      const where = location ? `, at line ${rootFrame(location).line}` : "";
      const elsewhere = `names thread (${there}), which is not at this instruction and has not exited`;
      const fault = {
        rule: "lane-mask",
        message: elsewhere,
        instruction: siteOf(site),
        lane: firstLane(mask),
      } as const;
      // Inside a call nobody knows which lanes have left.
      if (block.function.isKernel && observers.some((observer) => observer.fault?.(fault, running))) return;
      const what = `thread (${here}) of block (${running.block}) names thread (${there}), which is elsewhere${where}`;
      const message = `The simulator does not support an exchange between lanes at different places: ${what}.`;
      stop("unsupported", site, firstLane(mask), message);
    },
    splitCall: (site, mask) => {
      const thread = threadAt(running, firstLane(mask));
      const what = `calls a function with a barrier${atLine(site)} in which other threads of its warp wait`;
      stop("deadlock", site, firstLane(mask), `Thread (${thread}) ${what}.`);
    },
    ...observed(input),
  };
}

/** The imports that only notify observers. */
function observed(input: HookInput) {
  const { kernel, memory, running, traffic, options } = input;
  const { accesses, sites } = kernel.compiled;
  const observers = options.observers ?? [];
  const addresses = new BigUint64Array(memory.memory.buffer, MemoryMap.addresses, 32);
  const accessObservers = observers.filter(({ access }) => access);
  const branchObservers = observers.filter(({ branch }) => branch);
  const assignObservers = observers.filter(({ assigned }) => assigned);
  const values = new BigUint64Array(32);
  const stored: { slot: number; bytes: number }[] = [];
  const named = new Int32Array(32);
  const at = (notify: (observer: Observer, instruction: Instruction, mask: number) => void) => {
    return (site: number, mask: number) => {
      for (const observer of observers) notify(observer, sites[site]!, mask);
    };
  };
  const ways: number[] = [];
  return {
    access: (index, mask) => {
      for (const observer of accessObservers) observer.access!(accesses[index]!, mask, addresses, running, stored);
      stored.length = 0;
    },
    traffic: (index, mask) => traffic.access(accesses[index]!, mask, addresses, running),
    fetched: traffic.fetched,
    successor: (mask) => void ways.push(mask),
    branch: (site, mask) => {
      for (const observer of branchObservers) observer.branch!(sites[site]!, mask, ways, running);
      ways.length = 0;
    },
    ...barrierHooks(input),
    named: (slot) => named.set(new Int32Array(memory.memory.buffer, slot, 32)),
    stored: (slot, bytes) => void stored.push({ slot, bytes }),
    sync: at((observer, instruction, mask) => observer.sync?.(instruction, mask, running, named)),
    fence: at((observer, instruction, mask) => observer.fence?.(instruction, mask, running)),
    object: at((observer, instruction, mask) => observer.object?.(instruction, mask, addresses, running)),
    absentSource: at((observer, instruction, mask) => observer.absentSource?.(instruction, mask, running)),
    copied: (index, mask) => {
      for (const observer of observers) observer.copied?.(accesses[index]!, mask, addresses, running);
    },
    assigned: (slot, site, mask) => {
      if (assignObservers.length === 0) return;
      readSlot(memory.view(), slot, assignedKind(sites[site]!), values);
      for (const observer of assignObservers) observer.assigned!(sites[site]!, mask, values, running);
    },
  } satisfies Partial<Hooks>;
}

/** Barriers, with the operands that the code gives before. */
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
