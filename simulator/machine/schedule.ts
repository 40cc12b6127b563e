/**
 * The schedule of a block whose threads wait for different things: numbered barriers, lanes of their warp, the whole grid,
 * or memory that other threads write. Warps run in order, pass by pass; a pass resumes the lanes whose wait is over.
 */
import { BARRIERS, Cell, MemoryMap } from "../memory/layout";
import type { BlockState } from "./blockState";
import { refuseSplitBarrier, stuck } from "./deadlock";
import type { DivergenceLog } from "./divergence";

/**
 * The state of a block after it ran: all threads have exited, or the rest wait for the grid, the cluster or other blocks.
 * `idle`: they poll, and have done nothing else since the block was resumed.
 */
export type Progress = "ended" | "grid" | "cluster" | "spin" | "idle";

/** Barriers after which a block that spins on work of other blocks yields to them. */
const BARRIERS_BEFORE_YIELD = 1 << 12;

/** Waits that the next pass ends. */
const ONE_PASS: ReadonlySet<string> = new Set(["spin", "yield"]);

/** Whether the lanes of a warp that wait at a wait point, by its index in `waits`, may resume. */
type Released = (warp: number, wait: number) => boolean;

const NONE_RELEASED: Released = () => false;

/** @param from what the block waited for; `start` before it has run */
export function runMixed(
  block: BlockState,
  from: "start" | Exclude<Progress, "ended">,
  divergence: DivergenceLog,
): Progress {
  const { waits } = block.compiled;
  let released: Released = from === "grid" ? (_warp, wait) => waits[wait]!.kind === "grid" : NONE_RELEASED;
  if (from === "start") clearArrivals(block);
  let barriers = waits.some(({ kind }) => kind === "spin") ? BARRIERS_BEFORE_YIELD : Number.POSITIVE_INFINITY;
  block.view.setUint32(SPIN_LEFT, 0, true);
  for (let isIdle = true; ; ) {
    let moved = false;
    for (let warp = 0; warp < block.warps; warp++) moved = advance(block, warp, released) || moved;
    isIdle &&= !moved;
    const alive = Array.from({ length: block.warps }, (_, warp) => warp).filter((warp) => block.alive(warp) !== 0);
    if (!alive.length) return "ended";
    for (const warp of alive) refuseSplitBarrier(block, warp);
    if (barriers-- === 0) return "spin";
    const complete = completeBarriers(block, alive);
    if (complete.size) {
      released = (warp, wait) => complete.get(barrierAt(block, warp, wait)?.number ?? Number.NaN)?.has(warp) ?? false;
      if (complete.has(0)) releaseBlock(block, alive, divergence);
      continue;
    }
    const outside = waitsOutside(block, alive, moved);
    if (outside) return outside === "spin" && isIdle && onlyLooks(block, alive) ? "idle" : outside;
    released = NONE_RELEASED;
  }
}

const SPIN_LEFT = MemoryMap.cells + Cell.spinLeft;

/** Whether all that ran since the block was resumed stayed in loops that change nothing. */
function onlyLooks(block: BlockState, alive: readonly number[]): boolean {
  if (block.view.getUint32(SPIN_LEFT, true) !== 0) return false;
  return block.compiled.waits.every(
    (wait, index) => wait.kind !== "spin" || wait.isIdle || alive.every((warp) => block.waiting(warp, index) === 0),
  );
}

function clearArrivals(block: BlockState): void {
  for (let at = MemoryMap.cells + Cell.arrivals; at < MemoryMap.cells + Cell.ownEnd; at += 4) {
    block.view.setUint32(at, 0, true);
  }
}

/**
 * What the block waits for outside itself; undefined while its own warps advance. Throws a `Stop` for a deadlock: where no
 * warp advances and nothing outside the block would release one.
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
 * Runs a warp while some of its lanes can resume: lanes that are released or poll memory once, and lanes of a warp-wide
 * operation as soon as all its participating lanes have arrived with the same mask or exited. Returns whether it advanced.
 */
