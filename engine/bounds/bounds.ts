/**
 * Lower bounds of a launch's time: what each part of the device needs at least for its work. Each is sound by itself, as
 * no part is faster than its peak and blocks run on as many multiprocessors as there are. The launch takes the largest, between
 * its beginning and its end, which take as long as those of an empty kernel.
 */

import { latencies } from "../../analyzer/hardware/latencies";
import { type Architecture, SECTOR_BYTES, WARP_SIZE } from "../../analyzer/hardware/model";
import { residentBlocks } from "../../analyzer/hardware/occupancy";
import type { Peaks } from "../../analyzer/hardware/peaks";
import { peaksOf } from "../../analyzer/hardware/peaksOf";
import { isEven } from "../../simulator/estimates/demand";
import type { Demand } from "../../simulator/model";
import type { BoundsJson } from "../formats/launch";
import { type CostedLine, isBounded, isCached, type Launched, type Work, withoutExcess, workOf } from "./work";

/** A part of the device that bounds a launch. */
interface Resource {
  readonly name: string;
  /** Seconds at the peak. */
  seconds(work: Work, peaks: Peaks, device: Parts): number;
  /** What of a line's cost the part serves, in any unit; absent where lines have no share. */
  share?(line: CostedLine): number;
}

/** The parts of the device that a launch has. */
interface Parts {
  /** Multiprocessors that have blocks. */
  readonly multiprocessors: number;
  /** The part of what all blocks execute that one multiprocessor executes at least. */
  readonly busiest: number;
  /** Blocks that can be resident at a time on all of them, when registers suffice. */
  readonly resident: number;
}

/** Cycles of one multiprocessor, for what the mean of them does. */
const perCycle =
  (of: (work: Work, peaks: Peaks) => number): Resource["seconds"] =>
  (work, peaks, { multiprocessors }) =>
    of(work, peaks) / multiprocessors / peaks.clockHz;

/** The same for what each execution of the code takes: equal blocks have equal parts of it, and some multiprocessor has more of them. */
const perExecution =
  (of: (work: Work, peaks: Peaks) => number): Resource["seconds"] =>
  (work, peaks, { busiest }) =>
    (of(work, peaks) * busiest) / peaks.clockHz;

/** Sectors that device memory gives. */
const filled = ({ loadedSectors, neighbourSectors }: Demand): number => loadedSectors + neighbourSectors;

/** Seconds of what bytes take that sectors have. */
const moved = (sectors: number, bytesPerSecond: number): number => (sectors * SECTOR_BYTES) / bytesPerSecond;

/**
 * Cycles of dependent instructions: those of the mean warp, of the longest block, of all blocks one after the other where as
 * many as can be are resident, and of the blocks that are equal, of which some have to wait for others to end.
 */
function dependentCycles({ blocks, warpsPerBlock, demand }: Work, { resident }: Parts): number {
  if (!demand) return 0;
  const each = Math.min(blocks, resident);
  const mean = demand.chainCycles / warpsPerBlock / each;
  const { critical } = demand;
  if (!critical) return mean;
  const all = (critical.cycles * (blocks / critical.blocks)) / each;
  return Math.max(mean, all, critical.longest, Math.ceil(critical.equal / each) * critical.first);
}

const isLoadOrStore = ({ op }: Pick<CostedLine, "op">): boolean => op === "load" || op === "store" || op === "copy";

const atomicRequests = ({ space, op, requests }: CostedLine): number =>
  space === "global" && (op === "atomic" || op === "reduction") ? requests : 0;

/** The time of an empty kernel, as a resource. */
const LAUNCH = "launch";

