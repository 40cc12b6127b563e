/**
 * Pitched memory of which some work takes the rows to be as far apart as they are wide, and other work to be a pitch apart. One
 * of the two is wrong. A program that uses all of it without the pitch has right results, and so has one that works on whole
 * pitches: both are silent. In a checked run, work that ends somewhere in the padding is information. Reference: CUDA Runtime
 * API, "cudaMallocPitch".
 */
import { rootFrame } from "../../../../analyzer/ir/frames";
import type { Location } from "../../../../analyzer/ir/model";
import type { MemoryAccess } from "../../../../analyzer/lower/model";
import { Window } from "../../../memory/layout";
import type { Observer } from "../../../model";
import { byteCount } from "../../../text/quantities";
import type { AllocationRecord, PitchedRows } from "../../model/allocationRecord";
import { lineText, report } from "../../model/findings";
import type { HostMachine } from "../../model/machine";
import type { Box, Side } from "./transfers";

const LANES = 32;

/** Work that leaves the pitch out. */
interface Unpitched {
  /** `The kernel scale`, `The copy`. */
  readonly what: string;
  readonly place: Location | undefined;
  /** What it touches in the padding, and what to write instead. */
  readonly detail: string;
  /** It reads the padding, which a fill of rows has left out. */
  readonly reads: boolean;
}

/** How work has used an allocation so far. */
interface Uses {
  unpitched: readonly Unpitched[];
  /** Where the first work is that uses the pitch. */
  pitchedAt: { readonly place: Location | undefined } | undefined;
  /** Where rows were filled by the pitch first: that says something of who reads what lies between them only. */
  filledAt: { readonly place: Location | undefined } | undefined;
}

const usesOf = new WeakMap<AllocationRecord, Uses>();

function usesFor(record: AllocationRecord): Uses {
  const known = usesOf.get(record) ?? { unpitched: [], pitchedAt: undefined, filledAt: undefined };
  usesOf.set(record, known);
  return known;
}

/** Rows with padding between them; a single row has none that an index could reach. */
function paddedRows({ rows, freed }: AllocationRecord): PitchedRows | undefined {
  return rows && !freed && rows.count > 1 && rows.width < rows.pitch ? rows : undefined;
}

/** Bytes of all rows without padding: where work ends that leaves the pitch out. */
const unpaddedBytes = ({ width, count }: PitchedRows): number => width * count;

function reportUses(machine: HostMachine, record: AllocationRecord): void {
  const uses = usesFor(record);
  if (!record.rows) return;
  const { width, pitch } = record.rows;
  const waiting: Unpitched[] = [];
  for (const use of uses.unpitched) {
    const { what, place, detail, reads } = use;
    const pitchedAt = uses.pitchedAt ?? (reads ? uses.filledAt : undefined);
    if (!pitchedAt) {
      waiting.push(use);
      continue;
    }
    report(machine, {
      kind: "pitched-memory",
      message: `${what} takes the rows of pitched memory to be ${byteCount(width)} apart, as far as they are wide. They are ${byteCount(pitch)} apart, which is the pitch, and ${lineText(pitchedAt.place)} uses them so. ${detail}`,
      place,
      other: { message: `allocated here by ${record.call}`, place: record.place },
    });
  }
  uses.unpitched = waiting;
}

function noteUnpitched(machine: HostMachine, record: AllocationRecord, use: Unpitched): void {
  const uses = usesFor(record);
  uses.unpitched = [...uses.unpitched, use];
  reportUses(machine, record);
}

function notePitched(machine: HostMachine, record: AllocationRecord, place: Location | undefined): void {
  const uses = usesFor(record);
  uses.pitchedAt ??= { place };
  reportUses(machine, record);
}

/** One side of a copy: rows a pitch apart, or all bytes of all rows without a gap. */
function noteSide(machine: HostMachine, box: Box, side: "from" | "to"): void {
  const { width, height, depth } = box;
  const { address, pitch }: Side = box[side];
  const record = machine.log.around(address);
  const rows = record && paddedRows(record);
  if (!rows) return;
  if (height > 1 && pitch === rows.pitch) {
    if (width <= rows.width) notePitched(machine, record, machine.place);
    return;
  }
  const isDense = height === 1 || pitch === width;
  if (address !== record.address || !isDense || width * height * depth !== unpaddedBytes(rows)) return;
  noteUnpitched(machine, record, {
    what: "The copy",
    place: machine.place,
    detail: "So only its first row is where it belongs: use cudaMemcpy2D, or cudaMemcpy3D, with the pitch.",
    reads: side === "from",
  });
}

/** Notes how a copy uses pitched memory on either side. */
export function noteCopiedRows(machine: HostMachine, box: Box): void {
  noteSide(machine, box, "from");
  noteSide(machine, box, "to");
}

/** Notes that a fill leaves out the padding of pitched memory. */
export function noteFilledRows(machine: HostMachine, { to, width, height }: Box): void {
  const record = machine.log.around(to.address);
  const rows = record && paddedRows(record);
  if (!rows || height === 1 || to.pitch !== rows.pitch || width > rows.width) return;
  usesFor(record).filledAt ??= { place: machine.place };
}

