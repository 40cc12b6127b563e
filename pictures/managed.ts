/** Managed memory of a program: where the pages of each allocation lie at its end, and what it cost to get them there. */

import type { ProgramJson } from "../engine/formats/program";
import { groupBy, grouped } from "./figures";
import { element } from "./markup";
import type { Picture, Table } from "./model";

type Managed = ProgramJson["managed"][number];

/** The managed allocations of one line of a program. */
export type ManagedEntry = Omit<Managed, "launches"> & { readonly allocations: number };

/** Allocations of one line are one entry, with all of their pages: a program may make thousands. */
export function managedByLine(managed: readonly Managed[]): readonly ManagedEntry[] {
  return [...groupBy(managed, ({ line, path }) => `${path}:${line}`).values()].map((some) => {
    const sum = (figure: (one: Managed) => number) => some.reduce((total, one) => total + figure(one), 0);
    return {
      ...some[0]!,
      allocations: some.length,
      bytes: sum(({ bytes }) => bytes),
      hostFaults: sum(({ hostFaults }) => hostFaults),
      deviceFaults: sum(({ deviceFaults }) => deviceFaults),
      toHost: sum(({ toHost }) => toHost),
      toDevice: sum(({ toDevice }) => toDevice),
      prefetched: sum(({ prefetched }) => prefetched),
      evicted: sum(({ evicted }) => evicted),
      pages: some.map(({ pages }) => pages).join(""),
    };
  });
}

const CELL = 10;
const PER_ROW = 32;
/** Cells that are drawn at most; where there are more pages, a cell stands for several. */
const MOST_CELLS = 256;

const places: readonly { readonly letter: string; readonly name: string; readonly style: string }[] = [
  { letter: "D", name: "on the device", style: "page device" },
  { letter: "H", name: "on the host", style: "page host" },
  { letter: "B", name: "on both", style: "page both" },
  { letter: "-", name: "never accessed", style: "lane idle" },
];

/** Pages by cell: the places of all that a cell stands for. */
function cellsOf(pages: string): readonly string[] {
  const each = Math.max(1, Math.ceil(pages.length / MOST_CELLS));
  return Array.from({ length: Math.ceil(pages.length / each) }, (_, i) => pages.slice(i * each, (i + 1) * each));
}

/** The place that most of the pages of a cell have. */
const mostly = (cell: string) =>
  places.reduce((best, one) => (cell.split(one.letter).length > cell.split(best.letter).length ? one : best));

/** Where the pages of managed allocations are at the end of the program, each in the colour of its place. */
export function pagesPicture({ pages, line, bytes }: ManagedEntry): Picture {
  const cells = cellsOf(pages);
  const counts = places.map(({ letter, name }) => ({ name, count: pages.split(letter).length - 1 }));
  const parts = counts.filter(({ count }) => count > 0).map(({ name, count }) => `${grouped(count)} ${name}`);
  const description = `${grouped(pages.length)} pages of 64 KiB: ${parts.join(", ")}`;
  const height = Math.ceil(cells.length / PER_ROW) * CELL + 2;
  const svg = element(
    "svg",
    { viewBox: `0 0 ${PER_ROW * CELL} ${height}`, role: "img", "aria-label": description, class: "pages" },
    cells.map((cell, i) =>
      element(
        "rect",
        {
          x: (i % PER_ROW) * CELL + 0.5,
          y: Math.floor(i / PER_ROW) * CELL + 0.5,
          width: CELL - 1,
          height: CELL - 1,
          class: mostly(cell).style,
        },
        element("title", {}, mostly(cell).name),
      ),
    ),
  );
  return {
    title: `${line === null ? "Managed memory" : `Line ${line}`}, ${grouped(bytes)} bytes: ${parts.join(", ")}`,
    description,
    svg,
    table: {
      caption: "Pages at the end",
      columns: [
        { title: "Where", numeric: false },
        { title: "Pages", numeric: true },
      ],
      rows: counts.map(({ name, count }) => [name, grouped(count)]),
    },
  };
}

/** One row a line: faults, and pages that moved. */
export function managedTable(managed: readonly ManagedEntry[]): Table {
  return {
    caption: "Faults, and pages moved (modelled)",
    columns: ["Line", "By host", "By device", "To host", "To device", "Ahead"].map((title) => ({
      title,
      numeric: true,
    })),
    rows: managed.map(({ line, hostFaults, deviceFaults, toHost, toDevice, prefetched }) => [
      line ?? "–",
      ...[hostFaults, deviceFaults, toHost, toDevice, prefetched].map(grouped),
    ]),
  };
}
