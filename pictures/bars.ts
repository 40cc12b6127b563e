/** Measured beside ideal as two bars a row, each with its figure written: length is never the only sign. */

import { scaleLinear } from "d3-scale";
import type { LineJson, TrafficJson } from "../engine/formats/launch";
import {
  decimal,
  groupBy,
  grouped,
  idealOf,
  isCounted,
  measuredOf,
  type SpaceTotal,
  spaceTotals,
  unitOf,
} from "./figures";
import { element } from "./markup";
import type { Picture, Table } from "./model";
import { type WrittenAccess, writtenAccesses } from "./shares";

/** A line of text, and the pair of bars below it with the gap to the next row. */
const [LINE, PAIR] = [16, 28];
const WIDTH = 280;
const BAR = 12;
/** Characters that fit into a line of the picture. */
const MOST_CHARACTERS = 42;

interface Row {
  readonly label: string;
  readonly measured: number;
  readonly ideal: number;
  readonly unit: string;
}

/** `256 sectors, ideal 32` */
const figuresText = ({ measured, ideal, unit }: Row, idealName: string): string =>
  `${grouped(measured)} ${unit}, ${idealName} ${grouped(ideal)}`;

/** `global: 256 sectors, ideal 32` */
const rowText = (row: Row, idealName: string): string => `${row.label}: ${figuresText(row, idealName)}`;

function barPair(row: Row, y: number, texts: readonly string[], length: (value: number) => number) {
  const top = texts.length * LINE + 1;
  return element(
    "g",
    { transform: `translate(0 ${y})` },
    texts.map((text, line) => element("text", { x: 0, y: 12 + line * LINE, class: "label" }, text)),
    element("rect", {
      x: 0,
      y: top,
      width: length(row.measured).toFixed(1),
      height: BAR,
      class: row.measured > row.ideal ? "excess" : "good",
    }),
    element("rect", { x: 0, y: top + BAR, width: length(row.ideal).toFixed(1), height: 5, class: "ideal" }),
  );
}

function bars(title: string, rows: readonly Row[], table: Table, idealName = "ideal"): Picture {
  // The least that is seen is a pixel.
  const longest = Math.max(1, ...rows.flatMap((row) => [row.measured, row.ideal]));
  const scale = scaleLinear([0, longest], [0, WIDTH - 4]);
  const length = (value: number) => Math.max(1, scale(value));
  const texts = rows.map((row) => rowText(row, idealName));
  // Of one picture, all rows are alike.
  const isLong = texts.some((text) => text.length > MOST_CHARACTERS);
  const height = (isLong ? 2 * LINE : LINE) + PAIR;
  const linesOf = (row: Row) => (isLong ? [row.label, figuresText(row, idealName)] : [rowText(row, idealName)]);
  const description = texts.join("; ");
  const svg = element(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${Math.max(1, rows.length) * height - 8}`,
      role: "img",
      "aria-label": description,
      class: "bars",
    },
    rows.map((row, index) => barPair(row, index * height, linesOf(row), length)),
  );
  return { title, description, svg, table };
}

/** One pair of bars per memory space. */
export function spaceBars(lines: readonly LineJson[]): Picture {
  const totals: readonly SpaceTotal[] = spaceTotals(lines);
  const table: Table = {
    caption: "Memory traffic: total, and per request",
    columns: ["Traffic", "Measured", "Ideal", "Each"].map((title, i) => ({ title, numeric: i > 0 })),
    rows: totals.map((total) => [
      `${total.space} ${total.unit}`,
      grouped(total.measured),
      grouped(total.ideal),
      decimal(total.measured / total.requests),
    ]),
  };
  const rows = totals.map(({ space, measured, ideal, unit }) => ({ label: space, measured, ideal, unit }));
  return bars("Traffic", rows, table);
}

/** Accesses as they are written; where a line has several of a kind, each with its column. */
function labelsOf(accesses: readonly WrittenAccess[]): readonly string[] {
  const label = ({ line, space, op }: WrittenAccess) => `line ${line}, ${space} ${op}`;
  const alike = groupBy(accesses, label);
  return accesses.map((one) => {
    const isOnly = alike.get(label(one))!.length === 1;
    return isOnly ? label(one) : `line ${one.line}:${one.column}, ${one.space} ${one.op}`;
  });
}

/** One pair of bars per access that is written in the kernel: the copies that unrolling makes of it are one. */
export function lineBars(lines: readonly LineJson[]): Picture {
  const accesses = writtenAccesses(lines.filter((line) => line.requests > 0 && isCounted(line)));
  const labels = labelsOf(accesses);
  const rows = accesses.map((access, i) => ({
    label: labels[i]!,
    measured: measuredOf(access),
    ideal: idealOf(access),
    unit: unitOf(access),
  }));
  return bars("Traffic per line", rows, {
    caption: "Traffic per line, measured and ideal",
    columns: ["Access", "Measured", "Ideal", "Unit"].map((title, i) => ({ title, numeric: i === 1 || i === 2 })),
    rows: rows.map((row) => [row.label, grouped(row.measured), grouped(row.ideal), row.unit]),
  });
}

/** One pair of bars per memory space: bytes that moved, and those of them that some lane asked for. */
export function usefulBars(traffic: readonly TrafficJson[]): Picture {
  const rows = traffic.map(({ space, movedBytes, usefulBytes }) => ({
    label: space,
    measured: movedBytes,
    ideal: usefulBytes,
    unit: "bytes",
  }));
  const table: Table = {
    caption: "Bytes moved, and bytes that lanes requested",
    columns: ["Space", "Moved", "Useful", "Share"].map((title, i) => ({ title, numeric: i > 0 })),
    rows: traffic.map(({ space, movedBytes, usefulBytes }) => [
      space,
      grouped(movedBytes),
      grouped(usefulBytes),
      movedBytes ? `${decimal(Math.round((usefulBytes / movedBytes) * 1000) / 10)} %` : "–",
    ]),
  };
  return bars("Moved and useful bytes", rows, table, "useful");
}
