/** What a run of a whole program adds to its launches, as tables. */

import type { ProgramJson } from "../engine/formats/program";
import type { SimulateJson } from "../engine/formats/simulation";
import { decimal, dimensions, excessOf, grouped, spaceTotals } from "./figures";
import type { Table } from "./model";

/** One row a launch, in the order in which the program made them: what it moved, and the line that wastes most. */
export function launchTable({ launches }: SimulateJson): Table {
  return {
    caption: "Launches",
    columns: ["Kernel", "Grid", "Block", "Sectors", "Worst line"].map((title, i) => ({ title, numeric: i > 2 })),
    rows: launches.map((launch) => {
      const sectors = spaceTotals(launch.lines).reduce(
        (sum, { unit, measured }) => sum + (unit === "sectors" ? measured : 0),
        0,
      );
      const [worst] = [...launch.lines].sort((a, b) => excessOf(b) - excessOf(a));
      const worstText = worst && excessOf(worst) > 1 ? `${worst.line}: ${decimal(excessOf(worst))}×` : "ideal";
      return [launch.kernel, dimensions(launch.grid), dimensions(launch.block), grouped(sectors), worstText];
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
