/** What is modelled of a whole program, in sentences: managed memory, the L2 cache, and what overlaps on the timeline. */
import type { ProgramJson } from "../engine/formats/program";
import type { SimulateJson } from "../engine/formats/simulation";
import { groupBy, grouped, numbered, placeName } from "./figures";
import { type ManagedEntry, managedByLine } from "./managed";

const engines: Readonly<Record<string, string>> = {
  compute: "kernels and copies within a device",
  h2d: "copies to the device",
  d2h: "copies to the host",
  host: "the host's own copies and functions",
};

/** Nanoseconds as people write them. */
function duration(nanoseconds: number): string {
  if (nanoseconds < 1e3) return `${nanoseconds} ns`;
  return nanoseconds < 1e6 ? `${(nanoseconds / 1e3).toFixed(1)} µs` : `${(nanoseconds / 1e6).toFixed(2)} ms`;
}

/** Time in which some range runs, where ranges may overlap. */
function covered(ranges: readonly { readonly start: number; readonly end: number }[]): number {
  let [total, last] = [0, Number.NEGATIVE_INFINITY];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    total += Math.max(0, end - Math.max(start, last));
    last = Math.max(last, end);
  }
  return total;
}

/** The modelled timeline in a sentence or two: how long each engine is busy, and what overlaps. */
function timelineSentences(timeline: ProgramJson["timeline"]): string[] {
  if (timeline.length === 0) return [];
  const busy = Object.keys(engines).flatMap((engine) => {
    const mine = timeline.filter((one) => one.engine === engine);
    return mine.length > 0 ? [{ engine, time: covered(mine) }] : [];
  });
  const overlapped = busy.reduce((total, one) => total + one.time, 0) - covered(timeline);
  const parts = busy.map((one) => `${engines[one.engine]} ${duration(one.time)}`).join(", ");
  const streams = new Set(timeline.map((one) => `${one.device}:${one.stream}`)).size;
  const could = busy.reduce((total, one) => total + one.time, 0) - Math.max(...busy.map((one) => one.time));
  const most = `at most ${duration(could)} could, where pieces do not depend on one another`;
  const end =
    overlapped > 0
      ? `${duration(overlapped)} of it overlaps${could > overlapped ? `; ${most}` : ""}.`
      : busy.length > 1
        ? `Nothing overlaps: ${streams === 1 ? "all work is in one stream" : "each piece waits for the one before"}; ${most}.`
        : "";
  return [`Timeline (modelled): ${parts}. ${end}`.trimEnd()];
}

function managedSentence({ line, path, allocations, ...one }: ManagedEntry): string {
  const where = line === null ? "" : ` of ${placeName({ line, ...(path !== undefined && { path }) })}`;
  const further = [
    ...(one.prefetched > 0 ? [`${grouped(one.prefetched)} prefetched`] : []),
    ...(one.evicted > 0 ? [`${grouped(one.evicted)} evicted because the device was full`] : []),
  ];
  const faults = `${numbered(one.deviceFaults, "page fault")} of the device and ${grouped(one.hostFaults)} of the host`;
  const moved = `${numbered(one.toDevice, "page")} moved to the device and ${grouped(one.toHost)} to the host`;
  return `Managed memory${where} (modelled), ${allocations > 1 ? `${grouped(allocations)} allocations, ` : ""}${grouped(one.bytes)} bytes: ${faults}; ${[moved, ...further].join(", ")}.`;
}

type L2 = NonNullable<ProgramJson["l2"]>[number];

/** `some`: launches of one line. */
function l2Sentence(some: readonly L2[]): string {
  const sum = (figure: (one: L2) => number) => grouped(some.reduce((total, one) => total + figure(one), 0));
  const [{ launch, line, path }] = some as [L2];
  const where = line === null ? "" : ` of ${placeName({ line, ...(path !== undefined && { path }) })}`;
  const which = some.length > 1 ? `${grouped(some.length)} launches${where}` : `launch ${launch}`;
  return `L2 cache (modelled), ${which}: ${sum(({ reads }) => reads)} sectors read, of which ${sum(({ hits }) => hits)} were found there; ${sum(({ writes }) => writes)} written.`;
}

/** Faults of managed memory, hits of the modelled L2, and the timeline, a sentence or two each; nothing where there is none. */
export function modelledSentences({ managed = [], l2 = [], timeline = [] }: SimulateJson): readonly string[] {
  const moving = managedByLine(managed).filter(
    (one) => one.hostFaults + one.deviceFaults + one.prefetched + one.evicted > 0,
  );
  const l2ByLine = [...groupBy(l2, ({ line, path }) => `${path}:${line}`).values()];
  return [...moving.map(managedSentence), ...l2ByLine.map(l2Sentence), ...timelineSentences(timeline)];
}