const resources: readonly Resource[] = [
  { name: LAUNCH, seconds: (_, { launch }) => launch },
  { name: "blocks", seconds: ({ blocks }, peaks) => blocks / peaks.blocks },
  {
    name: "instructions",
    seconds: perExecution((work, peaks) => {
      const counted = work.single + work.double + work.memoryInstructions;
      // The estimate is of the machine code for the architecture that was measured.
      return Math.max(counted, peaks.isMeasured ? work.instructions : 0) / peaks.instructions;
    }),
  },
  { name: "single precision", seconds: perExecution((work, peaks) => work.single / peaks.single) },
  { name: "double precision", seconds: perExecution((work, peaks) => work.double / peaks.double) },
  {
    name: "special functions",
    seconds: perExecution(({ demand }, peaks) => (demand?.specials ?? 0) / peaks.specials),
  },
  {
    name: "memory instructions",
    seconds: perExecution((work, peaks) => work.memoryInstructions / peaks.memoryInstructions),
    share: ({ requests }) => requests,
  },
  {
    // One pipe moves the data of shared memory and of L1, which are one memory.
    name: "L1 and shared memory",
    seconds: perCycle((work, peaks) => {
      const wavefronts = work.wavefronts + (work.demand?.addedWavefronts ?? 0);
      return wavefronts / peaks.wavefronts + work.sectors / peaks.l1Sectors;
    }),
    share(line) {
      if (line.space === "shared") return line.wavefronts;
      return isCached(line.space) && isLoadOrStore(line) ? line.sectors / 4 : 0;
    },
  },
  {
    name: "L1 lines",
    seconds: perCycle(({ lines }, peaks) => lines / peaks.l1Lines),
    share: ({ space, op, sectors }) => (space === "global" && isLoadOrStore({ op }) ? sectors : 0),
  },
  {
    name: "barriers",
    seconds: perExecution(({ demand }, peaks) => (demand?.barriers ?? 0) / peaks.barriers),
  },
  {
    name: "loads from L2",
    seconds: ({ demand }, peaks) => moved(demand?.loadedSectors ?? 0, peaks.l2ReadBytes),
    share: ({ space, op, sectors }) => (space === "global" && op !== "store" ? sectors : 0),
  },
  {
    // L2 may keep what is stored, as far as it has room. When the launch begins it has nothing.
    name: "device memory",
    seconds: ({ demand }, peaks) => {
      if (!demand) return 0;
      const stored = Math.max(0, demand.storedSectors - peaks.l2Dirty / SECTOR_BYTES);
      return moved(filled(demand) + stored, peaks.deviceBytes);
    },
    share: ({ space, op, sectors }) => (space === "global" && isLoadOrStore({ op }) ? sectors : 0),
  },
  {
    name: "stores to L2",
    seconds: ({ storedToL2 }, peaks) => moved(storedToL2, peaks.l2WriteBytes),
    share: ({ space, op, sectors }) => (isCached(space) && op === "store" ? sectors : 0),
  },
  {
    // A sector has its place in one half of L2, and half of the multiprocessors ask the other one.
    name: "L2 fabric",
    seconds: ({ demand, storedToL2 }, peaks) =>
      moved(demand ? filled(demand) : 0, peaks.fabricLoadBytes) + moved(storedToL2, peaks.fabricStoreBytes),
    share: ({ space, op, sectors }) =>
      isCached(space) && (op === "store" || (op === "load" && space === "global")) ? sectors : 0,
  },
  {
    name: "global atomics",
    seconds: ({ atomics, atomicSectors }, peaks) =>
      Math.max(atomics / peaks.atomicRequests, atomicSectors / peaks.atomicSectors),
    share: atomicRequests,
  },
  {
    name: "atomics on one address",
    seconds: ({ demand }, peaks) => (demand?.hotAddress ?? 0) / peaks.atomicLanes,
    share: atomicRequests,
  },
  {
    name: "atomics on one slice",
    seconds: ({ demand }, peaks) => (demand?.hotSlice ?? 0) / peaks.atomicSliceSectors,
    share: atomicRequests,
  },
  {
    name: "dependent instructions",
    // Latencies are known of what was measured alone.
    seconds: (work, peaks, parts) => (peaks.isMeasured ? dependentCycles(work, parts) / peaks.clockHz : 0),
  },
];

