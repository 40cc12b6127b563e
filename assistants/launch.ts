/** A launch in few words: its verdict, totals by memory space, and its accesses, the costliest first. */
import type { LaunchReportJson, LineJson } from "../engine/formats/launch";
import { groupBy, idealOf, measuredOf, spaceTotals, unitOf } from "../pictures/figures";
import { launchRemarks, launchVerdict } from "../pictures/verdict";
import { lineText, MOST_ACCESSES, MOST_FINDINGS, shortened } from "./text";

/** Two digits after the decimal point. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Requests and their cost by memory space. */
export function totals({ lines }: Pick<LaunchReportJson, "lines">) {
  return spaceTotals(lines).map(({ space, unit, requests, measured, ideal }) => ({
    space,
    requests,
    [unit]: measured,
    ideal,
    ...(ideal > 0 && { times_ideal: rounded(measured / ideal) }),
  }));
}

/** The copies of an access that unrolling and inlining made are one. */
function accesses(lines: readonly LineJson[], text: string) {
  const sum = (some: readonly LineJson[], figure: (line: LineJson) => number) =>
    some.reduce((total, line) => total + figure(line), 0);
  return [...groupBy(lines, (one) => [one.path, one.line, one.column, one.op, one.space, one.width].join(":")).values()]
    .map((same) => ({ first: same[0]!, same, measured: sum(same, measuredOf), ideal: sum(same, idealOf) }))
    .toSorted((a, b) => b.measured - b.ideal - (a.measured - a.ideal))
    .map(({ first, same, measured, ideal }) => ({
      ...(first.path === undefined ? { source: lineText(text, first.line) } : { path: first.path }),
      line: first.line,
      op: first.op,
      space: first.space,
      bytes_per_lane: first.width,
      requests: sum(same, (one) => one.requests),
      [unitOf(first)]: measured,
      ideal,
      class: first.class,
    }));
}

function bounds({ bounds: known }: LaunchReportJson) {
  if (!known) return {};
  const { seconds, by, without_excess } = known;
  return { least_time: { seconds, by, without_excess } };
}

/** A launch as a tool shows it; `text` is the source that its lines are in. */
export function launchSummary(launch: LaunchReportJson, text: string) {
  const { signature, grid, block, shared, sampled, instantiated, findings, arguments: given } = launch;
  const remarks = launchRemarks(launch);
  return {
    kernel: signature,
    grid,
    block,
    ...(shared > 0 && { shared }),
    ...(given.length > 0 && { arguments: Object.fromEntries(given.map(({ name, spec }) => [name, spec])) }),
    ...(instantiated !== undefined && { instantiated }),
    ...(sampled && { sampled }),
    verdict: launchVerdict(launch),
    ...(remarks.length > 0 && { remarks }),
    totals: totals(launch),
    ...shortened("accesses", accesses(launch.lines, text), MOST_ACCESSES, (one) => one),
    ...bounds(launch),
    ...(findings.length > 0 && shortened("findings", findings, MOST_FINDINGS, (one) => one)),
  };
}
