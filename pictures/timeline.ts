/** Work of a program on the engines of the modelled device, over modelled time: who works when, and at once. */

import type { ProgramJson } from "../engine/formats/program";
import { decimal } from "./figures";
import { element, type Node } from "./markup";
import type { Picture } from "./model";

/** One bar of a program's timeline, in nanoseconds of the modelled device. */
export type TimelineEntry = ProgramJson["timeline"][number];

/** The part of the time that is looked at, in nanoseconds. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

const WIDTH = 320;
const ROW = 30;

const engineNames: Readonly<Record<string, string>> = {
  h2d: "copies to the device",
  compute: "kernels",
  d2h: "copies to the host",
  host: "host",
};

/** From the first piece of work to the last: before it, the device is only being initialised. */
export function wholeTime(entries: readonly TimelineEntry[]): Window {
  const from = Math.min(...entries.map((entry) => entry.start));
  return { from, to: Math.max(from + 1, ...entries.map((entry) => entry.end)) };
}

/** `850 ns`, `12.4 µs`, `3 ms` */
export function duration(nanoseconds: number): string {
  if (nanoseconds < 1000) return `${decimal(nanoseconds)} ns`;
  if (nanoseconds < 1e6) return `${decimal(nanoseconds / 1e3)} µs`;
  return nanoseconds < 1e9 ? `${decimal(nanoseconds / 1e6)} ms` : `${decimal(nanoseconds / 1e9)} s`;
}

/** Half or double the window around its middle, or half a window further, always inside the program. */
export function moved(window: Window, by: "in" | "out" | "left" | "right", whole: Window): Window {
  const length = window.to - window.from;
  const next = by === "in" ? length / 2 : by === "out" ? length * 2 : length;
  const middle = (window.from + window.to) / 2 + (by === "left" ? -length / 2 : by === "right" ? length / 2 : 0);
  const kept = Math.min(Math.max(1, next), whole.to - whole.from);
  const from = Math.min(Math.max(whole.from, middle - kept / 2), whole.to - kept);
  return { from, to: from + kept };
}

/** Nanoseconds in which at least one engine works, and in which at least two do. */
export function overlap(entries: readonly TimelineEntry[]): { readonly busy: number; readonly shared: number } {
  const events = entries
    .filter((entry) => entry.end > entry.start)
    .flatMap(({ start, end }) => [
      { at: start, by: 1 },
      { at: end, by: -1 },
    ])
    .sort((a, b) => a.at - b.at || a.by - b.by);
  let [busy, shared, working, last] = [0, 0, 0, 0];
  for (const { at, by } of events) {
    if (working >= 1) busy += at - last;
    if (working >= 2) shared += at - last;
    working += by;
    last = at;
  }
  return { busy, shared };
}

interface Row {
  readonly device: number;
  readonly engine: string;
  readonly stream: number;
  readonly entries: readonly TimelineEntry[];
}

/** One row for each stream on each engine. */
function rowsOf(entries: readonly TimelineEntry[]): Row[] {
  const rows = new Map<string, { device: number; engine: string; stream: number; entries: TimelineEntry[] }>();
  for (const entry of entries) {
    const { device, engine, stream } = entry;
    const key = `${device}:${engine}:${stream}`;
    const row = rows.get(key) ?? { device, engine, stream, entries: [] };
    row.entries.push(entry);
    rows.set(key, row);
  }
  const order = Object.keys(engineNames);
  return [...rows.values()].sort(
    (a, b) => a.device - b.device || order.indexOf(a.engine) - order.indexOf(b.engine) || a.stream - b.stream,
  );
}

/** Devices are named where there is more than the first. */
const rowName = ({ device, engine, stream }: Row): string =>
  `${engineNames[engine] ?? engine}, stream ${stream}${device ? ` of device ${device}` : ""}`;

function rowPicture(row: Row, index: number, { from, to }: Window, since: (time: number) => string): Node {
  const y = index * ROW;
  const place = (time: number) => ((time - from) / (to - from)) * WIDTH;
  const bars = row.entries
    .filter((entry) => entry.end >= from && entry.start <= to)
    .map((entry) => {
      const left = Math.max(0, place(entry.start));
      const width = Math.max(1, Math.min(WIDTH, place(entry.end)) - left);
      return element(
        "rect",
        {
          x: left.toFixed(1),
          y: y + 13,
          width: width.toFixed(1),
          height: 13,
          class: `bar ${row.engine}`,
        },
        element("title", {}, `${entry.label}: ${since(entry.start)} to ${since(entry.end)}, stream ${entry.stream}`),
      );
    });
  return element("g", {}, element("text", { x: 0, y: y + 10, class: "label" }, rowName(row)), bars);
}

/** Times count from the first piece of work: before it is the device's initialisation, which takes much longer. */
export function timelinePicture(entries: readonly TimelineEntry[], window: Window): Picture {
  const rows = rowsOf(entries);
  const { from: first } = wholeTime(entries);
  const since = (time: number) => duration(time - first);
  const { busy, shared } = overlap(entries);
  const share = busy ? (shared / busy) * 100 : 0;
  const description =
    `${entries.length} operations in ${rows.length} rows, ${since(window.from)} to ${since(window.to)}; ` +
    `two or more overlap in ${decimal(share)} % of the busy time`;
  const height = rows.length * ROW + 16;
  const svg = element(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": description, class: "timeline" },
    rows.map((row, index) => rowPicture(row, index, window, since)),
    element("text", { x: 0, y: height - 3, class: "label" }, since(window.from)),
    element("text", { x: WIDTH, y: height - 3, class: "label end" }, since(window.to)),
  );
  const inside = entries.filter((entry) => entry.end >= window.from && entry.start <= window.to);
  return {
    title: `Timeline, modelled: ${decimal(share)} % overlapped`,
    description,
    svg,
    table: {
      caption: "Operations in this part of the timeline",
      columns: ["Line", "What", "Stream", "Start", "Takes"].map((title, i) => ({ title, numeric: i !== 1 })),
      rows: inside.map(({ line, label, stream, start, end }) => [
        line ?? "–",
        label,
        stream,
        since(start),
        duration(end - start),
      ]),
    },
  };
}
