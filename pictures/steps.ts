/** The steps of one warp, and what its lanes held at one of them. */

import type { BarrierJson, TraceJson, TraceStepJson } from "../engine/formats/trace";
import { LANES, ranges } from "./lanes";
import { element } from "./markup";
import type { Picture, Table } from "./model";
import { warpName } from "./request";
import { textTable } from "./tables";

/** Steps around the chosen one that a list shows: a trace may have thousands. */
export const STEPS_SHOWN = 12;

/** The first of the steps to list so that `step` stands in their middle as far as there are that many. */
export const firstShown = (step: number, count: number): number =>
  Math.max(0, Math.min(step - STEPS_SHOWN / 2, count - STEPS_SHOWN));

/** `load of shared memory`, `sum becomes` */
function stepName({ op, space, variable }: TraceStepJson, variables: TraceJson["variables"]): string {
  const assigned = variable === undefined ? undefined : variables?.[variable];
  if (assigned) return `${assigned.name} becomes`;
  return space ? `${op} of ${space} memory` : op;
}

/** A variable with what each lane holds of it; null where a lane has not reached its declaration. */
export interface HeldVariable {
  readonly name: string;
  readonly type: string;
  readonly values: readonly (string | null)[];
}

/** The variables whose scope a step is in, as they are after it. Of two with one name the inner one counts. */
export function variablesAt(
  { steps, variables = [] }: Pick<TraceJson, "steps" | "variables">,
  index: number,
): HeldVariable[] {
  const chosen = steps[index];
  if (!chosen) return [];
  const held = new Map<number, (string | null)[]>();
  for (const { variable, values } of steps.slice(0, index + 1)) {
    if (variable === undefined || !values) continue;
    const before = held.get(variable) ?? Array<string | null>(LANES).fill(null);
    held.set(
      variable,
      before.map((old, lane) => values[lane] ?? old),
    );
  }
  const seen = new Map<string, HeldVariable & { readonly line: number }>();
  for (const [number, values] of held) {
    const { name, type, function: home, line, until } = variables[number]!;
    if (home !== chosen.function || chosen.line < line || chosen.line > until) continue;
    const outer = seen.get(name);
    if (!outer || outer.line <= line) seen.set(name, { name, type, values, line });
  }
  return [...seen.values()].sort((a, b) => a.line - b.line).map(({ name, type, values }) => ({ name, type, values }));
}

/** Lanes by the value that they hold. */
function lanesByValue(values: readonly (string | null)[]): [value: string, lanes: number[]][] {
  const byValue = new Map<string, number[]>();
  values.forEach((value, lane) => {
    if (value !== null) byValue.set(value, [...(byValue.get(value) ?? []), lane]);
  });
  return [...byValue];
}

/** Values that are listed with their lanes; of more only the number. */
const TOLD_VALUES = 3;

/** `all`; `0–15: 1, 16–31: 2`; `32 values` */
function warpText(values: readonly (string | null)[]): string {
  const groups = lanesByValue(values);
  if (groups.length > TOLD_VALUES) return `${groups.length} values`;
  const [first] = groups;
  if (groups.length === 1 && first![1].length === LANES) return "all";
  return groups.map(([value, lanes]) => `${ranges(lanes)}: ${value}`).join(", ");
}

/** One row a variable: what one lane holds, and the warp in short. */
export function variableTable(variables: readonly HeldVariable[], lane: number): Table {
  return {
    caption: "Variables after this step",
    columns: ["Name", "Type", `Lane ${lane}`, "The warp"].map((title, i) => ({ title, numeric: i === 2 })),
    rows: variables.map(({ name, type, values }) => [name, type, values[lane] ?? "–", warpText(values)]),
  };
}

/** One row for each barrier at which warps of the block arrived, in the order in which each warp did. */
export function barrierTable(barriers: readonly BarrierJson[]): Table {
  return {
    caption: "Barriers of the block: which warps waited where",
    columns: ["Barrier", "Line", "Warps", "Threads"].map((title, i) => ({ title, numeric: i !== 2 })),
    rows: barriers.map(({ phase, line, warps, lanes }) => [
      phase + 1,
      line,
      ranges([...warps].sort((a, b) => a - b)),
      lanes,
    ]),
  };
}

const activeOf = ({ mask }: TraceStepJson): number[] =>
  Array.from({ length: LANES }, (_, lane) => lane).filter((lane) => ((mask >>> lane) & 1) === 1);

