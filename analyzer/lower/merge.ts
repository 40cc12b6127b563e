/**
 * Merges adjacent element accesses into instructions of up to 16 bytes, in two passes as nvcc does.
 *
 * 1. LLVM's load-store vectoriser: accesses with one base and elements of one size, whose alignment is known from the
 *    instructions, with nothing between them that may alias the bytes.
 * 2. ptxas, for shared memory, whose layout it decides itself: words and double words at adjacent offsets, with no other
 *    access to shared memory between them that could alias.
 *
 * A merged load is issued at its first member, a merged store at its last.
 */
import type { Instruction } from "../ir/model";
import type { MemoryRange } from "./alias";
import { MAX_ALIGNMENT } from "./alignment";
import type { ElementAccess } from "./elementAccesses";
import type { Space } from "./model";
import { type ChunkSpan, loadSpans, storeSpans } from "./spans";

/** One or more element accesses that one instruction performs. */
export interface MergeUnit {
  readonly op: "load" | "store";
  readonly space: Space;
  /** In program order. */
  readonly elements: readonly ElementAccess[];
  /** Bytes from `pointer + offset` of the first element (loads) or the last one (stores) to the lowest byte. */
  readonly start: number;
  readonly width: number;
  /** Bytes of each element: only units with equal elements merge. */
  readonly elementSize: number;
}

/** The address of a unit as merging compares it: units with equal keys are as far apart as their offsets. */
export interface MergeAddress {
  readonly key: string;
  readonly offset: number;
  /** Addresses whose offset leaves the remainder `phase` divided by `align` are multiples of `align`. */
  readonly align: number;
  readonly phase: number;
  /** Whether the unit is a member of a vector that the source stores as a whole: the whole vector is stored then. */
  readonly isWholeVector?: boolean;
}

/** An instruction that other accesses may not move across. */
export interface MemoryEvent {
  readonly position: number;
  readonly writes: boolean;
  /** The bytes that it accesses; `undefined` for all of memory. */
  readonly range: MemoryRange | undefined;
  readonly instruction: Instruction;
  /** Whether only ptxas sees it: a branch that ptxas expands one instruction to. */
  readonly assemblerOnly?: true;
}

/** What one of the two passes knows of addresses, and which instructions it moves accesses across. */
export interface MergePolicy {
  /** The unit's address; `undefined` for a unit that this pass does not merge. */
  addressOf(unit: MergeUnit): MergeAddress | undefined;
  /** Whether a unit must not move across an event. */
  blocks(event: MemoryEvent, unit: MergeUnit): boolean;
}

/** Units in one aligned chunk that can become one instruction. */
interface Chain {
  readonly op: "load" | "store";
  /** Bytes of the chunk. */
  readonly chunk: number;
  /** Units with the bytes from the chunk's beginning and the position of their first instruction in the basic block. */
  readonly members: { unit: MergeUnit; start: number; position: number; isWholeVector: boolean }[];
}

/** A unit with its address under the policy of the pass. */
interface AddressedUnit {
  readonly unit: MergeUnit;
  readonly address: MergeAddress;
}

/** Merges the units of a basic block under one policy. Units come in program order; the result is in order of leaders. */
export function mergeUnits(
  units: readonly MergeUnit[],
  events: readonly MemoryEvent[],
  policy: MergePolicy,
  positionOf: (instruction: Instruction) => number,
): MergeUnit[] {
  const groups = new Map<string, AddressedUnit[]>();
  const merged: MergeUnit[] = [];
  for (const unit of units) {
    const address = unit.elements.some((element) => element.isFixed) ? undefined : policy.addressOf(unit);
    if (!address) {
      merged.push(unit);
      continue;
    }
    const name = `${unit.space} ${address.key}`;
    const group = groups.get(name);
    if (group) group.push({ unit, address });
    else groups.set(name, [{ unit, address }]);
  }
  for (const group of groups.values()) {
    for (const chain of chainsOf(group, events, policy, positionOf)) merged.push(...split(chain));
  }
  const ordered = merged.map((unit) => ({ unit, at: positionOf(leaderOf(unit)) })).sort((a, b) => a.at - b.at);
  return ordered.map(({ unit }) => unit);
}

