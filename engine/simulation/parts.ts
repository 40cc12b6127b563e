/** A launch shared by several workers: which launches are, and one result of theirs. */
import { type Dim3, volume } from "../../analyzer/hardware/model";
import { sectorsOfParts } from "../../simulator/counting/touched";
import { isEven } from "../../simulator/estimates/demand";
import { addLanes } from "../../simulator/estimates/laneUse";
import { CHECKS } from "../../simulator/machine/sampling";
import { addCounts, type Critical, type Demand, type Part, type Touched } from "../../simulator/model";
import { type ReuseWatch, watchReuse } from "../../simulator/observers/reuse";
import { launchFigures } from "../../simulator/report/metrics";
import type { KernelJob, LaunchResult, LineResult, SimulationJob, SimulationResult } from "../model/job";

/** Fewer threads than this are not worth a second worker. */
const ENOUGH_THREADS = 1 << 18;

/** The most parts, so that the first of them has at least `FOLLOWED_BLOCKS`, of at most 1,024 threads each. */
const MOST_PARTS = 16;
const FOLLOWED_BLOCKS = ENOUGH_THREADS / 1024 / MOST_PARTS;

/**
 * The same job in parts, or nothing where it must be one. A part's limit is so low that all together stay below the first
 * look at whether the launch is too large: the answer then does not depend on their number.
 */
export function partsOf(job: SimulationJob, workers: number): readonly KernelJob[] {
  if (job.kind !== "kernel" || job.observe || job.check || job.digest || job.part) return [];
  const of = Math.min(job.workers ?? workers, volume(job.grid), MOST_PARTS);
  if (of < 2 || !mayBeShared(job.grid, job.block)) return [];
  const limits = { ...job.limits, steps: Math.floor((job.limits.steps * CHECKS[0]) / of) };
  return Array.from({ length: of }, (_, index) => ({ ...job, limits, part: { index, of } }));
}

/**
 * Follows the reuse of bytes in a launch: of all blocks of a small one; of the first ones, which one worker runs, where several
 * may share it. So what is reported does not depend on how many do.
 */
export function reuseOf(grid: Dim3, block: Dim3, part?: Part): ReuseWatch | undefined {
  if (part && part.index > 0) return undefined;
  return watchReuse(mayBeShared(grid, block) ? FOLLOWED_BLOCKS : Number.POSITIVE_INFINITY);
}

/** Whether several workers may share a launch of a kernel by itself. */
export const mayBeShared = (grid: Dim3, block: Dim3): boolean => volume(grid) * volume(block) >= ENOUGH_THREADS;

/**
 * What a launch demands as far as that does not depend on how many workers share it. Which address atomic operations go to
 * most often, and which requests miss the caches, is known of a whole launch alone.
 */
export function sharedDemand(demand: Demand, touched: readonly Touched[]): Demand {
  const { storedToL2, addedWavefronts, specials, barriers, critical } = demand;
  const unknown = { hotAddress: 0, hotSlice: 0, chainCycles: 0, warmChainCycles: 0 };
  return {
    ...unknown,
    ...sectorsOfParts(touched),
    storedToL2,
    addedWavefronts,
    specials,
    barriers,
    ...(critical && { critical: isEven(critical) ? critical : { ...critical, first: 0, firstWarps: 0, equal: 0 } }),
  };
}

/** All parts as one launch; nothing when one of them did not complete: then the whole must be run. */
export function joinParts(results: readonly SimulationResult[]): SimulationResult | undefined {
  if (results.some(({ outcome, launches }) => outcome.kind !== "completed" || launches.length !== 1)) return undefined;
  const parts = results.map(({ launches }) => launches[0]!) as [LaunchResult, ...LaunchResult[]];
  const { demand, touched: _own, ...launch } = parts.reduce(addLaunches);
  const touched = parts.flatMap(({ touched }) => touched ?? []);
  const joined = demand && touched.length === parts.length ? sharedDemand(demand, touched) : undefined;
  return { ...results[0]!, launches: [{ ...launch, ...(joined && { demand: joined }) }] };
}

function addLaunches(a: LaunchResult, b: LaunchResult): LaunchResult {
  return {
    ...a,
    metrics: Object.fromEntries(
      Object.entries(a.metrics).flatMap(([name, value]) => {
        const other = b.metrics[name];
        if (other === undefined) return [];
        return [[name, launchFigures.has(name) ? value : value + other]];
      }),
    ),
    lines: addLines(a.lines, b.lines),
    lanes: addLanes([a, b].flatMap(({ lanes }) => lanes ?? [])),
    ...(a.demand && b.demand && { demand: addDemands(a.demand, b.demand) }),
    ...((a.largeAngles || b.largeAngles) && { largeAngles: true as const }),
    ...((a.contended || b.contended) && { contended: true as const }),
    ...joinFindings(a, b),
  };
}

/** What both demand together, of parts of a launch. */
const addDemands = (a: Demand, b: Demand): Demand => ({
  ...a,
  storedToL2: a.storedToL2 + b.storedToL2,
  addedWavefronts: a.addedWavefronts + b.addedWavefronts,
  specials: a.specials + b.specials,
  barriers: a.barriers + b.barriers,
  ...(a.critical && b.critical && { critical: addCritical(a.critical, b.critical) }),
});

function addCritical(a: Critical, b: Critical): Critical {
  const isSame = isEven(a) && isEven(b) && a.first === b.first && a.firstWarps === b.firstWarps;
  const { first, firstWarps } = isSame ? a : { first: 0, firstWarps: 0 };
  return {
    blocks: a.blocks + b.blocks,
    cycles: a.cycles + b.cycles,
    longest: Math.max(a.longest, b.longest),
    first,
    firstWarps,
    equal: isSame ? a.equal + b.equal : 0,
  };
}

/** Findings of both, each rule of a line once. Parts may have left out the same ones: the larger number is sure. */
function joinFindings(a: LaunchResult, b: LaunchResult): Pick<LaunchResult, "findings" | "unlisted"> {
  const unlisted = Math.max(a.unlisted ?? 0, b.unlisted ?? 0);
  const all = [...(a.findings ?? []), ...(b.findings ?? [])];
  const key = ({ rule, location, other }: (typeof all)[number]) =>
    JSON.stringify([rule, location?.line, location?.column, other?.location?.line]);
  const first = new Map(all.toReversed().map((one) => [key(one), one]));
  if (all.length === 0) return {};
  return { findings: all.filter((one) => first.get(key(one)) === one), ...(unlisted > 0 && { unlisted }) };
}

/** Of one access the lines of these come in this order. */
const spaces: readonly string[] = ["global", "shared", "local"];

function addLines(a: readonly LineResult[], b: readonly LineResult[]): readonly LineResult[] {
  const lines = new Map<string, LineResult>();
  for (const line of [...a, ...b]) {
    const key = `${line.access} ${line.served}`;
    const known = lines.get(key);
    lines.set(key, known ? { ...line, counts: addCounts(known.counts, line.counts) } : line);
  }
  const rank = ({ served }: LineResult) => spaces.indexOf(served);
  return [...lines.values()].sort((x, y) => x.access - y.access || rank(x) - rank(y));
}
