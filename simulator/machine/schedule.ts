/**
 * Blocks whose threads wait for different things: barriers with numbers of their own, lanes of their warp, the whole grid,
 * or memory that others change. Warps run in order, pass by pass; in each pass the lanes continue that no longer wait.
 */
import { BARRIERS, Cell, MemoryMap } from "../memory/layout";
import type { BlockState } from "./blockState";
import { refuseSplitBarrier, stuck } from "./deadlock";

/** How far a block has come: its threads have left; or all that are left wait for the grid, or for other blocks. */
export type Progress = "ended" | "grid" | "cluster" | "spin";

/** Barriers after which a block that spins on work of other blocks lets those run. */
const BARRIERS_A_TURN = 1 << 12;

/** Lanes that wait like this continue in the next pass. */
const YIELDS: ReadonlySet<string> = new Set(["spin", "turn"]);

/** Whether the lanes of a warp that wait at a wait point, by its index in `waits`, may continue. */
type Released = (warp: number, wait: number) => boolean;

const NONE_RELEASED: Released = () => false;

/** `from`: what the block has waited for, or that it has not run yet. */
export function runMixed(block: BlockState, from: "start" | Exclude<Progress, "ended">): Progress {
  const { waits } = block.compiled;
  let released: Released = from === "grid" ? (_warp, wait) => waits[wait]!.kind === "grid" : NONE_RELEASED;
  if (from === "start") clearArrivals(block);
  let barriers = waits.some(({ kind }) => kind === "spin") ? BARRIERS_A_TURN : Number.POSITIVE_INFINITY;
  for (;;) {
    let moved = false;
    for (let warp = 0; warp < block.warps; warp++) moved = advance(block, warp, released) || moved;
    const alive = Array.from({ length: block.warps }, (_, warp) => warp).filter((warp) => block.alive(warp) !== 0);
    if (!alive.length) return "ended";
    for (const warp of alive) refuseSplitBarrier(block, warp);
    if (barriers-- === 0) return "spin";
    const complete = completeBarriers(block, alive);
    if (complete.size) {
      released = (warp, wait) => complete.get(barrierAt(block, warp, wait)?.number ?? Number.NaN)?.has(warp) ?? false;
      if (complete.has(0)) block.release();
      continue;
    }
    const outside = waitsOutside(block, alive, moved);
    if (outside) return outside;
    released = NONE_RELEASED;
  }
}

function clearArrivals(block: BlockState): void {
  for (let at = MemoryMap.cells + Cell.arrivals; at < MemoryMap.cells + Cell.ownEnd; at += 4) {
    block.view.setUint32(at, 0, true);
  }
}

/**
 * What the block needs from outside to continue; undefined while its own warps do. Throws a `Stop` where no warp continues
 * and nothing from outside would help.
 */
function waitsOutside(
  block: BlockState,
  alive: readonly number[],
  moved: boolean,
): Exclude<Progress, "ended"> | undefined {
  const kinds = new Set(alive.flatMap((warp) => kindsOf(block, warp)));
  if (!moved && kinds.has("spin")) return "spin";
  if (kinds.size === 1 && kinds.has("grid")) return "grid";
  if (moved) return undefined;
  if (kinds.has("cluster")) return "cluster";
  throw stuck(block);
}

function kindsOf(block: BlockState, warp: number) {
  return block.compiled.waits.flatMap(({ kind }, wait) => (block.waiting(warp, wait) === 0 ? [] : [kind]));
}

/**
 * Runs a warp as long as some of its lanes can go on: those that are released or look at memory once, those that wait for
 * lanes of their warp whenever these have come with the same names, or have left. Did anything come of it?
 */
