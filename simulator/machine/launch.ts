/** Runs one launch from beginning to end and reports. */

import { type Architecture, volume } from "../../analyzer/hardware/model";
import { lineAt } from "../../analyzer/ir/frames";
import type { Func, Location } from "../../analyzer/ir/model";
import { clearHot, hotOf } from "../counting/hot";
import { touchedOf } from "../counting/touched";
import { countTraffic, type Traffic } from "../counting/traffic";
import { frameAt, STACK_SLACK } from "../emit/frames";
import { Unsupported } from "../emit/representation";
import { demandOf } from "../estimates/demand";
import { hasFewLanes } from "../estimates/laneUse";
import { runningRank } from "../memory/clusters";
import { type DeviceMemory, MemoryError } from "../memory/device";
import { Cell, MemoryMap } from "../memory/layout";
import { Stop } from "../memory/stop";
import type {
  Demand,
  Launch,
  LaunchContext,
  LaunchReport,
  Metrics,
  Mix,
  Outcome,
  Program,
  RunOptions,
  Sampled,
} from "../model";
import { threadsOf } from "../plan/shape";
import { buildMetrics, launchFigures } from "../report/metrics";
import { beforeFirstBlock, writeThreads } from "./blockState";
import { Budget } from "./budget";
import { type DivergenceLog, divergenceLog } from "./divergence";
import { runGrid, type SampledRun } from "./grid";
import { launchHooks } from "./hooks";
import { blocksAreIndependent } from "./independence";
import { connect, instantiate, type KernelInstance, neighboursOf, seenAngles } from "./instance";
import { mostClusterBlocks, refuseCluster, refuseShape, refuseShared, requiredCluster } from "./limits";
import { dependence, halfWidth, SEED } from "./sampling";
import { chainsOf, criticalOf, extrapolate, issueOf, lanesOf, mixOf, specialsOf, type Tally, tally } from "./tally";

/** Simulates a launch. Never throws for what the program does: how it ended is in the report. */
export function runLaunch(
  program: Program,
  given: Launch,
  memory: DeviceMemory,
  device: Architecture,
  options: RunOptions,
): LaunchReport {
  const traffic = countTraffic(() => runningRank(memory.view()));
  const launch = withCluster(program, given);
  let kernel: KernelInstance | undefined;
  let outcome: Outcome;
  let sampled: SampledRun | undefined;
  const divergence = divergenceLog();
  const spent: Run["spent"] = { used: 0, isIndependent: false };
  seenAngles(memory).areLarge = false;
  try {
    kernel = prepare(program, launch, memory, device, options);
    sampled = run(program, kernel, launch, { memory, traffic, divergence, options, spent });
    outcome = { kind: "completed", message: `${launch.kernel} completed.` };
  } catch (error) {
    outcome = outcomeOf(error);
  }
  if (!kernel) return { launch, outcome, metrics: buildMetrics({ lines: [] }), lines: [], device, work: 0 };
  const ran = tally(kernel, memory, traffic);
  const all = sampled ? extrapolate(sampled.first, ran, sampled.factor) : ran;
  const mix = mixOf(kernel, all);
  const divergent = divergence.all();
  const { sharedBytes } = kernel.compiled;
  const resources = { device, block: launch.block, staticShared: sharedBytes, dynamicShared: launch.shared };
  // Beginning a block counts as well, where that is worth a look.
  const work = Math.max(spent.used, sampled ? mixOf(kernel, ran).warpInstructions : mix.warpInstructions);
  const metricsOf = (some: Tally, mix: Mix) =>
    buildMetrics({ lines: some.lines, mix, issue: issueOf(kernel, some), resources });
  const metrics = metricsOf(all, mix);
  const demand = demandIn(kernel, memory, all, mix, sampled);
  return {
    launch,
    outcome,
    metrics,
    lines: all.lines,
    device,
    mix,
    demand,
    ...(spent.isIndependent &&
      !sampled &&
      outcome.kind === "completed" && { touched: touchedOf(memory.memory, heapEndOf(memory)) }),
    ...((options.part || hasFewLanes(mix)) && { lanes: lanesOf(kernel, all) }),
    ...(sampled && { sampled: sampledOf(sampled, metrics, (some) => metricsOf(some, mixOf(kernel, some))) }),
    ...(divergent.length > 0 && { divergent }),
    ...(seenAngles(memory).areLarge && { largeAngles: true as const }),
    ...(traffic.isContended() && { contended: true as const }),
    work,
  };
}

