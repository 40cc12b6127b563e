/** Two runs side by side: what a change of the code did to the traffic. */

import type { LineJson } from "../engine/formats/launch";
import { decimal, grouped, spaceTotals } from "./figures";
import type { Table } from "./model";

/** `-75 %`, `+300 %`, `same`; `new` and `gone` where one side has nothing. */
export function change(before: number, after: number): string {
  if (before === after) return "same";
  if (before === 0) return "new";
  if (after === 0) return "gone";
  const percent = ((after - before) / before) * 100;
  return `${percent > 0 ? "+" : "−"}${decimal(Math.abs(percent))} %`;
}

/** The totals of two runs of a kernel side by side, a row for each memory space that either uses. */
export function comparisonTable(before: readonly LineJson[], after: readonly LineJson[]): Table {
  const old = new Map(spaceTotals(before).map((total) => [total.space, total]));
  const fresh = new Map(spaceTotals(after).map((total) => [total.space, total]));
  const spaces = [...new Set([...old.keys(), ...fresh.keys()])];
  return {
    caption: "Before and after",
    columns: ["Space", "Before", "After", "Change"].map((title, i) => ({ title, numeric: i > 0 })),
    rows: spaces.map((space) => {
      const [a, b] = [old.get(space)?.measured ?? 0, fresh.get(space)?.measured ?? 0];
      const unit = (old.get(space) ?? fresh.get(space))!.unit;
      return [`${space} ${unit}`, grouped(a), grouped(b), change(a, b)];
    }),
  };
}
