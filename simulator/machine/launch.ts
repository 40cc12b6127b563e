/** Runs one launch from beginning to end and reports. */

import type { Architecture } from "../../analyzer/hardware/model";
import type { Instruction } from "../../analyzer/ir/model";
import { patternsPlace, recordPlace } from "../compile/events";
import { type CompiledFunction, UNIT_COUNTER } from "../compile/kernel";
import { Unsupported } from "../compile/representation";
import { threadsOf } from "../compile/shape";
import { type DeviceMemory, MemoryError } from "../memory/device";
import { Cell, Place } from "../memory/layout";
import type { Launch, LaunchReport, LineCount, Observer, Outcome, Program, RunOptions } from "../model";
import { countMix, type Mix, type UnitCount } from "../observers/mix";
import { foldPatterns } from "../observers/patterns";
import { readRecord } from "../observers/record";
import { countTraffic } from "../observers/traffic";
import { buildMetrics } from "../report";
import { locate } from "./addresses";
import { frameAt, type Running, threadAt, writeThreads } from "./blockState";
import { Budget } from "./budget";
import { runGrid } from "./grid";
import { connect, countersOf, instantiate, type KernelInstance } from "./instance";
import { refuseShape, refuseShared } from "./limits";
import { outermost } from "./place";
import { formatPrint, textAt } from "./print";
import { Stop } from "./stop";

/** Simulates a launch. Never throws for what the program does: how it ended is in the report. */
export function runLaunch(
  program: Program,
  launch: Launch,
  memory: DeviceMemory,
  device: Architecture,
  options: RunOptions,
): LaunchReport {
  const traffic = countTraffic();
  let kernel: KernelInstance | undefined;
  let outcome: Outcome;
  try {
    kernel = prepare(program, launch, memory, device, options);
    run(kernel, launch, memory, traffic.observer, options);
    outcome = { kind: "completed", message: `${launch.kernel} completed.` };
  } catch (error) {
    outcome = outcomeOf(error);
  }
  const mix = kernel ? mixOf(kernel, memory) : undefined;
  const lines = [...(kernel ? counted(kernel, memory) : []), ...traffic.lines].sort(
    (a, b) => a.access.id - b.access.id,
  );
  return { launch, outcome, metrics: buildMetrics(lines, mix), lines, device, ...(mix && { mix }) };
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Stop) return error.outcome;
  if (error instanceof Unsupported) {
    return {
      kind: "unsupported",
      message: `The simulator does not support ${error.what}.`,
      ...(error.location && { location: error.location }),
    };
  }
  // WebAssembly calls nest on the engine's stack, which ends before ours where frames are small.
  if (error instanceof RangeError) {
    return { kind: "limit", message: "Calls nest deeper than the simulator has room for." };
  }
  if (error instanceof MemoryError) return { kind: "limit", message: error.message };
  throw error;
}

function refuse(kind: Outcome["kind"], message: string): never {
  throw new Stop({ kind, message });
}

function prepare(
  program: Program,
  launch: Launch,
  memory: DeviceMemory,
  device: Architecture,
  options: RunOptions,
): KernelInstance {
  const lowered = program.lowered.get(launch.kernel);
  if (!lowered) refuse("unsupported", `There is no kernel ${launch.kernel} in the program.`);
  const early = refuseShape(launch, lowered.function, device);
  if (early) refuse("limit", early);
  const kernel = instantiate(program, lowered.function, memory, { block: launch.block }, !!options.observers?.length);
  const late = refuseShared(launch, kernel.compiled.sharedBytes, device);
  if (late) refuse("limit", late);
  const warps = Math.ceil(threadsOf(launch.block) / 32);
  if (frameAt(kernel.compiled, warps, warps) > Place.framesEnd) {
    refuse("unsupported", `A block of ${launch.kernel} needs more local memory than the simulator has.`);
  }
  return kernel;
}

