/** What a run of a whole program adds to its launches, as tables. */

import type { LaunchReportJson } from "../engine/formats/launch";
import type { ProgramJson } from "../engine/formats/program";
import type { SimulateJson } from "../engine/formats/simulation";
import { decimal, dimensions, excessOf, groupBy, grouped, numbered, spaceTotals } from "./figures";
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
  const same = ({ launch }: (typeof withNumbers)[number]) => {
    const { kernel, signature, grid, block, shared, metrics, lines, findings, sampled, arguments: given } = launch;
    return JSON.stringify([kernel, signature, grid, block, shared, metrics, lines, findings, sampled, given]);
  };
  return [...groupBy(withNumbers, same).values()].map((some) => ({
    ...some[0]!,
    times: some.length,
    numbers: some.map(({ index }) => index),
  }));
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
      return [launch.kernel, times, dimensions(launch.grid), dimensions(launch.block), grouped(sectors), worstText];
    }),
  };
}

/** The allocations of a program, in the order of its calls, with the line that frees each. */
export function allocationTable(allocations: ProgramJson["allocations"]): Table {
  return {
    caption: "Allocations",
    columns: ["Line", "Call", "Kind", "Bytes", "Freed"].map((title, i) => ({ title, numeric: i === 0 || i > 2 })),
    rows: allocations.map(({ line, call, kind, bytes, freed }) => [
      line ?? "–",
      call,
      kind,
      grouped(bytes),
      freed === null ? "never" : `line ${freed}`,
    ]),
  };
}
