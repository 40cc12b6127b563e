/** Small pieces that every text rendering shares. */
import { dim, width } from "../common/terminal";

const SHORTEST = 12;

/** A table with right-aligned numbers; the first column is left-aligned, and gives way where the terminal is narrow. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) =>
    rows.reduce((most, row) => Math.max(most, (row[i] ?? "").length), title.length),
  );
  const others = widths.slice(1).reduce((sum, one) => sum + one + 2, 0);
  const first = Math.min(widths[0]!, Math.max(SHORTEST, width() - others));
  const shortened = (cell: string) => (cell.length > first ? `${cell.slice(0, first - 1)}…` : cell);
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (i === 0 ? shortened(cell).padEnd(first) : cell.padStart(widths[i]!)))
      .join("  ")
      .trimEnd();
  return [dim(line(head)), ...rows.map(line)].join("\n");
}

/** 12345678 → `12,345,678`. */
export function thousands(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString("en-US") : value.toFixed(2);
}

/** `8×8`; `unknown` where the size is not known. */
export function dimensions(dim3: readonly number[] | null): string {
  if (!dim3) return "unknown";
  return dim3[2] !== 1 ? dim3.join("×") : dim3[1] !== 1 ? `${dim3[0]}×${dim3[1]}` : String(dim3[0]);
}

/** Figures of sentences and tables that other views share, as the command line writes them: with commas. */
export const withCommas = (text: string): string => text.replaceAll("\u202f", ",");