function run(
  kernel: KernelInstance,
  launch: Launch,
  memory: DeviceMemory,
  traffic: Observer,
  options: RunOptions,
): void {
  const observers = options.observers ?? [];
  const { compiled } = kernel;
  const running: Running = { block: [0, 0, 0], warp: 0, blockDim: launch.block };
  const budget = new Budget(options, running, compiled.sites);
  const trap = (site: number, lane: number, what: string): never => {
    const instruction = compiled.sites[site] as Instruction;
    const thread = threadAt(running, lane);
    const where = instruction.location ? ` at line ${instruction.location.line}` : "";
    throw new Stop({
      kind: "trapped",
      message: `Thread (${thread}) of block (${running.block}) ${what}${where}.`,
      ...(instruction.location && { location: instruction.location }),
      block: [...running.block],
      thread,
    });
  };
  const verb = (site: number): string => {
    const { op } = compiled.sites[site]!;
    return op === "load" ? "reads" : op === "store" ? "writes" : "uses";
  };
  const addresses = new BigUint64Array(memory.memory.buffer, Place.addresses, 32);
  const accessObservers = observers.filter(({ access }) => access);
  const branchObservers = observers.filter(({ branch }) => branch);
  const ways: number[] = [];
  const barrierObservers = observers.filter(({ barrier }) => barrier);
  connect(memory, {
    slow: (slot, mask, width, align, window, site) => {
      const view = memory.view();
      for (let lane = 0; lane < 32; lane++) {
        if (((mask >>> lane) & 1) === 0) continue;
        const place = locate(memory, view.getBigUint64(slot + 8 * lane, true), lane, width, align, window);
        if (typeof place !== "number") trap(site, lane, `${verb(site)} ${place.reason}`);
        view.setUint32(Place.offsets + 4 * lane, place as number, true);
      }
    },
    slowOne: (address, width, align, window, site) => {
      const place = locate(memory, BigInt.asUintN(64, address), 0, width, align, window);
      return typeof place === "number" ? place : trap(site, 0, `${verb(site)} ${place.reason}`);
    },
    poll: (steps, site) => budget.spend(steps, site),
    unreachable: (site, mask) =>
      trap(site, 31 - Math.clz32(mask & -mask), "comes to a place that the program never leaves alive"),
    print: (lane, format, values) => {
      const { text, count } = formatPrint(memory, lane, BigInt.asUintN(64, format), BigInt.asUintN(64, values));
      options.print?.(text);
      return count;
    },
    fail: (site, mask, message) => {
      const lane = 31 - Math.clz32(mask & -mask);
      const text = new TextDecoder().decode(textAt(memory, BigInt.asUintN(64, message), lane));
      trap(site, lane, message === 0n ? "executes a trap" : `fails the assertion ${text}`);
    },
    overflow: (site) => {
      const { block, location } = compiled.sites[site]!;
      throw new Stop({
        kind: "limit",
        message: `Calls nest deeper than the simulator has room for: there is none for ${block.function.name}.`,
        ...(location && { location }),
      });
    },
    noFunction: (site, mask, address) => {
      const shown = BigInt.asUintN(64, address).toString(16);
      trap(site, 31 - Math.clz32(mask & -mask), `calls 0x${shown}, where no function of this type is`);
    },
    absent: (site, mask, absent) => {
      const { location } = compiled.sites[site]!;
      const [here, there] = [mask, absent].map((lanes) => threadAt(running, 31 - Math.clz32(lanes & -lanes)));
      throw new Stop({
        kind: "unsupported",
        message: `The simulator does not support an exchange between lanes at different places: thread (${here}) of block (${running.block}) names thread (${there}), which is elsewhere${location ? `, at line ${outermost(location).line}` : ""}.`,
        ...(location && { location }),
        block: [...running.block],
        thread: here!,
      });
    },
    splitCall: (site, mask) => {
      const { location } = compiled.sites[site]!;
      const thread = threadAt(running, 31 - Math.clz32(mask & -mask));
      throw new Stop({
        kind: "deadlock",
        message: `Thread (${thread}) calls a function with a barrier at line ${location?.line} in which other threads of its warp wait.`,
        ...(location && { location }),
        block: [...running.block],
        thread,
      });
    },
    access: (index, mask) => {
      const access = compiled.accesses[index]!;
      for (const observer of accessObservers) observer.access!(access, mask, addresses, running);
    },
    traffic: (index, mask) => traffic.access!(compiled.accesses[index]!, mask, addresses, running),
    way: (mask) => void ways.push(mask),
    branch: (site, mask) => {
      for (const observer of branchObservers) observer.branch!(compiled.sites[site]!, mask, ways, running);
      ways.length = 0;
    },
    barrier: (site, mask) => {
      for (const observer of barrierObservers) observer.barrier!(compiled.sites[site]!, mask, running);
    },
  });
  writeLaunch(kernel, launch, memory);
  runGrid({ kernel, launch, memory, running, observers, budget });
}

