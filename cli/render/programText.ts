/** What a report says of a whole program beside its launches: output, findings, managed memory, L2, and the timeline. */

import type { ProgramJson } from "../../engine/formats/program";
import type { SimulateJson } from "../../engine/formats/simulation";
import { numbered } from "../../pictures/figures";
import { byGravity } from "../../pictures/program";
import { shownOutput } from "../common/shown";
import { bold, red, yellow } from "../common/terminal";
import { placeText } from "./places";
import { thousands } from "./text";

/** What the program printed, apart from what WarpLens says. */
export function outputText({ stdout, stderr }: SimulateJson): string[] {
  return [
    ...(stdout ? [`${bold("Output of the program")}\n${shownOutput(stdout.trimEnd())}`] : []),
    ...(stderr ? [`${bold("Standard error of the program")}\n${yellow(shownOutput(stderr.trimEnd()))}`] : []),
  ];
}

/** Findings on the host side as text, the gravest first. */
export function findingsText(findings: ProgramJson["findings"]): string[] {
  return byGravity(findings).map(({ severity, message, other, ...place }) => {
    const also = other ? ` (${placeText(other)}${other.message})` : "";
    return (severity === "error" ? red : yellow)(`${severity}: ${placeText(place)}${message}${also}`);
  });
}

const engines: Readonly<Record<string, string>> = {
  compute: "kernels and copies within a device",
  h2d: "copies to the device",
  d2h: "copies to the host",
  host: "the host's own copies and functions",
};

/** Nanoseconds as people write them. */
function time(nanoseconds: number): string {
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
function timelineText(timeline: ProgramJson["timeline"]): string[] {
  if (timeline.length === 0) return [];
  const busy = Object.keys(engines).flatMap((engine) => {
    const mine = timeline.filter((one) => one.engine === engine);
    return mine.length > 0 ? [{ engine, time: covered(mine) }] : [];
  });
  const overlapped = busy.reduce((total, one) => total + one.time, 0) - covered(timeline);
  const parts = busy.map((one) => `${engines[one.engine]} ${time(one.time)}`).join(", ");
  const streams = new Set(timeline.map((one) => `${one.device}:${one.stream}`)).size;
  const could = busy.reduce((total, one) => total + one.time, 0) - Math.max(...busy.map((one) => one.time));
  const most = `at most ${time(could)} could, where pieces do not depend on one another`;
  const end =
    overlapped > 0
      ? `${time(overlapped)} of it overlaps${could > overlapped ? `; ${most}` : ""}.`
      : busy.length > 1
        ? `Nothing overlaps: ${streams === 1 ? "all work is in one stream" : "each piece waits for the one before"}; ${most}.`
        : "";
  return [`Timeline (modelled): ${parts}. ${end}`.trimEnd()];
}

/** Kernels that a limit kept from being launched. */
export function unreachedText({ unreached = [] }: SimulateJson): string[] {
  if (unreached.length === 0) return [];
  const names = unreached.map((one) => `${one.kernel} (${placeText(one).replace(/: $/, "")})`);
  return [yellow(`Never reached: ${names.join(", ")}. A larger budget reaches more: --budget SECONDS.`)];
}

const sectors = (value: number): string => `${thousands(value)} sectors`;

/** Faults of managed memory, hits of the modelled L2, and the timeline; nothing where there is none. */
export function modelledText({ managed = [], l2 = [], timeline = [] }: SimulateJson): string[] {
  return [
    ...managed
      .filter((one) => one.hostFaults + one.deviceFaults + one.prefetched + one.evicted > 0)
      .map(
        (one) =>
          `Managed memory (modelled): ${placeText(one)}${thousands(one.bytes)} bytes: ${numbered(one.deviceFaults, "fault")} of the device and ${one.hostFaults} of the host; ${numbered(one.toDevice, "page")} moved to the device, ${one.toHost} to the host${one.prefetched ? `, ${one.prefetched} prefetched` : ""}${one.evicted ? `, ${one.evicted} evicted` : ""}.`,
      ),
    ...l2.map(
      (one) =>
        `L2 (modelled): launch ${one.launch}: ${sectors(one.reads)} read, ${thousands(one.hits)} of them hits; ${sectors(one.writes)} written.`,
    ),
    ...timelineText(timeline),
  ];
}