function advance(block: BlockState, warp: number, released: Released): boolean {
  const { view, compiled } = block;
  let moved = false;
  for (let pass = 0; ; pass++) {
    const masks = compiled.waits.map((_, wait) => block.waiting(warp, wait));
    const enters = view.getInt32(block.wordAt(warp, -1), true) !== 0;
    const ready = readyMembers(block, warp, masks);
    const resumable = (mask: number, wait: number): number => {
      const { kind } = compiled.waits[wait]!;
      if (mask === 0) return 0;
      if (kind === "members") return ready.has(wait) ? mask : 0;
      if (kind === "cluster") return mask & block.passed(warp);
      return pass === 0 && (ONE_PASS.has(kind) || released(warp, wait)) ? mask : 0;
    };
    const resuming = masks.map(resumable);
    if (!enters && resuming.every((mask) => mask === 0)) return moved;
    const kept = masks.map((mask, wait) => mask & ~resuming[wait]!);
    kept.forEach((mask, wait) => {
      if (mask === 0) return;
      view.setInt32(block.wordAt(warp, wait), resuming[wait]!, true);
    });
    block.pass(warp, resuming);
    const stay = kept.reduce((all, mask) => all | mask, 0);
    view.setInt32(MemoryMap.cells + Cell.keptLanes, stay, true);
    block.run(warp);
    view.setInt32(MemoryMap.cells + Cell.keptLanes, 0, true);
    kept.forEach((mask, wait) => {
      if (mask !== 0) view.setInt32(block.wordAt(warp, wait), block.waiting(warp, wait) | mask, true);
    });
    // Lanes that polled memory and found nothing new have not advanced.
    const works = resuming.some((mask, wait) => mask !== 0 && compiled.waits[wait]!.kind !== "spin");
    moved ||= enters || works || masks.some((mask, wait) => block.waiting(warp, wait) !== mask);
  }
}

/** Warp-wide operations whose participating lanes have all arrived or exited, by their index in `waits`. */
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
    const arrivedLanes = masks.reduce((all, mask, at) => (names[at] === members ? all | mask : all), 0);
    if ((members & alive & ~arrivedLanes) === 0) ready.add(index);
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
 * Numbers of the barriers that are complete, with the warps that resume: no more than the barrier waits for.
 * A warp counts with 32 threads, however many of them arrive. Reference: PTX ISA, "barrier{.cta}".
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
    const total = arrived + 32 * warps.size;
    const all = [...alive].every((warp) => allWaitAt(block, warp, number));
    if (threads === 0 ? !all : total < threads) continue;
    // Threads that arrived without waiting count first; at least one waiting warp completes the barrier.
    const wanted = threads === 0 ? warps.size : Math.max(1, Math.ceil((threads - arrived) / 32));
    const resumed = new Set([...warps].slice(0, wanted));
    complete.set(number, resumed);
    block.view.setUint32(cell, Math.max(0, arrived - Math.max(0, threads - 32 * resumed.size)), true);
  }
  return complete;
}

/** The threads that wait at barrier 0 resume. Where that is all of the block, those who never arrive are noted. */
function releaseBlock(block: BlockState, alive: readonly number[], divergence: DivergenceLog): void {
  if (alive.every((warp) => waitsForAll(block, warp))) divergence.look(block);
  block.release();
}

/** Whether all lanes of a warp that are left wait at the barrier of the whole block. */
function waitsForAll(block: BlockState, warp: number): boolean {
  return block.compiled.waits.every((_, index) => {
    if (block.waiting(warp, index) === 0) return true;
    const at = barrierAt(block, warp, index);
    return at?.number === 0 && at.threads === 0;
  });
}

function allWaitAt(block: BlockState, warp: number, number: number): boolean {
  const { waits } = block.compiled;
  return waits.every(
    (_, index) => block.waiting(warp, index) === 0 || barrierAt(block, warp, index)?.number === number,
  );
}
