/** The steps of one warp, and what its lanes held at one of them. */
import type { TraceStepJson } from "../engine/formats";
import { LANES, ranges } from "./lanes";
import { element } from "./markup";
import type { Picture, Table } from "./model";

/** Steps around the chosen one that a list shows: a trace may have thousands. */
export const STEPS_SHOWN = 12;

/** The first of the steps to list so that `step` stands in their middle as far as there are that many. */
export const firstShown = (step: number, count: number): number =>
  Math.max(0, Math.min(step - STEPS_SHOWN / 2, count - STEPS_SHOWN));

/** `load of shared memory` */
export const stepName = ({ op, space }: TraceStepJson): string => (space ? `${op} of ${space} memory` : op);

const activeOf = ({ mask }: TraceStepJson): number[] =>
  Array.from({ length: LANES }, (_, lane) => lane).filter((lane) => ((mask >>> lane) & 1) === 1);

export function stepTable(steps: readonly TraceStepJson[], from: number): Table {
  return {
    caption: `Steps ${from + 1} to ${from + steps.length}`,
    columns: ["Step", "Line", "What", "Lanes"].map((title, i) => ({ title, numeric: i !== 2 })),
    rows: steps.map((step, i) => [from + i + 1, step.line, stepName(step), activeOf(step).length]),
  };
}

/** Lanes with one value share a row: 32 equal values say less than one. */
export function valueTable(step: TraceStepJson): Table {
  const byValue = new Map<string, number[]>();
  for (const lane of activeOf(step)) {
    const value = step.values?.[lane];
    if (value === undefined || value === null) continue;
    byValue.set(value, [...(byValue.get(value) ?? []), lane]);
  }
  return {
    caption: "Value of each lane",
    columns: [
      { title: "Lanes", numeric: false },
      { title: "Value", numeric: true },
    ],
    rows: [...byValue].map(([value, lanes]) => [ranges(lanes), value]),
  };
}

/** The lanes of the warp in four rows of eight, each with its value. */
export function stepPicture(step: TraceStepJson): Picture {
  const active = new Set(activeOf(step));
  const description = `${stepName(step)} in line ${step.line} with ${active.size} of ${LANES} lanes active`;
  const [width, height, perRow] = [40, 26, 8];
  const cells = Array.from({ length: LANES }, (_, lane) => {
    const value = active.has(lane) ? (step.values?.[lane] ?? "") : "";
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
        class: active.has(lane) ? "cell" : "lane idle",
      }),
      element("text", { x: x + 3, y: y + 8, class: "small" }, String(lane)),
      element("text", { x: x + width - 3, y: y + 20, class: "value end" }, shortened(value)),
    );
  });
  const viewBox = `0 0 ${perRow * width} ${(LANES / perRow) * height}`;
  return {
    title: stepName(step),
    description,
    svg: element("svg", { viewBox, role: "img", "aria-label": description, class: "values" }, cells),
    table: valueTable(step),
  };
}

/** As much of a value as a cell holds, of an address its end, where lanes differ; the table has all of it. */
function shortened(value: string): string {
  if (value.length <= 7) return value;
  return value.startsWith("0x") ? `…${value.slice(-5)}` : `${value.slice(0, 6)}…`;
}
