/** What running code of one launch asks of the machine: exact checks, traps, printing, and observers. */
import { firstLane } from "../../analyzer/hardware/lanes";
import { rootFrame } from "../../analyzer/ir/frames";
import type { Instruction } from "../../analyzer/ir/model";
import type { TrafficObserver } from "../counting/traffic";
import { assignedKind, readSlot } from "../intrinsics/followed";
import type { DeviceMemory } from "../memory/device";
import { MemoryMap } from "../memory/layout";
import { Stop } from "../memory/stop";
import type { Outcome, RunOptions } from "../model";
import { locate } from "./addresses";
import { type Running, threadAt } from "./blockState";
import type { Budget } from "./budget";
import type { Hooks, KernelInstance } from "./instance";
import { formatPrint, textAt } from "./print";

export interface HookInput {
  readonly kernel: KernelInstance;
  readonly memory: DeviceMemory;
  readonly running: Running;
  readonly budget: Budget;
  /** Counts what is not counted in WebAssembly. */
  readonly traffic: TrafficObserver;
  readonly options: RunOptions;
}

export function launchHooks(input: HookInput): Hooks {
  const { kernel, memory, running, budget, options } = input;
  const { compiled } = kernel;
  const siteOf = (site: number): Instruction => compiled.sites[site]!;
  const stop = (kind: Outcome["kind"], site: number, lane: number, message: string, address?: bigint): never => {
    const { location } = siteOf(site);
    throw new Stop({
      kind,
      message,
      ...(location && { location }),
      block: [...running.block],
      thread: threadAt(running, lane),
      ...(address !== undefined && { address }),
    });
  };
  const atLine = (site: number): string => {
    const { location } = siteOf(site);
    return location ? ` at line ${location.line}` : "";
  };
  const trap = (site: number, lane: number, what: string, address?: bigint): never => {
    const who = `Thread (${threadAt(running, lane)}) of block (${running.block})`;
    return stop("trapped", site, lane, `${who} ${what}${atLine(site)}.`, address);
  };
  const verb = (site: number): string => {
    const { op } = siteOf(site);
    return op === "load" ? "reads" : op === "store" ? "writes" : "uses";
  };
  return {
    slow: (slot, offset, mask, width, align, window, site) => {
      const view = memory.view();
      const added = BigInt(offset);
      for (let lane = 0; lane < 32; lane++) {
        if (((mask >>> lane) & 1) === 0) continue;
        const address = BigInt.asUintN(64, view.getBigUint64(slot + 8 * lane, true) + added);
        const place = locate(memory, address, lane, width, align, window);
        if (typeof place !== "number") trap(site, lane, `${verb(site)} ${place.reason}`, address);
        view.setUint32(MemoryMap.offsets + 4 * lane, place as number, true);
      }
    },
    slowOne: (address, mask, width, align, window, site) => {
      const wanted = BigInt.asUintN(64, address);
      const place = locate(memory, wanted, firstLane(mask), width, align, window);
      return typeof place === "number" ? place : trap(site, firstLane(mask), `${verb(site)} ${place.reason}`, wanted);
    },
    poll: (steps, site) => budget.spend(steps, site),
    unreachable: (site, mask) => trap(site, firstLane(mask), "comes to a place that the program never leaves alive"),
    print: (lane, format, values) => {
      const { text, count } = formatPrint(memory, lane, BigInt.asUintN(64, format), BigInt.asUintN(64, values));
      options.print?.(text);
      return count;
    },
    fail: (site, mask, message) => {
      const lane = firstLane(mask);
      const text = new TextDecoder().decode(textAt(memory, BigInt.asUintN(64, message), lane));
      trap(site, lane, message === 0n ? "executes a trap" : `fails the assertion ${text}`);
    },
    release: (site, lane, address) => {
      const given = BigInt.asUintN(64, address);
      const what = `frees 0x${given.toString(16)}, where no memory that malloc gave begins`;
      if (!memory.heap.give(given)) trap(site, lane, what, given);
    },
    overflow: (site) => {
      const { block, location } = siteOf(site);
      throw new Stop({
        kind: "limit",
        message: `Calls nest deeper than the simulator has room for: there is none for ${block.function.name}.`,
        ...(location && { location }),
      });
    },
    noFunction: (site, mask, address) => {
      const shown = BigInt.asUintN(64, address).toString(16);
      trap(site, firstLane(mask), `calls 0x${shown}, where no function of this type is`);
    },
    absent: (site, mask, absent) => {
      const { location } = siteOf(site);
      const [here, there] = [mask, absent].map((lanes) => threadAt(running, firstLane(lanes)));
      const where = location ? `, at line ${rootFrame(location).line}` : "";
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

/** The part that only tells observers. */
function observed({ kernel, memory, running, traffic, options }: HookInput) {
  const { accesses, sites } = kernel.compiled;
  const observers = options.observers ?? [];
  const addresses = new BigUint64Array(memory.memory.buffer, MemoryMap.addresses, 32);
  const accessObservers = observers.filter(({ access }) => access);
  const branchObservers = observers.filter(({ branch }) => branch);
  const barrierObservers = observers.filter(({ barrier }) => barrier);
  const assignObservers = observers.filter(({ assigned }) => assigned);
  const values = new BigUint64Array(32);
  const ways: number[] = [];
  return {
    access: (index, mask) => {
      for (const observer of accessObservers) observer.access!(accesses[index]!, mask, addresses, running);
    },
    traffic: (index, mask) => traffic.access(accesses[index]!, mask, addresses, running),
    fetched: traffic.fetched,
    successor: (mask) => void ways.push(mask),
    branch: (site, mask) => {
      for (const observer of branchObservers) observer.branch!(sites[site]!, mask, ways, running);
      ways.length = 0;
    },
    barrier: (site, mask) => {
      for (const observer of barrierObservers) observer.barrier!(sites[site]!, mask, running);
    },
    sync: (site, mask) => {
      for (const observer of observers) observer.sync?.(sites[site]!, mask, running);
    },
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
