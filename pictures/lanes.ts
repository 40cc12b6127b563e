/** One warp's request drawn: which 32-byte sectors its lanes touch, which lanes are active. */
import { scaleBand, scalePoint } from "d3-scale";
import { linkVertical } from "d3-shape";
import { counted, SECTOR_BYTES } from "./figures";
import { element, type Node } from "./markup";
import type { Picture } from "./model";

/** Lanes of a warp. */
export const LANES = 32;
const CELL = 10;
const WIDTH = LANES * CELL;
/** The row of lanes above, with its name above that, and the row of sectors. */
const [LANES_AT, SECTORS_AT] = [16, 74];

/** The lanes for which something holds. */
export const lanesWhere = (holds: readonly boolean[]): number[] => holds.flatMap((is, lane) => (is ? [lane] : []));

/** Addresses of the lanes of one request; undefined for a lane that is not active. */
export type LaneAddresses = readonly (bigint | undefined)[];

/** One request of a warp to memory, as far as a picture shows it. */
export interface Request {
  readonly addresses: LaneAddresses;
  /** Bytes that each lane reads or writes. */
  readonly width: number;
}

/** Sectors of each lane in ascending order, as multiples of 32 bytes: an access may straddle two. */
function sectorsOfLanes({ addresses, width }: Request): readonly (readonly bigint[])[] {
  return addresses.map((address) => {
    if (address === undefined) return [];
    const first = address / BigInt(SECTOR_BYTES);
    const last = (address + BigInt(width) - 1n) / BigInt(SECTOR_BYTES);
    return Array.from({ length: Number(last - first) + 1 }, (_, i) => first + BigInt(i));
  });
}

const hex = (value: bigint): string => `0x${value.toString(16)}`;

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** Where the lanes' cells lie in a row over the whole width, with a pixel between two. */
export const laneColumns = scaleBand(upTo(LANES), [0, WIDTH]).paddingInner(0.1).paddingOuter(0.05);

/** The middles of `count` cells that share the width of the picture. */
const middles = (count: number) => scalePoint(upTo(count), [0, WIDTH]).padding(0.5);

/** From the middle of a lane's cell down to the middle of a sector's. */
const linkPath = linkVertical<{ readonly from: number; readonly to: number }, readonly [number, number]>()
  .source(({ from }) => [from, LANES_AT + CELL])
  .target(({ to }) => [to, SECTORS_AT])
  .digits(1);

type Sectors = readonly bigint[];

const laneCells = (request: Request, ofLanes: readonly Sectors[]): Node[] =>
  ofLanes.map((one, lane) =>
    element(
      "rect",
      {
        x: laneColumns(lane),
        y: LANES_AT,
        width: laneColumns.bandwidth(),
        height: CELL,
        class: one.length ? "lane" : "lane idle",
      },
      element("title", {}, one.length ? `lane ${lane}: ${hex(request.addresses[lane]!)}` : `lane ${lane}: not active`),
    ),
  );

function links(ofLanes: readonly Sectors[], sectors: Sectors): Node[] {
  const middle = middles(sectors.length);
  return ofLanes.flatMap((one, lane) =>
    one.map((sector) => {
      const ends = { from: laneColumns(lane)! + laneColumns.bandwidth() / 2, to: middle(sectors.indexOf(sector))! };
      return element("path", { d: linkPath(ends) ?? "", class: "link" });
    }),
  );
}

function sectorCells(sectors: Sectors): Node[] {
  const middle = middles(sectors.length);
  const width = Math.min(28, middle.step() - 1);
  return sectors.map((sector, index) =>
    element(
      "rect",
      {
        x: (middle(index)! - width / 2).toFixed(1),
        y: SECTORS_AT,
        width: width.toFixed(1),
        height: CELL,
        class: "sector",
      },
      element("title", {}, `sector at ${hex(sector * BigInt(SECTOR_BYTES))}`),
    ),
  );
}

/** Lanes above, sectors below, a line from each lane to each sector that it accesses. */
export function lanesToSectors(request: Request): Picture {
  const ofLanes = sectorsOfLanes(request);
  const sectors = [...new Set(ofLanes.flat())].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const active = ofLanes.filter((one) => one.length > 0).length;
  const ideal = new Set(Array.from({ length: active * request.width }, (_, byte) => Math.floor(byte / SECTOR_BYTES)))
    .size;
  const description = `${active} active ${active === 1 ? "lane accesses" : "lanes access"} ${counted(sectors.length, "sectors")} of 32 bytes; ${ideal} would hold their data`;
  const svg = element(
    "svg",
    { viewBox: `0 0 ${WIDTH} 102`, role: "img", "aria-label": description, class: "lanes" },
    element("text", { x: 0, y: 11, class: "label" }, "lanes 0 … 31"),
    laneCells(request, ofLanes),
    links(ofLanes, sectors),
    sectorCells(sectors),
    element("text", { x: 0, y: 98, class: "label" }, `${counted(sectors.length, "sectors")}, ideal ${ideal}`),
  );
  return {
    title: "Lanes to sectors",
    description,
    svg,
    table: {
      caption: "Lanes of each sector",
      columns: [
        { title: "Sector", numeric: false },
        { title: "Lanes", numeric: false },
        { title: "Bytes used", numeric: true },
      ],
      rows: sectors.map((sector) => [
        hex(sector * BigInt(SECTOR_BYTES)),
        ranges(ofLanes.flatMap((one, lane) => (one.includes(sector) ? [lane] : []))),
        bytesUsed(request, sector),
      ]),
    },
  };
}

/** Distinct bytes of a sector that some lane asks for. */
function bytesUsed({ addresses, width }: Request, sector: bigint): number {
  const start = sector * BigInt(SECTOR_BYTES);
  const used = new Set<bigint>();
  for (const address of addresses) {
    if (address === undefined) continue;
    for (let byte = address; byte < address + BigInt(width); byte++) {
      if (byte >= start && byte < start + BigInt(SECTOR_BYTES)) used.add(byte);
    }
  }
  return used.size;
}

/** `0–3, 8, 10–31` */
export function ranges(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < numbers.length; ) {
    let last = i;
    while (numbers[last + 1] === numbers[last]! + 1) last++;
    parts.push(last === i ? `${numbers[i]}` : `${numbers[i]}–${numbers[last]}`);
    i = last + 1;
  }
  return parts.join(", ");
}

/** A strip of 32 cells: filled where the lane takes part. */
export function activeLanes(mask: number, title = "Active lanes"): Picture {
  const active = Array.from({ length: LANES }, (_, lane) => ((mask >>> lane) & 1) === 1);
  const on = active.flatMap((is, lane) => (is ? [lane] : []));
  const off = active.flatMap((is, lane) => (is ? [] : [lane]));
  const description = `${on.length} of ${LANES} lanes are active`;
  const svg = element(
    "svg",
    { viewBox: `0 0 ${WIDTH} 28`, role: "img", "aria-label": description, class: "strip" },
    active.map((is, lane) =>
      element("rect", {
        x: laneColumns(lane),
        y: 1,
        width: laneColumns.bandwidth(),
        height: CELL,
        class: is ? "lane" : "lane idle",
      }),
    ),
    element("text", { x: 0, y: 24, class: "label" }, description),
  );
  return {
    title,
    description,
    svg,
    table: {
      caption: title,
      columns: [
        { title: "State", numeric: false },
        { title: "Lanes", numeric: false },
      ],
      rows: [
        ["active", on.length ? ranges(on) : "none"],
        ["not active", off.length ? ranges(off) : "none"],
      ],
    },
  };
}
