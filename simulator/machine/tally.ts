/** What has been counted of a launch so far, and what it comes to when only some of the blocks have run. */
import { patternsPlace, recordPlace } from "../compile/events";
import { type CompiledFunction, UNIT_COUNTER, UnitPlace } from "../compile/kernel";
import { loopedAdditions } from "../counting/banks";
import { foldPatterns } from "../counting/patterns";
import { countedSpaces, readRecord } from "../counting/record";
import { addIssues, countIssue, type Issue } from "../estimates/issue";
import { countMix, type UnitCount } from "../estimates/mix";
import type { DeviceMemory } from "../memory/device";
import { Place } from "../memory/layout";
import type { LineCount, Mix } from "../model";
import { countersOf, type KernelInstance } from "./instance";

export interface Tally {
  /** In program order. */
  readonly lines: readonly LineCount[];
  /** By function of the kernel. */
  readonly units: readonly (readonly UnitCount[])[];
}

/** `elsewhere`: lines that are not counted in WebAssembly. */
export function tally(kernel: KernelInstance, memory: DeviceMemory, elsewhere: readonly LineCount[]): Tally {
  const lines = [...counted(kernel, memory), ...elsewhere.map((line) => ({ ...line }))];
  return {
    lines: lines.sort((a, b) => a.access.id - b.access.id),
    units: kernel.compiled.functions.map((fn) => unitCounts(fn, memory)),
  };
}

function counted({ compiled }: KernelInstance, memory: DeviceMemory): LineCount[] {
  const view = memory.view();
  return compiled.accesses.flatMap((access) =>
    countedSpaces(access).flatMap((space) => {
      const record = recordPlace(compiled.recordsAt, access, space);
      foldPatterns(countersOf(memory), record, patternsPlace(access, space), access.width);
      return readRecord(view, record, access, space) ?? [];
    }),
  );
}

function unitCounts({ units, firstUnit }: CompiledFunction, memory: DeviceMemory): readonly UnitCount[] {
  const view = memory.view();
  return units.map((unit) => {
    const at = Place.counters + (firstUnit + unit.index) * UNIT_COUNTER;
    const read = (name: keyof typeof UnitPlace) => Number(view.getBigUint64(at + UnitPlace[name], true));
    const left = { fadd: read("fadd"), fmul: read("fmul"), ffma: read("ffma") };
    return { unit, warps: read("warps"), lanes: read("lanes"), parted: read("parted"), left };
  });
}

const figures = [
  "requests",
  "sectors",
  "sectorsIdeal",
  "tags",
  "wavefronts",
  "wavefrontsIdeal",
  "lanes",
  "bytes",
] as const satisfies readonly (keyof LineCount)[];

/** What was counted until `first`, and `factor` times what was counted between `first` and `last`. */
export function extrapolate(first: Tally, last: Tally, factor: number): Tally {
  const scale = (before: number, after: number) => Math.round(before + factor * (after - before));
  const key = ({ access, space }: LineCount) => `${access.id} ${space}`;
  const known = new Map(first.lines.map((line) => [key(line), line]));
  return {
    lines: last.lines.map((line) => {
      const before = known.get(key(line));
      const scaled = figures.map((name) => [name, scale(before?.[name] ?? 0, line[name])] as const);
      return { ...line, ...Object.fromEntries(scaled) };
    }),
    units: last.units.map((units, fn) =>
      units.map(({ unit, warps, lanes, parted, left }, index) => {
        const before = first.units[fn]![index]!;
        return {
          unit,
          warps: scale(before.warps, warps),
          lanes: scale(before.lanes, lanes),
          parted: scale(before.parted, parted),
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
export function mixOf({ compiled }: KernelInstance, { units, lines }: Tally): Mix {
  const mix = compiled.functions.map(({ lowered }, fn) => countMix(units[fn]!, lowered)).reduce(addMixes);
  const { fadd, dadd } = loopedAdditions(lines);
  const { arithmetic } = mix;
  return { ...mix, arithmetic: { ...arithmetic, fadd: arithmetic.fadd + fadd, dadd: arithmetic.dadd + dadd } };
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
    exchanges: a.exchanges + b.exchanges,
  };
}

/** What their machine code issued. */
export function issueOf({ compiled }: KernelInstance, { units }: Tally): Issue {
  return compiled.functions
    .map(({ lowered, divergent }, fn) => countIssue(units[fn]!, lowered, divergent))
    .reduce(addIssues);
}
