/** Tables of Nsight Compute's exports: rows, numbers in whatever locale they were written, units made plain. */

/** Rows of separated values with quotes, as RFC 4180 has them; a spreadsheet may have put semicolons between them. */
export function csvRows(text: string, separator: "," | ";" = ","): string[][] {
  const cell =
    separator === ","
      ? /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g
      : /(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r?\n|$)/g;
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(cell)) {
    if (quoted === undefined && plain === "" && end === "" && row.length === 0) break;
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The rows of an export; what stands between its values shows in the first line that has a column of kernels or lines. */
export function exportRows(text: string): string[][] {
  const plain = text.replace(/^\uFEFF/, "");
  const head = plain.split(/\r?\n/).find((line) => /"?(?:Kernel Name|Line No)"?\s*[,;]/.test(line)) ?? "";
  return csvRows(plain, /"?(?:Kernel Name|Line No)"?\s*;/.test(head) ? ";" : ",");
}

/** How an export writes numbers: what stands before the fraction. */
export type Decimal = "." | ",";

const digits = /^[+-]?\d/;
const fraction = /([.,])(?:\d{1,2}|\d{4,})(?:e[+-]?\d+)?$/i;

/**
 * What stands before fractions in the values of an export. A point or comma that is followed by anything but three digits
 * is no separator of thousands; otherwise Nsight Compute's own decimal point.
 */
export function decimalOf(values: readonly string[]): Decimal {
  const mixed = values.find(
    (one) => digits.test(one) && /[.,]\d*[.,]/.test(one) && one.includes(".") && one.includes(","),
  );
  if (mixed) return mixed.lastIndexOf(",") > mixed.lastIndexOf(".") ? "," : ".";
  const has = (mark: Decimal) => values.some((one) => digits.test(one) && fraction.exec(one)?.[1] === mark);
  return !has(".") && has(",") ? "," : ".";
}

/** `1,234.5`, `1 234,5`, `1’234.5`; undefined for what is no number. */
export function numberOf(text: string | undefined, decimal: Decimal = "."): number | undefined {
  const plain = text
    ?.replaceAll(/[\s\u00a0\u202f'’]/g, "")
    .replaceAll(decimal === "." ? "," : ".", "")
    .replace(",", ".");
  return plain && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}

/** Nsight Compute scales counts, bytes and times without `--print-units base`. */
const prefixes: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, G: 1e9, T: 1e12 };
const times: Readonly<Record<string, number>> = {
  s: 1e9,
  second: 1e9,
  ms: 1e6,
  msecond: 1e6,
  us: 1e3,
  usecond: 1e3,
  ns: 1,
  nsecond: 1,
};

/** What a value in a unit is multiplied with: counts and bytes come out as they are, times in nanoseconds. */
export function scaleOf(unit: string): number {
  if (times[unit] !== undefined) return times[unit];
  const prefix = /^([KMGT])(?:byte|block|sector|request|inst|warp|thread|hz)?(?:s\b|\b)/i.exec(unit)?.[1];
  return prefix ? (prefixes[prefix.toUpperCase()] ?? 1) : 1;
}

/** `(8, 8, 1)`; `8` alone is along x. */
export function dimensionsOf(text: string | undefined): number[] {
  const sizes = (text?.match(/\d+/g) ?? []).map(Number);
  return sizes.length === 1 ? [...sizes, 1, 1] : sizes;
}