function writeLaunch({ compiled }: KernelInstance, launch: Launch, memory: DeviceMemory): void {
  const view = memory.view();
  const cell = (at: number, value: number) => view.setUint32(Place.cells + at, value, true);
  launch.grid.forEach((size, axis) => {
    cell(Cell.gridX + 4 * axis, size);
  });
  cell(Cell.sharedEnd, Place.shared + compiled.sharedBytes + launch.shared);
  cell(Cell.dynamicShared, launch.shared);
  cell(Cell.steps, 0);
  cell(Cell.clock, 0);
  cell(Cell.arrived, 0);
  cell(Cell.agreed, 0);
  cell(Cell.keptLanes, 0);
  cell(Cell.localSize, compiled.localBytes);
  const warps = Math.ceil(threadsOf(launch.block) / 32);
  cell(Cell.callStack, frameAt(compiled, warps, warps));
  writeThreads(memory, launch.block);
  const bytes = memory.bytes();
  launch.arguments.forEach((argument, index) => {
    const offset = compiled.parameterOffsets[index];
    if (offset !== undefined) bytes.set(argument, Place.parameters + offset);
  });
  bytes.fill(0, Place.counters, compiled.countersEnd);
  bytes.fill(0, Place.patterns, compiled.patternsEnd);
}

/** What was counted in WebAssembly. */
function counted({ compiled }: KernelInstance, memory: DeviceMemory): LineCount[] {
  const view = memory.view();
  return compiled.accesses.flatMap((access) =>
    (["global", "shared"] as const).flatMap((space) => {
      const record = recordPlace(compiled.recordsAt, access, space);
      foldPatterns(countersOf(memory), record, patternsPlace(access, space), access.width);
      return readRecord(view, record, access, space) ?? [];
    }),
  );
}

/** What the kernel and the functions that it called executed. */
function mixOf({ compiled }: KernelInstance, memory: DeviceMemory): Mix {
  return compiled.functions.map((fn) => countMix(unitCounts(fn, memory), fn.lowered)).reduce(addMixes);
}

function addMixes(a: Mix, b: Mix): Mix {
  const { arithmetic } = a;
  const operations = Object.keys(arithmetic) as (keyof Mix["arithmetic"])[];
  return {
    arithmetic: Object.fromEntries(
      operations.map((kind) => [kind, arithmetic[kind] + b.arithmetic[kind]]),
    ) as unknown as Mix["arithmetic"],
    warpInstructions: a.warpInstructions + b.warpInstructions,
    threadInstructions: a.threadInstructions + b.threadInstructions,
    barriers: a.barriers + b.barriers,
  };
}

function unitCounts({ units, firstUnit }: CompiledFunction, memory: DeviceMemory): readonly UnitCount[] {
  const view = memory.view();
  return units.map((unit) => {
    const at = Place.counters + (firstUnit + unit.index) * UNIT_COUNTER;
    return { unit, warps: Number(view.getBigUint64(at, true)), lanes: Number(view.getBigUint64(at + 8, true)) };
  });
}