/** What the launch that ran last demands, by all that was counted of it. */
function demandIn(
  kernel: KernelInstance,
  memory: DeviceMemory,
  all: Tally,
  { barriers }: Mix,
  sampled: SampledRun | undefined,
): Demand {
  return demandOf({
    lines: all.lines,
    ...(sampled && { before: sampled.first.lines }),
    hot: hotOf(memory.memory, kernel.compiled.accesses),
    // Blocks that are not in a sample may access what comes with the sectors of those that are.
    neighbourSectors: sampled ? 0 : neighboursOf(memory, heapEndOf(memory)),
    chainCycles: chainsOf.cold(kernel, all),
    warmChainCycles: chainsOf.warm(kernel, all),
    critical: dividesWork(kernel) ? undefined : criticalOf(memory.view()),
    specials: specialsOf(kernel, all),
    barriers,
  });
}

/** What is said of a sample: its blocks, and how far each counter may be off. */
function sampledOf(
  { blocks, of, first, batches }: SampledRun,
  estimates: Metrics,
  metricsOf: (tally: Tally) => Metrics,
): Sampled {
  const known = { blocks, of, seed: SEED };
  if (batches.length < 2) return known;
  const inSample = batches.reduce((sum, one) => sum + one.blocks, 0);
  const others = of - (blocks - inSample);
  const ends = [first, ...batches.map(({ tally }) => tally)].map(metricsOf);
  const intervals = Object.entries(estimates).flatMap(([name, estimate]) => {
    if (launchFigures.has(name)) return [];
    const values = batches.map((batch, i) => {
      return { blocks: batch.blocks, value: (ends[i + 1]![name] ?? 0) - (ends[i]![name] ?? 0) };
    });
    const off = halfWidth(values, others)!;
    // What has been counted is there for certain.
    const least = Math.max(ends.at(-1)![name] ?? 0, Math.floor(estimate - off));
    return [[name, [Math.min(least, estimate), Math.ceil(estimate + off)]] as const];
  });
  return { ...known, intervals: Object.fromEntries(intervals) };
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
    return { kind: "limit", message: "Calls nest too deeply for the simulator's stack." };
  }
  if (error instanceof MemoryError) return { kind: "limit", message: error.message };
  throw error;
}

/** The launch with the clusters that its kernel is declared with, if it does not say. */
function withCluster({ module, lowered }: Program, launch: Launch): Launch {
  const kernel = lowered.get(launch.kernel)?.function;
  const cluster = launch.cluster ?? (kernel && requiredCluster(module, kernel));
  return cluster ? { ...launch, cluster } : launch;
}

function refuse(kind: Outcome["kind"], message: string, location?: Location): never {
  throw new Stop({ kind, message, ...(location && { location }) });
}

/** Clusters where the device has none: nvcc compiles no such kernel for it. */
function refuseClusters(launch: Launch, fn: Func, { compiled }: KernelInstance, device: Architecture): void {
  const use = compiled.cluster;
  if (mostClusterBlocks(device) > 0 || (!use && !launch.cluster)) return;
  const location = use?.location ?? fn.location;
  const line = lineAt(location);
  const where = line === undefined ? "" : ` (${line})`;
  const needs = "they need compute capability 9.0: choose sm_90 or later";
  refuse(
    "unsupported",
    `${launch.kernel} uses thread block clusters${where}, which ${device.name} does not have; ${needs}.`,
    location,
  );
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
  refuseClusters(launch, lowered.function, kernel, device);
  const fixed = kernel.compiled.sharedBytes;
  const late = refuseCluster(launch, mostClusterBlocks(device), device) ?? refuseShared(launch, fixed, device);
  if (late) refuse("limit", late);
  const warps = Math.ceil(threadsOf(launch.block) / 32);
  if (frameAt(kernel.compiled, warps, warps) > kernel.compiled.patternsStart) {
    refuse("unsupported", `A block of ${launch.kernel} needs more local memory than the simulator has.`);
  }
  return kernel;
}

/** What a run has beside its launch; `spent` gets what it has used of its budget, however it ends. */
interface Run {
  readonly memory: DeviceMemory;
  readonly traffic: Traffic;
  readonly divergence: DivergenceLog;
  readonly options: RunOptions;
  /** Filled in: work so far, and whether blocks are known not to see what others write. */
  readonly spent: { used: number; isIndependent: boolean };
}

