/** Small pieces that every text rendering shares. */

/** Colour only where a person looks: a terminal, and no NO_COLOR. */
const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;

function style(code: number): (text: string) => string {
  return (text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
}

export const bold = style(1);
export const dim = style(2);
export const red = style(31);
export const green = style(32);
export const yellow = style(33);
export const blue = style(34);

/** A table with right-aligned numbers; the first column is left-aligned. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? "").length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join("  ")
      .trimEnd();
  return [dim(line(head)), ...rows.map(line)].join("\n");
}

/** 12345678 → `12,345,678`. */
export function thousands(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString("en-US") : value.toFixed(2);
}

export function dimensions(dim3: readonly number[] | null): string {
  if (!dim3) return "unknown";
  return dim3[2] !== 1 ? dim3.join("×") : dim3[1] !== 1 ? `${dim3[0]}×${dim3[1]}` : String(dim3[0]);
}
