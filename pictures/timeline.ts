/** Work of a program on the engines of the modelled device, over modelled time: who works when, and at once. */

import { scaleLinear } from "d3-scale";
import type { ProgramJson } from "../engine/formats/program";
import { decimal, groupBy, grouped, numbered } from "./figures";
import { type Element, element, type Node } from "./markup";
import type { Picture, Table } from "./model";

/** One bar of a program's timeline, in nanoseconds of the modelled device. */
export type TimelineEntry = ProgramJson["timeline"][number];

/** The part of the time that is looked at, in nanoseconds. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

const WIDTH = 320;
const ROW = 32;
/** Where bars begin below a row's name, and how tall a whole one is. */
const BAR_TOP = 13;
const BAR = 14;
/** The axis with its marks, and the key below it. */
const AXIS = 20;
const KEY = 15;
/** Marks on the axis, about: round times decide, up to two more. */
const TICKS = 3;

const engineNames: Readonly<Record<string, string>> = {
  h2d: "copies to the device",
  compute: "kernels",
  d2h: "copies to the host",
  host: "host",
};

/** Where in its row an engine's bar lies, from 0 to 1: engines are told apart by height and place, not by colour alone. */
const slots: Readonly<Record<string, { readonly top: number; readonly height: number }>> = {
  h2d: { top: 0, height: 0.45 },
  compute: { top: 0, height: 1 },
  d2h: { top: 0.55, height: 0.45 },
  host: { top: 0.35, height: 0.3 },
};
const slotOf = (engine: string) => slots[engine] ?? slots.compute!;

/** From the first piece of work to the last: before it, the device is only being initialised. */
export function wholeTime(entries: readonly TimelineEntry[]): Window {
  const from = entries.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  return { from, to: entries.reduce((most, { end }) => Math.max(most, end), from + 1) };
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
  readonly stream: number;
  readonly entries: readonly TimelineEntry[];
}

/** One row for each stream of each device. */
const rowsOf = (entries: readonly TimelineEntry[]): readonly Row[] =>
  [...groupBy(entries, ({ device, stream }) => `${device}:${stream}`).values()]
    .map((own) => ({ device: own[0]!.device, stream: own[0]!.stream, entries: own }))
    .toSorted((a, b) => a.device - b.device || a.stream - b.stream);

/** Devices are named where there is more than the first. */
const rowName = ({ device, stream }: Row): string => `stream ${stream}${device ? ` of device ${device}` : ""}`;

/** A rectangle as an engine has it in a row that begins at `y`. */
function bar(engine: string, y: number, x: number, width: number): Element["attributes"] {
  const { top, height } = slotOf(engine);
  return {
    x: x.toFixed(1),
    y: (y + BAR_TOP + top * BAR).toFixed(1),
    width: width.toFixed(1),
    height: (height * BAR).toFixed(1),
    class: engine,
  };
}

/** One bar: an operation, or several of one engine that lie within a unit of the picture's width. */
interface Bar {
  readonly engine: string;
  readonly left: number;
  readonly right: number;
  readonly operations: readonly TimelineEntry[];
}

/** The bars of a stream's operations in a window. Those that a picture has no room to show apart are one. */
function barsOf(entries: readonly TimelineEntry[], { from, to }: Window): readonly Bar[] {
  const place = scaleLinear([from, to], [0, WIDTH]);
  const each = entries
    .filter((entry) => entry.end >= from && entry.start <= to)
    .map((entry): Bar => {
      const left = Math.max(0, place(entry.start));
      const right = Math.max(left + 1, Math.min(WIDTH, place(entry.end)));
      return { engine: entry.engine, left, right, operations: [entry] };
    });
  if (each.length <= WIDTH) return each;
  return [...groupBy(each, ({ engine, left }) => `${engine} ${Math.floor(left)}`).values()].map((some) => ({
    engine: some[0]!.engine,
    left: some.reduce((least, one) => Math.min(least, one.left), WIDTH),
    right: some.reduce((most, one) => Math.max(most, one.right), 0),
    operations: some.flatMap(({ operations }) => operations),
  }));
}