function run(
  program: Program,
  kernel: KernelInstance,
  launch: Launch,
  { memory, traffic, divergence, options, spent }: Run,
): SampledRun | undefined {
  if (program.module.functions.some(({ name, blocks }) => name === "malloc" && !blocks.length)) memory.heap.prepare();
  const running = beforeFirstBlock(memory, launch.block, launch.cluster);
  const depends = options.sample ? dependence(kernel.compiled) : undefined;
  const budget = new Budget(options, running, kernel.compiled.sites, depends);
  connect(memory, launchHooks({ kernel, memory, running, budget, traffic: traffic.observer, options }));
  const mayShare = options.part !== undefined || options.mayShare === true;
  writeLaunch(kernel, launch, memory, mayShare);
  const observers = options.observers ?? [];
  spent.isIndependent = mayShare && blocksAreIndependent(program, kernel, launch, memory);
  if (options.part && !spent.isIndependent) {
    refuse("unsupported", "Blocks of this launch may see what others write: they cannot run in separate workers.");
  }
  for (const observer of observers) observer.launchBegin?.(contextOf(kernel, launch, memory));
  const takeTally = options.sample && !depends ? () => tally(kernel, memory, traffic) : undefined;
  const watch = isOneByOne(kernel) && options.watch ? { watch: options.watch } : {};
  try {
    return runGrid(
      { kernel, launch, memory, running, observers, budget, divergence, ...watch },
      takeTally,
      options.part,
    );
  } finally {
    spent.used = budget.used;
  }
}

const heapEndOf = (memory: DeviceMemory): number => memory.view().getUint32(MemoryMap.cells + Cell.heapEnd, true);

/** Whether atomic operations may decide which warp does what: then another order gives each warp other work. */
const dividesWork = ({ compiled }: KernelInstance): boolean =>
  dependence(compiled) !== undefined || compiled.accesses.some(({ op }) => op === "atomic");

/** Whether each block of the launch ends before the next one begins. */
const isOneByOne = ({ compiled }: KernelInstance): boolean =>
  !compiled.cluster && compiled.waits.every(({ kind }) => kind !== "grid" && kind !== "cluster" && kind !== "spin");

function contextOf({ compiled }: KernelInstance, launch: Launch, memory: DeviceMemory): LaunchContext {
  const { grid, block, cluster, shared } = launch;
  const { sharedVariables, accesses, sharedBytes } = compiled;
  return {
    grid,
    block,
    ...(cluster && { cluster }),
    sharedBytes: sharedBytes + shared,
    sharedVariables,
    accesses,
    heap: memory.heap,
    allocationOf: (address) => memory.allocationOf(address),
    view: () => memory.view(),
  };
}

function writeLaunch({ compiled }: KernelInstance, launch: Launch, memory: DeviceMemory, mayShare: boolean): void {
  const [view, bytes] = [memory.view(), memory.bytes()];
  const cell = (at: number, value: number) => view.setUint32(MemoryMap.cells + at, value, true);
  launch.grid.forEach((size, axis) => {
    cell(Cell.gridX + 4 * axis, size);
  });
  cell(Cell.sharedEnd, MemoryMap.shared + compiled.sharedBytes + launch.shared);
  cell(Cell.dynamicShared, launch.shared);
  cell(Cell.steps, 0);
  cell(Cell.slow, 0);
  cell(Cell.clock, 0);
  bytes.fill(0, MemoryMap.cells + Cell.chain, MemoryMap.cells + Cell.criticalEnd);
  cell(Cell.arrived, 0);
  cell(Cell.agreed, 0);
  cell(Cell.keptLanes, 0);
  cell(Cell.clusterSize, 0);
  cell(Cell.localSize, compiled.localBytes);
  const warps = Math.ceil(threadsOf(launch.block) / 32);
  cell(Cell.callStack, frameAt(compiled, warps, warps));
  cell(Cell.lastFrame, compiled.patternsStart - STACK_SLACK);
  writeThreads(memory, launch.block);
  launch.arguments.forEach((argument, index) => {
    const offset = compiled.parameterOffsets[index];
    if (offset !== undefined) bytes.set(argument, MemoryMap.parameters + offset);
  });
  // A block has another number than those of earlier launches, and so owns nothing that they stored.
  const firstBlock = view.getUint32(MemoryMap.cells + Cell.nextBlock, true);
  cell(Cell.firstBlock, firstBlock);
  cell(Cell.nextBlock, firstBlock + volume(launch.grid));
  // Where workers share a launch, every block is noted, so that what is counted does not depend on their number.
  cell(Cell.repeatsStores, Number(mayShare));
  // Sectors that an earlier launch touched are untouched again.
  cell(Cell.launch, view.getUint32(MemoryMap.cells + Cell.launch, true) + 1);
  clearHot(memory.memory, compiled.accesses);
  bytes.fill(0, MemoryMap.counters, compiled.countersEnd);
  bytes.fill(0, compiled.patternsStart, MemoryMap.patternsEnd);
}
