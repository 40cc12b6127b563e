/** What a run of a whole program adds to its launches, as tables. */

import type { LaunchReportJson } from "../engine/formats/launch";
import type { ProgramJson } from "../engine/formats/program";
import { numbering } from "../engine/formats/sameLaunches";
import type { SimulateJson } from "../engine/formats/simulation";
import { decimal, dimensions, excessOf, groupBy, grouped, numbered, type SpaceTotal, spaceTotals } from "./figures";
import type { Table } from "./model";

/** Findings on the host side, the gravest first. */
export function byGravity(findings: ProgramJson["findings"]): ProgramJson["findings"] {
  const order = ["error", "warning", "information"];
  return findings.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

/** Launches of one kernel that did the same: the first of them, and how many there are. */
export interface EqualLaunches {
  /** Where the first stands among the program's launches. */
  readonly index: number;
  readonly launch: LaunchReportJson;
  readonly times: number;
  /** The number of each among the program's launches, from 0. */
  readonly numbers: readonly number[];
}

/** The launches of a program in its order, those that are equal in shape, counts and findings once. */
export function equalLaunches({ launches }: Pick<SimulateJson, "launches">): readonly EqualLaunches[] {
  const withNumbers = launches.map((launch, index) => ({ launch, index }));
  const numberOf = numbering();
  const same = ({ launch }: (typeof withNumbers)[number]) => {
    const { kernel, signature, grid, block, shared, metrics, lines, findings, sampled, arguments: given } = launch;
    const what = [kernel, signature, grid, block, shared, metrics, lines, findings, sampled, given];
    return what.map(numberOf).join();
  };
  return [...groupBy(withNumbers, same).values()].map((some) => ({
    ...some[0]!,
    times: some.length,
    numbers: some.map(({ index }) => index),
  }));
}

/** Launches of one kernel that get a section each, those with findings first, then the costliest. */
const SECTIONS = 8;

/** What a report shows of a program's launches: a section for some, a sentence for each kernel about the others of it. */
export interface LaunchSections {
  readonly shown: readonly EqualLaunches[];
  readonly others: readonly string[];
}

const costOf = ({ launch }: EqualLaunches): number =>
  spaceTotals(launch.lines).reduce((sum, { measured }) => sum + measured, 0);

/** Whether a launch has something to say beside its counts. */
const isRemarkable = ({ launch, index }: EqualLaunches): boolean =>
  launch.findings.length > 0 || launch.sampled !== undefined || index === 0;

/** How many launches of a kernel have no section, and what they cost together. */
function othersText(others: readonly EqualLaunches[]): string {
  const { signature } = others[0]!.launch;
  const times = others.reduce((sum, one) => sum + one.times, 0);
  const totals = groupBy(
    others.flatMap(({ launch, times: count }) => spaceTotals(launch.lines).map((total) => ({ total, count }))),
    ({ total }) => `${total.space} ${total.unit}`,
  );
  const costs = [...totals].map(([what, some]) => {
    const sum = (figure: (one: SpaceTotal) => number): string =>
      grouped(some.reduce((all, { total, count }) => all + count * figure(total), 0));
    return `${sum((one) => one.measured)} ${what}, ideal ${sum((one) => one.ideal)}`;
  });
  const cost = costs.length > 0 ? `: ${costs.join("; ")}` : "";
  return `${signature}: ${grouped(times)} more launches with other grids, values or counts${cost}. JSON has each of them.`;
}

/** The launches of a program as a report shows them: a kernel that is launched in hundreds of ways takes no hundreds of pages. */
export function launchSections(result: Pick<SimulateJson, "launches">): LaunchSections {
  const all = equalLaunches(result);
  const others: string[] = [];
  const hidden = new Set<EqualLaunches>();
  for (const some of groupBy(all, ({ launch }) => launch.signature).values()) {
    if (some.length <= SECTIONS) continue;
    const ordered = some.toSorted((a, b) => Number(isRemarkable(b)) - Number(isRemarkable(a)) || costOf(b) - costOf(a));
    const rest = ordered.slice(SECTIONS);
    for (const one of rest) hidden.add(one);
    others.push(othersText(rest));
  }
  return { shown: all.filter((one) => !hidden.has(one)), others };
}

/** Which launches a section stands for, where it is not the only one: `3 launches alike (0 to 2)`. */
export function alikeText(launches: readonly LaunchReportJson[], numbers: readonly number[]): string {
  if (numbers.length < 2) return "";
  const repeated = numbers.filter((one) => launches[one]?.repeats !== undefined).length;
  const isRun = numbers.every((one, i) => one === numbers[0]! + i);
  const again =
    repeated > 0
      ? `; ${repeated} of them ${repeated === 1 ? "repeats" : "repeat"} an earlier one on the same bytes and did not run`
      : "";
  const which = isRun ? `${numbers[0]} to ${numbers.at(-1)}` : numbers.join(", ");
  return `${numbered(numbers.length, "launch")} alike (${numbers.length > 8 && !isRun ? `the first is ${numbers[0]}` : which}${again})`;
}

/** One row for launches that are equal, in the order in which the program made the first: what each moved, and its worst line. */
export function launchTable(report: SimulateJson): Table {
  return {
    caption: "Launches",
    columns: ["Kernel", "Times", "Grid", "Block", "Sectors", "Worst line"].map((title, i) => ({
      title,
      numeric: i === 1 || i > 3,
    })),
    rows: equalLaunches(report).map(({ launch, times }) => {
      const sectors = spaceTotals(launch.lines).reduce(
        (sum, { unit, measured }) => sum + (unit === "sectors" ? measured : 0),
        0,
      );
      const [worst] = [...launch.lines].sort((a, b) => excessOf(b) - excessOf(a));
      const worstText = worst && excessOf(worst) > 1 ? `${worst.line}: ${decimal(excessOf(worst))}×` : "ideal";
      return [
        launch.kernel,
        grouped(times),
        dimensions(launch.grid),
        dimensions(launch.block),
        grouped(sectors),
        worstText,
      ];
    }),
  };
}

/** How many allocations there were. */
export const allocationCount = (allocations: ProgramJson["allocations"]): string =>
  grouped(allocations.reduce((sum, { times }) => sum + times, 0));

/** The allocations of a program by call, in the order of the first of each, with the line that frees them. */
export function allocationTable(allocations: ProgramJson["allocations"]): Table {
  return {
    caption: "Allocations",
    columns: ["Line", "Call", "Kind", "Times", "Bytes", "Freed"].map((title, i) => ({
      title,
      numeric: i === 0 || i > 2,
    })),
    rows: allocations.map(({ line, call, kind, times, bytes, freed }) => [
      line ?? "–",
      call,
      kind,
      grouped(times),
      grouped(bytes),
      freed === null ? "never" : `line ${freed}`,
    ]),
  };
}
