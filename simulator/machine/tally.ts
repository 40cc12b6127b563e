/** What has been counted of a launch so far, and its estimate when only some of the blocks have run. */
import { CriticalCell } from "../compile/critical";
import { patternsOffset, recordOffset } from "../compile/events";
import {
  type CompiledFunction,
  type CompiledKernel,
  REGION_COUNTER_BYTES,
  RegionCounterOffset,
} from "../compile/kernel";
import { loopedAdditions } from "../counting/banks";
import { countedSpaces, readCount, readRecord } from "../counting/record";
import type { Traffic } from "../counting/traffic";
import { chainCycles } from "../estimates/chains";
import { missedShares } from "../estimates/demand";
import { addIssues, countIssue, type Issue } from "../estimates/issue";
import { addLanes, countLanes } from "../estimates/laneUse";
import { countMix, type RegionCount } from "../estimates/mix";
import { countSpecials } from "../estimates/specials";
import type { DeviceMemory } from "../memory/device";
import { MemoryMap } from "../memory/layout";
import {
  type Arithmetic,
  arithmeticNames,
  type Critical,
  countNames,
  type Lanes,
  type LineCount,
  type Mix,
  noArithmetic,
} from "../model";
import { foldPatternsOf, type KernelInstance } from "./instance";

/** The counts of a launch. */
export interface Tally {
  /** In program order. */
  readonly lines: readonly LineCount[];
  /** By function of the kernel. */
  readonly regions: readonly (readonly RegionCount[])[];
  /** Operations of mathematical functions that their arguments decide: what is more, or less, than regions say. */
  readonly arithmetic: Arithmetic;
}

/** What a launch left in the counters of a kernel, word by word, and what was read of them. */
interface Read {
  readonly words: Uint32Array;
  readonly tally: Tally;
}

/** Of each kernel the launch that was read last: programs repeat launches, and what follows from a tally is kept with it. */
const lastRead = new WeakMap<CompiledKernel, Read>();

/** `elsewhere`: what is not counted in WebAssembly. */
export function tally(kernel: KernelInstance, memory: DeviceMemory, elsewhere: Traffic): Tally {
  const { compiled } = kernel;
  foldPatterns(compiled, memory);
  elsewhere.settle();
  const words = memory.words().subarray(MemoryMap.counters >>> 2, compiled.countersEnd >>> 2);
  const { lines: others, observer } = elsewhere;
  const isAll = others.length === 0 && arithmeticNames.every((kind) => observer.arithmetic[kind] === 0);
  const last = lastRead.get(compiled);
  if (isAll && last?.words.every((word, at) => word === words[at])) return last.tally;
  const lines = [...counted(compiled, memory), ...others.map((line) => ({ ...line }))];
  const read: Tally = {
    lines: lines.sort((a, b) => a.access.id - b.access.id),
    regions: compiled.functions.map((fn) => regionCounts(fn, memory)),
    arithmetic: { ...observer.arithmetic },
  };
  if (isAll) lastRead.set(compiled, { words: words.slice(), tally: read });
  return read;
}

/** The records of a kernel: one for each space that an access may go to. */
const recordsOf = ({ accesses, recordsAt }: CompiledKernel) =>
  accesses.flatMap((access) =>
    countedSpaces(access).map((space) => ({ access, space, record: recordOffset(recordsAt, access, space) })),
  );

function foldPatterns(compiled: CompiledKernel, memory: DeviceMemory): void {
  const fold = foldPatternsOf(memory);
  for (const { access, space, record } of recordsOf(compiled))
    fold(record, patternsOffset(compiled.patternsAt, access, space), access.width);
}

function counted(compiled: CompiledKernel, memory: DeviceMemory): LineCount[] {
  const view = memory.view();
  return recordsOf(compiled).flatMap(({ access, space, record }) => readRecord(view, record, access, space) ?? []);
}

/** What follows from the counts of a kernel, computed once for a tally. */
function ofTally<T>(compute: (compiled: CompiledKernel, tally: Tally) => T): (kernel: KernelInstance, of: Tally) => T {
  const known = new WeakMap<Tally, { readonly result: T }>();
  return ({ compiled }, of) => {
    const found = known.get(of) ?? { result: compute(compiled, of) };
    known.set(of, found);
    return found.result;
  };
}

function regionCounts({ regions, firstRegion }: CompiledFunction, memory: DeviceMemory): readonly RegionCount[] {
  const view = memory.view();
  return regions.map((region) => {
    const at = MemoryMap.counters + (firstRegion + region.index) * REGION_COUNTER_BYTES;
    const read = (name: keyof typeof RegionCounterOffset) => readCount(view, at + RegionCounterOffset[name]);
    const left = { fadd: read("fadd"), fmul: read("fmul"), ffma: read("ffma") };
    return { region, warps: read("warps"), lanes: read("lanes"), divergent: read("divergent"), left };
  });
}

