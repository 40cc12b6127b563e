/** A run in one line, for a lens: how it ended when it did not complete, else figures per request beside the ideal. */
import type { SimulateJson } from "../engine/formats/simulation";
import { counted, decimal, dimensions, numbered, spaceTotals } from "./figures";

/** `transposeTile, grid 8 × 8, block 32 × 32`; of a program what it launched: `main, 4 launches`. */
export function runName({ launches, stdout }: Pick<SimulateJson, "launches" | "stdout">, kernel: string): string {
  const [first] = launches;
  if (stdout !== undefined) return `${kernel}, ${numbered(launches.length, "launch")}`;
  return first ? `${kernel}, grid ${dimensions(first.grid)}, block ${dimensions(first.block)}` : kernel;
}

/** `global 18 sectors/request (ideal 4) · shared 32 wavefronts/request (ideal 1)` */
export function summarize(report: SimulateJson): string {
  if (report.outcome !== "completed") return `${report.outcome}: ${report.message}`;
  const totals = spaceTotals(report.launches.flatMap((launch) => launch.lines));
  const nonZero = totals.filter(
    ({ space, measured, ideal }) =>
      space === "global" || space === "shared" || space === "local" || (space === "constant" && measured > ideal),
  );
  if (nonZero.length === 0) return "completed: no memory requests";
  return nonZero
    .map(({ space, unit, measured, ideal, requests }) => {
      const perRequest = `${space} ${counted(measured / requests, unit)}/request`;
      return measured === ideal ? `${perRequest}, ideal` : `${perRequest} (ideal ${decimal(ideal / requests)})`;
    })
    .join(" · ");
}