/** Elements that an access, or all accesses of a line, touch in an allocation. */
interface Elements {
  elements: number;
  /** Those that lie in the padding with all of their bytes: the end of a vector may do so by right. */
  padding: number;
  /** Those of the padding that are read. */
  paddingRead: number;
  /** Do some lie at the very end of the pitch? Then the work is on whole pitches. */
  isWhole: boolean;
}

/** What one launch does to one allocation. */
interface LaunchUse {
  readonly rows: PitchedRows;
  readonly accesses: Map<MemoryAccess, Elements>;
  /** Bytes from the allocation's start to the end of the last access. */
  end: number;
}

function noteElement(use: LaunchUse, access: MemoryAccess, at: number): void {
  const { rows, accesses } = use;
  const { width } = access;
  const count = accesses.get(access) ?? { elements: 0, padding: 0, paddingRead: 0, isWhole: false };
  accesses.set(access, count);
  const inRow = at % rows.pitch;
  count.elements++;
  if (inRow >= rows.width && inRow + width <= rows.pitch) {
    count.padding++;
    if (inRow + width === rows.pitch) count.isWhole = true;
    if (access.op !== "store") count.paddingRead++;
  }
  use.end = Math.max(use.end, at + width);
}

interface LineUse extends Elements {
  readonly place: Location | undefined;
}

/** The accesses of each line together. */
function linesOf(accesses: LaunchUse["accesses"]): readonly LineUse[] {
  const lines = new Map<string, LineUse>();
  for (const [{ location }, { elements, padding, paddingRead, isWhole }] of accesses) {
    const place = location && rootFrame(location);
    const key = place ? `${place.file}:${place.line}` : "";
    const line = lines.get(key) ?? { place, elements: 0, padding: 0, paddingRead: 0, isWhole: false };
    lines.set(key, line);
    line.elements += elements;
    line.padding += padding;
    line.paddingRead += paddingRead;
    line.isWhole ||= isWhole;
  }
  return [...lines.values()];
}

/** Elements past the end of the rows: they are in the allocation, and belong to no row. */
function notePastRows(
  machine: HostMachine,
  what: string,
  { call, place: allocated }: AllocationRecord,
  { width, pitch }: PitchedRows,
  { place, elements, padding, isWhole }: LineUse,
): void {
  if (isWhole) return;
  const some = `${padding.toLocaleString("en-US")} of the ${elements.toLocaleString("en-US")} elements`;
  report(machine, {
    kind: "pitched-memory",
    severity: "information",
    message: `${what} leaves the rows of pitched memory: ${some} that this line accesses lie in the padding, past the ${byteCount(width)} of a row and before the pitch of ${byteCount(pitch)}.`,
    place,
    other: { message: `allocated here by ${call}`, place: allocated },
  });
}

/** What a launch that has ended says about the rows. */
function conclude(machine: HostMachine, what: string, record: AllocationRecord, use: LaunchUse): void {
  const { rows, end } = use;
  const lines = linesOf(use.accesses);
  const padded = lines.filter(({ padding }) => padding > 0);
  if (padded.length === 0 && end > unpaddedBytes(rows)) notePitched(machine, record, lines[0]?.place);
  // Threads that work on whole pitches end elsewhere.
  if (end !== unpaddedBytes(rows)) {
    if (machine.options.check) for (const line of padded) notePastRows(machine, what, record, rows, line);
    return;
  }
  for (const { place, elements, padding, paddingRead } of padded)
    noteUnpitched(machine, record, {
      what,
      place,
      detail: `So ${padding.toLocaleString("en-US")} of the ${elements.toLocaleString("en-US")} elements that this line accesses lie in the padding between rows, and others in another row: begin row y at (char*)p + y * pitch.`,
      reads: paddingRead > 0,
    });
}

/** Follows a launch through pitched memory; there are no observers where there is none. */
export interface PitchedWatch {
  readonly observers: readonly Observer[];
  /** The launch has run. */
  end(): void;
}

/** @param what the kernel, as messages name it at the beginning of a sentence */
export function watchPitched(machine: HostMachine, what: string): PitchedWatch {
  const watched = machine.log.pitched.filter((one) => paddedRows(one));
  if (watched.length === 0) return { observers: [], end: () => {} };
  const uses = new Map<AllocationRecord, LaunchUse>();
  const useOf = (record: AllocationRecord): LaunchUse => {
    const known = uses.get(record) ?? { rows: record.rows!, accesses: new Map(), end: 0 };
    uses.set(record, known);
    return known;
  };
  let last: AllocationRecord | undefined;
  const holds = (one: AllocationRecord, address: bigint) =>
    address >= one.address && address < one.address + BigInt(one.bytes);
  return {
    observers: [
      {
        access(access, mask, addresses) {
          const words = new Uint32Array(addresses.buffer, addresses.byteOffset, 2 * LANES);
          for (let lane = 0; lane < LANES; lane++) {
            if (((mask >>> lane) & 1) === 0 || words[2 * lane + 1] !== Window.global) continue;
            const address = addresses[lane]!;
            if (!last || !holds(last, address)) last = watched.find((one) => holds(one, address));
            if (last) noteElement(useOf(last), access, Number(address - last.address));
          }
        },
      },
    ],
    end() {
      for (const [record, use] of uses) conclude(machine, what, record, use);
    },
  };
}
