/** Two runs side by side: what a change of the code, of the launch or of the device did to every line and every counter. */

import type { LaunchReportJson, LineJson } from "../engine/formats/launch";
import type { SimulateJson } from "../engine/formats/simulation";
import { decimal, dimensions, grouped, isCounted, measuredOf, spaceTotals, unitOf } from "./figures";
import type { Table } from "./model";
import { type WrittenAccess, writtenAccesses } from "./shares";
import type { SourceLine } from "./sourcePage";

/** One of two launches that are compared. */
export interface Compared {
  /** `run 2, transposePadded`, or the name of a file. */
  readonly name: string;
  readonly launch: LaunchReportJson;
  readonly source: readonly SourceLine[];
}

/** What of a run is compared: its launch of this number, else its first; undefined where it launched nothing. */
export function comparedLaunch(
  { report, source = [] }: { readonly report: SimulateJson; readonly source?: readonly SourceLine[] },
  index: number,
  name: string,
): Compared | undefined {
  const launch = report.launches[index] ?? report.launches[0];
  return launch && { name, launch, source };
}

/** `-75 %`, `+300 %`, `same`; `new` and `gone` where one side has nothing. */
export function change(before: number, after: number): string {
  if (before === after) return "same";
  if (before === 0) return "new";
  if (after === 0) return "gone";
  const percent = ((after - before) / before) * 100;
  return `${percent > 0 ? "+" : "−"}${decimal(Math.abs(percent))} %`;
}

const columns = (first: readonly string[]) =>
  [...first, "Before", "After", "Change"].map((title, i) => ({ title, numeric: i >= first.length }));

/** The totals of two runs of a kernel side by side, a row for each memory space that either uses. */
export function comparisonTable(before: readonly LineJson[], after: readonly LineJson[]): Table {
  const old = new Map(spaceTotals(before).map((total) => [total.space, total]));
  const fresh = new Map(spaceTotals(after).map((total) => [total.space, total]));
  const spaces = [...new Set([...old.keys(), ...fresh.keys()])];
  return {
    caption: "Before and after",
    columns: columns(["Space"]),
    rows: spaces.map((space) => {
      const [a, b] = [old.get(space)?.measured ?? 0, fresh.get(space)?.measured ?? 0];
      const unit = (old.get(space) ?? fresh.get(space))!.unit;
      return [`${space} ${unit}`, grouped(a), grouped(b), change(a, b)];
    }),
  };
}

/** `shared wavefronts −94 %, from 67 584 to 4 096; global sectors same` */
export function comparisonVerdict(before: Compared, after: Compared): string {
  const { rows } = comparisonTable(before.launch.lines, after.launch.lines);
  if (rows.length === 0) return "Neither run accesses memory that is counted.";
  const parts = rows.map(([space, a, b, by]) =>
    by === "same" ? `${space} are the same` : `${space} ${by}, from ${a} to ${b}`,
  );
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What else the two sides differ in: kernel, grid, block. Empty where only the text is another. */
export function differences({ launch: a }: Compared, { launch: b }: Compared): readonly string[] {
  const said = (name: string, left: string, right: string) => (left === right ? [] : [`${name} ${left} → ${right}`]);
  return [
    ...said("kernel", a.kernel, b.kernel),
    ...said("grid", dimensions(a.grid), dimensions(b.grid)),
    ...said("block", dimensions(a.block), dimensions(b.block)),
    ...said("shared bytes", grouped(a.shared), grouped(b.shared)),
  ];
}

interface Pair {
  readonly before?: WrittenAccess;
  readonly after?: WrittenAccess;
}

/** Accesses that are one in both texts: the same kind on the same words, else the next of the same kind. */
function pairs(before: Compared, after: Compared): readonly Pair[] {
  const textOf = ({ source }: Compared) => {
    const texts = new Map(source.map(({ line, text }) => [line, text.trim()]));
    return ({ path, line }: LineJson) => (path === undefined ? (texts.get(line) ?? "") : `${path}:${line}`);
  };
  const kind = ({ op, space }: LineJson) => `${op} ${space}`;
  const [oldText, newText] = [textOf(before), textOf(after)];
  const left = new Set(writtenAccesses(before.launch.lines));
  const take = (match: (one: WrittenAccess) => boolean): WrittenAccess | undefined => {
    const found = [...left].find(match);
    if (found) left.delete(found);
    return found;
  };
  const fresh = writtenAccesses(after.launch.lines);
  const same = new Map(
    fresh.map((one) => [one, take((old) => kind(old) === kind(one) && oldText(old) === newText(one))]),
  );
  const paired = fresh.map((one): Pair => {
    const old = same.get(one) ?? take((other) => kind(other) === kind(one));
    return old ? { before: old, after: one } : { after: one };
  });
  return [...paired, ...[...left].map((old): Pair => ({ before: old }))];
}

const cost = (line: LineJson | undefined): number => (line && isCounted(line) ? measuredOf(line) : 0);

/** Every access with its cost on both sides, those that changed first; `line` counts in the text after, else before. */
export function lineComparison(before: Compared, after: Compared): Table {
  const rows = pairs(before, after)
    .map((pair) => ({ ...pair, by: cost(pair.after) - cost(pair.before) }))
    .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by));
  return {
    caption: "Every access",
    columns: [{ title: "Line", numeric: true }, ...columns(["Access"])],
    rows: rows.map(({ before: old, after: now }) => {
      const one = (now ?? old)!;
      const line = old && now && old.line !== now.line ? `${old.line} → ${now.line}` : one.line;
      const access = `${one.space} ${one.op}, ${unitOf(one)}`;
      return [
        line,
        access,
        old ? grouped(cost(old)) : "–",
        now ? grouped(cost(now)) : "–",
        change(cost(old), cost(now)),
      ];
    }),
  };
}

/** Every counter that either side has, by Nsight Compute's names, those that changed first. */
export function metricComparison({ launch: a }: Compared, { launch: b }: Compared): Table {
  const names = [...new Set([...Object.keys(a.metrics), ...Object.keys(b.metrics)])];
  const rows = names.map((name) => ({ name, old: a.metrics[name] ?? 0, now: b.metrics[name] ?? 0 }));
  const known = rows.filter(({ old, now }) => old !== 0 || now !== 0);
  return {
    caption: "Every counter",
    columns: columns(["Counter"]),
    rows: [...known.filter(({ old, now }) => old !== now), ...known.filter(({ old, now }) => old === now)].map(
      ({ name, old, now }) => [name, grouped(old), grouped(now), change(old, now)],
    ),
  };
}