/** Shares of the lines in what a part serves, of 1, the largest first. */
function sharesOf({ share }: Resource, lines: readonly CostedLine[]): BoundsJson["resources"][number]["lines"] {
  if (!share) return [];
  const byLine = new Map<number, number>();
  for (const line of lines) byLine.set(line.line, (byLine.get(line.line) ?? 0) + share(line));
  const total = [...byLine.values()].reduce((sum, one) => sum + one, 0);
  return [...byLine]
    .filter(([line, one]) => one > 0 && line > 0)
    .map(([line, one]) => ({ line, share: one / total }))
    .sort((a, b) => b.share - a.share);
}

interface Bound {
  readonly name: string;
  /** What the part needs for its work. */
  readonly seconds: number;
  /** Seconds of the launch in which it does not work. */
  readonly waits: number;
}

/** Cycles from the first request of a launch to its answer, by part: a memory cannot give anything in them. Only what was measured. */
const firstAnswer: Readonly<Record<string, number>> = {
  "loads from L2": latencies.fromL2,
  "L2 fabric": latencies.fromDevice,
  "device memory": latencies.fromDevice,
};

function waits(name: string, { demand }: Work, peaks: Peaks): number {
  if (name === LAUNCH) return 0;
  const answer = peaks.isMeasured && demand && demand.loadedSectors > 0 ? (firstAnswer[name] ?? 0) : 0;
  return peaks.launch + answer / peaks.clockHz;
}

/** The part of the work of the multiprocessor that has most: of blocks that are all equal, one has a whole number. */
function busiestShare({ blocks, demand }: Work, multiprocessors: number): number {
  return demand?.critical && isEven(demand.critical)
    ? Math.ceil(blocks / multiprocessors) / blocks
    : 1 / multiprocessors;
}

const timesOf = (work: Work, peaks: Peaks, device: Architecture): readonly Bound[] => {
  const multiprocessors = Math.max(1, Math.min(device.multiprocessors, work.blocks));
  const each = residentBlocks(device, { warps: work.warpsPerBlock, shared: work.sharedBytes });
  const resident = device.multiprocessors * Math.max(1, each);
  const parts = { multiprocessors, busiest: busiestShare(work, multiprocessors), resident };
  return resources.map((one) => ({
    name: one.name,
    seconds: one.seconds(work, peaks, parts),
    waits: waits(one.name, work, peaks),
  }));
};

/** What a launch demands when L2 has what it can hold: of more, device memory moves what is left. */
function warmed(work: Work, { l2Bytes }: Architecture): Work {
  const { demand } = work;
  if (!demand) return work;
  const held = l2Bytes / SECTOR_BYTES;
  const loadedSectors = Math.max(0, demand.loadedSectors - held);
  const neighbourSectors = Math.max(0, filled(demand) - held) - loadedSectors;
  return { ...work, demand: { ...demand, loadedSectors, neighbourSectors, chainCycles: demand.warmChainCycles } };
}

/** Ratios of times below which a change is none, and the part of the bound from which a resource may matter all the same. */
const NEGLIGIBLE = 1.02;
const NEAR = 0.5;

/** Whether a change pays: the bound falls, or stays while nothing that matters changes; null where that is open. */
function pays(before: readonly Bound[], after: readonly Bound[]): boolean | null {
  const bound = whole(before).seconds;
  if (bound > NEGLIGIBLE * whole(after).seconds) return true;
  const eased = before.filter(({ seconds }, i) => seconds > NEGLIGIBLE * after[i]!.seconds);
  return eased.some(({ seconds }) => seconds > NEAR * bound) ? null : false;
}

