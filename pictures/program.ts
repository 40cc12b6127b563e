/** What a run of a whole program adds to its launches, as tables. */

import type { LaunchReportJson } from "../engine/formats/launch";
import type { ProgramJson } from "../engine/formats/program";
import type { SimulateJson } from "../engine/formats/simulation";
import { decimal, dimensions, excessOf, groupBy, grouped, spaceTotals } from "./figures";
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
}

/** The launches of a program in its order, those that are equal in shape, counts and findings once. */
export function equalLaunches({ launches }: Pick<SimulateJson, "launches">): readonly EqualLaunches[] {
  const numbered = launches.map((launch, index) => ({ launch, index }));
  const same = ({ launch: { signature, grid, block, shared, metrics, findings } }: (typeof numbered)[number]) =>
    JSON.stringify([signature, grid, block, shared, metrics, findings]);
  return [...groupBy(numbered, same).values()].map((some) => ({ ...some[0]!, times: some.length }));
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