/** The steps that are shown as a table, a row each; `from` is the number of the first, counted from 0. */
export function stepTable(
  steps: readonly TraceStepJson[],
  from: number,
  variables: TraceJson["variables"] = undefined,
): Table {
  return {
    caption: `Steps ${from + 1} to ${from + steps.length}`,
    columns: ["Step", "Line", "What", "Lanes"].map((title, i) => ({ title, numeric: i !== 2 })),
    rows: steps.map((step, i) => [from + i + 1, step.line, stepName(step, variables), activeOf(step).length]),
  };
}

/** Lanes with one value share a row: 32 equal values say less than one. */
function valueTable(values: readonly (string | null)[]): Table {
  return {
    caption: "Value of each lane",
    columns: [
      { title: "Lanes", numeric: false },
      { title: "Value", numeric: true },
    ],
    rows: lanesByValue(values).map(([value, lanes]) => [ranges(lanes), value]),
  };
}

type WarpName = Parameters<typeof warpName>[0];

/** Every step of a warp, with what its lanes did, and the barriers of its block. */
export function traceText({ block, warp, steps, variables, barriers }: TraceJson & WarpName): string {
  const values = steps.map((step, i) => {
    const { line, values: lanes } = step;
    const laneTexts = lanes ? lanesByValue(lanes).map(([value, own]) => `${ranges(own)}: ${value}`) : [];
    return `${i + 1}. line ${line}: ${[stepName(step, variables), ...laneTexts].join("; ")}`;
  });
  const waits = barriers.length > 0 ? ["", barrierTable(barriers).caption, "", textTable(barrierTable(barriers))] : [];
  return [`Steps of ${warpName({ block, warp })}`, "", ...values, ...waits, ""].join("\n");
}

/** What the lanes of a step did, each with its address, way or value. */
export function stepPicture(step: TraceStepJson, variables: TraceJson["variables"] = undefined): Picture {
  const active = activeOf(step);
  const name = stepName(step, variables);
  const description = `${name} at line ${step.line} with ${active.length} of ${LANES} lanes active`;
  const values = Array.from({ length: LANES }, (_, lane) =>
    active.includes(lane) ? (step.values?.[lane] ?? null) : null,
  );
  return lanePicture(name, description, values, active);
}

/** What the lanes hold of a variable after a step at which some of them ran. */
export function variablePicture({ name, type, values }: HeldVariable): Picture {
  const holding = values.flatMap((value, lane) => (value === null ? [] : [lane]));
  return lanePicture(`${type} ${name}`, `${name} in ${holding.length} of ${LANES} lanes`, values, holding);
}

/** The lanes of the warp in four rows of eight, each with its value; lanes that differ have another edge. */
export function lanePicture(
  title: string,
  description: string,
  values: readonly (string | null)[],
  lanes: readonly number[],
  differs: readonly boolean[] = [],
): Picture {
  const active = new Set(lanes);
  const [width, height, perRow] = [40, 26, 8];
  const cells = Array.from({ length: LANES }, (_, lane) => {
    const value = values[lane] ?? "";
    const [x, y] = [(lane % perRow) * width, Math.floor(lane / perRow) * height];
    return element(
      "g",
      {},
      element("title", {}, active.has(lane) ? `lane ${lane}: ${value || "active"}` : `lane ${lane}: not active`),
      element("rect", {
        x: x + 0.5,
        y: y + 0.5,
        width: width - 1,
        height: height - 1,
        class: active.has(lane) ? (differs[lane] ? "cell differs" : "cell") : "lane idle",
      }),
      element("text", { x: x + 3, y: y + 8, class: "small" }, String(lane)),
      element("text", { x: x + width - 3, y: y + 20, class: "value end" }, shortened(value)),
    );
  });
  const viewBox = `0 0 ${perRow * width} ${(LANES / perRow) * height}`;
  return {
    title,
    description,
    svg: element("svg", { viewBox, role: "img", "aria-label": description, class: "values" }, cells),
    table: valueTable(values),
  };
}

/** As much of a value as a cell holds, of an address its end, where lanes differ; the table has all of it. */
function shortened(value: string): string {
  if (value.length <= 7) return value;
  return value.startsWith("0x") ? `…${value.slice(-5)}` : `${value.slice(0, 6)}…`;
}