const figures = [
  ...countNames,
  "tags",
  "bytes",
  "fresh",
  "missed",
  "dataWavefronts",
  "storedToL2",
] as const satisfies readonly (keyof LineCount)[];

/** What was counted until `first`, and `factor` times what was counted between `first` and `last`. */
export function extrapolate(first: Tally, last: Tally, factor: number): Tally {
  const scale = (before: number, after: number) => Math.round(before + factor * (after - before));
  const key = ({ access, space }: LineCount) => `${access.id} ${space}`;
  const known = new Map(first.lines.map((line) => [key(line), line]));
  return {
    lines: last.lines.map((line) => {
      const before = known.get(key(line));
      const scaled = figures.map((name) => [name, scale(before?.[name] ?? 0, line[name] ?? 0)] as const);
      return { ...line, ...Object.fromEntries(scaled) };
    }),
    arithmetic: Object.fromEntries(
      arithmeticNames.map((kind) => [kind, scale(first.arithmetic[kind], last.arithmetic[kind])]),
    ) as Arithmetic,
    regions: last.regions.map((regions, fn) =>
      regions.map(({ region, warps, lanes, divergent, left }, index) => {
        const before = first.regions[fn]![index]!;
        return {
          region,
          warps: scale(before.warps, warps),
          lanes: scale(before.lanes, lanes),
          divergent: scale(before.divergent, divergent),
          left: {
            fadd: scale(before.left.fadd, left.fadd),
            fmul: scale(before.left.fmul, left.fmul),
            ffma: scale(before.left.ffma, left.ffma),
          },
        };
      }),
    ),
  };
}

/** What the kernel and the functions that it called executed. */
export const mixOf = ofTally(({ functions }, { regions, lines, arithmetic }): Mix => {
  const mix = functions.map(({ lowered }, fn) => countMix(regions[fn]!, lowered)).reduce(addMixes);
  const looped = loopedAdditions(lines);
  const all = addArithmetic(addArithmetic(mix.arithmetic, arithmetic), { ...noArithmetic(), ...looped });
  return { ...mix, arithmetic: all };
});

function addArithmetic(a: Readonly<Arithmetic>, b: Readonly<Arithmetic>): Arithmetic {
  const sums = { ...a };
  for (const kind of arithmeticNames) sums[kind] += b[kind];
  return sums;
}

function addMixes(a: Mix, b: Mix): Mix {
  return {
    arithmetic: addArithmetic(a.arithmetic, b.arithmetic),
    warpInstructions: a.warpInstructions + b.warpInstructions,
    threadInstructions: a.threadInstructions + b.threadInstructions,
    barriers: a.barriers + b.barriers,
    exchanges: a.exchanges + b.exchanges,
  };
}

/** How many lanes took part. */
export const lanesOf = ofTally((_compiled, { regions }): Lanes => addLanes(regions.map(countLanes)));

const chains = (isWarm: boolean) =>
  ofTally(({ functions }, { regions, lines }) => {
    const missed = missedShares(lines, isWarm);
    return functions.reduce((sum, { lowered }, fn) => sum + chainCycles(regions[fn]!, lowered, missed), 0);
  });

/** What their warps take at least for dependent instructions: cycles, summed over the warps; `warm` where L2 has everything. */
export const chainsOf = { cold: chains(false), warm: chains(true) } as const;

/** What has been noted of the launch that ran last; undefined where its warps did not run in passes. */
export function criticalOf(view: DataView): Critical | undefined {
  const read = (name: keyof typeof CriticalCell) => Number(view.getBigUint64(CriticalCell[name], true));
  const blocks = read("blocks");
  if (blocks === 0) return undefined;
  return {
    blocks,
    cycles: read("sum"),
    longest: read("longest"),
    first: read("first"),
    equal: read("equal"),
    firstWarps: read("firstWarps"),
  };
}

/** Instructions of the unit for special functions that they executed. */
export const specialsOf = ofTally(({ functions }, { regions }) =>
  functions.reduce((sum, { lowered }, fn) => sum + countSpecials(regions[fn]!, lowered), 0),
);

/** What their machine code issued. */
export const issueOf = ofTally(
  ({ functions }, { regions }): Issue =>
    functions.map(({ lowered, divergent }, fn) => countIssue(regions[fn]!, lowered, divergent)).reduce(addIssues),
);