/** Chains of the units of one space and key, each of one aligned chunk. */
function chainsOf(
  group: readonly AddressedUnit[],
  events: readonly MemoryEvent[],
  policy: MergePolicy,
  positionOf: (instruction: Instruction) => number,
): Chain[] {
  const { align, phase } = strongestAlignment(group.map(({ address }) => address));
  const chains: Chain[] = [];
  const open = new Map<string, Chain>();
  for (const { unit, address } of group) {
    const chunk = Math.max(align, unit.width);
    const relative = address.offset - phase;
    const base = Math.floor(relative / chunk) * chunk;
    const position = positionOf(unit.elements[0]!.instruction);
    const isWholeVector = address.isWholeVector === true;
    const member = { unit, start: relative - base, position, isWholeVector };
    const name = `${unit.op} ${unit.elementSize} ${chunk} ${base}`;
    const chain = open.get(name);
    if (chain && isFree(chain, member) && canJoin(chain, member, events, policy)) {
      chain.members.push(member);
      continue;
    }
    const fresh: Chain = { op: unit.op, chunk, members: [member] };
    open.set(name, fresh);
    chains.push(fresh);
  }
  return chains;
}

/** The IR instruction at which the hardware issues the unit. */
export function leaderOf(unit: MergeUnit): Instruction {
  return (unit.op === "load" ? unit.elements[0] : unit.elements.at(-1))!.instruction;
}

/** The strongest alignment of any of the addresses, which holds for all of them because they differ by constants. */
export function strongestAlignment(addresses: readonly Pick<MergeAddress, "align" | "phase">[]): {
  align: number;
  phase: number;
} {
  let align = 1;
  let phase = 0;
  for (const address of addresses) {
    if (address.align <= align) continue;
    align = Math.min(MAX_ALIGNMENT, address.align);
    phase = ((address.phase % align) + align) % align;
  }
  return { align, phase };
}

/** Whether no member of a chain covers any of the bytes. */
function isFree(chain: Chain, { start, unit }: Chain["members"][number]): boolean {
  return chain.members.every(
    (member) => member.start + member.unit.width <= start || start + unit.width <= member.start,
  );
}

/** Whether a unit can join: a load moves up to the chain's first load, the chain's stores move down to a joining store. */
function canJoin(
  chain: Chain,
  joining: Chain["members"][number],
  events: readonly MemoryEvent[],
  policy: MergePolicy,
): boolean {
  const own = new Set(
    [...chain.members, joining].flatMap(({ unit }) => unit.elements.map((element) => element.instruction)),
  );
  for (let at = firstAfter(events, chain.members[0]!.position); at < events.length; at++) {
    const event = events[at]!;
    if (event.position >= joining.position) return true;
    if (own.has(event.instruction)) continue;
    if (chain.op === "load") {
      if (event.writes && policy.blocks(event, joining.unit)) return false;
    } else if (chain.members.some(({ unit, position }) => position < event.position && policy.blocks(event, unit))) {
      return false;
    }
  }
  return true;
}

/** Index of the first event after a position; events are in program order. */
function firstAfter(events: readonly MemoryEvent[], position: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]!.position > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The instructions that the hardware executes for a chain. */
function split(chain: Chain): MergeUnit[] {
  const isWhole = chain.op === "store" && chain.members.some(({ isWholeVector }) => isWholeVector);
  if (chain.members.length === 1 && !isWhole) return chain.members.map(({ unit }) => unit);
  const elementSize = chain.members[0]!.unit.elementSize;
  if (isWhole) return [unitOf(chain, { start: 0, size: chain.chunk }, elementSize)];
  const starts = chain.members.flatMap(({ unit, start }) =>
    Array.from({ length: unit.width / elementSize }, (_, index) => start + index * elementSize),
  );
  const spans =
    chain.op === "load" ? loadSpans(chain.chunk, elementSize, starts) : storeSpans(chain.chunk, elementSize, starts);
  return spans.map((span) => unitOf(chain, span, elementSize));
}

function unitOf(chain: Chain, span: ChunkSpan, elementSize: number): MergeUnit {
  const inside = chain.members.filter(({ start }) => start >= span.start && start < span.start + span.size);
  const leading = chain.op === "load" ? inside[0]! : inside.at(-1)!;
  return {
    op: chain.op,
    space: leading.unit.space,
    elements: inside.flatMap(({ unit }) => unit.elements),
    start: span.start - leading.start + leading.unit.start,
    width: span.size,
    elementSize,
  };
}
