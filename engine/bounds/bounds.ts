/**
 * Lower bounds of a launch's time: what each part of the device needs at least for its work. Each is sound by itself, as
 * no part is faster than its peak and blocks run on as many multiprocessors as there are; the largest is the launch's.
 */
import type { Architecture } from "../../analyzer/hardware/model";
import { type Peaks, peaksOf } from "../../analyzer/hardware/peaks";
import type { BoundsJson, LineJson } from "../formats/launch";
import { type Launched, type Work, withoutExcess, workOf } from "./work";

/** A part of the device that bounds a launch. */
interface Resource {
  readonly name: string;
  /** Seconds at the peak; `multiprocessors`: how many have blocks. */
  seconds(work: Work, peaks: Peaks, multiprocessors: number): number;
  /** What of a line's cost the part serves, in any unit; absent where lines have no share. */
  share?(line: LineJson): number;
}

const SECTOR_BYTES = 32;

const perCycle =
  (of: (work: Work, peaks: Peaks) => number): Resource["seconds"] =>
  (work, peaks, multiprocessors) =>
    of(work, peaks) / multiprocessors / peaks.clockHz;

const isLoadOrStore = ({ op }: LineJson): boolean => op === "load" || op === "store" || op === "copy";

const resources: readonly Resource[] = [
  { name: "launch", seconds: (_, { launch }) => launch },
  { name: "blocks", seconds: ({ blocks }, peaks) => blocks / peaks.blocks },
  {
    name: "instructions",
    seconds: perCycle((work, peaks) => {
      const counted = work.single + work.double + work.memoryInstructions;
      return Math.max(counted, work.instructions) / peaks.instructions;
    }),
  },
  { name: "single precision", seconds: perCycle((work, peaks) => work.single / peaks.single) },
  { name: "double precision", seconds: perCycle((work, peaks) => work.double / peaks.double) },
  {
    name: "memory instructions",
    seconds: perCycle((work, peaks) => work.memoryInstructions / peaks.memoryInstructions),
    share: ({ requests }) => requests,
  },
  {
    // One pipe moves the data of shared memory and of L1, which are one memory.
    name: "L1 and shared memory",
    seconds: perCycle((work, peaks) => work.wavefronts / peaks.wavefronts + work.sectors / peaks.l1Sectors),
    share(line) {
      if (line.space === "shared") return line.wavefronts;
      return (line.space === "global" || line.space === "local") && isLoadOrStore(line) ? line.sectors / 4 : 0;
    },
  },
  {
    name: "stores to L2",
    seconds: ({ storeSectors }, peaks) => (storeSectors * SECTOR_BYTES) / peaks.l2WriteBytes,
    share: ({ space, op, sectors }) => (space === "global" && op === "store" ? sectors : 0),
  },
  {
    name: "global atomics",
    seconds: ({ atomics }, peaks) => atomics / peaks.atomicRequests,
    share: ({ space, op, requests }) => (space === "global" && (op === "atomic" || op === "reduction") ? requests : 0),
  },
];

/** Shares of the lines in what a part serves, of 1, the largest first. */
function sharesOf({ share }: Resource, lines: readonly LineJson[]): BoundsJson["resources"][number]["lines"] {
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
  readonly seconds: number;
}

const timesOf = (work: Work, peaks: Peaks, device: Architecture): readonly Bound[] => {
  const multiprocessors = Math.max(1, Math.min(device.multiprocessors, work.blocks));
  return resources.map((one) => ({ name: one.name, seconds: one.seconds(work, peaks, multiprocessors) }));
};

const largest = (bounds: readonly Bound[]): Bound => bounds.reduce((a, b) => (b.seconds > a.seconds ? b : a));

/**
 * The bounds of a launch that completed; null where the peaks of the architecture are not known.
 * @param lines its accesses, for their shares and for the bound without what they cost above their ideal
 */
export function boundsOf(launch: Launched, lines: readonly LineJson[], device: Architecture): BoundsJson | null {
  const peaks = peaksOf(device.name);
  if (!peaks) return null;
  const work = workOf(launch);
  const times = timesOf(work, peaks, device);
  const { name, seconds } = largest(times);
  const ideal = largest(timesOf(withoutExcess(work, lines), peaks, device));
  return {
    seconds,
    by: name,
    clock_hz: peaks.clockHz,
    without_excess: { seconds: ideal.seconds, by: ideal.name },
    resources: resources.flatMap((one, i) => {
      const own = times[i]!.seconds;
      if (own === 0) return [];
      return [{ name: one.name, seconds: own, cycles: own * peaks.clockHz, lines: sharesOf(one, lines) }];
    }),
  };
}