function rowPicture(row: Row, index: number, window: Window, since: (time: number) => string): Node {
  const y = index * ROW;
  const bars = barsOf(row.entries, window).map(({ engine, left, right, operations }) => {
    const { from, to } = wholeTime(operations);
    const [first] = operations;
    const what = operations.length > 1 ? `${operations.length} ${engineNames[engine] ?? engine}` : first!.label;
    const text = `${what}: ${since(from)} to ${since(to)}, stream ${row.stream}`;
    const attributes = bar(engine, y, left, right - left);
    return element("rect", { ...attributes, class: `bar ${engine}` }, element("title", {}, text));
  });
  return element("g", {}, element("text", { x: 0, y: y + 10, class: "label" }, rowName(row)), bars);
}

/** Marks at round times since the program's first work, with lines up through the rows. */
function axis({ from, to }: Window, first: number, height: number): Node {
  const place = scaleLinear([from - first, to - first], [0, WIDTH]);
  const marks = place.ticks(TICKS).map((time) => {
    const x = place(time).toFixed(1);
    // Text stands in the middle of its mark, unless the edge would cut it.
    const side = Number(x) > WIDTH - 24 ? " end" : Number(x) < 16 ? "" : " middle";
    return element(
      "g",
      {},
      element("line", { x1: x, y1: 0, x2: x, y2: height + 4, class: "tick" }),
      element("text", { x, y: height + 15, class: `label${side}` }, duration(time)),
    );
  });
  return element("g", {}, marks);
}

/** What the bars stand for, each as it lies in a row; two to a line. */
function key(engines: readonly string[], y: number): Node {
  return element(
    "g",
    {},
    engines.map((engine, i) => {
      const [x, top] = [(i % 2) * (WIDTH / 2), y + Math.floor(i / 2) * KEY];
      return element(
        "g",
        {},
        element("rect", bar(engine, top - BAR_TOP, x, 12)),
        element("text", { x: x + 17, y: top + 11, class: "label" }, engineNames[engine] ?? engine),
      );
    }),
  );
}

/** Operations that a table lists one by one; of more, those of a line in a stream have one row. */
const LISTED = 200;

function operationsTable(inside: readonly TimelineEntry[], since: (time: number) => string): Table {
  const columns = (titles: readonly string[]) => titles.map((title, i) => ({ title, numeric: i !== 1 }));
  if (inside.length <= LISTED) {
    return {
      caption: "Operations in this part of the timeline",
      columns: columns(["Line", "What", "Stream", "Start", "Takes"]),
      rows: inside.map(({ line, label, stream, start, end }) => [
        line ?? "–",
        label,
        stream,
        since(start),
        duration(end - start),
      ]),
    };
  }
  const groups = groupBy(inside, ({ line, path, label, device, stream }) => [line, path, label, device, stream].join());
  return {
    caption: "Operations in this part of the timeline, by line and stream",
    columns: columns(["Line", "What", "Times", "Stream", "First", "Take"]),
    rows: [...groups.values()].map((some) => {
      const { line, label, stream } = some[0]!;
      const takes = some.reduce((sum, { start, end }) => sum + end - start, 0);
      return [line ?? "–", label, grouped(some.length), stream, since(wholeTime(some).from), duration(takes)];
    }),
  };
}

/** Times count from the first piece of work: before it is the device's initialisation, which takes much longer. */
export function timelinePicture(entries: readonly TimelineEntry[], window: Window): Picture {
  const rows = rowsOf(entries);
  const { from: first } = wholeTime(entries);
  const since = (time: number) => duration(time - first);
  const { busy, shared } = overlap(entries);
  const share = busy ? (shared / busy) * 100 : 0;
  const description =
    `${entries.length} operations in ${numbered(rows.length, "stream")}, ${since(window.from)} to ${since(window.to)}; ` +
    `two or more overlap in ${decimal(share)} % of the busy time`;
  const engines = Object.keys(engineNames).filter((name) => entries.some(({ engine }) => engine === name));
  const drawn = rows.length * ROW;
  const height = drawn + AXIS + Math.ceil(engines.length / 2) * KEY;
  const svg = element(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": description, class: "timeline" },
    axis(window, first, drawn),
    rows.map((row, index) => rowPicture(row, index, window, since)),
    key(engines, drawn + AXIS),
  );
  const inside = entries.filter((entry) => entry.end >= window.from && entry.start <= window.to);
  return {
    title: `Timeline, modelled: ${decimal(share)} % overlapped`,
    description,
    svg,
    table: operationsTable(inside, since),
  };
}
