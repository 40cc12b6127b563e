/**
 * How many sectors an access touches at least over a launch, each once: of an affine address, blocks and iterations whose
 * distances are larger than what lies between them touch other bytes; what overlaps counts once.
 */
import { SECTOR_BYTES } from "../../hardware/model";
import { type Atom, atomLeaves, type Form, multipleOf, type Term, variesInWarp } from "../forms/forms";
import { isWarpUniform, type Lanes, laneAt } from "../forms/lanes";
import type { Executions, Part } from "./executions";

/** An address as it depends on what a basic block is executed in. */
interface Layout {
  /** Bytes between neighbouring values of each leaf, and the number of its values; the smallest distance first. */
  readonly steps: readonly { readonly bytes: number; readonly count: number | undefined }[];
  /** By how much executions are more than those with one value of each leaf that is not followed. */
  readonly repeated: number;
  /** Whether everything but the known part is a multiple of a sector. */
  readonly isAligned: boolean;
}

/** Indices of blocks that conditions around the access do not depend on, but its address does, are dimensions of it as well. */
function dimensionsOf(address: Form, known: Executions["dimensions"]): Executions["dimensions"] {
  const dimensions = new Map(known);
  for (const { atom } of address.terms) {
    for (const leaf of atomLeaves(atom))
      if (leaf.scope === "block" && leaf.count !== undefined) dimensions.set(leaf, leaf.count);
  }
  return dimensions;
}

/** How many blocks have the same index in each dimension: those that differ in another index. */
function blocksOfEach(dimensions: Executions["dimensions"], blocks: number): number {
  const indices = [...dimensions].filter(([{ scope }]) => scope === "block");
  return indices.reduce((rest, [, count = 1]) => rest / count, blocks);
}

/** The address by what it is executed in; undefined where lanes differ in what is not known. */
function layoutOf(address: Form, executions: Executions, blocks: number): Layout | undefined {
  const dimensions = dimensionsOf(address, executions.dimensions);
  const loose = new Set<Atom>();
  const steps = new Map<Atom, number>();
  for (const term of address.terms) {
    const { atom, coefficient } = term;
    if (dimensions.has(atom) && typeof coefficient === "number") steps.set(atom, Math.abs(coefficient));
    else if (!followedBy(term, dimensions, loose)) return undefined;
  }
  let repeated = blocksOfEach(dimensions, blocks);
  if (repeated < 1) return undefined;
  for (const [atom, count] of dimensions) {
    if (steps.has(atom) && !loose.has(atom)) continue;
    steps.delete(atom);
    if (count === undefined) return undefined;
    repeated *= count;
  }
  return {
    steps: [...steps]
      .map(([atom, bytes]) => ({ bytes, count: dimensions.get(atom) }))
      .sort((a, b) => a.bytes - b.bytes),
    repeated,
    isAligned: multipleOf(address.terms) % SECTOR_BYTES === 0,
  };
}

/** Whether a term is one value once the leaves that it depends on, which are noted, have one. */
function followedBy(term: Term, dimensions: Executions["dimensions"], loose: Set<Atom>): boolean {
  const leaves = atomLeaves(term.atom);
  for (const leaf of leaves) if (dimensions.has(leaf)) loose.add(leaf);
  const isKnown = [...leaves].every((leaf) => leaf.scope === "grid" || dimensions.has(leaf));
  // With each counter at 0 a coefficient that differs by lane does not matter, if it is a counter's.
  return isKnown && (!variesInWarp(term) || dimensions.has(term.atom)) && isLaneFree(term, dimensions);
}

const isLaneFree = ({ atom, coefficient }: Term, dimensions: Executions["dimensions"]): boolean =>
  dimensions.has(atom) || (atom.scope !== "lane" && atom.scope !== "warp" && isWarpUniform(coefficient));