/** The bound without the excess of each line that has some. */
function fixesOf(
  lines: readonly CostedLine[],
  before: readonly Bound[],
  without: (lines: readonly CostedLine[]) => readonly Bound[],
): BoundsJson["fixes"] {
  const groups = new Map<string, CostedLine[]>();
  for (const line of lines) {
    if (line.line === 0 || (line.sectors <= line.sectorsIdeal && line.wavefronts <= line.wavefrontsIdeal)) continue;
    const key = `${line.path ?? ""}:${line.line}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  const fixes = [...groups.values()].flatMap((group) => {
    // What scattered atomics and constants cost is no part of what is bounded: of them nothing is said.
    if (!group.some(isBounded)) return [];
    const [{ line, path }] = group as [CostedLine];
    const after = without(group);
    const { name, seconds } = whole(after);
    const found = pays(before, after);
    const worth = found === false && !group.every(isBounded) ? null : found;
    return [{ line, ...(path !== undefined && { path }), seconds, by: name, pays: worth }];
  });
  return fixes.sort((a, b) => a.seconds - b.seconds || a.line - b.line);
}

/**
 * The bound of the launch: no work is done before a kernel begins and after it ends, so that the time of an empty one adds to the
 * longest of the others. Of 1,223 recorded launches on an H200 all took 1.38 µs longer than that at least, empty ones 1.3 µs. Memory has given nothing
 * before its first answer.
 */
function whole(bounds: readonly Bound[]): Pick<Bound, "name" | "seconds"> {
  const launch = bounds.find(({ name }) => name === LAUNCH)!;
  const time = ({ seconds, waits }: Bound) => seconds + waits;
  const longest = bounds.reduce((a, b) => (time(b) > time(a) ? b : a));
  const { name } = longest.seconds > launch.seconds ? longest : launch;
  return { name, seconds: time(longest) };
}

/** Operations of a fused multiply-add of a warp. */
const FUSED = 2 * WARP_SIZE;

function roofsOf(peaks: Peaks, { multiprocessors }: Architecture): BoundsJson["roofs"] {
  const each = FUSED * multiprocessors * peaks.clockHz;
  return {
    single_per_second: peaks.single * each,
    double_per_second: peaks.double * each,
    device_bytes_per_second: peaks.deviceBytes,
    l2_bytes_per_second: Number.isFinite(peaks.l2ReadBytes) ? peaks.l2ReadBytes : null,
  };
}

/**
 * The bounds of a launch that completed; null where the peaks of the architecture are not known.
 * @param lines its accesses, for their shares and for the bound without what they cost above their ideal
 */
export function boundsOf(
  launch: Launched,
  lines: readonly CostedLine[],
  device: Architecture,
  peaks = peaksOf(device.name),
): BoundsJson | null {
  return peaks ? boundsOfWork(workOf(launch), lines, device, peaks) : null;
}

/** The bounds of a launch that does a work at least, and whose accesses cost at least what `lines` say. */
export function boundsOfWork(work: Work, lines: readonly CostedLine[], device: Architecture, peaks: Peaks): BoundsJson {
  const times = timesOf(work, peaks, device);
  const { name, seconds } = whole(times);
  const without = (some: readonly CostedLine[]) => timesOf(withoutExcess(work, some, lines), peaks, device);
  const ideal = whole(without(lines));
  const warm = whole(timesOf(warmed(work, device), peaks, device));
  return {
    seconds,
    by: name,
    clock_hz: peaks.clockHz,
    measured: peaks.isMeasured,
    roofs: roofsOf(peaks, device),
    without_excess: { seconds: ideal.seconds, by: ideal.name },
    warm: { seconds: warm.seconds, by: warm.name },
    fixes: fixesOf(lines, times, without),
    resources: resources.flatMap((one, i) => {
      const own = times[i]!.seconds;
      if (own === 0) return [];
      return [{ name: one.name, seconds: own, cycles: own * peaks.clockHz, lines: sharesOf(one, lines) }];
    }),
  };
}
