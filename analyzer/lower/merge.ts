/**
 * Adjacent pieces become one instruction of up to 16 bytes, in two steps as in nvcc.
 *
 * 1. LLVM's load-store vectoriser: one base, elements of one size, alignment known from the instructions, and nothing
 *    between that may touch the bytes, as far as alias analysis knows.
 * 2. The assembler, for shared memory, whose layout it decides itself: words and double words at neighbouring places,
 *    with no other access to shared memory between that could matter.
 *
 * Loads are issued where the first of them stands, stores where the last does.
 */
import type { Instruction } from "../ir/model";
import type { Touched } from "./alias";
import { MAX_ALIGNMENT } from "./alignment";
import { loadSpans, type Span, storeSpans } from "./chunks";
import type { Space } from "./model";
import type { Piece } from "./pieces";

/** One or more pieces that are one instruction. */
export interface Unit {
  readonly op: "load" | "store";
  readonly space: Space;
  /** In program order. */
  readonly pieces: readonly Piece[];
  /** Bytes from the first piece's `pointer + offset` (loads) or the last one's (stores) to the lowest byte. */
  readonly start: number;
  readonly width: number;
  /** Size of the elements that it was made from: only equal ones merge. */
  readonly element: number;
}

/** Where a unit lies: units of equal keys are as far apart as their offsets. */
export interface Place {
  readonly key: string;
  readonly offset: number;
  /** Addresses whose offset leaves the remainder `phase` divided by `align` are multiples of `align`. */
  readonly align: number;
  readonly phase: number;
  /** Part of a value that the source stores as a whole: what clang left out of it is stored too. */
  readonly whole?: boolean;
}

/** Something in a block that other accesses may not move across; `undefined` is everything. */
export interface Event {
  readonly position: number;
  readonly writes: boolean;
  readonly touched: Touched | undefined;
  readonly instruction: Instruction;
  /** Only the assembler sees it: a branch that it puts in the place of one instruction. */
  readonly late?: true;
}

export interface Step {
  /** Nothing for a unit that does not take part. */
  place(unit: Unit): Place | undefined;
  /** Whether an event keeps a unit of this place from moving across it. */
  blocks(event: Event, unit: Unit): boolean;
}

interface Chain {
  readonly op: "load" | "store";
  readonly chunk: number;
  readonly members: { unit: Unit; start: number; position: number; whole: boolean }[];
}

/** One step over the units of a block, which are in program order; so is the answer, by leader. */
export function mergeUnits(
  units: readonly Unit[],
  events: readonly Event[],
  step: Step,
  positionOf: (instruction: Instruction) => number,
): Unit[] {
  const groups = new Map<string, { unit: Unit; place: Place }[]>();
  const out: Unit[] = [];
  for (const unit of units) {
    const place = unit.pieces.some((piece) => piece.fixed) ? undefined : step.place(unit);
    if (!place) {
      out.push(unit);
      continue;
    }
    const name = `${unit.space} ${place.key}`;
    const group = groups.get(name);
    if (group) group.push({ unit, place });
    else groups.set(name, [{ unit, place }]);
  }
  for (const group of groups.values()) {
    const { align, phase } = strongest(group.map(({ place }) => place));
    const chains: Chain[] = [];
    const open = new Map<string, Chain>();
    for (const { unit, place } of group) {
      const chunk = Math.max(align, unit.width);
      const relative = place.offset - phase;
      const base = Math.floor(relative / chunk) * chunk;
      const position = positionOf(unit.pieces[0]!.instruction);
      const member = { unit, start: relative - base, position, whole: place.whole === true };
      const name = `${unit.op} ${unit.element} ${chunk} ${base}`;
      const chain = open.get(name);
      if (chain && isFree(chain, member) && canJoin(chain, member, events, step)) {
        chain.members.push(member);
        continue;
      }
      const fresh: Chain = { op: unit.op, chunk, members: [member] };
      open.set(name, fresh);
      chains.push(fresh);
    }
    for (const chain of chains) out.push(...split(chain));
  }
  const ordered = out.map((unit) => ({ unit, at: positionOf(leaderOf(unit)) })).sort((a, b) => a.at - b.at);
  return ordered.map(({ unit }) => unit);
}

/** The member that issues the instruction. */
export function leaderOf(unit: Unit): Instruction {
  return (unit.op === "load" ? unit.pieces[0] : unit.pieces.at(-1))!.instruction;
}

/** The strongest alignment that any member knows holds for all: they differ by constants. */
export function strongest(places: readonly Pick<Place, "align" | "phase">[]): { align: number; phase: number } {
  let align = 1;
  let phase = 0;
  for (const place of places) {
    if (place.align <= align) continue;
    align = Math.min(MAX_ALIGNMENT, place.align);
    phase = ((place.phase % align) + align) % align;
  }
  return { align, phase };
}

/** Whether no member of a chain has any of the bytes. */
function isFree(chain: Chain, { start, unit }: Chain["members"][number]): boolean {
  return chain.members.every(
    (member) => member.start + member.unit.width <= start || start + unit.width <= member.start,
  );
}

/** A load moves up to the first of its chain; for a store, those before it move down to it. */
function canJoin(chain: Chain, joining: Chain["members"][number], events: readonly Event[], step: Step): boolean {
  const own = new Set([...chain.members, joining].flatMap(({ unit }) => unit.pieces.map((piece) => piece.instruction)));
  for (let at = firstAfter(events, chain.members[0]!.position); at < events.length; at++) {
    const event = events[at]!;
    if (event.position >= joining.position) return true;
    if (own.has(event.instruction)) continue;
    if (chain.op === "load") {
      if (event.writes && step.blocks(event, joining.unit)) return false;
    } else if (chain.members.some(({ unit, position }) => position < event.position && step.blocks(event, unit))) {
      return false;
    }
  }
  return true;
}

/** Index of the first event behind a position; events are in program order. */
function firstAfter(events: readonly Event[], position: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]!.position > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

function split(chain: Chain): Unit[] {
  const isWhole = chain.op === "store" && chain.members.some(({ whole }) => whole);
  if (chain.members.length === 1 && !isWhole) return chain.members.map(({ unit }) => unit);
  const element = chain.members[0]!.unit.element;
  if (isWhole) return [unitOf(chain, { start: 0, size: chain.chunk }, element)];
  const starts = chain.members.flatMap(({ unit, start }) =>
    Array.from({ length: unit.width / element }, (_, index) => start + index * element),
  );
  const spans =
    chain.op === "load" ? loadSpans(chain.chunk, element, starts) : storeSpans(chain.chunk, element, starts);
  return spans.map((span) => unitOf(chain, span, element));
}

function unitOf(chain: Chain, span: Span, element: number): Unit {
  const inside = chain.members.filter(({ start }) => start >= span.start && start < span.start + span.size);
  const leading = chain.op === "load" ? inside[0]! : inside.at(-1)!;
  return {
    op: chain.op,
    space: leading.unit.space,
    pieces: inside.flatMap(({ unit }) => unit.pieces),
    start: span.start - leading.start + leading.unit.start,
    width: span.size,
    element,
  };
}