function advance(block: BlockState, warp: number, released: Released): boolean {
  const { view, compiled } = block;
  let moved = false;
  for (let round = 0; ; round++) {
    const masks = compiled.waits.map((_, wait) => block.waiting(warp, wait));
    const enters = view.getInt32(block.wordAt(warp, -1), true) !== 0;
    const ready = readyMembers(block, warp, masks);
    const mayGo = (mask: number, wait: number): number => {
      const { kind } = compiled.waits[wait]!;
      if (mask === 0) return 0;
      if (kind === "members") return ready.has(wait) ? mask : 0;
      if (kind === "cluster") return mask & block.passed(warp);
      return round === 0 && (YIELDS.has(kind) || released(warp, wait)) ? mask : 0;
    };
    const goes = masks.map(mayGo);
    if (!enters && goes.every((mask) => mask === 0)) return moved;
    const kept = masks.map((mask, wait) => mask & ~goes[wait]!);
    kept.forEach((mask, wait) => {
      if (mask === 0) return;
      view.setInt32(block.wordAt(warp, wait), goes[wait]!, true);
    });
    block.pass(warp, goes);
    const stay = kept.reduce((all, mask) => all | mask, 0);
    view.setInt32(MemoryMap.cells + Cell.keptLanes, stay, true);
    block.run(warp);
    view.setInt32(MemoryMap.cells + Cell.keptLanes, 0, true);
    kept.forEach((mask, wait) => {
      if (mask !== 0) view.setInt32(block.wordAt(warp, wait), block.waiting(warp, wait) | mask, true);
    });
    // Lanes that looked and found nothing new are where they were.
    const works = goes.some((mask, wait) => mask !== 0 && compiled.waits[wait]!.kind !== "spin");
    moved ||= enters || works || masks.some((mask, wait) => block.waiting(warp, wait) !== mask);
  }
}

/** Places where lanes wait for lanes of their warp that have all come or left. */
function readyMembers(block: BlockState, warp: number, masks: readonly number[]): ReadonlySet<number> {
  const { waits } = block.compiled;
  const names = masks.map((mask, index) => {
    const wait = waits[index]!;
    if (mask === 0 || wait.kind !== "members") return undefined;
    return block.view.getInt32(block.frame(warp) + wait.word, true);
  });
  if (names.every((members) => members === undefined)) return new Set();
  const alive = masks.reduce((all, mask) => all | mask, 0);
  const ready = new Set<number>();
  names.forEach((members, index) => {
    if (members === undefined) return;
    const come = masks.reduce((all, mask, at) => (names[at] === members ? all | mask : all), 0);
    if ((members & alive & ~come) === 0) ready.add(index);
  });
  return ready;
}

/** The number of the barrier at which lanes wait for their block, and how many threads it waits for: 0 for all. */
function barrierAt(block: BlockState, warp: number, index: number): { number: number; threads: number } | undefined {
  const wait = block.compiled.waits[index]!;
  if (wait.kind !== "block" || block.waiting(warp, index) === 0) return undefined;
  if (!wait.barrier) return { number: 0, threads: 0 };
  const word = (offset: number) => block.view.getInt32(block.frame(warp) + offset, true);
  return { number: word(wait.barrier.number) & (BARRIERS - 1), threads: word(wait.barrier.threads) };
}

/**
 * Numbers of the barriers to which all have come that they wait for, with the warps that go on: no more than they wait for.
 * A warp counts with 32 threads, however many of them come. Reference: PTX ISA, "barrier{.cta}".
 */
function completeBarriers(block: BlockState, alive: readonly number[]): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, { warps: Set<number>; threads: number }>();
  for (const warp of alive) {
    block.compiled.waits.forEach((_, index) => {
      const at = barrierAt(block, warp, index);
      if (!at) return;
      const barrier = found.get(at.number) ?? { warps: new Set(), threads: 0 };
      barrier.warps.add(warp);
      barrier.threads = Math.max(barrier.threads, at.threads);
      found.set(at.number, barrier);
    });
  }
  const complete = new Map<number, ReadonlySet<number>>();
  for (const [number, { warps, threads }] of found) {
    const cell = MemoryMap.cells + Cell.arrivals + 4 * number;
    const arrived = block.view.getUint32(cell, true);
    const come = arrived + 32 * warps.size;
    const all = [...alive].every((warp) => allWaitAt(block, warp, number));
    if (threads === 0 ? !all : come < threads) continue;
    // Those who have gone on come first; at least one who waits completes the barrier.
    const wanted = threads === 0 ? warps.size : Math.max(1, Math.ceil((threads - arrived) / 32));
    const goOn = new Set([...warps].slice(0, wanted));
    complete.set(number, goOn);
    block.view.setUint32(cell, Math.max(0, arrived - Math.max(0, threads - 32 * goOn.size)), true);
  }
  return complete;
}

function allWaitAt(block: BlockState, warp: number, number: number): boolean {
  const { waits } = block.compiled;
  return waits.every(
    (_, index) => block.waiting(warp, index) === 0 || barrierAt(block, warp, index)?.number === number,
  );
}