/** Offsets of the threads that execute, each once, in ascending order. */
function offsetsOf(known: readonly Lanes[], lanes: Lanes, threads: number): readonly number[] {
  const found = new Set<number>();
  for (let thread = 0; thread < threads; thread++) {
    if (laneAt(lanes, thread)) for (const one of known) found.add(laneAt(one, thread));
  }
  return [...found].sort((a, b) => a - b);
}

/** Sectors of one block's threads in one iteration, and the bytes that they lie in. */
function sectorsOf({ starts: offsets, bytes }: Rows, isAligned: boolean) {
  const [first = 0, last = 0] = [offsets[0], offsets.at(-1)];
  if (!isAligned) return { sectors: (offsets.length * bytes) / SECTOR_BYTES, span: last - first + bytes };
  let [sectors, beyond] = [0, Number.NEGATIVE_INFINITY];
  for (const offset of offsets) {
    const [from, to] = [Math.floor(offset / SECTOR_BYTES), Math.floor((offset + bytes - 1) / SECTOR_BYTES)];
    sectors += Math.max(0, to - Math.max(from, beyond) + 1);
    beyond = Math.max(beyond, to + 1);
  }
  const start = Math.floor(first / SECTOR_BYTES);
  return { sectors, span: (beyond - start) * SECTOR_BYTES };
}

/** The least distance of neighbours. */
const gapOf = (starts: readonly number[]): number =>
  starts.slice(1).reduce((gap, start, i) => Math.min(gap, start - starts[i]!), Number.POSITIVE_INFINITY);

/** Equally long rows of bytes, in ascending order. */
interface Rows {
  readonly starts: readonly number[];
  readonly bytes: number;
}

/** Rows that follow one another are one, where all are equally long then. */
function joined({ starts, bytes }: Rows): Rows {
  const first = starts.filter((start, i) => i === 0 || start !== starts[i - 1]! + bytes);
  const each = starts.length / first.length;
  const isEqual = first.every((start, i) => starts[i * each] === start);
  return isEqual ? { starts: first, bytes: bytes * each } : { starts, bytes };
}

/** What one part touches, each sector once. */
function partSectors(
  part: Part,
  known: readonly Lanes[],
  { steps, repeated, isAligned }: Layout,
  width: number,
  threads: number,
): number {
  let rows = joined({ starts: offsetsOf(known, part.lanes, threads), bytes: width });
  if (rows.starts.length === 0) return 0;
  let times = part.times / repeated;
  const outer = steps.filter(({ bytes: step, count }) => {
    // What is accessed in a row, block by block or iteration by iteration.
    if (step !== rows.bytes || count === undefined || step * count > gapOf(rows.starts)) return true;
    rows = joined({ starts: rows.starts, bytes: step * count });
    times /= count;
    return false;
  });
  const { sectors, span: own } = sectorsOf(rows, isAligned);
  let span: number | undefined = own;
  for (const { bytes: step, count } of outer) {
    if (step === 0 || span === undefined) return 0;
    // Every `apart`-th of them is disjoint from the others.
    const apart: number = Math.ceil(span / step);
    times /= count === undefined ? apart : Math.min(apart, count);
    span = count === undefined ? undefined : span + step * (count - 1);
  }
  return sectors * times;
}

/**
 * Sectors of global memory that accesses touch at least, each once; 0 where nothing is certain.
 * @param addresses at least one, equal but for their known parts: of the accesses of one basic block that lie beside one another
 * @param width bytes of a thread
 * @param sizes threads of a block, and blocks of the grid
 */
export function distinctSectors(
  addresses: readonly Form[],
  executions: Executions,
  width: number,
  { threads, blocks }: { readonly threads: number; readonly blocks: number },
): number {
  const layout = layoutOf(addresses[0]!, executions, blocks);
  if (!layout) return 0;
  const known = addresses.map((address) => address.known);
  return executions.parts.reduce((sum, part) => sum + partSectors(part, known, layout, width, threads), 0);
}
